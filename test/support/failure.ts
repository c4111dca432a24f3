/** What a test expects of a refusal: its kind, and words that a person can read. */
import { expect } from 'vitest';

/** A whole sentence; a command's name may begin it, a server's own words may end it. */
const sentence = /^\S.* .*[.?!”]$/su;

/** A Failure of this code and detail, with a sentence as its message. */
export const failure = (code: string, detail?: string) =>
  expect.objectContaining({
    code,
    message: expect.stringMatching(sentence),
    ...(detail && { detail }),
  }) as Error;

/** A Failure of this detail, whatever its code, with a sentence as its message. */
export const failureWith = (detail: string) =>
  expect.objectContaining({ detail, message: expect.stringMatching(sentence) }) as Error;
