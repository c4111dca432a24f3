/**
 * Reads the specimen of a test: a doctor's words and LOINC's own short ones, as the same set of
 * systems.
 */
import { z } from 'zod';
import { readTable } from '../tables/read-table.ts';
import { rawWords } from './normalise.ts';
import words from './words/specimens.json' with { type: 'json' };

export type Specimens = {
  /** LOINC's systems that these words may mean; none where no specimen is named. */
  readonly systems: ReadonlySet<string>;
  /** "Blood" is said of serum too: these are meant where it is taken literally. */
  readonly literal: ReadonlySet<string>;
  /** The text without the words of the specimen. */
  readonly rest: string;
  /** LOINC's time aspect: how long the specimen was collected, where the text says so. */
  readonly time?: string | undefined;
};

const word = z.string().min(1);
const table = readTable(
  'specimens.json',
  z.array(
    z.strictObject({
      words: word,
      systems: z.array(word).min(1),
      literal: z.array(word).min(1).optional(),
    }),
  ),
  words,
);
/** Words of the longest name. */
const LONGEST = 5;
const byWords = new Map(
  table.map((row) => [row.words, { systems: row.systems, literal: row.literal ?? row.systems }]),
);

/** "24 hour urine", "24h"; a text without it means a single sample. */
const COLLECTED = /(?<![\d.])(\d{1,2})\s*-?\s*(?:h|hr|hrs|hour|hours)(?![\p{L}])/iu;
const SPOT = /(?<![\p{L}])(?:spot|random)(?![\p{L}])/giu;

/**
 * Returns the specimen that a text names ("serum potassium", "Ser/Plas", "24 hour urine"), and the
 * text without it.
 */
export function specimensIn(text: string): Specimens {
  const time = COLLECTED.exec(text);
  let rest = text.replace(COLLECTED, ' ').replace(SPOT, ' ');
  const bare = rawWords(rest);
  const systems = new Set<string>();
  const literal = new Set<string>();
  let at = 0;
  while (at < bare.length) {
    const found = longestAt(bare, at);
    if (!found) {
      at += 1;
      continue;
    }
    rest = rest.replace(new RegExp(found.words.join(String.raw`[^\p{L}]+`), 'iu'), ' ');
    for (const one of found.row.systems) systems.add(one);
    for (const one of found.row.literal) literal.add(one);
    at += found.words.length;
  }
  return {
    systems,
    literal,
    rest: rest.replace(/\s+/g, ' ').trim(),
    ...(time ? { time: `${Number(time[1])}H` } : {}),
  };
}

/** The longest name of a specimen that begins at this word. */
function longestAt(bare: readonly string[], at: number) {
  for (let length = Math.min(LONGEST, bare.length - at); length > 0; length--) {
    const words = bare.slice(at, at + length);
    const row = byWords.get(words.join(' '));
    if (row) return { words, row };
  }
  return undefined;
}

/**
 * The systems of a test: LOINC's own word, or plain words of our list. Empty where nothing is taken
 * from the patient.
 */
export function systemsOf(system: string): ReadonlySet<string> {
  if (LOINC_SYSTEMS.has(system)) return new Set([system]);
  const own = /[\^+]/.test(system) ? undefined : specimensIn(system).literal;
  if (own && own.size > 0) return own;
  return NO_SPECIMEN.test(system) ? new Set() : new Set([system]);
}
const LOINC_SYSTEMS = new Set(table.flatMap(({ systems }) => systems));
const NO_SPECIMEN =
  /^$|^\^|patient|arterial system|cardiovascular|respiratory|body|^eye|^heart|^chest|^head|vital/i;
