/**
 * Words of plain English (and of Hindi in Latin letters) that no release has: they are no slips of
 * names of diseases, and count little in a search.
 */
import { z } from 'zod';
import { readTable } from '../tables/read-table.ts';
import words from './words/plain-words.json' with { type: 'json' };

export const PLAIN_WORDS: ReadonlySet<string> = new Set(
  readTable('plain-words.json', z.array(z.string().min(1)), words),
);
