/** Hears a sealed visit from where it was heard up to, and writes a draft of all its words. */
import { Failure } from '../../../shared/failure.ts';
import type { Note } from '../../../shared/model/note/note.ts';
import { templatesHere } from '../../../shared/model/work-here.ts';
import type { Clock } from '../../infrastructure/ports.ts';
import { SPEECH_RATE } from '../../infrastructure/speech/speech.ts';
import type { VisitRow } from '../../infrastructure/store/rows.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import type { SpokenAhead } from '../../infrastructure/store/tables/spoken.ts';
import { later } from './heard-ahead.ts';
import type { NamedEngine } from './local-transcription.ts';
import { soundOfUpload } from './sound-of-upload.ts';
import { checkedStretches, turnsOf } from './transcript.ts';
import type { WriteNote } from './write-note.ts';

export type HearingOf = {
  readonly store: Pick<Store, 'segments' | 'spoken' | 'transaction' | 'uploads'>;
  readonly speech: (languages: readonly string[]) => Promise<NamedEngine>;
  /** The whole sound of a visit as files, in their order. */
  readonly sound: (id: string) => Promise<{
    readonly files: readonly { read(): AsyncIterable<Uint8Array> }[];
  }>;
};

type HeardVisit = {
  readonly engine: string;
  readonly seconds: number;
  /** Its files are still those that were heard. Forgetting a stretch replaces them. */
  readonly isSameSound: () => boolean;
};

/**
 * Undefined where it is not wanted any more; what was heard is kept. Throws Failure `refused` /
 * `sound-not-heard-here`, `missing` / `sound-gone`, and what engine and reading throw.
 */
export async function hearVisit(
  deps: HearingOf,
  { id, details }: VisitRow,
  isWanted: () => boolean,
): Promise<HeardVisit | undefined> {
  const { store } = deps;
  const before = filesOf(store, id);
  const isSameSound = () => filesOf(store, id) === before;
  const { name, engine } = await deps.speech(details.inputLanguages);
  try {
    const { files } = await deps.sound(id);
    if (files.length === 0) throw soundGone();
    const from = heardTo(store, id, name);
    const read = { samples: 0 };
    const sound = allOf(files, read);
    for await (const stretch of engine.transcribe(behind(sound, from * SPEECH_RATE, isWanted))) {
      if (!isWanted() || !keep(store, id, isSameSound, heard(name, stretch, from)))
        return undefined;
    }
    // To its end, whatever the engine left: digests of files are checked there.
    for await (const piece of sound) void piece;
    if (!isWanted() || !isSameSound()) return undefined;
    return { engine: name, seconds: read.samples / SPEECH_RATE, isSameSound };
  } finally {
    await engine.close();
  }
}

const heard = (engine: string, stretch: SpokenAhead['stretch'], from: number): SpokenAhead => ({
  engine,
  stretch: later(stretch, from),
});

const filesOf = ({ segments, uploads }: HearingOf['store'], id: string): string => {
  const files = segments.list(id);
  return (files.length > 0 ? files : uploads.list(id)).map(({ fileId }) => fileId).join();
};

/** In one transaction, so that no word is stored of sound that is being forgotten. */
const keep = (
  store: HearingOf['store'],
  id: string,
  isSameSound: () => boolean,
  ahead: SpokenAhead,
): boolean =>
  store.transaction(() => {
    if (!isSameSound()) return false;
    store.spoken.addAhead(id, ahead);
    return true;
  });

/** Seconds. Words of another engine, and those that do not open, are heard anew. */
function heardTo({ spoken }: HearingOf['store'], id: string, engine: string): number {
  const last = (() => {
    try {
      return spoken.ahead(id, 1)[0];
    } catch (error) {
      if (error instanceof Failure && error.detail === 'row-damaged') return undefined;
      throw error;
    }
  })();
  if (last?.engine === engine) return last.stretch.to;
  spoken.cutAhead(id, 0);
  return 0;
}

async function* allOf(
  files: readonly { read(): AsyncIterable<Uint8Array> }[],
  read: { samples: number },
): AsyncGenerator<Float32Array, void, void> {
  for (const file of files)
    for await (const piece of soundOfUpload(file.read()).sound) {
      read.samples += piece.length;
      yield piece;
    }
}

/** Without the first samples. Ends where the rest is not wanted: what was heard of it is dropped. */
async function* behind(
  sound: AsyncIterable<Float32Array>,
  samples: number,
  isWanted: () => boolean,
): AsyncGenerator<Float32Array, void, void> {
  let left = Math.round(samples);
  for await (const piece of sound) {
    if (!isWanted()) throw new Failure('refused', 'It is not wanted.', { detail: 'cancelled' });
    if (left < piece.length) yield left > 0 ? piece.subarray(left) : piece;
    left = Math.max(0, left - piece.length);
  }
}

const soundGone = () =>
  new Failure('missing', 'The sound of this visit is not here any more.', { detail: 'sound-gone' });

export type DraftingOf = {
  readonly store: Pick<Store, 'spoken'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly write: WriteNote;
  readonly isPractice: boolean;
};

/** Throws Failure `missing` / `nothing-heard`, `broken` / `engine-answer`, `locked`. */
export async function draftNote(
  { store, clock, write, isPractice }: DraftingOf,
  { id, details }: VisitRow,
  { engine, seconds }: HeardVisit,
): Promise<Note> {
  const stretches = store.spoken.ahead(id).map(({ stretch }) => stretch);
  const heard = { name: '', seconds, engine, stretches: checkedStretches(stretches, seconds) };
  const turns = turnsOf([heard], details);
  if (turns.length === 0)
    throw new Failure('missing', 'No speech was recognised in this recording. It is safe here.', {
      detail: 'nothing-heard',
    });
  const documents = await write({
    turns,
    engine,
    templates: templatesHere,
    language: details.outputLanguage,
  });
  return { visitId: id, documents, receivedAt: clock.now(), practice: isPractice };
}
