/** When the small window is there, with a stand-in for Electron's windows. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createMiniWindow } from '../../../../../main/hosts/electron/desktop/mini-window.ts';
import type { ElectronParts } from '../../../../../main/hosts/electron/types.ts';
import { type DesktopView, recorderAtRest } from '../../../../../shared/model/desktop.ts';
import { defaultSettings } from '../../../../../shared/model/settings.ts';

type Handler = (...values: never[]) => unknown;

function rig() {
  const folder = mkdtempSync(path.join(tmpdir(), 'scriba-mini-'));
  mkdirSync(path.join(folder, 'out/renderer'), { recursive: true });
  writeFileSync(path.join(folder, 'out/renderer/index.html'), '<!doctype html>');
  const calls: string[] = [];
  const opened: { x?: number; y?: number }[] = [];
  const policy: Record<string, Handler> = {};
  let on: Record<string, () => void> = {};
  const note =
    (word: string) =>
    (...values: unknown[]) =>
      void calls.push([word, ...values.filter((value) => typeof value !== 'function')].join(' '));
  const electron = {
    app: { getAppPath: () => folder, isPackaged: true },
    askForMicrophone: async () => true,
    desktop: { workArea: () => ({ x: 0, y: 24, width: 1000, height: 800 }) },
    openSession: () =>
      new Proxy(
        {},
        {
          get: (_target, name: string) => {
            if (name === 'protocol')
              return { isProtocolHandled: () => opened.length > 0, handle: note('protocol') };
            if (name === 'webRequest') return { onBeforeRequest: () => {} };
            return (given: Handler) => (policy[name] = given);
          },
        },
      ),
    openWindow(options: { x: number; y: number }) {
      opened.push(options);
      on = {};
      const listen = (name: string, listener: () => void) => (on[name] = listener);
      return {
        webContents: { on: listen },
        setAlwaysOnTop: note('top'),
        setContentProtection: note('protect'),
        showInactive: note('shown'),
        getPosition: () => [5, 6],
        loadURL: async (url: string) => note('load')(url),
        once: listen,
        on: listen,
        destroy: () => on.closed?.(),
      };
    },
  } as unknown as ElectronParts;
  let changes = 0;
  const mini = createMiniWindow(electron, () => (changes += 1));
  return {
    mini,
    calls,
    opened,
    policy,
    changes: () => changes,
    happen: (name: string) => on[name]?.(),
  };
}

const viewOf = (
  status: DesktopView['recorder']['status'],
  desktop: Partial<DesktopView['settings']> = {},
): DesktopView => ({
  recorder: { ...recorderAtRest, status },
  offline: false,
  settings: { ...defaultSettings.desktop, miniWindow: true, ...desktop },
  language: 'en',
});

test('it is there from the beginning of a recording to its end, where it is wanted, and is shown without taking the focus', () => {
  const { mini, calls, opened, happen, changes } = rig();
  mini.follow(viewOf('idle'));
  mini.follow(viewOf('recording', { miniWindow: false }));
  expect(mini.window()).toBeUndefined();
  for (const status of ['recording', 'paused', 'finishing'] as const) mini.follow(viewOf(status));
  expect(opened).toMatchObject([
    { width: 320, height: 88, x: 664, y: 40, alwaysOnTop: true, frame: false, skipTaskbar: true },
  ]);
  happen('ready-to-show');
  expect(calls).toEqual([
    'protocol app',
    'top true floating',
    'load app://scriba/mini.html',
    'shown',
  ]);
  mini.follow(viewOf('idle'));
  expect([mini.window(), changes()]).toEqual([undefined, 2]);
});

test('closed by the person it stays closed until the next recording, which opens it where it was', () => {
  const { mini, opened, happen } = rig();
  mini.follow(viewOf('recording'));
  happen('close');
  happen('closed');
  mini.follow(viewOf('recording'));
  expect([mini.window(), opened.length]).toEqual([undefined, 1]);
  mini.follow(viewOf('idle'));
  mini.follow(viewOf('recording'));
  expect(opened[1]).toMatchObject({ x: 5, y: 6 });
});

test('it is left out of shared screens only where that is wanted, at once', () => {
  const { mini, calls } = rig();
  const protections = () => calls.filter((call) => call.startsWith('protect'));
  mini.follow(viewOf('recording'));
  expect(protections()).toEqual([]);
  mini.follow(viewOf('recording', { contentProtection: true }));
  mini.follow(viewOf('paused', { contentProtection: true }));
  mini.follow(viewOf('recording'));
  expect(protections()).toEqual(['protect true', 'protect false']);
});

test('its page may use nothing, the microphone neither', () => {
  const { mini, policy } = rig();
  mini.follow(viewOf('recording'));
  const answers: unknown[] = [];
  const ask = policy.setPermissionRequestHandler as (...values: unknown[]) => void;
  ask({}, 'media', (allow: boolean) => answers.push(allow), {
    isMainFrame: true,
    requestingUrl: 'app://scriba/mini.html',
    mediaTypes: ['audio'],
  });
  expect([answers, (policy.setPermissionCheckHandler as () => unknown)()]).toEqual([
    [false],
    false,
  ]);
});
