/**
 * `npm run sbom`: a CycloneDX list of everything that reaches a user, from the lockfile alone, in
 * out/sbom.cdx.json.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { inProject } from './lib/project.mjs';
import { licenceOf, licencesInside, nameAt, shipped } from './lib/shipped.mjs';

const lock = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8'));
const own = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
const args = [
  'sbom',
  '--sbom-format',
  'cyclonedx',
  '--sbom-type',
  'application',
  '--package-lock-only',
  '--loglevel=error',
];
const npm = process.env.npm_execpath;
const [command, given] = npm
  ? [process.env.npm_node_execpath ?? process.execPath, [npm, ...args]]
  : ['npm', args];
const all = JSON.parse(
  execFileSync(command, given, {
    cwd: inProject(),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: !npm && process.platform === 'win32',
  }),
);

const { core, page } = shipped(lock);
const named = (place) => `${nameAt(lock.packages, place)}@${lock.packages[place].version}`;
// Electron is packaged as it is; what its installer needs is not.
const wanted = new Set([...core, ...page, 'node_modules/electron'].map(named));
const licences = new Map(
  Object.entries(lock.packages).map(([place, { license }]) => [named(place), license]),
);
/** npm calls a package that `overrides` put in another's place by the name of that other one. */
const withOwnName = (one) => ({
  ...one,
  name: one['bom-ref'].slice(0, one['bom-ref'].lastIndexOf('@')),
});
/**
 * npm takes licences from what is installed, the lockfile has the others; and a package does not
 * tell what lies inside it.
 */
function licensed(one) {
  const around = licences.get(`${one.name}@${one.version}`);
  const inside = licencesInside[one.name];
  if (inside)
    return {
      ...one,
      licenses: [{ expression: licenceOf(one.name, around) }],
      components: [
        {
          type: inside.as === 'weights' ? 'machine-learning-model' : 'library',
          name: inside.library,
          licenses: [{ license: { id: inside.licence } }],
        },
      ],
    };
  return one.licenses?.length || !around ? one : { ...one, licenses: [{ expression: around }] };
}
const components = all.components
  .map(withOwnName)
  .filter(({ name, version }) => wanted.has(`${name}@${version}`))
  .map(licensed);
const refs = new Set([
  ...components.map((one) => one['bom-ref']),
  all.metadata.component['bom-ref'],
]);
const dependencies = all.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((to) => refs.has(to)) }));
const missing = [...wanted].filter(
  (name) => !components.some((one) => `${one.name}@${one.version}` === name),
);
if (missing.length > 0) throw new Error(`npm sbom left out ${missing.join(', ')}`);

const file = inProject('out', 'sbom.cdx.json');
mkdirSync(inProject('out'), { recursive: true });
writeFileSync(
  file,
  `${JSON.stringify({ ...all, metadata: { ...all.metadata, component: { ...all.metadata.component, name: own.name } }, components, dependencies }, null, 2)}\n`,
);
console.log(`${components.length} packages that reach a user: out/sbom.cdx.json`);
