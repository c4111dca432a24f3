/** What a page asks about the encrypted envelope (contract 5): its keys by name, never their text. */
import { z } from 'zod';
import { type EnvelopeState, envelopeFamilies, type KeyTest } from '../model/account/envelope.ts';
import { request, returns } from './request.ts';

const kid = z.string().trim().min(1).max(100);
const nothing = z.undefined();

export const envelopeRequests = {
  'envelope.state': request(nothing, returns<EnvelopeState>()),
  /** `text`: 16 bytes, as the platform hands it out; it is never answered again. `use`: sealed calls go out under it from now on. */
  'envelope.add': request(
    z.object({ kid, text: z.string().min(1).max(100), use: z.boolean() }),
    returns<EnvelopeState>(),
  ),
  'envelope.use': request(z.object({ kid }), returns<EnvelopeState>()),
  'envelope.remove': request(z.object({ kid }), returns<EnvelopeState>()),
  /** Sends a sealed call that begins nothing, and says whether it opened. */
  'envelope.test': request(z.object({ kid }), returns<KeyTest>()),
  /** Which calls are sealed. */
  'envelope.seal': request(
    z.object({ families: z.array(z.enum(envelopeFamilies)).max(envelopeFamilies.length) }),
    returns<EnvelopeState>(),
  ),
};
