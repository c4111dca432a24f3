/**
 * Opens a page in the browser of the system: the only file that does. The core asks for it, never a
 * page, and names the one origin that is allowed: an address of another kind would start a program.
 */
import { Failure } from '../../../shared/failure.ts';
import { readUrl } from '../../infrastructure/platform/client/address.ts';
import type { OpenLink } from '../../infrastructure/ports.ts';

/** `open`: what the system opens. */
export function openLinkBy(open: (address: string) => Promise<void>): OpenLink {
  return async (url, origin) => {
    await open(checked(url, origin)).catch((cause: unknown) => {
      throw new Failure('broken', 'The browser of this computer could not be opened.', {
        detail: 'browser-not-opened',
        cause,
      });
    });
  };
}

function checked(url: URL, origin: string): string {
  if (url.origin !== origin) throw refused();
  try {
    return readUrl(url.href).href;
  } catch (cause) {
    throw refused(cause);
  }
}

const refused = (cause?: unknown) =>
  new Failure('refused', 'Scriba does not open this address.', { detail: 'link-refused', cause });
