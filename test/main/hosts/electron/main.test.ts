/** The Electron host's messages with Electron injected: whom it answers (P18). Its window, session and protocol are proved in test/trust/p20-electron.test.ts. */
import { expect, test } from 'vitest';
import { carry } from '../../../../main/hosts/electron/ipc.ts';
import type { IpcEvent, Window } from '../../../../main/hosts/electron/types.ts';
import { smallProfile } from '../common/small-profile.ts';

const ours = 'app://scriba/';

function desk() {
  const core = smallProfile();
  const sent: unknown[][] = [];
  let handle: ((event: IpcEvent, name: unknown, input: unknown) => Promise<unknown>) | undefined;
  const mainFrame = { url: ours };
  let destroyed = false;
  const webContents = {
    mainFrame,
    isDestroyed: () => destroyed,
    send: (...values: unknown[]) => sent.push(values),
  };
  const window = { webContents } as unknown as Window;
  carry({
    ipcMain: { handle: (_channel, listener) => (handle = listener) },
    core,
    window: () => window,
  });
  return {
    core,
    sent,
    mainFrame,
    webContents,
    destroy: () => (destroyed = true),
    ask: (event: IpcEvent) => handle!(event, 'app.info', undefined),
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

test('notices reach the window while it lives', () => {
  const { core, sent, destroy } = desk();
  core.notify('vault.changed', { state: 'open' });
  destroy();
  core.notify('vault.changed', { state: 'locked' });
  expect(sent).toEqual([['scriba:notice', 'vault.changed', { state: 'open' }]]);
});
