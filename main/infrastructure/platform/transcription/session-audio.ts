/**
 * The audio files of a session as the platform names and counts them (session protocol 4 and 5).
 */
import type { z } from 'zod';
import { failures } from '../../../../shared/failures.ts';
import { audioNamePattern, type endAnswer } from '../../../../shared/wire/session-protocol.ts';

type Ended = Pick<z.infer<typeof endAnswer>, 'audio_files' | 'audio_files_received'>;

/**
 * `audio_0001.wav` as a session wants it: `audio_0.wav`, numbered from 0 without zeros in front.
 * Throws `invalid` / `file-name`.
 */
export function sessionAudioName(name: string): string {
  const [, base, digits, extension] = /^(.*_)(\d+)(\.\w+)$/.exec(name) ?? [];
  if (!audioNamePattern.test(name) || Number(digits) < 1) throw failures.fileNameRefused();
  return `${base}${Number(digits) - 1}${extension}`;
}

/** 1 of `audio_0001.wav`; undefined for a name without a number. */
export const partNumber = (name: string): number | undefined => numberOf(name);

/** The published platforms take an MP3 under no other name. */
export const sessionAudioType = (contentType: string): string =>
  contentType === 'audio/mpeg' ? 'audio/mp3' : contentType;

/**
 * Whether the platform has all of `files`, our own names, by what it says at the end. Platforms keep
 * files under names of their own (`1.wav`, `s3://bucket/1.wav`); only the number is ours. Of a
 * single file the names are the pieces that the platform cut, and nothing at all is the only loss.
 */
export function hasAllAudio(
  { audio_files_received: count, audio_files: names }: Ended,
  files: readonly string[],
): boolean {
  const sent = new Set(files.map((name) => numberOf(sessionAudioName(name))));
  const received = count ?? (names.length > 0 ? names.length : undefined);
  if (sent.size === 1) return names.length > 0 || received === undefined || received > 0;
  const numbers = names.map(numberOf);
  if ([...sent].every((number) => numbers.includes(number))) return true;
  if (names.length > 0 && !numbers.includes(undefined)) return false;
  return received === undefined || received >= sent.size;
}

/** The digits before the extension, in the last step of a path or address. */
function numberOf(name: string): number | undefined {
  const digits = /(\d+)\.[A-Za-z0-9]+$/.exec(name.split('/').at(-1) ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}
