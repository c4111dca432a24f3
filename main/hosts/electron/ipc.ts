/**
 * Carries requests and notices between the windows and the core; listens to their own pages only,
 * and the small window may ask little (checklist 17, P18).
 */
import { miniWindowNotices, miniWindowRequests } from '../../../shared/contract/desktop.ts';
import { Failure } from '../../../shared/failure.ts';
import { type Answer, refusal } from '../common/refusal.ts';
import { forgetSecrets } from '../common/secrets.ts';
import type { OpenedCore } from './core/core-process.ts';
import { isOurAddress, MINI_ADDRESS } from './session.ts';
import type { ElectronParts, IpcEvent, Window } from './types.ts';

const ASK = 'scriba:ask';
const NOTICE = 'scriba:notice';
const CONNECTION = 'scriba:connection';

/**
 * The main frame of our window, alive, showing our page: not a frame inside it, not a page that
 * came in its place.
 */
function isOurPage({ sender, senderFrame }: IpcEvent, window: Window | undefined): boolean {
  // The contents of a destroyed window cannot even be asked for.
  if (!window || window.isDestroyed() || window.webContents.isDestroyed()) return false;
  if (sender !== window.webContents) return false;
  return (
    senderFrame !== null &&
    senderFrame === window.webContents.mainFrame &&
    isOurAddress(senderFrame.url)
  );
}

/** The small window, on its own page, with one of the few requests that are meant for it. */
const mayMiniAsk = (event: IpcEvent, name: unknown, mini: Window | undefined): boolean =>
  isOurPage(event, mini) && event.senderFrame?.url === MINI_ADDRESS && miniWindowRequests.has(name);

type HostedByElectron = Pick<
  OpenedCore,
  'ask' | 'onNotice' | 'connection' | 'onConnection' | 'reconnect'
>;

/**
 * The window may be another one later; so it is asked for each time.
 * `core`: requests of a page that is quicker than the core wait for it.
 */
export function carry({
  ipcMain,
  core,
  window,
  mini,
}: Pick<ElectronParts, 'ipcMain'> & {
  core: Promise<HostedByElectron>;
  window: () => Window | undefined;
  mini: () => Window | undefined;
}): void {
  ipcMain.handle(ASK, async (event, name, input) => {
    if (!isOurPage(event, window()) && !mayMiniAsk(event, name, mini()))
      return refusal(new Failure('refused', 'This page may not ask.', { detail: 'not-our-page' }));
    const given = await ask(await core, name, input);
    // Electron copies the answer before the next turn.
    setImmediate(() => forgetSecrets(name, given));
    return given;
  });
  const send = (receiver: Window | undefined, channel: string, ...values: unknown[]) => {
    if (receiver && !receiver.isDestroyed()) receiver.webContents.send(channel, ...values);
  };
  core.then(
    ({ onNotice, onConnection }) => {
      onNotice((name: string, payload: unknown) =>
        send(miniWindowNotices.has(name) ? mini() : window(), NOTICE, name, payload),
      );
      onConnection(({ state, why }) => send(window(), CONNECTION, state, why));
    },
    () => {}, // the host tells why it did not open
  );
}

/** Two questions are about the core, and not for it: it may be away. */
async function ask(core: HostedByElectron, name: unknown, input: unknown): Promise<Answer> {
  if (name === 'host.connection') return { ok: true, value: core.connection() };
  if (name !== 'host.reconnect') return core.ask(name, input);
  core.reconnect();
  return { ok: true, value: undefined };
}
