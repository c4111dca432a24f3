/** What was heard of a part while it was recorded, so that only the rest has to be heard. */
import { Failure } from '../../../shared/failure.ts';
import { SPEECH_RATE, type SpokenStretch } from '../../infrastructure/speech/speech.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import type { SpokenAhead } from '../../infrastructure/store/tables/spoken.ts';

type Part = { readonly visitId: string; readonly name: string; readonly engine: string };
type HeardAhead = {
  /** Times are those of the part. */
  readonly stretches: readonly SpokenStretch[];
  /** Of the part, from its beginning, that need not be heard. */
  readonly seconds: number;
  /** The sound of the part without them. */
  rest(sound: AsyncIterable<Float32Array>): AsyncGenerator<Float32Array, void, void>;
};

/** Bytes before the sound of a WAV file, and of each second of it. */
const HEADER = 44;
const A_SECOND = SPEECH_RATE * 2;

/** Nothing where another engine heard it, or where it cannot be read. Throws Failure `locked`. */
export function heardAhead(
  { spoken, uploads }: Pick<Store, 'spoken' | 'uploads'>,
  { visitId, name, engine }: Part,
): HeardAhead {
  const all = readable(() => spoken.ahead(visitId)).filter((one) => one.engine === engine);
  const parts = uploads.list(visitId);
  const index = parts.findIndex((part) => part.name === name);
  const secondsOf = (part: { bytes: number }) => Math.max(0, part.bytes - HEADER) / A_SECOND;
  const start = parts.slice(0, Math.max(0, index)).reduce((sum, part) => sum + secondsOf(part), 0);
  const own = parts[index];
  const end = own ? start + secondsOf(own) : start;
  // A stretch that the cut between two parts goes through belongs to the first.
  const stretches = all
    .filter(({ stretch }) => stretch.from >= start && stretch.from < end)
    .map(({ stretch }) => later(stretch, -start));
  const heardTo = Math.min(all.at(-1)?.stretch.to ?? 0, end);
  const seconds = Math.max(0, heardTo - start);
  return { stretches, seconds, rest: (sound) => without(sound, Math.round(seconds * SPEECH_RATE)) };
}

/** The same, so many seconds later. */
export function later(stretch: SpokenStretch, seconds: number): SpokenStretch {
  if (seconds === 0) return stretch;
  const moved = <T extends { readonly from: number; readonly to: number }>(one: T): T => ({
    ...one,
    from: one.from + seconds,
    to: one.to + seconds,
  });
  return { ...moved(stretch), words: stretch.words.map(moved) };
}

function readable(read: () => SpokenAhead[]): SpokenAhead[] {
  try {
    return read();
  } catch (error) {
    if (error instanceof Failure && error.detail === 'row-damaged') return [];
    throw error;
  }
}

async function* without(
  sound: AsyncIterable<Float32Array>,
  samples: number,
): AsyncGenerator<Float32Array, void, void> {
  let left = samples;
  for await (const piece of sound) {
    if (left < piece.length) yield left > 0 ? piece.subarray(left) : piece;
    left = Math.max(0, left - piece.length);
  }
}
