/**
 * Finds what a doctor would want to be told of a running recording: silence, clipping, the sound of
 * a telephone line, a visit that nobody speaks in any more, a device that gives nothing, a computer
 * that slept. Pure: a step from levels and ticks to findings.
 */
import { SAMPLE_RATE } from '../../../shared/model/recording.ts';
import { MINUTE, SECOND } from '../../../shared/time.ts';
import type { Level } from '../frames/level.ts';

export type Watch = {
  /** Milliseconds of sound since anything was last heard. */
  readonly silentFor: number;
  /** Milliseconds of sound for which clipping is still shown. */
  readonly clippedFor: number;
  /** Milliseconds of hiss heard since any of it lay above what a telephone carries. */
  readonly dullFor: number;
  readonly speech: Speech;
  readonly tick: { readonly monotonic: number; readonly wall: number } | undefined;
  /**
   * Milliseconds by the monotonic clock since the last sound came, counted in ticks that were on
   * time.
   */
  readonly noSoundFor: number;
  /**
   * A tick that came far too late: the sound that follows decides whether the computer slept or the
   * page was busy.
   */
  readonly jump:
    | { readonly ms: number; readonly heard: number; readonly ticks: number }
    | undefined;
};

/** Tells words from the noise of the room, whatever its loudness. */
type Speech = {
  /** Loudness of the room without words: the quietest of the last seconds. */
  readonly floor: number;
  /** Milliseconds above that; a slammed door has few. */
  readonly loudFor: number;
  /** Milliseconds of sound since the last words. */
  readonly wordlessFor: number;
};

export type WatchEvent =
  /** A block was heard; `samples` at 16 kHz. */
  | { readonly type: 'heard'; readonly level: Level; readonly samples: number }
  /** Every half second; both in milliseconds. */
  | { readonly type: 'tick'; readonly monotonic: number; readonly wall: number };

export type Finding =
  | { readonly type: 'silence' }
  | { readonly type: 'sound-again' }
  | { readonly type: 'clipping' }
  | { readonly type: 'clipping-over' }
  /** Speech has nothing above 4 kHz: often a Bluetooth headset in its telephone mode. */
  | { readonly type: 'telephone' }
  | { readonly type: 'telephone-over' }
  /** Nobody has spoken for long: the visit may be over. */
  | { readonly type: 'forgotten' }
  | { readonly type: 'forgotten-over' }
  /** The device is open and gives nothing. */
  | { readonly type: 'no-sound' }
  /** The computer slept, or its clock was set forward by as much; milliseconds. */
  | { readonly type: 'slept'; readonly ms: number };

/** -70 dB: a live microphone in a quiet room is above it, a muted one below. */
const SILENT_RMS = 0.000_316;
const SILENCE_AFTER = 10 * SECOND;
/** In one block: a single click is not clipping. */
const CLIPPED_SAMPLES = 4;
const CLIPPING_SHOWN = 2 * SECOND;
/** -54 dB above 2 kHz: the hiss of an s, well above the noise of a quiet room. */
const HISS_RMS = 0.002;
/** Share of the block that lies above 2 kHz in a hiss; a vowel or a hum has less. */
const HISS_SHARE = 0.3;
/** Share of a hiss above 4.8 kHz that no telephone line leaves. */
const TREBLE_SHARE = 0.05;
/** About fifty hisses: one dull sound is no dull line. */
const TELEPHONE_AFTER = 3 * SECOND;
const FORGOTTEN_AFTER = 5 * MINUTE;
/** -54 dB: words from across a room are above it. */
const WORDS_RMS = 0.002;
const WORDS_OVER_FLOOR = 2.5;
const WORDS_AFTER = 300;
/** -100 dB, and 1 dB a second: between two words the floor is found again. */
const LOWEST_FLOOR = 0.000_01;
const FLOOR_RISE = 1.122;
const NO_SOUND_AFTER = 3 * SECOND;
const LATE_TICK = 3 * SECOND;
/** The clock of a computer is put right by seconds; it sleeps for longer. */
const WALL_JUMP = 30 * SECOND;
/** Ticks that wait for sound still on its way from the worker. */
const GRACE_TICKS = 3;

export const beginWatch = (): Watch => ({
  silentFor: 0,
  clippedFor: 0,
  dullFor: 0,
  speech: { floor: LOWEST_FLOOR, loudFor: 0, wordlessFor: 0 },
  tick: undefined,
  noSoundFor: 0,
  jump: undefined,
});

/** Returns the next state and the findings of this step. */
export function watch(state: Watch, event: WatchEvent): { state: Watch; findings: Finding[] } {
  return event.type === 'heard' ? hear(state, event) : tick(state, event);
}

function hear(state: Watch, { level, samples }: Extract<WatchEvent, { type: 'heard' }>) {
  const ms = (samples * SECOND) / SAMPLE_RATE;
  const findings: Finding[] = [];
  const silentFor = level.rms < SILENT_RMS ? state.silentFor + ms : 0;
  if (silentFor >= SILENCE_AFTER && state.silentFor < SILENCE_AFTER)
    findings.push({ type: 'silence' });
  if (silentFor === 0 && state.silentFor >= SILENCE_AFTER) findings.push({ type: 'sound-again' });

  const clippedFor =
    level.clipped >= CLIPPED_SAMPLES ? CLIPPING_SHOWN : Math.max(0, state.clippedFor - ms);
  if (clippedFor > 0 && state.clippedFor === 0) findings.push({ type: 'clipping' });
  if (clippedFor === 0 && state.clippedFor > 0) findings.push({ type: 'clipping-over' });

  const dullFor = dullAfter(state.dullFor, level, ms);
  if (dullFor >= TELEPHONE_AFTER && state.dullFor < TELEPHONE_AFTER)
    findings.push({ type: 'telephone' });
  if (dullFor === 0 && state.dullFor >= TELEPHONE_AFTER) findings.push({ type: 'telephone-over' });

  const speech = speechAfter(state.speech, level.rms, ms);
  const wasForgotten = state.speech.wordlessFor >= FORGOTTEN_AFTER;
  const isForgotten = speech.wordlessFor >= FORGOTTEN_AFTER;
  if (isForgotten && !wasForgotten) findings.push({ type: 'forgotten' });
  if (wasForgotten && !isForgotten) findings.push({ type: 'forgotten-over' });

  const jump = state.jump && { ...state.jump, heard: state.jump.heard + ms };
  const heard = { silentFor, clippedFor, dullFor, speech, noSoundFor: 0, jump };
  return { state: { ...state, ...heard }, findings };
}

function speechAfter({ floor, loudFor, wordlessFor }: Speech, rms: number, ms: number): Speech {
  const risen = Math.max(LOWEST_FLOOR, floor) * FLOOR_RISE ** (ms / SECOND);
  const isLoud = rms >= Math.max(WORDS_RMS, risen * WORDS_OVER_FLOOR);
  const loud = isLoud ? Math.min(WORDS_AFTER, loudFor + ms) : Math.max(0, loudFor - ms / 2);
  return {
    floor: Math.min(risen, Math.max(LOWEST_FLOOR, rms)),
    loudFor: loud,
    wordlessFor: loud >= WORDS_AFTER ? 0 : wordlessFor + ms,
  };
}

/** Counts hiss only: vowels and silence say nothing of what the line carries. */
function dullAfter(dullFor: number, { rms, presence, treble }: Level, ms: number): number {
  if (presence < HISS_RMS || presence < rms * HISS_SHARE) return dullFor;
  return treble < presence * TREBLE_SHARE ? dullFor + ms : 0;
}

function tick(state: Watch, { monotonic, wall }: Extract<WatchEvent, { type: 'tick' }>) {
  const next = { ...state, tick: { monotonic, wall } };
  if (state.tick === undefined) return { state: next, findings: [] };
  const passed = monotonic - state.tick.monotonic;
  const passedOnWall = wall - state.tick.wall;

  if (passedOnWall - passed >= WALL_JUMP) {
    // The monotonic clock stood still: nothing could be heard, and no sound is on its way.
    return {
      state: { ...next, noSoundFor: 0, jump: undefined },
      findings: [{ type: 'slept', ms: passedOnWall } satisfies Finding],
    };
  }
  if (passed >= LATE_TICK) {
    return {
      state: {
        ...next,
        noSoundFor: 0,
        jump: { ms: passed + (state.jump?.ms ?? 0), heard: state.jump?.heard ?? 0, ticks: 0 },
      },
      findings: [],
    };
  }
  if (state.jump !== undefined) {
    if (state.jump.ticks + 1 < GRACE_TICKS)
      return {
        state: { ...next, jump: { ...state.jump, ticks: state.jump.ticks + 1 } },
        findings: [],
      };
    const slept = state.jump.heard < state.jump.ms / 2;
    return {
      state: { ...next, jump: undefined },
      findings: slept ? [{ type: 'slept', ms: state.jump.ms } satisfies Finding] : [],
    };
  }
  const noSoundFor = state.noSoundFor + passed;
  const stopped = noSoundFor >= NO_SOUND_AFTER && state.noSoundFor < NO_SOUND_AFTER;
  return {
    state: { ...next, noSoundFor },
    findings: stopped ? [{ type: 'no-sound' } satisfies Finding] : [],
  };
}
