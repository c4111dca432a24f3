/**
 * The abilities of the desktop one by one, with stand-ins for Electron. In the real one:
 * test/e2e/electron/desktop-*.spec.ts.
 */
import { expect, test } from 'vitest';
import { createHotkey } from '../../../../../main/hosts/electron/desktop/hotkey.ts';
import { createNotifications } from '../../../../../main/hosts/electron/desktop/notifications.ts';
import { createSleepBlocker } from '../../../../../main/hosts/electron/desktop/sleep-blocker.ts';
import { createTray } from '../../../../../main/hosts/electron/desktop/tray.ts';
import { drawTrayIcon, trayShapes } from '../../../../../main/hosts/electron/desktop/tray-icon.ts';
import { trayContent } from '../../../../../main/hosts/electron/desktop/tray-menu.ts';
import type { MenuEntry } from '../../../../../main/hosts/electron/desktop/types.ts';
import { createHostWords } from '../../../../../main/hosts/electron/host-words.ts';
import { type DesktopView, recorderAtRest } from '../../../../../shared/model/desktop.ts';
import { defaultSettings } from '../../../../../shared/model/settings.ts';

const quiet = () => {};
const words = createHostWords(() => ['en']);
const { notification: notificationTexts, tray: trayWords } = words.now();
const actions = {
  start: quiet,
  pause: quiet,
  resume: quiet,
  finish: quiet,
  open: quiet,
  quit: quiet,
};
const viewOf = (recorder: Partial<DesktopView['recorder']> = {}, offline = false): DesktopView => ({
  recorder: { ...recorderAtRest, ...recorder },
  offline,
  settings: defaultSettings.desktop,
  language: 'en',
});

test('the computer is kept awake once, from the beginning of a recording to its end', () => {
  const calls: string[] = [];
  const blocker = createSleepBlocker({
    start(type) {
      calls.push(type);
      return 7;
    },
    stop: (id) => calls.push(`stop ${id}`),
  });
  for (const recording of [false, true, true, false, false, true]) blocker.follow(recording);
  expect(calls).toEqual(['prevent-app-suspension', 'stop 7', 'prevent-app-suspension']);
});

test('the keys are off until they are wanted, asked for once, given back, and a refusal is a state of its own', () => {
  const calls: string[] = [];
  let free = true;
  let changes = 0;
  const hotkey = createHotkey(
    {
      register(keys) {
        calls.push(`register ${keys}`);
        if (keys === 'nonsense') throw new TypeError('no such key');
        return free;
      },
      unregister: (keys) => calls.push(`unregister ${keys}`),
    },
    quiet,
    () => (changes += 1),
  );
  hotkey.follow(undefined);
  expect([hotkey.state(), calls, changes]).toEqual(['off', [], 0]);
  hotkey.follow('A');
  hotkey.follow('A');
  expect([hotkey.state(), calls]).toEqual(['on', ['register A']]);
  free = false;
  hotkey.follow('B');
  hotkey.follow('B');
  expect([hotkey.state(), calls.slice(1)]).toEqual(['taken', ['unregister A', 'register B']]);
  hotkey.follow('nonsense');
  expect(hotkey.state()).toBe('taken');
  hotkey.follow(undefined);
  // What was never given is not given back.
  expect([hotkey.state(), calls.at(-1), changes]).toEqual(['off', 'register nonsense', 4]);
});

test('a notification says one of two fixed texts, not while Scriba is in front, and its click leads to the place', () => {
  const shown: object[] = [];
  const clicked: unknown[] = [];
  let click: (() => void) | undefined;
  let inFront = true;
  const notifications = createNotifications(
    (content) => {
      shown.push(content);
      return {
        show: quiet,
        close: () => shown.push({ closed: true }),
        on: (event, listener) => {
          if (event === 'click') click = listener;
        },
      };
    },
    () => inFront,
    (place) => clicked.push(place),
    words,
  );
  notifications.notify('note-ready', { name: 'note', id: 'x' });
  expect(shown).toEqual([]);
  inFront = false;
  notifications.notify('note-ready', { name: 'note', id: 'x' });
  notifications.notify('needs-attention', { name: 'queue' });
  expect(shown).toEqual([notificationTexts['note-ready'], notificationTexts['needs-attention']]);
  click!();
  expect(clicked).toEqual([{ name: 'queue' }]);
  notifications.close();
  expect(shown.slice(2)).toEqual([{ closed: true }]);
});

test('a system without notifications shows none', () => {
  const notifications = createNotifications(
    () => undefined,
    () => false,
    quiet,
    words,
  );
  expect(() => notifications.notify('note-ready', { name: 'queue' })).not.toThrow();
});

const choices = (view: DesktopView) =>
  trayContent(view, actions, trayWords)
    .menu.filter(({ type, enabled }) => type !== 'separator' && enabled !== false)
    .map(({ label }) => label);

test.each([
  ['idle', 'idle', ['Start a recording …']],
  ['opening', 'idle', []],
  ['recording', 'recording', ['Pause', 'Finish …']],
  ['paused', 'paused', ['Resume', 'Finish …']],
  ['finishing', 'recording', ['Pause']],
] as const)('while %s the tray has the shape %s and offers what fits', (status, shape, offered) => {
  const view = viewOf({ status, initials: 'AR' });
  expect(trayContent(view, actions, trayWords).shape).toBe(shape);
  const expected = status === 'finishing' ? [] : offered;
  expect(choices(view)).toEqual([...expected, 'Open Scriba', 'Quit Scriba']);
});

test('offline has a shape of its own, but a recording goes before it; no sound is said', () => {
  expect(trayContent(viewOf({}, true), actions, trayWords).shape).toBe('offline');
  const { shape, toolTip } = trayContent(
    viewOf({ status: 'recording', initials: 'AR', silent: true }, true),
    actions,
    trayWords,
  );
  expect([shape, toolTip]).toEqual([
    'recording',
    'Scriba: recording, but no sound · AR · offline, everything is saved here',
  ]);
  expect(trayContent(viewOf({ initials: 'AR' }), actions, trayWords).toolTip).toBe(
    'Scriba: not recording',
  );
});

test('the tray is made once, redrawn at changes only, and goes when it is not wanted', () => {
  const calls: string[] = [];
  const menus: (readonly MenuEntry[])[] = [];
  const tray = createTray(
    {
      mac: false,
      image: (bitmaps) => bitmaps.length,
      menu: (entries) => menus.push(entries),
      tray: () => {
        calls.push('made');
        return {
          setImage: () => calls.push('image'),
          setToolTip: () => calls.push('tip'),
          setContextMenu: () => calls.push('menu'),
          destroy: () => calls.push('gone'),
          on: quiet,
        };
      },
    },
    actions,
    words,
  );
  tray.follow(viewOf());
  tray.follow(viewOf());
  expect(calls).toEqual(['made', 'tip', 'menu']);
  tray.follow(viewOf({ status: 'recording', elapsed: 1000 }));
  tray.follow(viewOf({ status: 'recording', elapsed: 2000 }));
  expect(calls.slice(3)).toEqual(['image', 'tip', 'menu']);
  tray.follow(undefined);
  tray.follow(undefined);
  expect(calls.slice(6)).toEqual(['gone']);
  tray.follow(viewOf());
  expect(calls.slice(7)).toEqual(['made', 'tip', 'menu']);
});

/** Where a picture has ink, one letter a pixel, whatever its colour. */
const silhouette = ({ pixels }: { readonly pixels: Uint8Array }) =>
  Array.from({ length: pixels.length / 4 }, (_, at) => (pixels[at * 4 + 3]! > 127 ? '#' : '.'));

test('each state differs from every other by many pixels of its shape alone', () => {
  for (const template of [true, false])
    for (const one of trayShapes)
      for (const other of trayShapes.slice(trayShapes.indexOf(one) + 1)) {
        const [a, b] = [one, other].map((shape) => silhouette(drawTrayIcon(shape, 1, template)));
        const different = a!.filter((pixel, at) => pixel !== b![at]).length;
        expect(different, `${one} and ${other}`).toBeGreaterThanOrEqual(12);
      }
});

test('a template is black alone; otherwise dark ink has a light rim, and colours are multiplied by alpha', () => {
  for (const shape of trayShapes) {
    const black = drawTrayIcon(shape, 2, true);
    expect([black.size, black.scale, black.pixels.length]).toEqual([32, 2, 32 * 32 * 4]);
    expect(black.pixels.filter((value, at) => at % 4 !== 3 && value !== 0)).toHaveLength(0);
    const { pixels } = drawTrayIcon(shape, 1, false);
    let light = 0;
    for (let at = 0; at < pixels.length; at += 4) {
      const [blue, green, red, alpha] = pixels.subarray(at, at + 4);
      expect(Math.max(blue!, green!, red!)).toBeLessThanOrEqual(alpha! + 1);
      if (red! > 200) light += 1;
    }
    expect(light).toBeGreaterThan(10);
  }
});
