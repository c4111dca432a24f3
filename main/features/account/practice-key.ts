/**
 * The practice platform tells its envelope key, so that sealed calls can be tried without typing
 * one in.
 */

import type { EnvelopeKeys } from '../../infrastructure/platform/envelope/envelope-keys.ts';
import type { PracticeAccess } from '../../infrastructure/ports.ts';

/** Adds the key only if there is none yet. Throws `locked`. */
export async function givePracticeKey(
  practice: PracticeAccess | undefined,
  keys: EnvelopeKeys,
): Promise<void> {
  const [first] = practice?.envelopeKeys ?? [];
  if (first && (await keys.list()).length === 0) await keys.add(first, true);
}
