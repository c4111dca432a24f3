/** The steps and keys of the zoom, and that it is remembered and put on every page that comes. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openWindowMemory } from '../../../../../main/hosts/electron/desktop/window-memory.ts';
import { keepZoom, zoomAfter, zoomKey } from '../../../../../main/hosts/electron/desktop/zoom.ts';
import type { Contents, KeyInput } from '../../../../../main/hosts/electron/types.ts';

const input = (change: Partial<KeyInput>): KeyInput => ({
  type: 'keyDown',
  key: '',
  code: '',
  control: true,
  meta: false,
  alt: false,
  ...change,
});

test('it goes from 50 to 300 per cent and no further, and back to 100', () => {
  const seen = [100];
  while (seen.at(-1) !== zoomAfter(seen.at(-1)!, 'in')) seen.push(zoomAfter(seen.at(-1)!, 'in'));
  expect(seen).toEqual([100, 110, 125, 150, 175, 200, 250, 300]);
  for (let i = 0; i < 20; i += 1) seen.push(zoomAfter(seen.at(-1)!, 'out'));
  expect(seen.at(-1)).toBe(50);
  expect(zoomAfter(120, 'in')).toBe(125);
  expect(zoomAfter(300, 'reset')).toBe(100);
});

test.each([
  ['plus', input({ key: '+' }), 'in'],
  ['the key of plus without Shift', input({ key: '=' }), 'in'],
  ['minus', input({ key: '-' }), 'out'],
  ['nought', input({ key: '0' }), 'reset'],
  ['nought on a French keyboard', input({ key: 'à', code: 'Digit0' }), 'reset'],
  ['plus without Ctrl', input({ key: '+', control: false }), undefined],
  ['plus with Alt', input({ key: '+', alt: true }), undefined],
  ['plus let go', input({ key: '+', type: 'keyUp' }), undefined],
  ['a key of the page', input({ key: 'n' }), undefined],
])('%s', (_name, key, change) => expect(zoomKey(key, 'linux')).toBe(change));

test('on a Mac it is Command, not Control', () => {
  expect(zoomKey(input({ key: '+' }), 'darwin')).toBeUndefined();
  expect(zoomKey(input({ key: '+', control: false, meta: true }), 'darwin')).toBe('in');
});

test('keys, wheel and menu zoom, the page never sees the key, and the next page and the next start have the same zoom', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'scriba-zoom-'));
  const on: Record<string, (...values: unknown[]) => void> = {};
  const factors: number[] = [];
  const contents = {
    on: (name: string, listener: () => void) => {
      on[name] = listener;
    },
    setZoomFactor: (factor: number) => void factors.push(factor),
  } as unknown as Contents;
  const zoom = keepZoom(contents, openWindowMemory(folder), 'linux');
  let held = 0;
  const event = { preventDefault: () => (held += 1) };
  on['before-input-event']!(event, input({ key: '+' }));
  on['before-input-event']!(event, input({ key: 'n' }));
  on['zoom-changed']!({}, 'in');
  zoom('in');
  on['did-navigate']!();
  expect(factors).toEqual([1.1, 1.25, 1.5, 1.5]);
  expect(held).toBe(1);
  expect(openWindowMemory(folder).get().zoom).toBe(150);
});
