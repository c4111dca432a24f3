/**
 * P20: the twenty items of Electron's security checklist (safekeeping.md lists them), each on the
 * pure options and handlers that every window and session is made with, and on the sources: nothing
 * may make one past them. What only the binary can show (its fuses as they were flipped) waits for
 * a computer that has it.
 */
import { describe, expect, test } from 'vitest';
import { miniWindowOptions } from '../../main/hosts/electron/desktop/mini-window.ts';
import { printOptions } from '../../main/hosts/electron/print.ts';
import { refusedSwitch } from '../../main/hosts/electron/refused-switches.ts';
import { appItems } from './support/electron-checklist/app-items.ts';
import {
  hosts,
  p20,
  policy,
  text,
  webPreferences,
  where,
} from './support/electron-checklist/checklist.ts';
import { pageItems } from './support/electron-checklist/page-items.ts';
import { nodesOf, treeOf } from './support/sources.ts';

describe('the checklist', () => {
  const items = [...pageItems, ...appItems];
  test('has all twenty', () =>
    expect(items.map(([name]) => Number(name.split(' ')[0]))).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    ));
  test.each(items)('%s', async (_name, check) => {
    await check();
    p20.ran();
  });
});

describe('nothing goes past them', () => {
  test('electron is imported by its one host file and the preload, as it is, and by nothing that is only sometimes loaded', () => {
    const importing = hosts.filter((file) =>
      [...nodesOf(treeOf(file))].some(
        (node) =>
          /^electron(\/|$)/.test(String((node.source as { value?: string } | undefined)?.value)) ||
          (node.type === 'CallExpression' && (node.callee as { name?: string }).name === 'require'),
      ),
    );
    expect(importing).toEqual(['main/hosts/electron/main.ts', 'preload/preload.ts']);
    p20.ran();
  });

  test('every window is made with windowOptions, every session with the policy, none keeps anything on disk', () => {
    expect(where(/new BrowserWindow|new BrowserView|new WebContentsView/)).toEqual([
      'main/hosts/electron/main.ts',
    ]);
    expect(where(/\bopenWindow\(windowOptions\(/)).toEqual(['main/hosts/electron/window.ts']);
    expect(
      text.get('main/hosts/electron/window.ts')!.match(/electron\.openWindow\(/g),
    ).toHaveLength(1);
    // Printed text has a window of its own: no script at all, and the same policy.
    expect(where(/\bopenWindow\(printOptions\(/)).toEqual(['main/hosts/electron/print.ts']);
    // The small window's options are those of the page's window with less around it.
    expect(where(/\bopenWindow\( ?miniWindowOptions\(/)).toEqual([
      'main/hosts/electron/desktop/mini-window.ts',
    ]);
    expect(where(/\.openWindow\(/)).toEqual([
      'main/hosts/electron/desktop/mini-window.ts',
      'main/hosts/electron/print.ts',
      'main/hosts/electron/window.ts',
    ]);
    expect(printOptions({}).webPreferences).toMatchObject({
      javascript: false,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      devTools: false,
      webviewTag: false,
    });
    expect(text.get('main/hosts/electron/print.ts')).toMatch(
      /electron\.openSession\(PRINT_PARTITION, \{ cache: false \}\);\s+applySessionPolicy\(opened, electron\);/,
    );
    const mini = miniWindowOptions({ preload: '/p.cjs', session: {}, devTools: false }, [0, 0]);
    expect(mini.webPreferences).toEqual(webPreferences);
    expect(text.get('main/hosts/electron/desktop/mini-window.ts')).toMatch(
      /electron\.openSession\(MINI_PARTITION, \{ cache: false \}\);\s+applySessionPolicy\(session, electron\);/,
    );
    expect(where(/\.openSession\(/)).toEqual([
      'main/hosts/electron/desktop/mini-window.ts',
      'main/hosts/electron/print.ts',
      'main/hosts/electron/window.ts',
    ]);
    expect(where(/_PARTITION = 'persist:/)).toEqual([]);
    expect(text.get('main/hosts/electron/window.ts')).toMatch(
      /electron\.openSession\(PAGE_PARTITION, \{ cache: false \}\);\s+applySessionPolicy\(session, electron\);/,
    );
    expect(where(/PAGE_PARTITION = 'persist:|defaultSession/)).toEqual([]);
    p20.ran();
  });

  test('the window has what was decided and no more; tools for developers only outside the packaged app', () => {
    expect(Object.keys(webPreferences).sort()).toEqual([
      'allowRunningInsecureContent',
      'backgroundThrottling',
      'contextIsolation',
      'devTools',
      'experimentalFeatures',
      'navigateOnDragDrop',
      'nodeIntegration',
      'nodeIntegrationInSubFrames',
      'nodeIntegrationInWorker',
      'plugins',
      'preload',
      'sandbox',
      'session',
      'spellcheck',
      'webSecurity',
      'webviewTag',
    ]);
    expect(webPreferences).toMatchObject({
      navigateOnDragDrop: false,
      plugins: false,
      spellcheck: false,
      devTools: false,
    });
    expect(text.get('main/hosts/electron/window.ts')).toContain(
      'devTools: !electron.app.isPackaged',
    );
    p20.ran();
  });

  test('the packed app refuses switches before it does anything: no debugger, no proxy, no unchecked certificate, no microphone that asks nobody', () => {
    const opening = [
      '--remote-debugging-port=0',
      '--remote-debugging-pipe',
      '--inspect',
      '--js-flags=x',
      '--load-extension=/x',
      '--proxy-server=x',
      '--host-rules=x',
      '--ignore-certificate-errors',
      '--disable-web-security',
      '--no-sandbox',
      '--user-data-dir=/x',
      '--use-fake-ui-for-media-stream',
    ];
    expect(opening.filter((arg) => refusedSwitch([arg], 'linux') === undefined)).toEqual([]);
    expect(text.get('main/hosts/electron/app.ts')).toMatch(
      /async function runElectron\([^)]*\): Promise<void> \{\s+const [^;]*;\s+const \{ app \} = electron;\s+const refused = app\.isPackaged \? refusedSwitch\(args, process\.platform\) : undefined;\s+if \(refused !== undefined\) \{[^}]*return app\.exit\(1\);\s+\}/,
    );
    p20.ran();
  });

  test('downloads are off; Chromium checks no spelling and fetches no dictionary, and a provider of ours answers in its place', () => {
    let stopped = false;
    const said = policy();
    said<(event: object) => void>('will-download', 1)({ preventDefault: () => (stopped = true) });
    expect([stopped, said('setSpellCheckerEnabled')]).toEqual([true, false]);
    // With a language, and without being asked to name none, Chromium begins to fetch at each start.
    expect(said('setSpellCheckerLanguages')).toEqual([]);
    // Our own scheme, where no such file is: a checker that came on all the same would fetch
    // nothing from anywhere.
    expect(said('setSpellCheckerDictionaryDownloadURL')).toMatch(/^app:\/\/scriba\/[\w-]+\/$/);
    expect(
      where(
        /setSpellCheckerLanguages\((?!\[\]|languages: )|setSpellCheckerEnabled\(true|spellcheck: true|addWordToSpellChecker/,
      ),
    ).toEqual([]);
    expect(where(/setSpellCheckProvider/)).toEqual(['preload/preload.ts']);
    expect(text.get('preload/preload.ts')).toContain(
      "webFrame.setSpellCheckProvider('en', spelling)",
    );
    p20.ran();
  });

  test('no picture of the memory is ever written: Electron’s crash reporter is not even imported (decision 0122)', () => {
    expect(where(/crashReporter|crashDumps/)).toEqual([]);
    p20.ran();
  });

  test('what a menu can do is named: an action of the host, a key of the page, or a role; no item evaluates or opens anything', () => {
    expect(where(/executeJavaScript/)).toEqual([]);
    expect(where(/\.sendInputEvent\(/)).toEqual(['main/hosts/electron/desktop/app-menu.ts']);
    // The developer's tools: only where the app is not packaged.
    expect(where(/toggleDevTools|openDevTools/)).toEqual([
      'main/hosts/electron/desktop/app-menu.ts',
    ]);
    expect(text.get('main/hosts/electron/desktop/app-menu.ts')).toMatch(
      /isPackaged\s*\? \[\]\s*: \(\[separator, \{ role: 'reload' \}, \{ role: 'toggleDevTools' \}\]/,
    );
    expect(where(/\.inspectElement\(/)).toEqual(['main/hosts/electron/desktop/context-menu.ts']);
    expect(text.get('main/hosts/electron/desktop/context-menu.ts')).toMatch(
      /isPackaged \? undefined : \(\) => webContents\.inspectElement/,
    );
    p20.ran();
  });
});
