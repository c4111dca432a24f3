/**
 * Loads the core of this host piece by piece. Node loads a module with all that it imports in one
 * go, and answers nothing meanwhile; the page that is asked for in that time would wait for all of
 * it.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/** Any order is right; each is the part of those before it that is not loaded yet. */
const corePieces: readonly (() => Promise<unknown>)[] = [
  () => import('../../infrastructure/store/store.ts'),
  () => import('../../app/wiring/core.ts'),
  () => import('../../app/wiring/platform.ts'),
  () => import('../../app/wiring/recordings.ts'),
  () => import('../../features/coding/code-lists/code-lists.ts'),
  () => import('../../app/wiring/coding.ts'),
  () => import('../../app/wiring/notes.ts'),
  () => import('../../app/wiring/local.ts'),
  () => import('../../app/wiring/clinic.ts'),
  () => import('../../app/wiring/delivery.ts'),
  () => import('../../app/app.ts'),
];
/** Milliseconds. */
const TURN = 1;
/** A page that does not take its files cannot hold the core up for longer than this many turns. */
const MOST_TURNS = 30;

/** After each piece what is asked for is sent first: `isServing` tells that something is. */
export async function loadInPieces(
  pieces: readonly (() => Promise<unknown>)[],
  isServing: () => boolean,
): Promise<void> {
  for (const load of pieces) {
    await load();
    await sleep(TURN);
    for (let turns = 0; turns < MOST_TURNS && isServing(); turns += 1) await sleep(TURN);
  }
}

export async function loadCore(isServing: () => boolean) {
  await loadInPieces(corePieces, isServing);
  return import('../node/node-profile.ts');
}
