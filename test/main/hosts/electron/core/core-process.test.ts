/**
 * The core as a process of its own, and the main process that starts it again: both as they are,
 * with a channel between them that copies (decision 0220). In a real Electron:
 * test/e2e/electron/core-restart.spec.ts.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import type {
  CoreProcessDeps,
  OpenedCore,
} from '../../../../../main/hosts/electron/core/core-process.ts';
import { lockFolder } from '../../../../../main/infrastructure/store/folder-lock.ts';
import { Failure } from '../../../../../shared/failure.ts';
import { defaultSettings } from '../../../../../shared/model/settings.ts';
import { settle, twoProcesses } from './two-processes.ts';

const isBack = (core: OpenedCore) =>
  vi.waitFor(() => expect(core.connection()).toEqual({ state: 'connected', why: 'restarted' }));

test('requests, answers, Failures and notices pass as they are', async () => {
  const made = await twoProcesses();
  const core = await made.open();
  expect(await core.ask('app.info', undefined)).toMatchObject({
    ok: true,
    value: { version: '1.2.3' },
  });
  expect(
    await core.ask('recordings.append', { id: 'A', firstSample: 4, audio: new Uint8Array(8) }),
  ).toMatchObject({ ok: false, code: 'invalid' });
  expect(await core.ask('vault.state', undefined)).toEqual({
    ok: false,
    code: 'locked',
    message: 'The key is not at hand.',
    detail: 'key-missing',
    retryAfter: 5000,
  });
  expect(await core.ask('toString', undefined)).toMatchObject({ detail: 'no-such-request' });
  const heard: unknown[] = [];
  core.onNotice((...notice: unknown[]) => void heard.push(notice));
  made.profiles[0]!.notify('vault.changed', { state: 'open' });
  await settle();
  expect(heard).toEqual([['vault.changed', { state: 'open' }]]);
  expect(core.updateFeed()).toBe('https://updates.example/');
});

test('a core that dies is started again: what waits is told so, what comes meanwhile too, and the page hears both', async () => {
  const made = await twoProcesses();
  const core = await made.open();
  const heard: unknown[] = [];
  core.onConnection((connection) => void heard.push(connection));
  Object.assign(made.profiles[0]!.handlers, { 'app.info': () => new Promise(() => {}) });
  const waiting = core.ask('app.info', undefined);
  await settle();
  made.children[0]!.die(9);
  const lost = { ok: false, code: 'offline', detail: 'host-lost' };
  expect(await waiting).toMatchObject(lost);
  expect(await core.ask('app.info', undefined)).toMatchObject(lost);
  expect(await core.hasUnsentAudio()).toBe(true);
  await isBack(core);
  expect(await core.hasUnsentAudio()).toBe(false);
  expect(made.children).toHaveLength(2);
  expect(await core.ask('app.info', undefined)).toMatchObject({ ok: true });
  expect(heard).toEqual([{ state: 'lost' }, { state: 'connected', why: 'restarted' }]);
  expect(made.profiles[1]!.given).toMatchObject({
    host: 'electron',
    version: '1.2.3',
    dataFolder: made.dataFolder,
    packed: true,
    dropFolder: '/to-emr',
  });
});

test('after four ends within a minute it says that it fails, waits a minute, and starts at once where the person asks for it', async () => {
  const made = await twoProcesses();
  const core = await made.open();
  for (let times = 0; times < 4; times++) await made.kill(core);
  expect(made.children).toHaveLength(4);
  expect(core.connection()).toEqual({ state: 'lost', why: 'failing' });
  made.clock.move(59_999);
  await settle();
  expect(made.children).toHaveLength(4);
  made.clock.move(1);
  await isBack(core);
  expect(made.children).toHaveLength(5);
  for (let times = 0; times < 4; times++) await made.kill(core);
  expect(core.connection()).toEqual({ state: 'lost', why: 'failing' });
  core.reconnect();
  await isBack(core);
  expect(made.children).toHaveLength(9);
});

test('one that cannot open its folder at the start is told by its Failure, and nothing is started again', async () => {
  const made = await twoProcesses();
  const unlock = lockFolder(made.dataFolder);
  await expect(made.open()).rejects.toMatchObject({ code: 'busy', detail: 'already-open' });
  unlock();
  expect(made.children).toHaveLength(1);
  const dead = await twoProcesses({ opens: async () => dead.children[0]!.die(139) });
  await expect(dead.open()).rejects.toMatchObject({ detail: 'core-not-started' });
  const broken = await twoProcesses({
    opens: () => Promise.reject(new Failure('broken', 'No.', { detail: 'disk-failing' })),
  });
  await expect(broken.open()).rejects.toMatchObject({ detail: 'disk-failing' });
  // It is free again.
  lockFolder(broken.dataFolder)();
});

test('a recording is known before its page knows it, and held while the core is away and its page goes on', async () => {
  const made = await twoProcesses();
  const core = await made.open();
  Object.assign(made.profiles[0]!.handlers, {
    'app.info': () => {
      made.profiles[0]!.recording = true;
    },
  });
  expect(core.isRecording()).toBe(false);
  await core.ask('app.info', undefined);
  expect(core.isRecording()).toBe(true);
  await made.kill(core);
  // There again, and the page has not come back to it yet.
  expect([core.connection().state, core.isRecording()]).toEqual(['connected', true]);
  made.profiles[1]!.recording = true;
  await core.ask('app.info', undefined);
  made.profiles[1]!.recording = false;
  await core.ask('app.info', undefined);
  expect(core.isRecording()).toBe(false);

  made.profiles[1]!.recording = true;
  await core.ask('app.info', undefined);
  await made.kill(core);
  expect(core.isRecording()).toBe(true);
  // A page that never comes back must not hold the window for ever.
  made.clock.move(30_000);
  expect(core.isRecording()).toBe(false);
});

test('a page that is lost while the core is away has no recording any more', async () => {
  const made = await twoProcesses();
  const core = await made.open();
  made.profiles[0]!.recording = true;
  await core.ask('app.info', undefined);
  core.pageLost();
  await settle();
  expect(made.profiles[0]!.lost()).toBe(1);
  made.children[0]!.die(9);
  await Promise.resolve();
  core.pageLost();
  await settle();
  expect(core.isRecording()).toBe(false);
});

test('closing waits for the core, which frees its folder; then nothing is started again', async () => {
  const made = await twoProcesses();
  const core = await made.open();
  expect(() => lockFolder(made.dataFolder)).toThrow();
  await core.close();
  expect([made.profiles[0]!.closed, made.children.length]).toEqual([1, 1]);
  lockFolder(made.dataFolder)();
  const waiting = await twoProcesses();
  const away = await waiting.open();
  for (let times = 0; times < 4; times++) await waiting.kill(away);
  await away.close();
  expect(waiting.children).toHaveLength(4);
});

test('what the main process does for the core comes back, and a Failure of it too', async () => {
  const refused = new Failure('refused', 'Not this one.', { detail: 'link-refused' });
  const made = await twoProcesses({ openLink: () => Promise.reject(refused) });
  await made.open();
  const { given } = made.profiles[0]!;
  const bytes = (async function* () {
    yield new TextEncoder().encode('invented');
  })();
  expect(await given.save!('note.txt', 'text/plain', bytes)).toEqual({ how: 'saved' });
  expect(readFileSync(path.join(made.dataFolder, 'note.txt'), 'utf8')).toBe('invented');
  expect(await given.chooseFolder!()).toBeUndefined();
  expect(new TextDecoder().decode(await given.print!('<p>x'))).toBe('printed <p>x');
  await given.clipboard!.write({ html: '<b>x', text: 'x' });
  await expect(
    given.openLink!(new URL('https://a.example/b'), 'https://a.example'),
  ).rejects.toThrow('Not this one.');
  given.log!.write('2026 opened');
  const view = {
    recorder: { status: 'idle', initials: '', elapsed: 0, silent: false } as const,
    offline: false,
    settings: defaultSettings.desktop,
    language: 'en',
  };
  given.desktop!.show(view);
  given.desktop!.show(undefined);
  given.desktop!.notify('note-ready', { name: 'note', id: 'A' });
  given.desktop!.bringToFront();
  await settle();
  expect(made.done).toEqual([
    ['copy', { html: '<b>x', text: 'x' }],
    ['log', '2026 opened'],
    ['show', view],
    ['show', undefined],
    ['notify', 'note-ready', { name: 'note', id: 'A' }],
    ['front'],
  ]);
  expect(given.log!.recent(1)).toEqual(['a line']);
});

test('power, crashes, commands and the practice platform reach the core, also one that is started later', async () => {
  const practice = Promise.withResolvers<NonNullable<Awaited<CoreProcessDeps['practice']>>>();
  const made = await twoProcesses({ practice: practice.promise });
  const core = await made.open();
  const heard: unknown[] = [];
  const follow = (at: number) => {
    const { given } = made.profiles[at]!;
    given.power!.on('suspend', () => heard.push([at, 'suspend']));
    given.crashes!.on((crash) => heard.push([at, crash]));
    given.desktop!.listen({
      command: (command) => heard.push([at, command]),
      changed: (state) => heard.push([at, state]),
    });
    void (given.practice as Promise<unknown>).then((access) => heard.push([at, access]));
  };
  // Before anybody listens there.
  made.listener()!.command({ command: 'start' });
  await settle();
  follow(0);
  made.power.get('suspend')!();
  made.power.get('lock')!();
  made.crash('page');
  made.listener()!.changed({ hotkey: 'taken', miniWindow: true });
  const access = { url: 'http://127.0.0.1:1', brand: 'b', clientId: 'c', clientSecret: 's' };
  practice.resolve(access);
  await settle();
  expect(heard.splice(0)).toEqual([
    [0, { command: 'start' }],
    [0, 'suspend'],
    [0, 'page'],
    [0, { hotkey: 'taken', miniWindow: true }],
    [0, access],
  ]);
  expect(made.profiles[0]!.given.desktop!.state()).toEqual({ hotkey: 'taken', miniWindow: true });
  made.children[0]!.die(9);
  // By then the main process knows of its end.
  await Promise.resolve();
  made.crash('page');
  await isBack(core);
  follow(1);
  await settle();
  expect(heard).toEqual([
    [1, 'page'],
    [1, access],
  ]);
});

test('what opens a vault is overwritten in both processes when it has passed', async () => {
  const made = await twoProcesses();
  const core = await made.open();
  let seen: Uint8Array | undefined;
  const code = new Uint8Array([1, 2, 3]);
  Object.assign(made.profiles[0]!.handlers, {
    'vault.create': ({ passphrase }: { passphrase: Uint8Array }) => {
      seen = passphrase;
      return { recoveryCode: code };
    },
  });
  const passphrase = new TextEncoder().encode('an invented passphrase');
  const answer = await core.ask('vault.create', { kind: 'passphrase', passphrase });
  expect(answer).toMatchObject({ ok: true, value: { recoveryCode: new Uint8Array([1, 2, 3]) } });
  expect([...passphrase].every((byte) => byte === 0)).toBe(true);
  expect([...code]).toEqual([0, 0, 0]);
  expect(seen!.every((byte) => byte === 0)).toBe(true);
});

test('a message that is not of the table is dropped on either side', async () => {
  const made = await twoProcesses();
  const core = await made.open();
  for (const odd of [
    undefined,
    'close',
    { kind: 'eval', code: '1' },
    { kind: 'open', dataFolder: '/elsewhere' },
    { kind: 'power', event: 'explode' },
    { kind: 'close', now: true },
  ])
    made.children[0]!.postMessage(odd);
  await settle();
  expect(await core.ask('app.info', undefined)).toMatchObject({ ok: true });
  expect(made.profiles[0]!.closed).toBe(0);
  expect(existsSync('/elsewhere')).toBe(false);
  const { given } = made.profiles[0]!;
  given.log!.write('x'.repeat(2_001));
  given.desktop!.notify('a name' as never, { name: 'queue' });
  await expect(
    Promise.race([
      given.openLink!(new URL('https://a.example'), 1 as never),
      settle().then(() => 'nobody answers'),
    ]),
  ).resolves.toBe('nobody answers');
  expect(made.done).toEqual([]);
});
