/** What Chromium is answered about words, while the core is still thinking. */
import { expect, test } from 'vitest';
import { createSpelling } from '../../preload/spelling.ts';

/** A core that answers when it is told to. */
function rig() {
  const asked: (readonly string[])[] = [];
  const waiting: { resolve: (misspelt: string[]) => void; reject: (error: Error) => void }[] = [];
  let rechecks = 0;
  const spelling = createSpelling({
    ask(words) {
      asked.push(words);
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    recheck: () => (rechecks += 1),
  });
  const check = (...words: string[]) => {
    let told: string[] | undefined;
    spelling.spellCheck(words, (misspelt) => {
      // A second answer would end the page's process.
      expect(told).toBeUndefined();
      told = misspelt;
    });
    return told;
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    spelling,
    asked,
    check,
    rechecks: () => rechecks,
    async answer(...misspelt: string[]) {
      waiting.shift()!.resolve(misspelt);
      await settle();
    },
    async fail() {
      waiting.shift()!.reject(new Error('gone'));
      await settle();
    },
  };
}

test('each check is answered at once, and again only when the core knows of a misspelt word', async () => {
  const { check, answer, asked, rechecks } = rig();
  expect(check('the', 'feaver')).toEqual([]);
  expect(rechecks()).toBe(0);
  await answer('feaver');
  expect(rechecks()).toBe(1);
  expect(check('the', 'feaver')).toEqual(['feaver']);
  expect(asked).toEqual([['the', 'feaver']]);
  check('is');
  await answer();
  expect(rechecks()).toBe(1);
});

test('a word is asked for once while its answer is under way', async () => {
  const { check, answer, asked } = rig();
  check('the', 'feaver');
  check('the', 'feaver', 'is');
  expect(asked).toEqual([['the', 'feaver'], ['is']]);
  await answer('feaver');
  await answer();
  expect(check('the', 'feaver', 'is')).toEqual(['feaver']);
});

test('what is forgotten is no longer marked, the field is checked anew, and a late answer counts for nothing', async () => {
  const { spelling, check, answer, asked, rechecks } = rig();
  check('feaver');
  await answer('feaver');
  check('anaemia');
  spelling.forget();
  expect(rechecks()).toBe(2);
  await answer('anaemia');
  expect(rechecks()).toBe(2);
  expect(check('feaver', 'anaemia')).toEqual([]);
  expect(asked.at(-1)).toEqual(['feaver', 'anaemia']);
});

test('a core that fails marks nothing, and is asked again', async () => {
  const { check, fail, answer, asked } = rig();
  check('feaver');
  await fail();
  expect(check('feaver')).toEqual([]);
  await answer('feaver');
  expect(check('feaver')).toEqual(['feaver']);
  expect(asked).toHaveLength(2);
});
