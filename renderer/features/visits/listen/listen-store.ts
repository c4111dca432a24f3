/**
 * Seconds of a visit that are listened to: one stretch at a time, only ever begun by a person, and
 * over at once when the vault locks.
 */

import { asFailure } from '../../../../shared/failure.ts';
import type { Span } from '../../../../shared/model/coding/entities.ts';
import type {
  NoteEvidence,
  Said,
  SpokenTranscript,
} from '../../../../shared/model/note/evidence.ts';
import { createStore } from '../../../common/store-registry.ts';
import { request } from '../../../common/stores/core.ts';
import { isLocked } from '../../../common/stores/locked.ts';
import { isRecording, useRecorder } from '../recorder/recorder-store.ts';
import { type Decode, decode, type Play, play } from './play.ts';
import { type OpenRun, openRun } from './run.ts';

/** Samples of a visit's recording. */
export type Stretch = { readonly visit: string; readonly from: number; readonly to: number };

type Listening = {
  readonly stretch?: Stretch | undefined;
  /** `opening`: asked for and not here yet. `ended`: came to its end by itself. */
  readonly status: 'still' | 'opening' | 'playing' | 'stopped' | 'ended' | 'failed';
  readonly problem?: unknown;
  /** Some of it could not be read and is silent. */
  readonly silent: boolean;
  /** The sample that sounds now, where a transcript is read along. */
  readonly position?: number | undefined;
};

const still: Listening = {
  stretch: undefined,
  status: 'still',
  problem: undefined,
  silent: false,
  position: undefined,
};
export const useListening = createStore('listening', still, {
  connect: connectListening,
  reset: forgetListening,
});

/** Stops the sound. */
let stopSound: (() => void) | undefined;
/** Number of the newest stretch that was asked for; the sound of an older one is dropped. */
let newest = 0;

export const isSame = (one: Stretch | undefined, other: Stretch): boolean =>
  one !== undefined && one.visit === other.visit && one.from === other.from && one.to === other.to;

/** Opens and plays a stretch; the one before it ends. Never throws: the problem is in the store. */
export const hear = (stretch: Stretch, player: Play = play): Promise<void> =>
  sound(stretch, async () => {
    const { audio, missing } = await request('recordings.listen', {
      id: stretch.visit,
      from: stretch.from,
      to: stretch.to,
    });
    return { audio, silent: missing.length > 0, player };
  });

/** The whole of a visit's sound as the platform keeps it; no stretch of ours. */
export const wholeOf = (visit: string): Stretch => ({ visit, from: 0, to: 0 });

/** Plays the platform's copy from its beginning; otherwise as `hear`. */
export const hearCopy = (visit: string, open: Decode = decode): Promise<void> =>
  sound(wholeOf(visit), async () => {
    const { audio } = await request('recordings.platformCopy', { id: visit });
    const player = await open(audio);
    return { audio: new Uint8Array(), silent: false, player };
  });

type Opened = { readonly audio: Uint8Array; readonly silent: boolean; readonly player: Play };

async function sound(stretch: Stretch, open: () => Promise<Opened>): Promise<void> {
  stopAll();
  newest += 1;
  const mine = newest;
  useListening.setState({ ...still, stretch, status: 'opening' });
  try {
    const { audio, silent, player } = await open();
    if (mine !== newest || isLocked()) return void audio.fill(0);
    stopSound = player(audio, () => mine === newest && useListening.setState({ status: 'ended' }));
    useListening.setState({ status: 'playing', silent });
  } catch (problem) {
    if (mine === newest) useListening.setState({ status: 'failed', problem });
  }
}

/** Samples that are asked for at a time: half a minute. */
const PIECE = 30 * 16_000;

/**
 * Plays on from a place to the end, at a speed, and tells the place; the sound before it ends.
 * Never throws: the problem is in the store.
 */
export async function hearOn(stretch: Stretch, speed: number, open: OpenRun = openRun) {
  stopAll();
  newest += 1;
  const mine = newest;
  const isMine = () => mine === newest && !isLocked();
  useListening.setState({ ...still, stretch, status: 'opening', position: stretch.from });
  const run = open(speed, (position) => isMine() && useListening.setState({ position }));
  stopSound = run.stop;
  try {
    for (let from = stretch.from; from < stretch.to && isMine(); from += PIECE) {
      const to = Math.min(stretch.to, from + PIECE);
      const heard = await request('recordings.listen', { id: stretch.visit, from, to });
      if (!isMine()) return void heard.audio.fill(0);
      const silent = useListening.getState().silent || heard.missing.length > 0;
      // While a piece sounds the next one is read.
      const sounds = run.add(heard.audio, from);
      useListening.setState({ status: 'playing', silent });
      await sounds;
    }
    await run.ended();
    if (isMine()) useListening.setState({ status: 'ended', position: stretch.to });
  } catch (problem) {
    run.stop();
    if (mine === newest) useListening.setState({ status: 'failed', problem });
  }
}

function stopAll() {
  newest += 1;
  stopSound?.();
  stopSound = undefined;
}

/** Stops what plays, or is about to; nothing happens where nothing does. */
export function stopListening(): void {
  const { status } = useListening.getState();
  stopAll();
  if (status === 'opening' || status === 'playing') useListening.setState({ status: 'stopped' });
}

/** The vault is locked, or the page goes elsewhere: nothing sounds on. */
export function forgetListening(): void {
  stopAll();
  useListening.setState(still);
}

/** Stops the sound when a recording begins: a microphone must not hear it. */
export function connectListening(): () => void {
  return useRecorder.subscribe(() => (isRecording() ? stopListening() : takeBackRefusal()));
}

/** Nothing is recorded any more: that it was refused for a recording is no longer true. */
function takeBackRefusal(): void {
  const { status, problem } = useListening.getState();
  if (status === 'failed' && asFailure(problem).detail === 'recording-now')
    useListening.setState({ status: 'stopped', problem: undefined });
}

/** Words of the transcript with those around them, and about when they were said. */
export const readSaid = (visit: string, span: Span): Promise<Said> =>
  request('notes.said', { id: visit, span });

/** The transcript by speakers, with about when each sentence was said. */
export const readSpoken = (visit: string): Promise<SpokenTranscript> =>
  request('notes.spoken', { id: visit });

/** Of each sentence of a version, what the transcript has. Throws the core's Failure. */
export const readEvidence = (
  visit: string,
  branch: string,
  version: number,
): Promise<NoteEvidence> => request('notes.evidence', { id: visit, branch, version });
