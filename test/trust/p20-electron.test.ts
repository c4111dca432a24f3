/**
 * P20: the twenty items of Electron's security checklist (safekeeping.md lists them), each on the pure options and handlers
 * that every window and session is made with, and on the sources: nothing may make one past them. What only the binary
 * can show (its fuses as they were flipped) waits for a computer that has it.
 */
import { describe, expect, test } from 'vitest';
import { printOptions } from '../../main/hosts/electron/print.ts';
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
