/** Wires the spelling of notes: the dictionary, and the doctor's own words. */
import { createOwnWords } from '../../features/spelling/own-words.ts';
import { createSpelling } from '../../features/spelling/spelling.ts';
import type { Core } from './core.ts';
import type { NoteParts } from './notes.ts';

export type SpellingParts = ReturnType<typeof wireSpelling>;

export function wireSpelling({ ports, vault, store }: Core, { isDrug }: NoteParts) {
  const ownWords = createOwnWords({
    values: store.values,
    seal: vault.rows,
    random: ports.random,
  });
  const spelling = createSpelling({ settings: store.settings.get, own: ownWords, isDrug });
  return { spelling, ownWords };
}
