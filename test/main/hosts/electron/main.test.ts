/**
 * The Electron host's messages with Electron injected: whom it answers (P18). Its window, session
 * and protocol are proved in test/trust/p20-electron.test.ts.
 */
import { expect, test } from 'vitest';
import { carry } from '../../../../main/hosts/electron/ipc.ts';
import type { IpcEvent, Window } from '../../../../main/hosts/electron/types.ts';
import { type RequestName, requests } from '../../../../shared/contract/contract.ts';
import { smallProfile } from '../common/small-profile.ts';
import { hostedCore } from './hosted-core.ts';

const ours = 'app://scriba/';
const names = Object.keys(requests) as RequestName[];

function desk() {
  const core = hostedCore(smallProfile());
  const sent: unknown[][] = [];
  let handle: ((event: IpcEvent, name: unknown, input: unknown) => Promise<unknown>) | undefined;
  const mainFrame = { url: ours };
  let destroyed = false;
  const webContents = {
    mainFrame,
    isDestroyed: () => destroyed,
    send: (...values: unknown[]) => sent.push(values),
  };
  const window = {
    get webContents() {
      if (destroyed) throw new TypeError('Object has been destroyed');
      return webContents;
    },
    isDestroyed: () => destroyed,
  } as unknown as Window;
  carry({
    ipcMain: { handle: (_channel, listener) => (handle = listener) },
    core: Promise.resolve(core),
    window: () => window,
    mini: () => undefined,
  });
  return {
    core,
    sent,
    mainFrame,
    webContents,
    destroy: () => (destroyed = true),
    ask: (event: IpcEvent, name = 'app.info') => handle!(event, name, undefined),
  };
}

test('only the main frame of our window, alive and on our page, is answered (P18)', async () => {
  const { ask, core, mainFrame, webContents, destroy } = desk();
  expect(await ask({ sender: webContents, senderFrame: mainFrame })).toMatchObject({ ok: true });
  const others: IpcEvent[] = [
    { sender: webContents, senderFrame: { url: ours } }, // a frame inside
    { sender: webContents, senderFrame: null }, // a frame that is gone
    { sender: {}, senderFrame: mainFrame }, // other contents
    { sender: undefined, senderFrame: { url: 'devtools://devtools/' } },
  ];
  for (const other of others)
    expect(await ask(other)).toMatchObject({ ok: false, code: 'refused' });
  for (const url of ['about:blank', 'https://evil.example/', 'app://scriba.evil/']) {
    mainFrame.url = url;
    expect(await ask({ sender: webContents, senderFrame: mainFrame })).toMatchObject({
      ok: false,
      code: 'refused',
    });
  }
  mainFrame.url = ours;
  destroy();
  expect(await ask({ sender: webContents, senderFrame: mainFrame })).toMatchObject({
    ok: false,
    code: 'refused',
  });
  expect(core.asked).toHaveLength(1);
});

test('notices reach the window while it lives', async () => {
  const { core, sent, destroy } = desk();
  await Promise.resolve();
  core.notify('vault.changed', { state: 'open' });
  destroy();
  core.notify('vault.changed', { state: 'locked' });
  expect(sent).toEqual([['scriba:notice', 'vault.changed', { state: 'open' }]]);
});

test('the page hears that the core died and is there again, asks how it stands, and has it started; no other page may', async () => {
  const { ask, core, sent, mainFrame, webContents } = desk();
  await Promise.resolve();
  core.connect({ state: 'lost', why: 'failing' });
  const page = { sender: webContents, senderFrame: mainFrame };
  expect(await ask(page, 'host.connection')).toEqual({
    ok: true,
    value: { state: 'lost', why: 'failing' },
  });
  expect(await ask(page, 'host.reconnect')).toEqual({ ok: true, value: undefined });
  core.connect({ state: 'connected', why: 'restarted' });
  expect(sent).toEqual([
    ['scriba:connection', 'lost', 'failing'],
    ['scriba:connection', 'connected', 'restarted'],
  ]);
  const other = { sender: {}, senderFrame: mainFrame };
  for (const name of ['host.connection', 'host.reconnect'])
    expect(await ask(other, name)).toMatchObject({ ok: false, detail: 'not-our-page' });
  expect([core.reconnects(), core.asked]).toEqual([1, []]);
});

test('the small window is answered its two requests, on its own page alone; its notices go to it and all others past it', async () => {
  const miniAddress = 'app://scriba/mini.html';
  const reached: unknown[] = [];
  const handlers = Object.fromEntries(
    names.map((name) => [name, () => void reached.push(name)]),
  ) as never;
  const sent: unknown[][] = [];
  const windowAt = (url: string, who: string) => {
    const webContents = {
      mainFrame: { url },
      isDestroyed: () => false,
      send: (...values: unknown[]) => sent.push([who, values[1]]),
    };
    return { webContents, isDestroyed: () => false } as unknown as Window;
  };
  const from = ({ webContents }: Window): IpcEvent => ({
    sender: webContents,
    senderFrame: webContents.mainFrame,
  });
  let listener: ((event: IpcEvent, name: unknown, input: unknown) => Promise<unknown>) | undefined;
  let tell: ((name: never, payload: unknown) => void) | undefined;
  const page = windowAt('app://scriba/', 'page');
  let mini: Window | undefined = windowAt(miniAddress, 'mini');
  carry({
    ipcMain: { handle: (_channel, given) => (listener = given) },
    core: Promise.resolve({
      ...hostedCore({ handlers }),
      onNotice: (given: typeof tell) => {
        tell = given;
        return () => {};
      },
    } as never),
    window: () => page,
    mini: () => mini,
  });
  const right = from(mini);
  for (const name of names) {
    // Its two rows take an input that is looked at afterwards; a refusal by the gate has its own
    // detail.
    const told = (await listener!(right, name, undefined)) as { detail?: string };
    const allowed = name === 'desktop.mini' || name === 'desktop.press';
    expect(told.detail === 'not-our-page', name).toBe(!allowed);
  }
  expect(reached).toEqual(['desktop.mini']);
  const wrong: [string, IpcEvent, Window | undefined][] = [
    ['a frame inside it', { ...right, senderFrame: { url: miniAddress } }, mini],
    ['a frame that is gone', { ...right, senderFrame: null }, mini],
    ['another window with its address', from(windowAt(miniAddress, 'x')), mini],
    ['it is closed', right, undefined],
    ...['app://scriba/', `${miniAddress}?x`, `${miniAddress}#x`, 'app://evil/mini.html', ''].map(
      (url): [string, IpcEvent, Window] => {
        const other = windowAt(url, 'x');
        return [`it is at ${url}`, from(other), other];
      },
    ),
  ];
  for (const [who, event, its] of wrong) {
    mini = its;
    for (const name of ['desktop.mini', 'desktop.press', 'visits.list']) {
      expect(await listener!(event, name, undefined), `${who}: ${name}`).toMatchObject({
        ok: false,
        detail: 'not-our-page',
      });
    }
  }
  mini = windowAt(miniAddress, 'mini');
  for (const name of ['desktop.mini', 'desktop.level', 'desktop.command', 'visits.changed'])
    tell!(name as never, {});
  expect(sent).toEqual([
    ['mini', 'desktop.mini'],
    ['mini', 'desktop.level'],
    ['page', 'desktop.command'],
    ['page', 'visits.changed'],
  ]);
});
