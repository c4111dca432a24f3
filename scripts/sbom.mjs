/**
 * `npm run sbom`: a CycloneDX list of everything that reaches a user, from the lockfile alone, in
 * out/sbom.cdx.json.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { inProject } from './lib/project.mjs';
import { licencesInside, shipped } from './lib/shipped.mjs';

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
// Electron is packaged as it is; what its installer needs is not.
const wanted = new Set(
  [...core, ...page, 'node_modules/electron'].map(
    (place) =>
      `${place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${lock.packages[place].version}`,
  ),
);
const licences = new Map(
  Object.entries(lock.packages).map(([place, { version, license }]) => [
    `${place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`,
    license,
  ]),
);
/**
 * npm takes licences from what is installed, the lockfile has the others; and a package does not
 * tell what lies inside it.
 */
function licensed(one) {
  const inside = licencesInside[one.name]?.licence;
  const around = licences.get(`${one.name}@${one.version}`);
  if (inside) return { ...one, licenses: [{ expression: `${around} AND ${inside}` }] };
  return one.licenses?.length || !around ? one : { ...one, licenses: [{ expression: around }] };
}
const components = all.components
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
