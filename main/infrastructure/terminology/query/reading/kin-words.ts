/**
 * Reads a word as its kin where the words as they stand found little: "accommodative" is of
 * accommodation, "epiglottic" of the epiglottis. What is found so is shown, and never promised.
 */
import type { Index } from '../../index/open-index.ts';
import { keyOf } from '../../text/normalise.ts';
import type { Reading } from './parse-query.ts';

/** Of what is of a thing, and of the thing itself; a disease of it ("-itis") is another thing. */
const ADJECTIVES = [
  'al',
  'ial',
  'eal',
  'ic',
  'ical',
  'tic',
  'ous',
  'ive',
  'ar',
  'ary',
  'ed',
  'oid',
];
const NOUNS = ['', 'a', 'e', 'y', 'ia', 'is', 'us', 'um', 'ion', 'sis', 'osis', 'iasis', 'ism'];
/** Shorter beginnings are shared by words that have nothing in common. */
const SHORTEST_STEM = 5;
const MOST_READINGS = 8;
/** Longer ones are hardly ever the whole of a term. */
const MOST_WORDS = 4;
/** Puts what was said as it stands first. */
const AS_KIN = 0.95;
const SURE = 0.9;

/** Readings of a question with one word each read as its kin. */
export function kinReadings(index: Index, { asked, ...reading }: Reading): Reading[] {
  const found: Reading[] = [];
  if (asked.length > MOST_WORDS) return found;
  const unknown = asked.filter(({ id }) => id === 0);
  for (const one of asked) {
    // No term has all the words where another one is in none.
    if (unknown.some((other) => other !== one)) continue;
    for (const kin of kinOf(index, one.word)) {
      if (asked.some(({ id }) => id === kin.id)) continue;
      const words = asked.map((other) => (other === one ? { ...one, ...kin, sure: SURE } : other));
      found.push({
        ...reading,
        asked: words,
        key: keyOf(words.map(({ word }) => word)),
        weight: reading.weight * AS_KIN,
        ambiguous: true,
        corrected: { ...reading.corrected, [one.word]: kin.word },
      });
    }
  }
  return found.slice(0, MOST_READINGS);
}

type Kin = { readonly word: string; readonly id: number };

/** The more usual words first. */
function kinOf(index: Index, word: string): Kin[] {
  const found = new Map<number, Kin>();
  for (const [own, others] of [
    [ADJECTIVES, NOUNS],
    [NOUNS, ADJECTIVES],
  ] as const)
    for (const ending of own) {
      const stem = word.slice(0, word.length - ending.length);
      if (!word.endsWith(ending) || stem.length < SHORTEST_STEM) continue;
      for (const other of others) {
        const [form] = index.wordsOf(stem + other);
        const known = form === undefined || form === word ? undefined : index.word(form);
        if (known) found.set(known.id, { word: known.word, id: known.id });
      }
    }
  return [...found.values()].sort(
    (a, b) => (index.counts[b.id] ?? 0) - (index.counts[a.id] ?? 0) || a.id - b.id,
  );
}
