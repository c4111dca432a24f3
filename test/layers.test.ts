/**
 * Holds the layers: which folder may import which, and that no modules need each other while they
 * are loaded.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

/**
 * The layers from top to bottom: a row may import the rows below it, and everything may import
 * `shared`. A row that ends with `/*` is one layer for each folder in it: they do not import one
 * another.
 */
const core = ['main/cli', 'main/hosts', 'main/app', 'main/features/*', 'main/infrastructure'];
const page = [
  'renderer/app',
  'renderer/features/settings',
  'renderer/features/history',
  'renderer/features/review',
  'renderer/features/*',
  'renderer/features/visits',
  'renderer/ui',
  'renderer/common',
  'renderer/capture',
  'renderer/locales',
  'renderer/styles',
];
const stacks = [core, page, ['sandbox'], ['preload'], ['shared']];

/** Packages that a page or the shared words may use; the core takes any that package.json names. */
const packages: Record<string, RegExp> = {
  shared: /^zod$/u,
  preload: /^electron$/u,
  renderer:
    /^(react|react-dom|zustand|react-aria|react-aria-components|lucide-react|i18next|react-i18next|react-markdown|rehype-sanitize|remark-gfm|prosemirror-[a-z]+|vite)(\/|$)/u,
};

/** Electron is imported here only; everything else runs without it (safekeeping D1). */
const electronDoors = ['main/hosts/electron/main.ts', 'preload/preload.ts'];

type Import = { readonly target: string; readonly atRuntime: boolean };

const files = globSync('{shared,preload,renderer,main,sandbox}/**/*.{ts,tsx,mjs}', {
  exclude: ['**/*.d.ts'],
}).map((file) => file.replaceAll(path.sep, '/'));

/** Returns the folders that a file may import from. */
function allowedFor(file: string): string[] {
  for (const stack of stacks) {
    const named = stack.findIndex((layer) => within(file, layer));
    const any = stack.findIndex(
      (layer) => layer.endsWith('/*') && within(file, layer.slice(0, -2)),
    );
    const row = named >= 0 ? named : any;
    if (row < 0) continue;
    const own = row === any ? file.split('/').slice(0, 3).join('/') : stack[row]!;
    const below = stack.slice(row + 1).map((layer) => layer.replace(/\/\*$/u, ''));
    return [own, ...below, 'shared'];
  }
  throw new Error(`${file} belongs to no layer`);
}

const within = (file: string, folder: string) => file === folder || file.startsWith(`${folder}/`);

function importsOf(file: string): Import[] {
  const { module, errors } = parseSync(file, readFileSync(file, 'utf8'));
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const isType = (entries: readonly { readonly isType: boolean }[]) =>
    entries.length > 0 && entries.every((entry) => entry.isType);
  const source = readFileSync(file, 'utf8');
  return [
    ...module.staticImports.map((one) => ({
      target: one.moduleRequest.value,
      atRuntime: !isType(one.entries),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType: type }) =>
        moduleRequest ? [{ target: moduleRequest.value, atRuntime: !type }] : [],
      ),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      target: source.slice(start + 1, end - 1),
      // Loaded when it is asked for, after the modules around it.
      atRuntime: false,
    })),
  ];
}

const graph = new Map(
  files.map((file) => [
    file,
    importsOf(file).map(({ target, atRuntime }) => ({
      target: target.startsWith('.')
        ? path.posix.join(path.posix.dirname(file), target.split('?')[0]!)
        : target,
      atRuntime,
    })),
  ]),
);

test('there are files to look at', () => expect(files.length).toBeGreaterThan(500));

test('imports go down the layers only', () => {
  const wrong = files.flatMap((file) => {
    const allowed = allowedFor(file);
    return (graph.get(file) ?? [])
      .map(({ target }) => target)
      .filter((target) => /^(main|sandbox|renderer|preload|shared|scripts|test)\//u.test(target))
      .filter((target) => !allowed.some((folder) => within(target, folder)))
      .map((target) => `${file} imports ${target}`);
  });
  expect(wrong).toEqual([]);
});

test('the page and the shared words use their own packages only, and Electron has two doors', () => {
  const wrong = [...graph].flatMap(([file, imports]) =>
    imports
      .map(({ target }) => target)
      .filter((target) => !existsSync(target))
      .filter((target) => {
        if (target === 'electron') return !electronDoors.includes(file);
        const allowed = packages[file.split('/')[0] ?? ''];
        return allowed !== undefined && !allowed.test(target);
      })
      .map((target) => `${file} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});

test('no validator is loaded into a page, whose policy forbids the code that it makes', () => {
  const reached = new Map<string, string>();
  const follow = (file: string) => {
    for (const { target, atRuntime } of graph.get(file) ?? [])
      if (atRuntime && !reached.has(target)) {
        reached.set(target, file);
        follow(target);
      }
  };
  for (const file of files) if (within(file, 'renderer')) follow(file);
  expect(reached.has('react')).toBe(true);
  expect(reached.get('zod')).toBeUndefined();
});

test('no modules need each other while they are loaded', () => {
  expect(cyclesIn(graph)).toEqual([]);
});

test('a cycle is told', () => {
  const deps = (target: string) => [{ target, atRuntime: true }];
  expect(
    cyclesIn(
      new Map([
        ['a', deps('b')],
        ['b', deps('c')],
        ['c', deps('b')],
      ]),
    ),
  ).toEqual(['b -> c -> b']);
});

/** Each cycle of runtime imports once, in the order in which it is met. */
function cyclesIn(imports: ReadonlyMap<string, readonly Import[]>): string[] {
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    const at = trail.indexOf(file);
    if (at >= 0) return void cycles.push([...trail.slice(at), file].join(' -> '));
    if (done.has(file)) return;
    for (const { target, atRuntime } of imports.get(file) ?? [])
      if (atRuntime && imports.has(target)) visit(target, [...trail, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return cycles;
}

test('only the purge unlinks files of the vault, and what was taken for an import goes from a folder of its own', () => {
  const core = files.filter(
    (file) =>
      file.startsWith('main/') &&
      !file.startsWith('main/hosts/') &&
      file !== 'main/infrastructure/ports.ts',
  );
  const guilty = core
    .filter((file) =>
      /\b(unlink|rm|rmdir|unlinkSync|rmSync|rmdirSync)\(/u.test(readFileSync(file, 'utf8')),
    )
    .sort();
  expect(guilty).toEqual([
    'main/features/coding/code-lists/receive-files.ts',
    'main/infrastructure/vault/purge.ts',
  ]);
});
