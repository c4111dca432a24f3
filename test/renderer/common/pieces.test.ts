import { afterEach, beforeEach, expect, test, vi } from 'vitest';

type Pieces = typeof import('../../../renderer/common/pieces.ts');
let pieces: Pieces;
let drawn: string[];
const page = { body: new EventTarget(), activeElement: new EventTarget() };

class Key extends Event {
  readonly key: string;
  constructor(type: string, init: EventInit & { readonly key: string }) {
    super(type, init);
    this.key = init.key;
  }
}

beforeEach(async () => {
  vi.resetModules();
  page.activeElement = page.body;
  vi.stubGlobal('document', page);
  vi.stubGlobal('KeyboardEvent', Key);
  pieces = await import('../../../renderer/common/pieces.ts');
  drawn = [];
});
afterEach(() => vi.unstubAllGlobals());

const wait = (name: string, then?: () => void) =>
  pieces.waitForTurn(() => {
    drawn.push(name);
    then?.();
  });
const pressed = (key: string, target: EventTarget) => {
  const event = new Key('keydown', { key, bubbles: true, cancelable: true });
  let heard = false;
  target.addEventListener('keydown', () => (heard = true), { once: true });
  target.dispatchEvent(event);
  expect(heard).toBe(true);
  return event as unknown as KeyboardEvent;
};

test('parts are drawn in the order in which they came, each when the one before it is there', () => {
  const first = wait('first');
  const second = wait('second');
  wait('third');
  expect(drawn).toEqual(['first']);
  first();
  expect(drawn).toEqual(['first', 'second']);
  second();
  expect(drawn).toEqual(['first', 'second', 'third']);
});

test('a part that goes before its turn holds nobody up, and is not drawn', () => {
  const first = wait('first');
  const gone = wait('gone');
  wait('third');
  gone();
  first();
  expect(drawn).toEqual(['first', 'third']);
});

test('all that wait can be drawn at once, with what they bring along', () => {
  wait('first');
  wait('second', () => wait('brought'));
  drawn = [];
  expect(pieces.drawNow()).toBe(true);
  expect(drawn).toEqual(['first', 'second', 'brought']);
  expect(pieces.drawNow()).toBe(false);
});

test('a key goes to what has the focus when all is drawn, once', () => {
  const [before, field] = [new EventTarget(), new EventTarget()];
  const heard: string[] = [];
  field.addEventListener('keydown', (event) => {
    heard.push((event as unknown as Key).key);
    event.preventDefault();
  });
  wait('form', () => {
    page.activeElement = field;
  });
  page.activeElement = before;
  const key = pressed('a', before);
  expect(pieces.drawBeforeKey(key)).toBe(true);
  expect(heard).toEqual(['a']);
  expect(key.defaultPrevented).toBe(true);
});

test('a key whose place keeps the focus goes its own way', () => {
  const field = new EventTarget();
  page.activeElement = field;
  wait('list');
  const key = pressed('a', field);
  expect(pieces.drawBeforeKey(key)).toBe(false);
  expect(drawn).toContain('list');
  expect(pieces.drawBeforeKey(key)).toBe(false);
});

test('a part takes the focus only while nobody has moved it since parts wait', async () => {
  const [button, other] = [new EventTarget(), new EventTarget()];
  page.activeElement = button;
  const end = wait('form');
  expect(pieces.isFocusFree()).toBe(true);
  page.activeElement = page.body;
  expect(pieces.isFocusFree()).toBe(true);
  page.activeElement = other;
  expect(pieces.isFocusFree()).toBe(false);
  end();
  expect(pieces.isFocusFree()).toBe(false);
  await new Promise((resolve) => setTimeout(resolve));
  expect(pieces.isFocusFree()).toBe(true);
});
