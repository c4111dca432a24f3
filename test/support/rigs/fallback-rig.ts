/** Drafts of this computer over a real store, with sound whose every second is heard as its number. */
import path from 'node:path';
import { createFallback, type FallbackDeps } from '../../../main/features/local/fallback.ts';
import { createWriteNote } from '../../../main/features/local/write-note.ts';
import { SPEECH_RATE } from '../../../main/infrastructure/speech/speech.ts';
import type { RowCipher } from '../../../main/infrastructure/store/sealed-columns.ts';
import { createStore, type Store } from '../../../main/infrastructure/store/store.ts';
import type { Visit } from '../../../shared/model/visit.ts';
import { type HeldClock, heldClock } from '../ports/clocks.ts';
import { details, temporaryFolder, testCipher, visit } from '../rows.ts';
import { numberedSound } from '../sound/sound.ts';
import { secondsEngine, wordAt } from './hearing-rig.ts';
import { tone } from './outbox-rig.ts';

/** A WAV file in which each second begins with a sample of its own. */
export const numberedWav = (seconds: number): Buffer =>
  Buffer.concat([tone(seconds).subarray(0, 44), numberedSound(0, seconds * SPEECH_RATE)]);

export const saidIn = (seconds: number): string[] =>
  Array.from({ length: seconds }, (_, second) => wordAt(second));

/** As no model is set: the words that were said. */
const writeWords = createWriteNote({
  draft: (turns) => ({
    sections: [
      { title: 'All', lines: turns.map(({ text }) => ({ text, said: [], findings: [] })) },
    ],
  }),
  sections: () => [],
  usualSections: ['All'],
  model: async () => undefined,
  kindsIn: () => [],
  unsupported: () => new Map(),
});

export type FallbackRig = ReturnType<typeof fallbackRig>;

export function fallbackRig({
  store = createStore({
    file: path.join(temporaryFolder(), 'scriba.db'),
    seal: (
      (cipher: RowCipher) => () =>
        cipher
    )(testCipher()),
  }),
  clock = heldClock(),
  seconds = 4,
  usual = false,
  ...over
}: Partial<FallbackDeps> & {
  store?: Store;
  clock?: HeldClock;
  seconds?: number;
  usual?: boolean;
} = {}) {
  const told: string[] = [];
  const made: string[] = [];
  /** How many engines were begun, and how much of the sound was read for them. */
  const begun = { engines: 0 };
  const setting = { usual };
  const fallback = createFallback({
    store,
    clock,
    isUsual: () => setting.usual,
    speech: async () => {
      begun.engines += 1;
      return { name: 'seconds', engine: secondsEngine() };
    },
    sound: async () => ({ files: [{ read: () => inPieces(numberedWav(seconds)) }] }),
    write: writeWords,
    isPractice: false,
    changed(id) {
      told.push(id);
      // As the app does: whoever listens to a changed visit looks at it.
      fallback.look(id);
    },
    made: (id) => void made.push(id),
    ...over,
  });
  return {
    store,
    clock,
    fallback,
    told,
    made,
    begun,
    setting,
    /** A visit for a platform; as it stands when nothing was reached, unless it is said otherwise. */
    wait(id: string, over: Partial<ReturnType<typeof visit>> = {}, more: Partial<Visit> = {}) {
      store.visits.insert(
        visit(id, { state: 'uploading', hold: 'offline', details: details(more), ...over }),
      );
      return id;
    },
    /** Words of the made draft's transcript. */
    said: (id: string) => wordsIn(store, id),
  };
}

export async function* inPieces(bytes: Buffer): AsyncGenerator<Uint8Array, void, void> {
  for (let at = 0; at < bytes.length; at += 16_000) yield bytes.subarray(at, at + 16_000);
}

export const wordsIn = ({ fallbackDrafts }: Pick<Store, 'fallbackDrafts'>, id: string): string[] =>
  fallbackDrafts
    .get(id)
    ?.documents.find(({ kind }) => kind === 'transcript')
    ?.text?.replace(/\[[\d:]+\] /g, '')
    .split('\n') ?? [];
