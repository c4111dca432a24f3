/** What a test expects of a refusal: its kind, and words that a person can read. */
import { expect } from 'vitest';

/** A whole sentence, and not a space too many. */
export const sentence = /^[\p{Lu}\p{Nd}].*\S[.?!]$/su;

/** A Failure of this code and detail, with a sentence as its message. */
export const failure = (code: string, detail?: string) =>
  expect.objectContaining({
    code,
    message: expect.stringMatching(sentence),
    ...(detail && { detail }),
  }) as Error;
