/** The form of the sound in a WAV file, and its samples. */
import { MAGIC_BYTES, soundFormatOf } from '../../../../shared/model/sound-file.ts';

/** Bytes at the beginning of a WAV file among which its sound must begin. */
export const WAV_HEAD = 65_536;

export type WavForm = {
  readonly rate: number;
  readonly channels: number;
  /** Of a sample. */
  readonly bytes: number;
  readonly isFloat: boolean;
  /** The first byte of the sound, and the one behind its last. */
  readonly start: number;
  readonly end: number;
};

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;

/** `unknown`: its samples are compressed, or of a form that is not read here; undefined: damaged. */
export function wavForm(head: Buffer): WavForm | 'unknown' | undefined {
  let form: Omit<WavForm, 'start' | 'end'> | 'unknown' | undefined;
  for (let at = 12; at + 8 <= head.length; ) {
    const name = head.toString('latin1', at, at + 4);
    const size = head.readUInt32LE(at + 4);
    const start = at + 8;
    if (name === 'fmt ' && start + 16 <= head.length) form = sampleForm(head, start, size);
    if (name === 'data') {
      // A recorder that was cut off wrote no length: then all that follows is sound.
      const isOpen = size === 0 || size === 0xffff_ffff;
      if (form === undefined || form === 'unknown') return form;
      return { ...form, start, end: isOpen ? Number.POSITIVE_INFINITY : start + size };
    }
    at = start + size + (size % 2);
  }
  return undefined;
}

function sampleForm(head: Buffer, start: number, size: number) {
  const [given, channels] = [head.readUInt16LE(start), head.readUInt16LE(start + 2)];
  const [rate, bits] = [head.readUInt32LE(start + 4), head.readUInt16LE(start + 14)];
  // The form itself stands in the first bytes of a longer number there.
  const isLong = given === EXTENSIBLE && size >= 40 && start + 26 <= head.length;
  const kind = isLong ? head.readUInt16LE(start + 24) : given;
  const isFloat = kind === FLOAT;
  const isKnown =
    (isFloat && (bits === 32 || bits === 64)) || (kind === PCM && [8, 16, 24, 32].includes(bits));
  if (!isKnown || channels < 1 || channels > 8 || rate < 8_000 || rate > 192_000) return 'unknown';
  return { rate, channels, bytes: bits / 8, isFloat };
}

/** Bytes; who writes into a pipe does not know the length, and states one like these. */
const NO_LENGTH = 0x7f00_0000;
/** Seconds; less is rounding. */
const FEWEST_MISSING = 0.5;

/** `head`: its first bytes, `WAV_HEAD` of them; `size`: bytes of the whole file. 0 where nothing is missing. */
export function missingSecondsIn(head: Buffer, size: number): number {
  if (soundFormatOf(head.subarray(0, MAGIC_BYTES))?.extension !== 'wav') return 0;
  const form = wavForm(head);
  if (!form || form === 'unknown' || form.end - form.start >= NO_LENGTH) return 0;
  const missing = (form.end - size) / (form.rate * form.channels * form.bytes);
  return missing < FEWEST_MISSING ? 0 : Math.round(missing * 10) / 10;
}

/** All channels as one, from -1 to 1. */
export function readSamples(form: WavForm, sound: Buffer, frames: number): Float32Array {
  const mono = new Float32Array(frames);
  for (let at = 0; at < frames; at += 1) mono[at] = sampleOf(form, sound, at);
  return mono;
}

/** All channels of one frame as one, from -1 to 1. */
export function sampleOf(form: WavForm, sound: Buffer, frame: number): number {
  const { channels, bytes } = form;
  let sum = 0;
  for (let channel = 0; channel < channels; channel += 1)
    sum += sampleAt(form, sound, (frame * channels + channel) * bytes);
  return sum / channels;
}

function sampleAt({ bytes, isFloat }: WavForm, sound: Buffer, at: number): number {
  if (isFloat) {
    const value = bytes === 4 ? sound.readFloatLE(at) : sound.readDoubleLE(at);
    return Number.isFinite(value) ? Math.min(1, Math.max(-1, value)) : 0;
  }
  // Samples of 8 bit have no sign.
  if (bytes === 1) return (sound.readUInt8(at) - 128) / 128;
  return sound.readIntLE(at, bytes) / 2 ** (8 * bytes - 1);
}
