/** The words of menus, tray, notifications and questions in each language. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createHostWords } from '../../../../main/hosts/electron/host-words.ts';
import en from '../../../../main/hosts/electron/words/en.json' with { type: 'json' };
import hi from '../../../../main/hosts/electron/words/hi.json' with { type: 'json' };

const keysOf = (value: unknown, at = ''): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, one]) => keysOf(one, `${at}.${name}`))
    : [at];
const sentencesOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(sentencesOf)
    : [String(value)];

test('each language has each sentence, in its own letters, with the same places to fill', () => {
  expect(keysOf(hi)).toEqual(keysOf(en));
  const english = sentencesOf(en);
  for (const [at, sentence] of sentencesOf(hi).entries()) {
    expect(sentence).toMatch(/[\u0900-\u097f]/);
    expect(sentence.match(/\{\w+\}/g)).toEqual(english[at]?.match(/\{\w+\}/g) ?? null);
    expect(sentence.includes('Scriba')).toBe(english[at]?.includes('Scriba'));
  }
});

test('the language of the settings counts, else the first of the system’s that is here, else English', () => {
  const words = createHostWords(() => ['mr-IN', 'hi-IN', 'en-GB']);
  expect(words.now()).toBe(hi);
  words.follow('en');
  expect(words.now()).toBe(en);
  words.follow('system');
  expect(words.now()).toBe(hi);
  words.follow('gu');
  expect(words.now()).toBe(en);
  expect(createHostWords(() => []).now()).toBe(en);
  expect(createHostWords(() => ['']).now()).toBe(en);
});

test('what is drawn is drawn anew when the language is another, and only then', () => {
  const words = createHostWords(() => ['en-IN']);
  const drawn: string[] = [];
  words.show(({ menu }) => drawn.push(menu.quit));
  words.follow('en');
  words.follow('system');
  expect(drawn).toEqual(['Quit']);
  words.follow('hi');
  words.follow('hi');
  expect(drawn).toEqual(['Quit', hi.menu.quit]);
});

test('the system is asked for its languages only once words are needed', () => {
  expect(() => createHostWords(() => expect.unreachable())).not.toThrow();
});

test('a language that the interface offers has its words here too', () => {
  const offered = readdirSync(path.join(import.meta.dirname, '../../../../renderer/locales'), {
    withFileTypes: true,
  }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  expect(offered).toEqual(['en', 'hi']);
  for (const id of offered) {
    const words = createHostWords(() => []);
    words.follow(id);
    expect(words.now()).toBe({ en, hi }[id]);
  }
});
