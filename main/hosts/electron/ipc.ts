/**
 * Carries requests and notices between the windows and the core; listens to their own pages only,
 * and the small window may ask little (checklist 17, P18).
 */
import { miniWindowNotices, miniWindowRequests } from '../../../shared/contract/desktop.ts';
import { Failure } from '../../../shared/failure.ts';
import type { HostedCore } from '../browser/server.ts';
import { isOurAddress, MINI_ADDRESS } from './session.ts';
import type { ElectronParts, IpcEvent, Window } from './types.ts';

const ASK = 'scriba:ask';
const NOTICE = 'scriba:notice';

/** Loaded with the first request: the window must not wait for the whole contract. */
let loading: Promise<typeof import('../common/answer.ts')> | undefined;
const answering = () => (loading ??= import('../common/answer.ts'));

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
  core: Promise<HostedCore>;
  window: () => Window | undefined;
  mini: () => Window | undefined;
}): void {
  ipcMain.handle(ASK, async (event, name, input) => {
    const { answer, forgetSecrets, refusal } = await answering();
    if (!isOurPage(event, window()) && !mayMiniAsk(event, name, mini()))
      return refusal(new Failure('refused', 'This page may not ask.', { detail: 'not-our-page' }));
    const given = await answer((await core).handlers, name, input);
    // Electron copies the answer before the next turn.
    setImmediate(() => forgetSecrets(name, given));
    return given;
  });
  const tell: Parameters<HostedCore['onNotice']>[0] = (name, payload) => {
    const receiver = miniWindowNotices.has(name) ? mini() : window();
    if (receiver && !receiver.isDestroyed()) receiver.webContents.send(NOTICE, name, payload);
  };
  core.then(
    ({ onNotice }) => onNotice(tell),
    () => {}, // the host tells why it did not open
  );
}
