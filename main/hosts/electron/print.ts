/**
 * Prints a page of ours to PDF under Electron: in a window that nobody sees, without script, on a
 * session that reaches nothing.
 */
import { Failure } from '../../../shared/failure.ts';
import { closedPreferences } from './closed-preferences.ts';
import { applySessionPolicy, PAGE_ADDRESS, SCHEME } from './session.ts';
import type { ElectronParts } from './types.ts';

/** Kept in memory alone, and apart from the page's. */
const PRINT_PARTITION = 'scriba-print';

/** Pure, so that a test can hold every word of it. */
export const printOptions = (session: object) => ({
  show: false,
  webPreferences: {
    ...closedPreferences,
    session,
    javascript: false,
    devTools: false,
    images: false,
  },
});

/**
 * `html`: a whole page that fetches nothing. One at a time. @returns the PDF. Throws Failure
 * `broken` / `print-failed`.
 */
export function createPrinter(
  electron: Pick<ElectronParts, 'openWindow' | 'openSession' | 'askForMicrophone'>,
): (html: string) => Promise<Uint8Array> {
  let page = '';
  let session: object | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  function open() {
    if (session) return session;
    const opened = electron.openSession(PRINT_PARTITION, { cache: false });
    applySessionPolicy(opened, electron);
    opened.protocol.handle(
      SCHEME,
      async () =>
        new Response(page, {
          headers: {
            'content-type': 'text/html; charset=utf-8',
            'cache-control': 'no-store',
            'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
          },
        }),
    );
    session = opened;
    return opened;
  }

  async function print(html: string): Promise<Uint8Array> {
    page = html;
    const window = electron.openWindow(printOptions(open()));
    try {
      await window.loadURL(PAGE_ADDRESS);
      return await window.webContents.printToPDF({
        pageSize: 'A4',
        printBackground: true,
        preferCSSPageSize: true,
        generateTaggedPDF: true,
      });
    } catch (cause) {
      throw new Failure(
        'broken',
        'The PDF could not be printed. Try again; the note can be exported in another form meanwhile.',
        { detail: 'print-failed', cause },
      );
    } finally {
      page = '';
      window.destroy();
    }
  }

  return (html) => {
    const printed = turn.then(() => print(html));
    turn = printed.catch(() => {});
    return printed;
  };
}
