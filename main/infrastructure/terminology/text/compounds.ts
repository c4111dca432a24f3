/**
 * Takes a compound word apart that no release has: "ureterolithiasis" is a calculus of the ureter.
 * The result may be shown as near; it is never a promise.
 */
import { z } from 'zod';
import { readTable } from '../tables/read-table.ts';
import words from './words/compounds.json' with { type: 'json' };

const word = z.string().min(1);
const table = readTable(
  'compounds.json',
  z.strictObject({ endings: z.array(z.tuple([word, word])), parts: z.record(word, word) }),
  words,
);
/** Endings, and their meaning in plain words. */
const ENDINGS = table.endings.map(([ending, meaning]) => [new RegExp(ending), meaning] as const);
/** Stems of parts of the body, and their plain names. */
const PARTS: ReadonlyMap<string, string> = new Map(Object.entries(table.parts));

/** "gastroduoden" is a stomach and a duodenum. */
function partsOf(stem: string): string[] | undefined {
  const whole = PARTS.get(stem) ?? PARTS.get(stem.replace(/o$/, ''));
  if (whole !== undefined) return [whole];
  for (let at = stem.length - 3; at >= 3; at--) {
    const first = PARTS.get(stem.slice(0, at).replace(/o$/, ''));
    const second = PARTS.get(stem.slice(at));
    if (first !== undefined && second !== undefined) return [first, second];
  }
  return undefined;
}

/**
 * Undefined where the word is no compound of known parts. `word` in lower case and American
 * spelling.
 */
export function plainWordsOfCompound(word: string): string | undefined {
  for (const [ending, meaning] of ENDINGS) {
    if (!ending.test(word)) continue;
    const parts = partsOf(word.replace(ending, ''));
    if (parts) return `${meaning} ${parts.join(' ')}`;
  }
  return undefined;
}
