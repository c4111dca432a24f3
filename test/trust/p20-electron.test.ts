/**
 * P20: the twenty items of Electron's security checklist (safekeeping.md lists them), each on the pure options and handlers
 * that every window and session is made with, and on the sources: nothing may make one past them. What only the binary
 * can show (its fuses as they were flipped) waits for a computer that has it.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { FuseV1Options } from '@electron/fuses';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readPageFiles } from '../../main/hosts/common/page-files.ts';
import { servePage } from '../../main/hosts/electron/page-protocol.ts';
import { printOptions } from '../../main/hosts/electron/print.ts';
import {
  applySessionPolicy,
  isOurAddress,
  mayBeAsked,
  mayBeUsed,
  PAGE_ADDRESS,
} from '../../main/hosts/electron/session.ts';
import type { PageSession } from '../../main/hosts/electron/types.ts';
import { guardContents, windowOptions } from '../../main/hosts/electron/window.ts';
import { smallPage } from '../main/hosts/common/small-profile.ts';
import { promise } from './support/promise.ts';
import { filesLike, flatSourceOf, nodesOf, root, sourceOf, treeOf } from './support/sources.ts';

const p20 = promise({
  id: 'P20',
  title: 'Electron',
  figure: 'all 20 items of its checklist and every fuse, as settings and as rules over the sources',
});

const hosts = filesLike('{main,preload}/**/*.ts');
const text = new Map(hosts.map((file) => [file, flatSourceOf(file)]));
/** Files in which the words stand, comments aside. */
const where = (words: RegExp) => hosts.filter((file) => words.test(text.get(file)!));
const given = { preload: '/p.cjs', session: {}, devTools: false };
const { webPreferences } = windowOptions(given);
const elsewhere = [
  'http://scriba/',
  'https://scriba/',
  'app://scriba.evil/',
  'app://evil/',
  'app://u:p@scriba/',
  'app://scriba:80/',
  'file:///etc/passwd',
  'about:blank',
  'blob:app://scriba/1',
  'data:text/html,x',
  'ws://127.0.0.1/',
  'javascript:alert(1)',
  'APP://SCRIBA.evil',
  '',
  'app:',
  'app://',
];

/** What the session was told, by the name of the call. */
function policy(microphone = async () => true) {
  const said = new Map<string, unknown[]>();
  const session = new Proxy(
    {},
    {
      get: (_target, name: string) =>
        name === 'webRequest'
          ? { onBeforeRequest: (...values: unknown[]) => said.set('onBeforeRequest', values) }
          : (...values: unknown[]) => said.set(name === 'on' ? String(values[0]) : name, values),
    },
  );
  applySessionPolicy(session as PageSession, { askForMicrophone: microphone });
  return <T extends (...values: never[]) => unknown>(name: string, place = 0) =>
    said.get(name)?.[place] as T;
}
function guarded() {
  const listeners = new Map<string, (event: { preventDefault(): void }) => void>();
  let opened: unknown;
  guardContents({
    on: (name: string, listener: never) => listeners.set(name, listener),
    setWindowOpenHandler: (handler: (details: object) => unknown) =>
      (opened = handler({ url: PAGE_ADDRESS })),
  } as never);
  const stops = (name: string) => {
    let stopped = false;
    listeners.get(name)?.({ preventDefault: () => (stopped = true) });
    return stopped;
  };
  return { stops, opened };
}
async function headers() {
  const answer = await servePage(readPageFiles(smallPage()))({ url: PAGE_ADDRESS, method: 'GET' });
  return answer.headers;
}
const builder = () =>
  parse(sourceOf('electron-builder.yml')) as {
    electronFuses: Record<string, boolean>;
    asar: boolean;
    npmRebuild: boolean;
  };

describe('the checklist', () => {
  const items: readonly (readonly [string, () => void | Promise<void>])[] = [
    [
      '1 only our own, secure content is loaded',
      () => {
        const cancelled = (url: string) => {
          let answer: { cancel: boolean } | undefined;
          policy()<(details: object, callback: (value: { cancel: boolean }) => void) => void>(
            'onBeforeRequest',
          )({ url }, (value) => (answer = value));
          return answer?.cancel;
        };
        expect([PAGE_ADDRESS, `${PAGE_ADDRESS}assets/a.js`].map(cancelled)).toEqual([false, false]);
        expect(elsewhere.filter((url) => cancelled(url) !== true)).toEqual([]);
        expect(
          where(/\.loadURL\(/).map((file) => [file, /\.loadURL\((\w+)/.exec(text.get(file)!)?.[1]]),
        ).toEqual([
          ['main/hosts/electron/app.ts', 'PAGE_ADDRESS'],
          ['main/hosts/electron/print.ts', 'PAGE_ADDRESS'],
        ]);
        expect(where(/\.loadFile\(/)).toEqual([]);
      },
    ],
    [
      '2 no Node in the page, its workers or its frames',
      () =>
        expect(webPreferences).toMatchObject({
          nodeIntegration: false,
          nodeIntegrationInWorker: false,
          nodeIntegrationInSubFrames: false,
        }),
    ],
    [
      '3 the preload is isolated from the page',
      () => expect(webPreferences.contextIsolation).toBe(true),
    ],
    [
      '4 every renderer is sandboxed',
      () => {
        expect(webPreferences.sandbox).toBe(true);
        expect(text.get('main/hosts/electron/app.ts')).toMatch(
          /app\.enableSandbox\(\);[\s\S]*await app\.whenReady\(\)/,
        );
        // The command line and the browser host print in a Chromium of its own, which starts as root only without; no part of Electron loads that file.
        expect(where(/no-sandbox|appendSwitch|disable-web-security/)).toEqual([
          'main/hosts/node/print-pdf.ts',
        ]);
        expect(where(/print-pdf/)).toEqual([
          'main/cli/export-note.ts',
          'main/hosts/browser/run.ts',
        ]);
      },
    ],
    [
      '5 permissions: the microphone for our main frame, asked and checked; all else refused',
      async () => {
        const audio = {
          isMainFrame: true,
          requestingUrl: PAGE_ADDRESS,
          mediaTypes: ['audio'],
          mediaType: 'audio',
        };
        expect([mayBeAsked('media', audio), mayBeUsed('media', PAGE_ADDRESS, audio)]).toEqual([
          true,
          true,
        ]);
        const others = [
          'display-capture',
          'geolocation',
          'notifications',
          'hid',
          'usb',
          'serial',
          'bluetooth',
          'midi',
          'midiSysex',
          'clipboard-read',
          'clipboard-sanitized-write',
          'fullscreen',
          'pointerLock',
          'keyboardLock',
          'openExternal',
          'fileSystem',
          'storage-access',
          'top-level-storage-access',
          'idle-detection',
          'window-management',
          'speaker-selection',
          'mediaKeySystem',
          'screen',
          'unknown',
          'deprecated-sync-clipboard-read',
        ];
        expect(
          others.filter((name) => mayBeAsked(name, audio) || mayBeUsed(name, PAGE_ADDRESS, audio)),
        ).toEqual([]);
        for (const wrong of [
          { mediaTypes: ['audio', 'video'] },
          { mediaTypes: ['video'] },
          { mediaTypes: [] },
          { isMainFrame: false },
          ...elsewhere.map((requestingUrl) => ({ requestingUrl })),
        ])
          expect(mayBeAsked('media', { ...audio, ...wrong }), JSON.stringify(wrong)).toBe(false);
        expect(elsewhere.filter((origin) => mayBeUsed('media', origin, audio))).toEqual([]);
        const said = policy();
        const asked = (name: string, details: object) =>
          new Promise((resolve) =>
            said<(...values: unknown[]) => void>('setPermissionRequestHandler')(
              {},
              name,
              resolve,
              details,
            ),
          );
        expect(
          await Promise.all([
            asked('media', audio),
            asked('geolocation', audio),
            asked('media', { ...audio, mediaTypes: ['video'] }),
          ]),
        ).toEqual([true, false, false]);
        expect(
          said<(...values: unknown[]) => boolean>('setPermissionCheckHandler')(
            {},
            'hid',
            PAGE_ADDRESS,
            audio,
          ),
        ).toBe(false);
        expect([
          said<() => boolean>('setDevicePermissionHandler')(),
          said('setDisplayMediaRequestHandler'),
        ]).toEqual([false, null]);
      },
    ],
    ['6 web security stays on', () => expect(webPreferences.webSecurity).toBe(true)],
    [
      '7 a policy by header: nothing but our own files, no connection, no frame, no script from text',
      async () => {
        const policy = Object.fromEntries(
          (await headers())
            .get('content-security-policy')!
            .split('; ')
            .map((rule) => [rule.split(' ')[0]!, rule.split(' ').slice(1).join(' ')]),
        );
        expect(policy).toEqual({
          'default-src': "'none'",
          'script-src': "'self'",
          'style-src': "'self'",
          'img-src': "'self' data:",
          'font-src': "'self'",
          'worker-src': "'self'",
          'connect-src': "'none'",
          'base-uri': "'none'",
          'form-action': "'none'",
          'frame-ancestors': "'none'",
          'require-trusted-types-for': "'script'",
          'trusted-types': 'scriba-capture',
        });
      },
    ],
    [
      '8 no insecure content in secure pages',
      () => expect(webPreferences.allowRunningInsecureContent).toBe(false),
    ],
    ['9 no experimental features', () => expect(webPreferences.experimentalFeatures).toBe(false)],
    [
      '10 no features of Blink are switched on',
      () => {
        expect(webPreferences).not.toHaveProperty('enableBlinkFeatures');
        expect(where(/enableBlinkFeatures|enable-blink-features/)).toEqual([]);
      },
    ],
    ['11 no webview tag', () => expect(webPreferences.webviewTag).toBe(false)],
    [
      '12 a webview that comes all the same is stopped',
      () => expect(guarded().stops('will-attach-webview')).toBe(true),
    ],
    [
      '13 nothing navigates',
      () =>
        expect(
          ['will-navigate', 'will-redirect', 'will-frame-navigate'].filter(
            (name) => !guarded().stops(name),
          ),
        ).toEqual([]),
    ],
    [
      '14 no window is opened, for all contents that ever come to be',
      () => {
        expect(guarded().opened).toEqual({ action: 'deny' });
        expect(text.get('main/hosts/electron/app.ts')).toContain(
          "app.on('web-contents-created', (_event, contents) => guardContents(contents));",
        );
      },
    ],
    [
      '15 no address is opened outside',
      () =>
        expect(
          where(/openExternal|\bshell\b\s*[,.}]/).filter(
            (file) => file.startsWith('main/hosts/electron/') || file.startsWith('preload'),
          ),
        ).toEqual([]),
    ],
    [
      '16 Electron is pinned; the long run, before a release, fails when it is more than two majors behind',
      () => {
        const { devDependencies } = JSON.parse(sourceOf('package.json')) as {
          devDependencies: Record<string, string>;
        };
        expect(devDependencies.electron).toMatch(/^\d+\.\d+\.\d+$/);
        // A major every eight weeks, counted from the one we know; nothing here can ask the network.
        const known = { major: 45, at: Date.UTC(2026, 10, 21) };
        const newest =
          known.major + Math.max(0, Math.floor((Date.now() - known.at) / (8 * 7 * 24 * 3600_000)));
        const behind = newest - Number(devDependencies.electron!.split('.')[0]);
        p20.worst('majors behind, by the calendar', behind, '');
        // A checkout of last year must still pass its tests; a release must not be made of it.
        if (p20.level === 'long') expect(behind).toBeLessThanOrEqual(2);
      },
    ],
    [
      '17 every message is from the main frame of our window, alive, on our page',
      () => {
        // The check itself against wrong senders is proved beside P18 (electron-ipc).
        expect(where(/ipcMain\s*\.\s*(handle|on|once|handleOnce)/)).toEqual([
          'main/hosts/electron/ipc.ts',
        ]);
        expect(text.get('main/hosts/electron/ipc.ts')!.match(/ipcMain\.\w+\(/g)).toEqual([
          'ipcMain.handle(',
        ]);
        expect(text.get('main/hosts/electron/ipc.ts')).toMatch(
          /ipcMain\.handle\(ASK, async \(event, [^)]*\) =>\s+isOurPage\(event, window\(\)\) \?/,
        );
        expect(elsewhere.filter((url) => isOurAddress(url))).toEqual([]);
        expect(isOurAddress(undefined)).toBe(false);
      },
    ],
    [
      '18 our own scheme, served by a table of names, never a path',
      async () => {
        const serve = servePage(readPageFiles(smallPage()));
        expect((await serve({ url: PAGE_ADDRESS, method: 'GET' })).status).toBe(200);
        const tricks = [
          '../secret.json',
          '..%2fsecret.json',
          '%2e%2e/secret.json',
          '..%5csecret.json',
          '....//secret.json',
          'assets/../../secret.json',
          '/etc/passwd',
          'assets',
          'assets/',
          'index.html%00.js',
          '%00',
          'INDEX.HTML',
          '\\\\host\\share',
          'C:/Windows/win.ini',
          'index.html/..',
        ];
        for (const trick of tricks) {
          const answer = await serve({ url: `${PAGE_ADDRESS}${trick}`, method: 'GET' });
          // `index.html/..` is our start page by the address's own rules; nothing else may come.
          expect(
            [404, 200].includes(answer.status) &&
              (answer.status === 404 || trick === 'index.html/..'),
            trick,
          ).toBe(true);
        }
        for (const url of elsewhere)
          expect((await serve({ url, method: 'GET' })).status, url).toBe(404);
        for (const method of ['POST', 'HEAD', 'PUT', 'OPTIONS'])
          expect((await serve({ url: PAGE_ADDRESS, method })).status, method).toBe(404);
        const privileges =
          /registerSchemesAsPrivileged\(\[\{ scheme: SCHEME, privileges: \{([^}]*)\}/.exec(
            text.get('main/hosts/electron/app.ts')!,
          )?.[1];
        expect(
          privileges
            ?.split(',')
            .map((one) => one.trim())
            .sort(),
        ).toEqual(['secure: true', 'standard: true', 'supportFetchAPI: true']);
      },
    ],
    [
      '19 every fuse that Electron has is set; a new one fails here until it is decided',
      () => {
        const { electronFuses, asar } = builder();
        expect(electronFuses).toEqual({
          runAsNode: false,
          enableCookieEncryption: true,
          enableNodeOptionsEnvironmentVariable: false,
          enableNodeCliInspectArguments: false,
          enableEmbeddedAsarIntegrityValidation: true,
          onlyLoadAppFromAsar: true,
          loadBrowserProcessSpecificV8Snapshot: false,
          grantFileProtocolExtraPrivileges: false,
        });
        expect(asar).toBe(true);
        const known = Object.keys(FuseV1Options).filter((name) => Number.isNaN(Number(name)));
        const decided = [
          ...Object.keys(electronFuses).map((name) => name.toLowerCase()),
          'wasmtraphandlers',
        ];
        expect(known.filter((name) => !decided.includes(name.toLowerCase()))).toEqual([]);
        // electron-builder must know each of our names, or it would leave the fuse as it was.
        const scheme = JSON.parse(
          readFileSync(path.join(root, 'node_modules/app-builder-lib/scheme.json'), 'utf8'),
        ) as { definitions: { FuseOptionsV1: { properties: object } } };
        expect(
          Object.keys(electronFuses).filter(
            (name) => !(name in scheme.definitions.FuseOptionsV1.properties),
          ),
        ).toEqual([]);
      },
    ],
    [
      '20 the page gets functions, never an object of Electron or an event',
      () => {
        const source = sourceOf('preload/preload.ts');
        expect(
          [...source.matchAll(/\bipcRenderer\b(\.\w+)?(\('[^']*')?/g)]
            .map(([, call, channel]) => `${call ?? ''}${channel ?? ''}`)
            .filter(Boolean),
        ).toEqual([".invoke('scriba:ask'", ".on('scriba:notice'"]);
        const exposed = [...nodesOf(treeOf('preload/preload.ts'))].filter(
          (node) =>
            node.type === 'CallExpression' &&
            source.slice(node.start).startsWith('contextBridge.exposeInMainWorld'),
        );
        expect(exposed).toHaveLength(1);
        const [name, handed] = exposed[0]!.arguments as {
          value?: string;
          properties?: { key: { name: string }; value: { type: string } }[];
        }[];
        expect([
          name!.value,
          handed!.properties!.map(({ key, value }) => `${key.name} ${value.type}`),
        ]).toEqual([
          'scribeHost',
          ['ask ArrowFunctionExpression', 'listen ArrowFunctionExpression'],
        ]);
        expect(flatSourceOf('preload/preload.ts')).toMatch(
          /\(_event, name: string, payload: unknown\) => listener\(name, payload\)/,
        );
      },
    ],
  ];
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
    expect(where(/\bopenWindow\(windowOptions\(/)).toEqual(['main/hosts/electron/app.ts']);
    expect(text.get('main/hosts/electron/app.ts')!.match(/electron\.openWindow\(/g)).toHaveLength(
      1,
    );
    // What is printed has a window of its own: no script at all, and the same policy.
    expect(where(/\bopenWindow\(printOptions\(/)).toEqual(['main/hosts/electron/print.ts']);
    expect(where(/\.openWindow\(/)).toEqual([
      'main/hosts/electron/app.ts',
      'main/hosts/electron/print.ts',
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
    expect(where(/_PARTITION = 'persist:/)).toEqual([]);
    expect(text.get('main/hosts/electron/app.ts')).toMatch(
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
    expect(text.get('main/hosts/electron/app.ts')).toContain('devTools: !electron.app.isPackaged');
    p20.ran();
  });

  test('downloads and the spelling service are off', () => {
    let stopped = false;
    const said = policy();
    said<(event: object) => void>('will-download', 1)({ preventDefault: () => (stopped = true) });
    expect([stopped, said('setSpellCheckerEnabled')]).toEqual([true, false]);
    p20.ran();
  });
});
