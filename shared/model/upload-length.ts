/** Lengths of the sound in files that Scriba encodes for sending: both forms have a fixed rate. */
import { SAMPLE_RATE } from './recording.ts';

/** Thousand bits a second: 235 KiB a minute. */
export const MP3_KILOBITS = 32;
const WAV_HEADER = 44;

/**
 * How long a part may be in a session, and whether a whole recording may go as one file. `format`:
 * in place of the chosen one.
 */
export type PartLimit = {
  readonly seconds: number;
  readonly single: boolean;
  readonly format?: 'wav';
};

/** Undefined for a file of another form: its length is not to be had from its size. */
export function uploadSeconds(contentType: string, bytes: number): number | undefined {
  if (contentType === 'audio/mpeg') return (bytes * 8) / (MP3_KILOBITS * 1000);
  return contentType === 'audio/wav' ? (bytes - WAV_HEADER) / (2 * SAMPLE_RATE) : undefined;
}
