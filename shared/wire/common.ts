/**
 * Small shapes that several chapters of the platform's API share. Unknown members are ignored
 * throughout (contract 0).
 */
import { z } from 'zod';

/** A list that may be missing, null or of the wrong type: read as empty rather than refused. */
export const looseList = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .catch([])
    .transform((list) => list ?? []);

/** Contract 0: `{brand}` is a lower-case word. */
export const brandPattern = /^[a-z][a-z0-9]{1,15}$/;

/** Contract 3: what a transaction id may look like. */
export const transactionIdPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** Contract 3.2: what an uploaded file may be called. */
export const fileNamePattern = /^[A-Za-z0-9._-]{1,80}$/;
