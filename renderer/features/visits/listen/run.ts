/** Plays pieces of sound out of memory, one behind the other and at a speed, and tells the place. */
import { SAMPLE_RATE } from '../../../../shared/model/recording.ts';
import { samplesOf } from './play.ts';
import { stretch } from './time-stretch.ts';

type Run = {
  /** Takes s16le, 16 kHz, mono, and overwrites it. Resolves once this piece sounds. */
  add(audio: Uint8Array, from: number): Promise<void>;
  /** Resolves when all has sounded, or it was stopped. */
  ended(): Promise<void>;
  stop(): void;
};
/** `told`: the sample of the recording that sounds now, several times a second. */
export type OpenRun = (speed: number, told: (sample: number) => void) => Run;

/** Milliseconds between two looks at the clock. */
const LOOK = 100;

type Piece = {
  readonly from: number;
  readonly starts: number;
  readonly buffer: AudioBuffer;
  readonly source: AudioBufferSourceNode;
};

type RunState = {
  readonly context: AudioContext;
  readonly speed: number;
  /** Those that sound or wait. */
  pieces: Piece[];
  over: boolean;
};

export const openRun: OpenRun = (speed, told) => {
  const context = new AudioContext({ latencyHint: 'playback' });
  const state: RunState = { context, speed, pieces: [], over: false };
  const timer = setInterval(() => look(state, told), LOOK);
  const stop = () => {
    if (state.over) return;
    state.over = true;
    clearInterval(timer);
    for (const piece of state.pieces) forget(piece);
    state.pieces = [];
    void context.close();
  };
  return {
    add: (audio, from) => add(state, audio, from),
    ended: () => until(() => state.over || state.pieces.length === 0).then(stop),
    stop,
  };
};

async function add(state: RunState, audio: Uint8Array, from: number): Promise<void> {
  const sound = await atSpeed(samplesOf(audio), state.speed);
  if (state.over) return void sound.fill(0);
  const { context } = state;
  const buffer = context.createBuffer(1, Math.max(1, sound.length), SAMPLE_RATE);
  buffer.getChannelData(0).set(sound);
  sound.fill(0);
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(context.destination);
  const last = state.pieces.at(-1);
  const behind = last ? last.starts + last.buffer.duration : 0;
  const starts = Math.max(context.currentTime + 0.02, behind);
  source.start(starts);
  state.pieces.push({ from, starts, buffer, source });
  await until(() => state.over || context.currentTime >= starts);
}

/** The page stays free: the work is done in slices. */
async function atSpeed(sound: Float32Array, speed: number): Promise<Float32Array> {
  if (speed === 1) return sound;
  const steps = stretch(sound, speed);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) {
      sound.fill(0);
      return step.value;
    }
    await new Promise((resolve) => setTimeout(resolve));
  }
}

function look(state: RunState, told: (sample: number) => void): void {
  const now = state.context.currentTime;
  const over = state.pieces.filter(({ starts, buffer }) => starts + buffer.duration <= now);
  for (const piece of over) forget(piece);
  state.pieces = state.pieces.filter((piece) => !over.includes(piece));
  const [piece] = state.pieces;
  if (piece && piece.starts <= now)
    told(piece.from + Math.round((now - piece.starts) * state.speed * SAMPLE_RATE));
}

function forget({ source, buffer }: Piece): void {
  source.disconnect();
  buffer.getChannelData(0).fill(0);
}

const until = async (reached: () => boolean): Promise<void> => {
  while (!reached()) await new Promise((resolve) => setTimeout(resolve, LOOK / 2));
};
