/** P18: whatever is sent to whatever request, by whomever: a typed refusal, no effect, no crash. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answer } from '../../main/hosts/common/answer.ts';
import { type OpenProfile, openProfile } from '../../main/hosts/common/profiles.ts';
import type { Answer } from '../../main/hosts/common/refusal.ts';
import { carry } from '../../main/hosts/electron/ipc.ts';
import type { IpcEvent, Window } from '../../main/hosts/electron/types.ts';
import { nodeDisk, nodeRandom } from '../../main/hosts/node/node-ports.ts';
import type { NetRequest } from '../../main/infrastructure/ports.ts';
import { type RequestName, requests } from '../../shared/contract/contract.ts';
import { decode, encode } from '../../shared/encoding.ts';
import { Failure, failureCodes } from '../../shared/failure.ts';
import { heldClock } from '../main/hosts/common/small-profile.ts';
import { hostedCore } from '../main/hosts/electron/hosted-core.ts';
import { casesOfToday } from '../support/portion.ts';
import { hashFolder, memoryKeyStore } from '../support/rigs/vault.ts';
import {
  nearlyRight,
  oddities,
  rightFor,
  rubbish,
  type Schema,
} from './support/hostile/from-schema.ts';
import { promise } from './support/promise.ts';

const names = Object.keys(requests) as RequestName[];
const p18 = promise({
  id: 'P18',
  title:
    'Every request, with every input, from every sender: refused by a typed answer and without effect, or done',
  figure: `${names.length} requests, 240 inputs each over 4 states of the core at each commit, and every wrong sender: 0 crashes, 0 effects of a refused request, 0 secrets answered`,
});

const SECRET = 'canary-client-secret-7f3a';
const folders: string[] = [];
const unforeseen: unknown[] = [];
const note = (error: unknown) => void unforeseen.push(error);
beforeAll(() => void process.on('unhandledRejection', note).on('uncaughtException', note));
afterAll(() => {
  process.off('unhandledRejection', note).off('uncaughtException', note);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Names, sizes and times of everything below: changes with every write. */
const traces = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const { size, mtimeNs, ino } = statSync(path.join(folder, name), { bigint: true });
      return `${name} ${size} ${mtimeNs} ${ino}`;
    })
    .join('\n');

const id = '6e2a7c46-5a5e-4c0e-9d63-0a7a4f1f4c11';
const setup = {
  patient: { name: 'Asha Rao' },
  mode: 'dictation',
  modelType: 'pro',
  templates: ['../../x'],
  inputLanguages: ['..'],
  outputLanguage: '/etc/passwd',
  codify: true,
  practiceCase: '..\\..\\y',
};

type Stage = {
  readonly name: string;
  readonly core: OpenProfile;
  readonly folder: string;
  readonly asked: NetRequest[];
  live: string;
};
const stages: Stage[] = [];

/**
 * A core on a real folder with a real database, whose network is dead and counted, and whose clock
 * stands still.
 */
async function open(name: string): Promise<Stage> {
  const folder = mkdtempSync(path.join(tmpdir(), 'scriba-fuzz-'));
  folders.push(folder);
  const asked: NetRequest[] = [];
  const core = await openProfile({
    host: 'browser',
    version: '0',
    dataFolder: folder,
    clock: heldClock(),
    random: nodeRandom,
    disk: nodeDisk,
    openKeyStore: memoryKeyStore().open,
    net: async (request) => {
      asked.push(request);
      throw new Failure('offline', 'no network here', { detail: 'not-sent' });
    },
  });
  const stage = { name, core, folder, asked, live: id };
  if (name !== 'lobby')
    await ask(core, 'profile.choose', { profile: name === 'practice' ? 'practice' : 'clinic' });
  if (name === 'practice' || name === 'clinic')
    await ask(core, 'vault.create', { kind: name === 'practice' ? 'practice' : 'keychain' });
  return stage;
}

async function ask(core: OpenProfile, request: RequestName, input?: unknown) {
  const told = await answer(core.handlers, request, input);
  if (!told.ok) throw new Error(`${request}: ${told.message}`);
  return told.value;
}

/** Unlocked, and with a recording that runs, whatever the request before has done. */
async function freshen(stage: Stage): Promise<void> {
  const { name, core } = stage;
  if (name !== 'practice' && name !== 'clinic') return;
  await ask(core, 'vault.unlock', {});
  if (!core.app()?.isRecording())
    stage.live = ((await ask(core, 'recordings.start', setup)) as { id: string }).id;
  await ask(core, 'recordings.append', {
    id: stage.live,
    firstSample: 0,
    audio: new Uint8Array(16_000),
  });
  await core.app()?.idle();
}

beforeAll(async () => {
  for (const name of ['lobby', 'empty', 'practice', 'clinic']) stages.push(await open(name));
}, 60_000);
afterAll(async () => {
  for (const { core } of stages) await core.close();
});

function isRight(name: RequestName, input: unknown): boolean {
  try {
    requests[name].input.parse(input);
    return true;
  } catch {
    return false;
  }
}

/** Checks what every answer must have, whatever was asked. */
function typed(told: Answer, name: string) {
  if (told.ok) return;
  expect(failureCodes, name).toContain(told.code);
  expect([typeof told.message, told.message.length < 600], name).toEqual(['string', true]);
  expect(told.message, name).not.toMatch(/\/tmp\/|\bat .*:\d+:\d+|node:internal|SELECT |INSERT /);
}

let taken = 0;
/** The engine of speech is started each time, which takes seconds. */
const RUNS_OF_ENGINES = p18.size({ mutant: 2, commit: 4, long: 40 });
const RUNS = p18.size({ mutant: 12, commit: 60, long: 2000 });
describe.each(names)('%s', (name) => {
  test('refuses without effect what its schema does not take, and survives what it takes', async () => {
    const schema = requests[name].input as unknown as Schema;
    for (const stage of stages) {
      await freshen(stage);
      const { core, folder, asked } = stage;
      let before = traces(folder);
      const known = { id: fc.constantFrom(stage.live, id), clientSecret: fc.constant(SECRET) };
      const input = fc.oneof(
        { weight: 2, arbitrary: rightFor(schema, known) },
        { weight: 3, arbitrary: nearlyRight(schema, known) },
        { weight: 2, arbitrary: rubbish },
      );
      await fc.assert(
        fc.asyncProperty(input, async (given) => {
          const right = isRight(name, given);
          // Another profile would be another stage.
          if (name === 'profile.choose' && right) return;
          const calls = asked.length;
          const told = await answer(core.handlers, name, given);
          p18.ran();
          typed(told, name);
          expect(unforeseen).toEqual([]);
          expect(({} as { polluted?: number }).polluted).toBeUndefined();
          if (!right) {
            expect(told.ok, 'an input that the schema refuses was taken').toBe(false);
            expect(asked.length, 'the network was asked').toBe(calls);
          }
          taken += told.ok ? 1 : 0;
          if (told.ok) {
            expect(JSON.stringify(told.value) ?? '').not.toContain(SECRET);
            await core.app()?.idle();
            before = traces(folder);
          } else {
            expect(traces(folder), 'a refused request changed the data folder').toBe(before);
          }
        }),
        {
          numRuns: name === 'here.test' ? RUNS_OF_ENGINES : RUNS,
          seed: p18.seed(),
          endOnFailure: true,
        },
      );
    }
  }, 120_000);
});

test('inputs that are right are among them (else the rest proves little)', () => {
  expect(taken).toBeGreaterThan(names.length * (p18.level === 'mutant' ? 1 : RUNS / 8));
});

test('what throws or never ends when it is looked at is refused by its kind alone', async () => {
  for (const { core } of stages) {
    for (const name of casesOfToday(names)) {
      for (const make of Object.values(oddities)) {
        const told = await answer(core.handlers, name, make());
        typed(told, name);
        if (told.ok) expect(isRight(name, make()), name).toBe(true);
        p18.ran();
      }
    }
  }
});

test('names that are no requests are refused in every state', async () => {
  for (const { core, folder } of stages) {
    const before = hashFolder(folder);
    for (const name of [
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      'valueOf',
      'app',
      'app.',
      '.info',
      'app.info ',
      'APP.INFO',
      'app.info\u0000',
      'vault.keys',
      'vault.export',
      'store.run',
      '',
      'x'.repeat(100_000),
      0,
      NaN,
      null,
      undefined,
      true,
      {},
      [],
      ['app.info'],
      Symbol('app.info'),
      new String('app.info'),
      { toString: () => 'app.info' },
    ]) {
      expect(await answer(core.handlers, name, undefined)).toMatchObject({
        ok: false,
        code: 'invalid',
        detail: 'no-such-request',
      });
      p18.ran();
    }
    expect(hashFolder(folder)).toBe(before);
  }
});

test('whatever was said, every file lies inside its folder under a name of our own making', () => {
  for (const { folder } of stages) {
    const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
      name.split(path.sep).join('/'),
    );
    const ours =
      /^(profile\.json|models|terminology(\/(taken(\/\d+(\/[\w.-]+)?)?|import\.lock|own-list\.json(\.new)?|[a-z0-9-]+(\.[a-z0-9-]+)*\.sqlite(\.\d+)?(\.new)?))?|(practice|clinic)(\/(scriba\.db(-wal|-shm|-journal)?|[a-z-]+(\.[a-z]+)?|vault(\/([0-9a-f-]+|generations\.json|[a-z-]+)(\/[0-9a-z-]+(\.[a-z]+)*)?)?))?)$/;
    expect(found.filter((name) => !ours.test(name))).toEqual([]);
  }
});

const ours = 'app://scriba/';
/** The window, and messages from everybody but its page. */
function senders() {
  const mainFrame = { url: ours };
  const contents = { mainFrame, isDestroyed: () => false, send: () => {} };
  const windowOf = (webContents: object, destroyed = false) =>
    ({ webContents, isDestroyed: () => destroyed }) as unknown as Window;
  const window = windowOf(contents);
  const at = (url: string) => {
    const frame = { url };
    return { sender: { ...contents, mainFrame: frame }, senderFrame: frame };
  };
  const gone = { mainFrame, isDestroyed: () => true, send: () => {} };
  const urls = [
    'https://evil.example/',
    'http://127.0.0.1:1/',
    'about:blank',
    'about:srcdoc',
    'data:text/html,x',
    'blob:app://scriba/1',
    'file:///x',
    'devtools://devtools/bundled/x',
    'chrome-extension://x/',
    'app://evil/',
    'app://scriba.evil/',
    'app://scriba:1/',
    'app://u@scriba/',
    'APP://SCRIBA.',
    '',
    'javascript:0',
    'view-source:app://scriba/',
  ];
  const wrong: [string, IpcEvent, Window | undefined][] = [
    ['a frame inside the page', { sender: contents, senderFrame: { url: ours } }, window],
    ['a frame that is gone', { sender: contents, senderFrame: null }, window],
    ['another window with our address', at(ours), window],
    ["nobody's window", { sender: contents, senderFrame: mainFrame }, undefined],
    ['contents that were destroyed', { sender: gone, senderFrame: mainFrame }, windowOf(gone)],
    [
      'a window that was destroyed',
      { sender: contents, senderFrame: mainFrame },
      windowOf(contents, true),
    ],
    ['no sender', { sender: undefined, senderFrame: mainFrame }, window],
    ...urls.flatMap((url): [string, IpcEvent, Window][] => {
      const other = { ...contents, mainFrame: { url } };
      return [
        [
          `our window, now at ${url}`,
          { sender: other, senderFrame: other.mainFrame },
          windowOf(other),
        ],
        [`another window at ${url}`, at(url), window],
      ];
    }),
  ];
  return { right: { sender: contents, senderFrame: mainFrame } as IpcEvent, window, wrong };
}

test('under Electron no request of any name is answered to anybody but the main frame of our own window', async () => {
  const { right, window, wrong } = senders();
  const reached: string[] = [];
  const handlers = Object.fromEntries(
    names.map((name) => [name, () => void reached.push(name)]),
  ) as never;
  let shown: Window | undefined = window;
  let listener: ((event: IpcEvent, name: unknown, input: unknown) => Promise<unknown>) | undefined;
  let channels = 0;
  const ipcMain = {
    handle: (_channel: string, given: typeof listener) => {
      channels += 1;
      listener = given;
    },
  };
  carry({
    ipcMain: ipcMain as never,
    core: Promise.resolve({ ...hostedCore({ handlers }), onNotice: () => () => {} } as never),
    window: () => shown,
    mini: () => undefined,
  });
  expect(channels).toBe(1);
  for (const [who, event, its] of wrong) {
    shown = its;
    for (const name of names) {
      expect(await listener!(event, name, undefined), `${who}: ${name}`).toMatchObject({
        ok: false,
        code: 'refused',
        detail: 'not-our-page',
      });
      p18.ran();
    }
  }
  expect(reached).toEqual([]);
  shown = window;
  await listener!(right, 'app.info', undefined);
  expect(reached).toEqual(['app.info']);
});

test('what a host carries as text comes out as it went in, whatever names it has', () => {
  const tricky = fc.oneof(
    fc.constantFrom('$bytes', '$$bytes', '$$$bytes', '__proto__', 'constructor', 'x', '$'),
    fc.string(),
  );
  const value = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.string(),
      fc.constantFrom('%', 'AAAA', 'not base64 !'),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.uint8Array({ maxLength: 9 }).map((bytes) => Uint8Array.from(bytes)),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(tricky, tie('value'), { maxKeys: 3 }),
    ),
  })).value;
  fc.assert(
    fc.property(value, (given) => {
      p18.ran();
      expect(decode(encode({ ok: true, value: given }))).toEqual({ ok: true, value: given });
    }),
    { numRuns: p18.size({ mutant: 300, commit: 3000, long: 200_000 }), seed: p18.seed() },
  );
});
