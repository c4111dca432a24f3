/** Judges two seconds of a microphone that was tried before the first visit of a day. */
import type { Level } from '../frames/level.ts';
import type { Device } from '../frames/microphone.ts';

/** The gravest first; `good` when none is true. */
type RoomSound = 'nothing' | 'clipping' | 'telephone' | 'loud-room' | 'no-words' | 'good';
export type RoomVerdict = { readonly sound: RoomSound; readonly device: string };

/** -70 dB: a muted microphone is below it. */
const NOTHING = 0.000_316;
/** In all blocks: a click is not clipping. */
const CLIPPED_SAMPLES = 16;
/** -36 dB between words: a fan, a street or a waiting room that drowns the end of words. */
const LOUD_ROOM = 0.016;
/** -46 dB: words into a microphone on the desk are above it. */
const WORDS = 0.005;
/** As the watchdog has it: hiss that a telephone line leaves nothing above. */
const HISS = 0.002;
const HISS_SHARE = 0.3;
const TREBLE_SHARE = 0.05;
/** Blocks of hiss that are needed to judge the line. */
const HISSES = 3;

export function judgeRoom(levels: readonly Level[], { label }: Device): RoomVerdict {
  return { sound: soundOf(levels), device: label };
}

function soundOf(levels: readonly Level[]): RoomSound {
  const loudness = levels.map(({ rms }) => rms).sort((one, other) => one - other);
  const loudest = loudness.at(-1) ?? 0;
  // A tenth of the blocks lies below: between words, or all of it.
  const quietest = loudness[Math.floor(loudness.length / 10)] ?? 0;
  if (loudest < NOTHING) return 'nothing';
  if (levels.reduce((sum, { clipped }) => sum + clipped, 0) >= CLIPPED_SAMPLES) return 'clipping';
  if (isDull(levels)) return 'telephone';
  if (quietest >= LOUD_ROOM) return 'loud-room';
  return loudest < WORDS ? 'no-words' : 'good';
}

function isDull(levels: readonly Level[]): boolean {
  const hisses = levels.filter(
    ({ rms, presence }) => presence >= HISS && presence >= rms * HISS_SHARE,
  );
  return (
    hisses.length >= HISSES &&
    hisses.every(({ presence, treble }) => treble < presence * TREBLE_SHARE)
  );
}
