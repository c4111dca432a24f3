/** Keeps the house in order: who may import whom. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** What each room may import: other rooms, `node`, or a package by its name. Types of main/outside.ts are for all of main. */
const mayImport: Record<string, readonly string[]> = {
  shared: ['shared', 'zod'],
  preload: ['shared', 'electron'],
  renderer: [
    'renderer',
    'shared',
    'react',
    'react-dom',
    'zustand',
    'react-aria-components',
    'lucide-react',
    'i18next',
    'react-i18next',
    'react-markdown',
    'rehype-sanitize',
    'remark-gfm',
    'vite',
  ],
  'main/sandbox': [
    'main/sandbox',
    'shared',
    'node',
    'zod',
    'fastify',
    '@fastify',
    'undici',
    'jose',
    'mpg123-decoder',
    'music-metadata',
  ],
  'main/platform': ['main/platform', 'main/outside.ts', 'shared', 'node', 'zod', 'jose'],
  'main/store': ['main/store', 'main/outside.ts', 'shared', 'node', 'zod', 'better-sqlite3'],
  'main/terminology-server': [
    'main/terminology-server',
    'main/outside.ts',
    'shared',
    'node',
    'zod',
  ],
  'main/terminology': [
    'main/terminology',
    'main/outside.ts',
    'shared',
    'node',
    'zod',
    'better-sqlite3',
    'fflate',
  ],
  'main/vault': ['main/vault', 'main/outside.ts', 'shared', 'node', 'zod', 'keytar'],
  'main/recordings': [
    'main/recordings',
    'main/vault',
    'main/store',
    'main/outside.ts',
    'shared',
    'node',
    'zod',
    'ulid',
    'wasm-media-encoders',
  ],
  'main/outbox': [
    'main/outbox',
    'main/platform',
    'main/store',
    'main/outside.ts',
    'shared',
    'node',
    'zod',
    'ulid',
  ],
  'main/codification': [
    'main/codification',
    'main/platform',
    'main/terminology',
    'main/terminology-server',
    'main/outside.ts',
    'shared',
    'node',
    'zod',
  ],
  'main/desk': [
    'main/desk',
    'main/codification',
    'main/store',
    'main/terminology',
    'main/outside.ts',
    'shared',
    'node',
  ],
  'main/code-lists': [
    'main/code-lists',
    'main/server-access.ts',
    'main/terminology',
    'main/terminology-server',
    'main/outside.ts',
    'shared',
    'node',
    'zod',
  ],
  'main/evidence': ['main/evidence', 'main/guards', 'main/terminology', 'shared'],
  'main/guards': ['main/guards', 'shared', 'node'],
  'main/webhooks': ['main/webhooks', 'main/platform', 'main/outside.ts', 'shared', 'node', 'zod'],
  'main/documents': [
    'main/documents',
    'main/platform',
    'main/store',
    'main/outside.ts',
    'shared',
    'node',
  ],
  'main/notes': ['main/notes', 'main/store', 'main/outside.ts', 'shared', 'node', 'diff'],
  'main/delivery': [
    'main/delivery',
    'main/server-access.ts',
    'main/export',
    'main/store',
    'main/outside.ts',
    'shared',
    'node',
    'zod',
  ],
  'main/export': ['main/export', 'main/outside.ts', 'shared', 'node', 'fflate', '@medplum'],
  'main/account': [
    'main/account',
    'main/platform',
    'main/store',
    'main/vault',
    'main/outside.ts',
    'shared',
    'node',
    'zod',
  ],
  'main/orders': [
    'main/orders',
    'main/platform',
    'main/store',
    'main/outside.ts',
    'shared',
    'node',
    'zod',
  ],
  'main/privacy': ['main/privacy', 'main/outside.ts', 'shared', 'node'],
  'main/log': ['main/log', 'main/outside.ts', 'shared', 'node', 'zod'],
  'main/opening.ts': ['main', 'shared', 'node'],
  'main/old-copies.ts': ['main', 'shared', 'node'],
  'main/take-up.ts': ['main', 'shared', 'node'],
  'main/loss.ts': ['main', 'shared', 'node', 'zod'],
  'main/visits.ts': ['main', 'shared', 'node'],
  'main/audited.ts': ['main', 'shared', 'node'],
  'main/diagnostics.ts': ['main', 'shared', 'node'],
  'main/app.ts': ['main', 'shared', 'node'],
  'main/handlers.ts': ['main', 'shared', 'node'],
  'main/handlers': ['main', 'shared', 'node', 'zod'],
  'main/health.ts': ['shared'],
  'main/server-access.ts': ['main/outside.ts', 'shared', 'zod'],
  'main/outside.ts': ['shared'],
  'main/hosts': [
    'main/hosts',
    'main/app.ts',
    'main/export',
    'main/codification/entities.ts',
    'main/codification/sure-codes.ts',
    'main/terminology/terminology.ts',
    'scripts/lib/browsers.mjs',
    'main/outside.ts',
    'main/vault/keystore.ts',
    'main/vault/release.ts',
    'main/store/folder-lock.ts',
    'main/log/lines.ts',
    'shared',
    'node',
    'zod',
    'undici',
    'fastify',
    '@fastify',
    'electron',
    'electron-log',
  ],
};

/** Electron is imported here and in the preload only; everything else must run without it (design D1). */
const electronDoors = ['main/hosts/electron.ts', 'preload/preload.ts'];

const files = globSync('{shared,preload,renderer,main}/**/*.{ts,tsx}');
const roomOf = (file: string) =>
  Object.keys(mayImport)
    .sort((a, b) => b.length - a.length)
    .find((room) => file === room || file.startsWith(`${room}/`));

function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const found = source.matchAll(
    /^(?:import|export)\b[^;']*?\bfrom '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm,
  );
  return [...found].map(([, from, bare, dynamic]) => (from ?? bare ?? dynamic)!);
}

test('there are files to look at', () => expect(files.length).toBeGreaterThan(30));

test.each(files)('%s imports only what its room may', (file) => {
  const room = roomOf(file);
  expect(room, `${file} belongs to no room of the table`).toBeDefined();
  for (const target of importsOf(file)) {
    const reached = target.startsWith('.')
      ? path.posix.join(path.posix.dirname(file), target)
      : target.replace(':', '/');
    const allowed = mayImport[room!]!.some(
      (name) => reached === name || reached.startsWith(`${name}/`),
    );
    expect(allowed, `${file} may not import ${target}`).toBe(true);
    if (reached === 'electron') expect(electronDoors, `${file} imports electron`).toContain(file);
  }
});

test('only the purge unlinks files of the vault, and what was taken for an import goes from a folder of its own', () => {
  const rooms = files.filter(
    (file) =>
      file.startsWith('main/') &&
      !file.startsWith('main/sandbox/') &&
      !file.startsWith('main/hosts/') &&
      file !== 'main/outside.ts',
  );
  const guilty = rooms
    .filter((file) =>
      /\b(unlink|rm|rmdir|unlinkSync|rmSync|rmdirSync)\(/.test(readFileSync(file, 'utf8')),
    )
    .sort();
  expect(guilty).toEqual(['main/code-lists/taking.ts', 'main/vault/purge.ts']);
});
