/**
 * Words of a finding that name an operation of the past and nothing else: "s/p CABG", "PTCA to LAD
 * 2019". What goes with it ("post-cholecystectomy syndrome") is none.
 */
import { z } from 'zod';
import { WRITTEN_DATE } from './act-date.ts';
import data from './operation-words.json' with { type: 'json' };
import { any } from './patterns.ts';

const list = z.array(z.string());
const words = z
  .object({
    leads: list,
    fillers: list,
    modifiers: list,
    names: list,
    ofSomething: list,
    states: list,
    sites: list,
    moments: list,
  })
  .parse(data);

const BLANK = '[\\s,:–-]+';
const DATE = `\\(?(?:(?:in|on|dated)\\s+)?(?:${WRITTEN_DATE})\\)?`;
const LEAD = `(?:(?:${any(words.leads)}|${any(words.fillers)}|${DATE})${BLANK})`;
const MODIFIER = `(?:${any(words.modifiers)}[\\s-]+)`;
/** A state that an operation left has a lead or a date: "pacemaker" alone is a thing. */
const NAME = `(?:${MODIFIER}{0,5}(?!post|pre|non)${any(words.names)}|${MODIFIER}{1,5}${any(words.ofSomething)})(?![\\p{L}])`;
const STATE = `${MODIFIER}{0,5}${any(words.states)}(?![\\p{L}])`;
const SITE = `(?:\\s*[(-]?\\s*(?:(?:to|of|on|in|with)\\s+)?${any(words.sites)}(?![\\p{L}])\\)?)`;
const MOMENT = `(?:[\\s,(–-]+(?:(?:done\\s+)?${DATE}|\\(?${any(words.moments)}\\)?)(?![\\p{L}\\d]))`;
const grammar = (lead: string, name: string, moment: string) =>
  new RegExp(`^[\\s*•-]*${lead}(?<name>${name}${SITE}{0,4}?)${moment}[\\s.]*$`, 'iu');
const OPERATIONS = [
  grammar(`${LEAD}{0,4}`, NAME, `${MOMENT}{0,2}`),
  grammar(`${LEAD}{1,4}`, STATE, `${MOMENT}{0,2}`),
  grammar('', STATE, `${MOMENT}{1,2}`),
];

/** Longer than any name of an operation with its date. */
const LONGEST = 120;

/** Place of the operation's name in these words; undefined where they say anything else. */
export function operationIn(text: string): readonly [start: number, end: number] | undefined {
  if (text.length > LONGEST) return undefined;
  for (const pattern of OPERATIONS) {
    const name = pattern.exec(text)?.groups?.name?.trimEnd();
    if (name === undefined) continue;
    const start = text.indexOf(name);
    return [start, start + name.length];
  }
  return undefined;
}

const JOINT = /\s*[,;]\s*(?:and\s+)?|\s+(?:and|&)\s+/giu;

/** Places of two or more operations that stand in a row; undefined where a part is anything else. */
export function operationsIn(
  text: string,
): readonly (readonly [start: number, end: number])[] | undefined {
  const joints = [...text.matchAll(JOINT)];
  const starts = [0, ...joints.map(({ 0: mark, index }) => index + mark.length)];
  const places = starts.map((from, at) => {
    const place = operationIn(text.slice(from, joints[at]?.index ?? text.length));
    return place && ([from + place[0], from + place[1]] as const);
  });
  const named = places.filter((place) => place !== undefined);
  return named.length > 1 && named.length === places.length ? named : undefined;
}

const GAP = new RegExp(
  `^[\\s,:–-]*(?:(?:${any([...words.leads, ...words.fillers, ...words.modifiers])})[\\s-]+)*$`,
  'iu',
);
/** What may stand between a date and the name of what was done then: "In 2010 she had a". */
export const leadsToOperation = (gap: string): boolean => gap.length <= LONGEST && GAP.test(gap);

const SOME_NAME = new RegExp(`(?<![\\p{L}\\d])(?:${NAME}|${STATE})`, 'iu');
/** Place of the first operation that is named anywhere in these words. */
export function operationNamedIn(text: string): readonly [start: number, end: number] | undefined {
  const found = SOME_NAME.exec(text);
  return found ? [found.index, found.index + found[0].length] : undefined;
}
export const namesOperation = (text: string): boolean => operationNamedIn(text) !== undefined;

const SITES_ALONE = new RegExp(`^${SITE}{0,4}[\\s.)]*$`, 'iu');
/** Whether these words say where it was, and nothing else. */
export const isSiteAlone = (text: string): boolean => SITES_ALONE.test(text);
