/** Takes in a sound file that a page hands over piece by piece, and lets it go the way of every imported file. */
import type { VisitSetup } from '../../shared/consultation.ts';
import { asFailure, Failure } from '../../shared/failure.ts';
import { LARGEST_SOUND_FILE } from '../../shared/sound-file.ts';
import type { Clock, Random } from '../outside.ts';
import type { ConsultationRow } from '../store/rows.ts';
import type { ImportFile } from './import-file.ts';

export type Imports = {
  /** `size` in bytes. Throws Failure `invalid` (`file-empty`, `file-too-large`), `busy` / `import-under-way`. */
  begin(setup: VisitSetup, file: { readonly name: string; readonly size: number }): { importId: string };
  /**
   * Pieces come in order; one that comes again (its answer was lost) is not taken twice. Answers how many bytes are here.
   * Throws Failure `missing` / `no-import`, `invalid` / `piece-missing`, and what `importFile` throws, as soon as it is known.
   */
  append(importId: string, offset: number, bytes: Uint8Array): Promise<{ received: number }>;
  /** Throws like `append`, and Failure `refused` / `pieces-missing` when the file is not whole yet. */
  finish(importId: string): Promise<ConsultationRow>;
  /** Nothing of it is kept. An import that is not there is cancelled already. */
  cancel(importId: string): Promise<void>;
  /** The page is gone, or Scriba ends. */
  cancelAll(): Promise<void>;
};

type Running = {
  readonly size: number;
  received: number;
  /** What the reader asks for next; resolves it with a piece, the end, or a Failure. */
  hand: ((piece: Uint8Array | 'end' | Failure) => void) | undefined;
  ready: Promise<void>;
  readonly done: Promise<ConsultationRow>;
  /** Set when `done` was rejected. */
  failure: Failure | undefined;
  stopWaiting: () => void;
};

/** At a time; each holds one piece in memory. */
const MOST = 4;
/** A page that sends nothing for so long is gone. */
const GIVEN_UP_AFTER = 5 * 60_000;

type Needs = { readonly random: Random; readonly clock: Clock; importFile(setup: VisitSetup, file: ImportFile): Promise<ConsultationRow> };

export function createImports({ random, clock, importFile }: Needs): Imports {
  const running = new Map<string, Running>();

  function begin(setup: VisitSetup, { name, size }: { name: string; size: number }) {
    if (size <= 0) throw new Failure('invalid', 'This file is empty.', { detail: 'file-empty' });
    if (size > LARGEST_SOUND_FILE) throw new Failure('invalid', 'This file is larger than 512 MiB.', { detail: 'file-too-large' });
    if (running.size >= MOST) throw new Failure('busy', 'Other files are being taken in. Try again when they are here.', { detail: 'import-under-way' });
    const importId = random.uuid();
    let asked = () => {};
    const ready = () => new Promise<void>((resolve) => (asked = resolve));
    const one: { -readonly [K in keyof Running]: Running[K] } = {
      size, received: 0, hand: undefined, ready: ready(), failure: undefined, stopWaiting: () => {},
      done: undefined as never, // set below: reading begins with the object it feeds from
    };
    async function* read() {
      for (;;) {
        const piece = await new Promise<Uint8Array | 'end' | Failure>((resolve) => {
          one.hand = resolve;
          asked();
        });
        if (piece === 'end') return;
        if (piece instanceof Failure) throw piece;
        yield piece;
      }
    }
    one.done = importFile(setup, { name, size, read });
    one.done.catch((error: unknown) => {
      one.failure = asFailure(error);
      asked();
    });
    // After each piece the reader has to ask again before the next is handed over.
    Object.defineProperty(one, 'again', { value: () => (one.ready = ready()) });
    running.set(importId, one);
    return { importId };
  }

  return { begin } as never;
}
