/**
 * Cuts sound at pauses, as it comes, and leaves silence out: speech is what is louder than the
 * quiet of the room.
 */

/** `at`: the place of its first sample in the whole sound. */
export type Stretch = { readonly at: number; readonly samples: Float32Array };

/** 30 ms. */
const FRAME = 480;
/** Frames: of quiet that end a stretch, before its first loud frame, and that a stretch must have. */
const PAUSE = 18;
const LEAD = 8;
const SHORTEST = 4;
/** Frames; a longer stretch is cut at its quietest place in the last `LOOK_BACK`. */
const LONGEST = 400;
const LOOK_BACK = 130;
/** Frames by which the quiet of the room is judged: 9 s. */
const MEMORY = 300;
/**
 * dB above the room that are speech, the level below which nothing is, and the loudest room: in a
 * louder one all is taken for speech, so that no word is lost.
 */
const ABOVE_ROOM = 8;
const SILENCE = -62;
const LOUDEST_ROOM = -45;

type Frame = { readonly samples: Float32Array; readonly level: number; readonly loud: boolean };
type State = {
  rest: Float32Array;
  /** Frames that are not handed out yet, and the place of the first. */
  frames: Frame[];
  at: number;
  quiet: number;
  levels: number[];
};

export async function* cutAtPauses(
  sound: AsyncIterable<Float32Array>,
): AsyncGenerator<Stretch, void, void> {
  const state: State = { rest: new Float32Array(0), frames: [], at: 0, quiet: 0, levels: [] };
  for await (const piece of sound) {
    const all = joined([state.rest, piece]);
    let from = 0;
    for (; from + FRAME <= all.length; from += FRAME) {
      const stretch = take(state, all.slice(from, from + FRAME));
      if (stretch) yield stretch;
    }
    state.rest = all.slice(from);
  }
  if (state.rest.length > 0) {
    const last = take(state, state.rest);
    if (last) yield last;
  }
  const end = handOut(state, state.frames.length);
  if (end) yield end;
}

function take(state: State, samples: Float32Array): Stretch | undefined {
  const level = levelOf(samples);
  state.levels.push(level);
  if (state.levels.length > MEMORY) state.levels.shift();
  const loud = level > Math.max(SILENCE, Math.min(roomOf(state.levels), LOUDEST_ROOM) + ABOVE_ROOM);
  state.frames.push({ samples, level, loud });
  state.quiet = loud ? 0 : state.quiet + 1;
  const hasSpeech = state.frames.some((one) => one.loud);
  if (!hasSpeech) {
    if (state.frames.length > LEAD) drop(state, 1);
    return undefined;
  }
  if (state.quiet >= PAUSE) return handOut(state, state.frames.length);
  return state.frames.length >= LONGEST ? handOut(state, quietest(state.frames)) : undefined;
}

/** Takes so many frames; undefined where they hold too little speech to be a word. */
function handOut(state: State, count: number): Stretch | undefined {
  const { at } = state;
  const taken = state.frames.slice(0, count);
  drop(state, count);
  if (taken.filter(({ loud }) => loud).length < SHORTEST) return undefined;
  return { at, samples: joined(taken.map(({ samples }) => samples)) };
}

function drop(state: State, count: number): void {
  for (const { samples } of state.frames.splice(0, count)) state.at += samples.length;
}

/** Frames up to the quietest place near the end. */
function quietest(frames: readonly Frame[]): number {
  let best = frames.length;
  let lowest = Number.POSITIVE_INFINITY;
  for (let at = frames.length - LOOK_BACK; at < frames.length; at += 1) {
    const level = frames[at]?.level ?? Number.POSITIVE_INFINITY;
    if (level < lowest) [best, lowest] = [at, level];
  }
  return best;
}

/** The tenth part of the frames is quieter. */
const roomOf = (levels: readonly number[]): number =>
  [...levels].sort((one, other) => one - other)[Math.floor(levels.length / 10)] ?? SILENCE;

/** dB below full scale. */
function levelOf(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return 10 * Math.log10(sum / Math.max(1, samples.length) + 1e-10);
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
