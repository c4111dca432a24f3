/** Rows of the contract: the spelling of a note, checked on this computer (decision 0126). */
import { z } from 'zod';
import { notAudited, request, returns } from './request.ts';

const readsWords = notAudited('looks words of a note up; reading and editing it have entries');

/** A word of the doctor's own: letters, with a hyphen or an apostrophe inside. */
const ownWord = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^\p{L}[\p{L}\p{M}'’-]*$/u, 'is not one word');

export const spellingRequests = {
  /** Those that are misspelt. The window's preload asks, not the page. */
  'spelling.check': request(
    z.object({ words: z.array(z.string()).max(100_000) }),
    returns<readonly string[]>(),
    readsWords,
  ),
  /** What may have been meant: five words at most, the likeliest first. */
  'spelling.suggest': request(
    z.object({ word: z.string().min(1).max(200) }),
    returns<readonly string[]>(),
    readsWords,
  ),
  /** The note of this visit is edited: the names of its patient are right. */
  'spelling.follow': request(z.object({ id: z.uuid() }), returns<void>(), readsWords),
  /** The doctor's own words, in the order of the alphabet. */
  'spelling.words': request(
    z.undefined(),
    returns<readonly string[]>(),
    notAudited('lists words that the doctor added, nothing of a visit'),
  ),
  'spelling.add': request(z.object({ word: ownWord }), returns<readonly string[]>(), {
    word: 'settings-changed',
  }),
  'spelling.remove': request(z.object({ word: ownWord }), returns<readonly string[]>(), {
    word: 'settings-changed',
  }),
};

export const spellingNotices = {
  /**
   * Other words are right now: the doctor's own were changed, or another note is edited. None of
   * them is told here.
   */
  'spelling.changed': returns<undefined>(),
};
