/** Where the window opens, and that it is remembered and stays in view. */
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openWindowMemory } from '../../../../../main/hosts/electron/desktop/window-memory.ts';
import {
  placeWindow,
  rememberPlace,
  stayInView,
} from '../../../../../main/hosts/electron/desktop/window-place.ts';
import type { Bounds, Screen, Window } from '../../../../../main/hosts/electron/types.ts';
import { heldClock } from '../../common/small-profile.ts';

const laptop: Bounds = { x: 0, y: 25, width: 1440, height: 875 };
const beside: Bounds = { x: 1440, y: 0, width: 2560, height: 1400 };
const folder = () => mkdtempSync(path.join(tmpdir(), 'scriba-window-'));

test('the first window fits its screen: a part of a large one, all of a small one, in the middle', () => {
  expect(placeWindow(undefined, [beside])).toEqual({ x: 1920, y: 105, width: 1600, height: 1190 });
  expect(placeWindow(undefined, [{ x: 0, y: 0, width: 1024, height: 700 }])).toEqual({
    x: 0,
    y: 0,
    width: 1024,
    height: 700,
  });
});

test('it opens where it was, on the second screen too', () => {
  const left = { x: 1500, y: 40, width: 1200, height: 900 };
  expect(placeWindow(left, [laptop, laptop, beside])).toEqual(left);
});

test('when its screen is gone it opens in the middle of the main one', () => {
  const left = { x: 1500, y: 40, width: 1200, height: 860 };
  expect(placeWindow(left, [laptop])).toEqual({ x: 120, y: 32, width: 1200, height: 860 });
});

test('it always lies within one work area and is never larger', () => {
  const area = fc.record({
    x: fc.integer({ min: -5000, max: 5000 }),
    y: fc.integer({ min: -5000, max: 5000 }),
    width: fc.integer({ min: 400, max: 6000 }),
    height: fc.integer({ min: 400, max: 4000 }),
  });
  fc.assert(
    fc.property(
      fc.option(area, { nil: undefined }),
      fc.array(area, { minLength: 1, maxLength: 4 }),
      (saved, areas) => {
        const place = placeWindow(saved, areas as [Bounds, ...Bounds[]]);
        expect(
          areas.some(
            (one) =>
              place.x >= one.x &&
              place.y >= one.y &&
              place.x + place.width <= one.x + one.width &&
              place.y + place.height <= one.y + one.height,
          ),
        ).toBe(true);
      },
    ),
  );
});

test('what was remembered is there at the next start, readable for its owner alone', () => {
  const where = folder();
  openWindowMemory(where).change({ bounds: laptop, maximized: true });
  openWindowMemory(where).change({ zoom: 150 });
  expect(openWindowMemory(where).get()).toEqual({ bounds: laptop, maximized: true, zoom: 150 });
  if (process.platform !== 'win32')
    expect(statSync(path.join(where, 'scriba-window.json')).mode & 0o777).toBe(0o600);
});

test.each([
  ['nothing'],
  ['{'],
  ['{"zoom":1000}'],
  ['{"bounds":{"x":1e9,"y":0,"width":10,"height":-1}}'],
  ['{"bounds":{"x":0.5,"y":0,"width":800,"height":600}}'],
])('a file that says %s counts as none', (text) => {
  const where = folder();
  writeFileSync(path.join(where, 'scriba-window.json'), text);
  expect(openWindowMemory(where).get()).toEqual({ maximized: false, zoom: 100 });
});

test('a folder that cannot be written to costs nothing but the memory', () => {
  const memory = openWindowMemory(path.join(folder(), 'gone'));
  memory.change({ zoom: 125 });
  expect(memory.get().zoom).toBe(125);
});

function openedWindow() {
  const on: Record<string, () => void> = {};
  const state = { bounds: { ...laptop }, maximized: false, fullScreen: false, destroyed: false };
  const window = {
    on: (name: string, listener: () => void) => {
      on[name] = listener;
    },
    isDestroyed: () => state.destroyed,
    isMaximized: () => state.maximized,
    isFullScreen: () => state.fullScreen,
    getNormalBounds: () => state.bounds,
    setBounds: (bounds: Bounds) => {
      state.bounds = bounds;
    },
  } as unknown as Window;
  return { on, state, window };
}

test('a window that was moved is remembered when it rests, and at its closing; a full screen is not', () => {
  const where = folder();
  const memory = openWindowMemory(where);
  const clock = heldClock();
  const { on, state, window } = openedWindow();
  rememberPlace(window, memory, clock);
  state.bounds = { x: 1, y: 2, width: 900, height: 700 };
  on.move!();
  clock.move(400);
  on.resize!();
  clock.move(400);
  expect(memory.get().bounds).toBeUndefined();
  clock.move(100);
  expect(memory.get().bounds).toEqual({ x: 1, y: 2, width: 900, height: 700 });
  state.maximized = true;
  on.close!();
  expect(JSON.parse(readFileSync(path.join(where, 'scriba-window.json'), 'utf8'))).toMatchObject({
    maximized: true,
  });
  state.fullScreen = true;
  state.bounds = laptop;
  on.close!();
  expect(memory.get().bounds).toEqual({ x: 1, y: 2, width: 900, height: 700 });
});

test('a screen that is unplugged brings an open window back into view', () => {
  const on: Record<string, () => void> = {};
  const { state, window } = openedWindow();
  const screen = {
    getPrimaryDisplay: () => ({ workArea: laptop }),
    getAllDisplays: () => [{ workArea: laptop }],
    on: (name: string, listener: () => void) => {
      on[name] = listener;
    },
  } as Screen;
  stayInView(() => window, screen);
  state.bounds = { x: 10, y: 30, width: 800, height: 600 };
  on['display-metrics-changed']!();
  expect(state.bounds).toEqual({ x: 10, y: 30, width: 800, height: 600 });
  state.bounds = { x: 3000, y: 30, width: 800, height: 600 };
  on['display-removed']!();
  expect(state.bounds).toEqual({ x: 320, y: 162, width: 800, height: 600 });
});
