/** Items 1 to 11 of the checklist: the page, its content and its permissions. */
import { expect } from 'vitest';
import { mayBeAsked, mayBeUsed, PAGE_ADDRESS } from '../../../../main/hosts/electron/session.ts';
import {
  type ChecklistItem,
  elsewhere,
  headers,
  policy,
  text,
  webPreferences,
  where,
} from './checklist.ts';

export const pageItems: readonly ChecklistItem[] = [
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
        ['main/hosts/electron/desktop/mini-window.ts', 'MINI_ADDRESS'],
        ['main/hosts/electron/print.ts', 'PAGE_ADDRESS'],
        ['main/hosts/electron/window.ts', 'PAGE_ADDRESS'],
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
      // The command line and the browser host print in a Chromium of its own, which starts as root
      // only without; no part of Electron loads that file. The other file names the switch to
      // refuse it.
      expect(where(/no-sandbox|appendSwitch|disable-web-security/)).toEqual([
        'main/hosts/electron/refused-switches.ts',
        'main/hosts/node/print-pdf.ts',
      ]);
      expect(where(/print-pdf/)).toEqual(['main/cli/export-note.ts', 'main/hosts/browser/run.ts']);
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
];
