/**
 * What is packaged: the bundle of main, run under Node with a stand-in for Electron, from a
 * recording to its note.
 */
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TerminologyState } from '../../../../shared/model/coding/terminology.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { buzz, wav } from '../../../support/sound/sound.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
// Inside the project: what the bundle does not hold is found in its node_modules.
const out = path.join(root, 'out', 'bundle-test');
const stage = path.join(import.meta.dirname, 'stage');
let child: ChildProcess;
type Message = {
  id?: number;
  answer?: { ok: boolean; value: unknown };
  notice?: string;
  payload?: unknown;
  loaded?: boolean;
  error?: string;
};
const messages: Message[] = [];
let asked = 0;

async function until<T>(look: () => T | undefined): Promise<T> {
  for (let i = 0; i < 1200; i += 1) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`it did not come; last heard: ${JSON.stringify(messages.at(-1))}`);
}
async function ask<T>(name: string, input?: unknown): Promise<T> {
  asked += 1;
  const id = asked;
  child.send({ id, name, input });
  const { answer } = await until(() => messages.find((message) => message.id === id));
  expect(answer, name).toMatchObject({ ok: true });
  return answer!.value as T;
}

beforeAll(() => {
  execFileSync(process.execPath, ['node_modules/electron-vite/bin/electron-vite.js', 'build'], {
    cwd: root,
    env: { ...process.env, SCRIBA_OUT: 'out/bundle-test/out' },
    stdio: 'ignore',
  });
});
afterAll(() => {
  child?.kill();
  rmSync(out, { recursive: true, force: true });
});

test('the bundle has its programs beside it, a preload that a sandbox can load, and no key store bundled in', () => {
  for (const name of [
    'main/electron.js',
    'main/core.js',
    'main/practice-platform.js',
    'main/encode-worker.js',
    'main/snomed.sqlite.zst',
    'main/icd-10-cm.sqlite.zst',
    'preload/preload.cjs',
    'renderer/index.html',
  ])
    expect(existsSync(path.join(out, 'out', name)), name).toBe(true);
  const preload = readFileSync(path.join(out, 'out/preload/preload.cjs'), 'utf8');
  expect([...preload.matchAll(/require\(["']([^"']+)["']\)/g)].map(([, name]) => name)).toEqual([
    'electron',
  ]);
  const programs = readdirSync(path.join(out, 'out/main'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(path.join(out, 'out/main', name), 'utf8'));
  expect(programs.filter((text) => /import\(["'`]keytar["'`]\)/.test(text))).toHaveLength(1);
});

test('the updater is a part of its own, loaded only when it is asked for, and whole', () => {
  const main = path.join(out, 'out/main');
  const [part, ...others] = readdirSync(main).filter((name) => name.startsWith('electron-updater'));
  expect(others).toEqual([]);
  const electron = readFileSync(path.join(main, 'electron.js'), 'utf8');
  expect(['`', '"', "'"].some((mark) => electron.includes(`import(${mark}./${part}${mark})`))).toBe(
    true,
  );
  const script = `const { createElectronUpdater } = await import(${JSON.stringify(pathToFileURL(path.join(main, part!)).href)});
    try { createElectronUpdater({ feed: 'https://updates.example/', feedKeys: [] }); } catch (error) { console.log(error.message); }`;
  const said = execFileSync(
    process.execPath,
    ['--import', path.join(stage, 'hook.mjs'), '--input-type=module', '--eval', script],
    { encoding: 'utf8' },
  );
  expect(said).toBe('No key of a feed was pinned in this build.\n');
});

test('a recording made through the bundle is encoded in its worker, sent to its practice platform, and comes back as a note', async () => {
  child = fork(path.join(stage, 'run.mjs'), [path.join(out, 'out/main/electron.js')], {
    serialization: 'advanced',
    execArgv: ['--import', path.join(stage, 'hook.mjs')],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      STAGE_APP: out,
      SCRIBA_DATA: mkdtempSync(path.join(tmpdir(), 'scriba-bundle-')),
    },
  });
  child.on('message', (message) => messages.push(message as Message));
  await until(() => messages.find(({ loaded, error }) => loaded ?? error));
  expect(messages.filter(({ error }) => error)).toEqual([]);
  await ask('profile.choose', { profile: 'practice' });
  await ask('vault.create', { kind: 'practice' });
  const { installed } = await ask<TerminologyState>('terminology.status');
  expect(installed.filter(({ boxed }) => boxed).map(({ codes }) => codes)).toEqual([26158, 46498]);
  const { id } = await ask<Visit>('recordings.start', {
    patient: { name: 'Bundle' },
    mode: 'consultation',
    modelType: 'pro',
    templates: ['clinical_notes_template'],
    inputLanguages: ['en-IN'],
    outputLanguage: 'en-IN',
    codify: false,
  });
  const sound = wav(buzz(3)).subarray(44);
  await ask('recordings.append', { id, firstSample: 0, audio: new Uint8Array(sound) });
  await ask('recordings.finish', { id, samples: sound.length / 2 });
  await until(() =>
    messages.find(
      ({ notice, payload }) => notice === 'visits.changed' && (payload as Visit).state === 'ready',
    ),
  );
  expect(await ask('notes.get', { id })).toMatchObject({
    practice: true,
    documents: [{ status: 'success' }],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.disconnect();
  expect(await ended).toBe(0);
});
