/**
 * Requests of a page about the encrypted envelope (contract 5): its keys by name, never their text.
 */
import { z } from 'zod';
import { type EnvelopeState, envelopeFamilies, type KeyTest } from '../model/account/envelope.ts';
import { beginsNothing, readsSettings } from './not-audited.ts';
import { request, returns } from './request.ts';

const kid = z.string().trim().min(1).max(100);
const nothing = z.undefined();

export const envelopeRequests = {
  'envelope.state': request(nothing, returns<EnvelopeState>(), readsSettings),
  /**
   * `text`: 16 bytes, as the platform hands it out; it is never answered again. `use`: sealed calls
   * go out under it from now on.
   */
  'envelope.add': request(
    z.object({ kid, text: z.string().min(1).max(100), use: z.boolean() }),
    returns<EnvelopeState>(),
    { word: 'envelope-key-added' },
  ),
  'envelope.use': request(z.object({ kid }), returns<EnvelopeState>(), {
    word: 'envelope-key-used',
  }),
  'envelope.remove': request(z.object({ kid }), returns<EnvelopeState>(), {
    word: 'envelope-key-removed',
  }),
  /** Sends a sealed call that begins nothing, and says whether it opened. */
  'envelope.test': request(z.object({ kid }), returns<KeyTest>(), beginsNothing),
  /** Which calls are sealed. */
  'envelope.seal': request(
    z.object({ families: z.array(z.enum(envelopeFamilies)).max(envelopeFamilies.length) }),
    returns<EnvelopeState>(),
    { word: 'envelope-families-changed' },
  ),
};
