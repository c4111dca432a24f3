/** The English catalogue: a file for each group of screens; a word stands in one of them. */
import { first } from './first.ts';
import { others } from './others.ts';

export const en = { ...first, ...others };
