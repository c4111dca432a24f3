/** P20: a window, a session or a package that is less shut than it was decided to be. */
import type { Mutant } from './mutant.ts';

const base = { promise: 'P20', test: 'test/trust/p20-electron.test.ts' };
const options = { ...base, file: 'main/hosts/electron/window.ts' };
const session = { ...base, file: 'main/hosts/electron/session.ts' };

export const mutants: readonly Mutant[] = [
  {
    ...options,
    name: 'sandbox off',
    why: 'a hole in Chromium reaches the computer',
    within: 'windowOptions',
    find: 'sandbox: true',
    replace: 'sandbox: false',
  },
  {
    ...options,
    name: 'windows may open',
    why: 'a note opens a window that none of our rules holds',
    within: 'guardContents',
    find: "({ action: 'deny' })",
    replace: "({ action: 'allow' as 'deny' })",
  },
  {
    ...options,
    name: 'redirects are forgotten',
    why: 'the page is led elsewhere, with our bridge in it',
    within: 'guardContents',
    find: "['will-redirect', 'will-attach-webview']",
    replace: "['will-attach-webview']",
  },
  {
    ...base,
    name: 'the small window asks everything',
    why: 'a page that needs initials can read every note',
    file: 'main/hosts/electron/ipc.ts',
    within: 'mayMiniAsk',
    find: '&& miniWindowRequests.has(name)',
    replace: '',
  },
  {
    ...session,
    name: 'every permission',
    why: 'any page gets camera, screen and place: what Electron does unless told',
    within: 'applySessionPolicy',
    find: 'if (!mayBeAsked(permission, details)) return allow(false);',
    replace: 'if (!mayBeAsked(permission, details)) return allow(true);',
  },
  {
    ...session,
    name: 'dictionaries from a server',
    why: 'the spell checker tells a server that Scriba is here, and takes from it what it reads',
    within: 'applySessionPolicy',
    find: 'setSpellCheckerDictionaryDownloadURL(`${PAGE_ADDRESS}no-dictionaries/`)',
    replace: "setSpellCheckerDictionaryDownloadURL('https://example.org/')",
  },
  {
    ...session,
    name: 'our address by its beginning',
    why: 'app://scriba.evil is taken for us',
    within: 'isOurAddress',
    find: "host === 'scriba'",
    replace: "host.startsWith('scriba')",
  },
  {
    ...base,
    name: 'the page may connect',
    why: 'what a note smuggles in is sent out',
    file: 'main/hosts/electron/page-protocol.ts',
    within: 'headers',
    find: `pageHeaders("'none'")`,
    replace: 'pageHeaders("https:")',
  },
  {
    ...base,
    name: 'runAsNode stays',
    why: 'anybody runs their own script as Scriba, with its key chain',
    file: 'electron-builder.yml',
    within: 'module',
    find: 'runAsNode: false',
    replace: 'runAsNode: true',
  },
  {
    ...base,
    name: 'unknown switches pass',
    why: 'a debugger that anybody on the computer reaches reads what is on the screen',
    file: 'main/hosts/electron/refused-switches.ts',
    within: 'refusedSwitch',
    find: "if (prefix === '--' && allowed.has(",
    replace: "if (prefix === '--' || allowed.has(",
  },
  {
    ...base,
    name: 'the page gets ipcRenderer',
    why: 'the page speaks on any channel',
    file: 'preload/preload.ts',
    within: 'module',
    find: "contextBridge.exposeInMainWorld('scribeHost', {",
    replace: "contextBridge.exposeInMainWorld('scribeHost', { ipcRenderer,",
  },
];
