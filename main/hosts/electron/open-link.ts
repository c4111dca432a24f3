/**
 * Opens a page in the browser of the system. Only the core asks for it, never a page: an address of
 * another kind would start a program.
 */
import { Failure } from '../../../shared/failure.ts';
import { readUrl } from '../../infrastructure/platform/client/address.ts';

/** `open`: what the system opens. */
export function openLinkBy(open: (address: string) => Promise<void>): (url: URL) => Promise<void> {
  return async (url) => {
    await open(checked(url)).catch((cause: unknown) => {
      throw new Failure('broken', 'The browser of this computer could not be opened.', {
        detail: 'browser-not-opened',
        cause,
      });
    });
  };
}

function checked(url: URL): string {
  try {
    return readUrl(url.href).href;
  } catch (cause) {
    throw new Failure('refused', 'Scriba opens https pages only.', {
      detail: 'link-refused',
      cause,
    });
  }
}
