/** Items 12 to 20 of the checklist: windows, addresses, messages, the fuses and the preload. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { FuseV1Options } from '@electron/fuses';
import { expect } from 'vitest';
import { readPageFiles } from '../../../../main/hosts/common/page-files.ts';
import { openLinkBy } from '../../../../main/hosts/electron/open-link.ts';
import { servePage } from '../../../../main/hosts/electron/page-protocol.ts';
import { isOurAddress, PAGE_ADDRESS } from '../../../../main/hosts/electron/session.ts';
import { miniWindowNotices, miniWindowRequests } from '../../../../shared/contract/desktop.ts';
import { smallPage } from '../../../main/hosts/common/small-profile.ts';
import { flatSourceOf, nodesOf, root, sourceOf, treeOf } from '../sources.ts';
import { builder, type ChecklistItem, elsewhere, guarded, p20, text, where } from './checklist.ts';

export const appItems: readonly ChecklistItem[] = [
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
    '15 one file opens addresses outside, of the one origin that the core names',
    async () => {
      expect(
        where(/openExternal|\bshell\b\s*[,.}]/).filter(
          (file) => file.startsWith('main/hosts/electron/') || file.startsWith('preload'),
        ),
      ).toEqual(['main/hosts/electron/main.ts']);
      expect(text.get('main/hosts/electron/main.ts')!.match(/\bshell\.\w+\([^)]*\)/g)).toEqual([
        'shell.openExternal(address)',
      ]);
      expect(where(/electron\.openLink/)).toEqual(['main/hosts/electron/app.ts']);
      expect(text.get('main/hosts/electron/app.ts')).toContain('openLinkBy(electron.openLink)');
      const opened: string[] = [];
      const open = openLinkBy(async (address) => void opened.push(address));
      const origin = 'https://login.hospital.example';
      for (const wrong of [
        'file:///bin/sh',
        'https://evil.example/',
        `${origin}.evil.example/`,
        'smb://a/b',
      ])
        await open(new URL(wrong), origin).catch(() => {});
      expect(opened).toEqual([]);
      await open(new URL(`${origin}/auth`), origin);
      expect(opened).toEqual([`${origin}/auth`]);
    },
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
        /ipcMain\.handle\(ASK, async \(event, [^)]*\) => \{\s+if \(!isOurPage\(event, window\(\)\) && !mayMiniAsk\(event, name, mini\(\)\)\)\s+return refusal\(/,
      );
      expect(text.get('main/hosts/electron/ipc.ts')).toMatch(
        /const mayMiniAsk = [^;]*=> isOurPage\(event, mini\) && event\.senderFrame\?\.url === MINI_ADDRESS && miniWindowRequests\.has\(name\);/,
      );
      expect([...miniWindowRequests]).toEqual(['desktop.mini', 'desktop.press']);
      expect([...miniWindowNotices]).toEqual(['desktop.mini', 'desktop.level']);
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
      ).toEqual([
        ".invoke('scriba:ask'",
        ".on('scriba:notice'",
        ".on('scriba:connection'",
        ".on('scriba:notice'",
      ]);
      // What has to do with spelling hands nothing of Electron over, and takes nothing else.
      expect(source.match(/\bwebFrame\.[^;]*;/g)).toEqual([
        "webFrame.setSpellCheckProvider('en', spelling);",
      ]);
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
        ['ask', 'listen', 'connection', 'reconnect'].map((one) => `${one} ArrowFunctionExpression`),
      ]);
      expect(flatSourceOf('preload/preload.ts')).toMatch(
        /\(_event, name: string, payload: unknown\) => listener\(name, payload\)/,
      );
      expect(flatSourceOf('preload/preload.ts')).toMatch(
        /\(_event, state: string, why\?: string\) => listener\(state, why\)/,
      );
    },
  ],
];
