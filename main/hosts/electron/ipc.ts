/** Carries requests and notices between the window and the core; listens to the window's own page only (checklist 17, P18). */
import { Failure } from '../../../shared/failure.ts';
import type { Carried } from '../browser/server.ts';
import { answer, refusal } from '../common/answer.ts';
import { isOurAddress } from './session.ts';
import type { ElectronParts, IpcEvent, Window } from './types.ts';

const ASK = 'scriba:ask';
const NOTICE = 'scriba:notice';

/** The main frame of our window, alive, showing our page: not a frame inside it, not a page that came in its place. */
function isOurPage({ sender, senderFrame }: IpcEvent, window: Window | undefined): boolean {
  if (!window || sender !== window.webContents || window.webContents.isDestroyed()) return false;
  return (
    senderFrame !== null &&
    senderFrame === window.webContents.mainFrame &&
    isOurAddress(senderFrame.url)
  );
}

/** The window may be another one later; so it is asked for each time. */
export function carry({
  ipcMain,
  core,
  window,
}: Pick<ElectronParts, 'ipcMain'> & { core: Carried; window: () => Window | undefined }): void {
  ipcMain.handle(ASK, async (event, name, input) =>
    isOurPage(event, window())
      ? answer(core.handlers, name, input)
      : refusal(new Failure('refused', 'This page may not ask.', { detail: 'not-our-page' })),
  );
  core.onNotice((name, payload) => {
    const contents = window()?.webContents;
    if (contents && !contents.isDestroyed()) contents.send(NOTICE, name, payload);
  });
}
