/**
 * What the page's session allows: the microphone for our own page, our own files, and nothing else
 * (checklist 1, 5).
 */
import type { ElectronParts, PageSession, PermissionDetails } from './types.ts';

export const SCHEME = 'app';
export const PAGE_ADDRESS = `${SCHEME}://scriba/`;
/** Of the small window. */
export const MINI_ADDRESS = `${SCHEME}://scriba/mini.html`;

/** `app://scriba/…` exactly: no other host, no user, no port. */
export function isOurAddress(address: string | undefined): boolean {
  if (address === undefined || !URL.canParse(address)) return false;
  const { protocol, host, username, password } = new URL(address);
  return protocol === `${SCHEME}:` && host === 'scriba' && username === '' && password === '';
}

/** Sound alone, for our own page alone; Electron allows everything that is not refused here. */
export const mayBeAsked = (
  permission: string,
  { isMainFrame, requestingUrl, mediaTypes = [] }: PermissionDetails,
): boolean =>
  permission === 'media' &&
  isMainFrame &&
  isOurAddress(requestingUrl) &&
  mediaTypes.length > 0 &&
  mediaTypes.every((type) => type === 'audio');

export const mayBeUsed = (
  permission: string,
  origin: string,
  { isMainFrame, mediaType }: PermissionDetails,
): boolean =>
  permission === 'media' && isMainFrame && isOurAddress(origin) && mediaType === 'audio';

export function applySessionPolicy(
  session: PageSession,
  { askForMicrophone }: Pick<ElectronParts, 'askForMicrophone'>,
): void {
  session.setPermissionRequestHandler((_contents, permission, allow, details) => {
    if (!mayBeAsked(permission, details)) return allow(false);
    void askForMicrophone().then(allow, () => allow(false));
  });
  session.setPermissionCheckHandler((_contents, permission, origin, details) =>
    mayBeUsed(permission, origin, details),
  );
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler(null);
  session.setSpellCheckerEnabled(false);
  // Else Chromium, whose checker is off, would all the same begin to fetch a dictionary of the
  // computer's language. The words are checked by our own provider (decision 0126).
  session.setSpellCheckerLanguages([]);
  // What fetched one all the same would ask our own scheme, where there is none.
  session.setSpellCheckerDictionaryDownloadURL(`${PAGE_ADDRESS}no-dictionaries/`);
  session.on('will-download', (event) => event.preventDefault());
  // The CSP forbids it already; this holds when a page without our CSP should ever come to be.
  session.webRequest.onBeforeRequest(({ url }, answer) =>
    answer({ cancel: !isOurAddress(url) && !isInspector(url) }),
  );
}

/** The developer tools' own page; they cannot be opened in the packaged app. */
const isInspector = (url: string) => url.startsWith('devtools://');
