/**
 * Cuts sound at pauses, as it comes, and leaves silence out: speech is what is louder than the
 * quiet of the room; in a loud room it is what sounds like a voice, where that can be told.
 */

/** `at`: the place of its first sample in the whole sound. */
export type Stretch = { readonly at: number; readonly samples: Float32Array };

/**
 * Tells for each window of `WINDOW` samples how likely somebody speaks, from 0 to 1; undefined: that
 * cannot be told. `begins`: these samples do not follow those of the last call.
 */
export type Listen = (samples: Float32Array, begins: boolean) => Promise<Float32Array | undefined>;

/** Samples of a frame, 32 ms: what Silero hears at once. */
export const WINDOW = 512;
/** Frames: of quiet that end a stretch, before its first loud frame, and that a stretch must have. */
const PAUSE = 17;
const LEAD = 8;
const SHORTEST = 4;
/** Frames; a longer stretch is cut at its quietest place in the last `LOOK_BACK`. */
const LONGEST = 375;
const LOOK_BACK = 122;
/** Frames by which the quiet of the room is judged: 9 s. */
const MEMORY = 281;
/** Frames that are listened to at once, however the sound comes: 0.5 s. */
const BLOCK = 16;
/**
 * dB above the room that are speech, the level below which nothing is, and the loudest room that is
 * judged by its level. In a louder one voices are listened for; where they cannot be told, all is
 * taken for speech, so that no word is lost.
 */
const ABOVE_ROOM = 8;
const SILENCE = -62;
const LOUDEST_ROOM = -45;
/** How likely a voice begins a stretch, and goes on in one. */
const VOICE_BEGINS = 0.3;
const VOICE_GOES_ON = 0.15;

type Frame = { readonly samples: Float32Array; readonly level: number; readonly loud: boolean };
type State = {
  readonly listen: Listen | undefined;
  rest: Float32Array;
  /** Frames that are not handed out yet, and the place of the first. */
  frames: Frame[];
  at: number;
  quiet: number;
  levels: number[];
  /** Samples that were taken, and the place up to which voices were listened for. */
  taken: number;
  listened: number;
};

export async function* cutAtPauses(
  sound: AsyncIterable<Float32Array>,
  listen?: Listen,
): AsyncGenerator<Stretch, void, void> {
  const state: State = {
    listen,
    rest: new Float32Array(0),
    frames: [],
    at: 0,
    quiet: 0,
    levels: [],
    taken: 0,
    listened: -1,
  };
  for await (const piece of sound) {
    const all = joined([state.rest, piece]);
    const block = BLOCK * WINDOW;
    let from = 0;
    for (; from + block <= all.length; from += block)
      yield* takeBlock(state, all.slice(from, from + block));
    state.rest = all.slice(from);
  }
  yield* takeBlock(state, state.rest);
  const end = handOut(state, state.frames.length);
  if (end) yield end;
}

async function* takeBlock(state: State, block: Float32Array): AsyncGenerator<Stretch, void, void> {
  const frames: Float32Array[] = [];
  for (let from = 0; from < block.length; from += WINDOW)
    frames.push(block.slice(from, from + WINDOW));
  const levels = frames.map(levelOf);
  const voice = await voiceIn(state, block, levels);
  state.taken += block.length;
  for (const [at, samples] of frames.entries()) {
    const stretch = take(state, samples, levels[at] ?? SILENCE, voice?.[at]);
    if (stretch) yield stretch;
  }
}

/** Undefined where the level of the room tells enough. */
async function voiceIn(
  state: State,
  block: Float32Array,
  levels: readonly number[],
): Promise<Float32Array | undefined> {
  const room = roomOf([...state.levels, ...levels].slice(-MEMORY));
  if (!state.listen || block.length === 0 || room <= LOUDEST_ROOM) return undefined;
  const begins = state.listened !== state.taken;
  state.listened = state.taken + block.length;
  return state.listen(block, begins);
}

function take(
  state: State,
  samples: Float32Array,
  level: number,
  voice: number | undefined,
): Stretch | undefined {
  state.levels.push(level);
  if (state.levels.length > MEMORY) state.levels.shift();
  const isInStretch = state.frames.some((one) => one.loud);
  const loud =
    voice === undefined
      ? level > Math.max(SILENCE, Math.min(roomOf(state.levels), LOUDEST_ROOM) + ABOVE_ROOM)
      : voice >= (isInStretch ? VOICE_GOES_ON : VOICE_BEGINS);
  state.frames.push({ samples, level, loud });
  state.quiet = loud ? 0 : state.quiet + 1;
  if (!isInStretch && !loud) {
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
