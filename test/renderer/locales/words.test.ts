/**
 * One word for one thing: words that the screens do not use, and what they say instead (the
 * glossary's words of the screens). Hindi is a translation and has its own words.
 */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const instead: readonly (readonly [RegExp, string])[] = [
  [/\bvaults?\b/i, 'key, or: Scriba is locked'],
  [/\bconsultations?\b/i, 'visit, or: conversation'],
  [/\baudio\b/i, 'recording, or: sound'],
  [/\bwhoever\b/i, 'your administrator'],
  [/\b(go|goes|going) on\b/i, 'continue'],
  [/\bbeg[aiu]n again\b/i, 'start again'],
  [/\bsmall letters\b/i, 'lower-case letters'],
  [/\bfour figures\b/i, 'four digits'],
  [/\bservice users?\b/i, 'team, or: person'],
  [/\banew\b/i, 'again'],
  [/\bmended\b/i, 'corrected'],
  [/\bsurely\b/i, 'may be misheard'],
  [/\bworked on (here|on this)\b/i, 'processed on this computer'],
  [/\bheard here\b/i, 'recognised on this computer'],
  [/\bout of reach\b/i, 'cannot be reached'],
  [/\bin good order\b/i, 'normally'],
  [/\b(was|were) put in its place\b/i, 'was replaced by'],
  [/\bScriba may not\b/, 'Scriba is not allowed to: “may not” is a guess to some'],
  [/\bnot taken\b/i, 'not accepted'],
  [/\bany more\b/i, 'no longer'],
  [/\b(come|comes|came) back by (itself|themselves)\b/i, 'comes back automatically'],
  [/\bNo platform (is told|knows)\b/i, 'No platform receives it'],
  [/\bunder History\b/, 'under Visits: the screen is called so'],
];

const sentences = [
  ...globSync('renderer/locales/en/*.json'),
  'main/hosts/electron/words/en.json',
].flatMap((file) => textsOf(JSON.parse(readFileSync(file, 'utf8'))));

function textsOf(at: unknown): string[] {
  return typeof at === 'string' ? [at] : Object.values(at as object).flatMap(textsOf);
}

test.each(instead)('no sentence says %s: it says %s', (word) => {
  expect(sentences.length).toBeGreaterThan(1500);
  expect(sentences.filter((text) => word.test(text))).toEqual([]);
});

test('a blank stands before three dots, which are one sign, and never two blanks', () => {
  expect(sentences.filter((text) => /\S…|\.\.\.| {2}/.test(text))).toEqual([]);
});

test.each(['en', 'hi'])('the entry of a menu is named in %s as it stands there', (language) => {
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));
  const menus = textsOf(read(`main/hosts/electron/words/${language}.json`));
  const { spelling } = read(`renderer/locales/${language}/review.json`);
  const [, entry] = /“(.+?)”/.exec(spelling.none) ?? [];
  expect(menus).toContain(entry);
});

test('what has a Hindi word is not said in English on a Hindi screen', () => {
  const hindi = globSync('renderer/locales/hi/*.json').flatMap((file) =>
    textsOf(JSON.parse(readFileSync(file, 'utf8'))),
  );
  expect(hindi.filter((text) => /\bweb-?hooks?\b/i.test(text))).toEqual([]);
  expect(hindi.filter((text) => text === 'वेबहुक')).toHaveLength(2);
});
