/**
 * Which sound files Scriba takes in: told by their first bytes, never by their name; content types
 * of contract 3.2.
 */

/** Bytes that have to be there before a file can be told. */
export const MAGIC_BYTES = 12;
/**
 * Largest size in bytes that the platform's object store is known to take in one piece (contract
 * 3.2).
 */
export const LARGEST_SOUND_FILE = 512 * 1024 * 1024;

export type SoundFormat = {
  readonly extension: 'wav' | 'mp3' | 'm4a' | 'ogg' | 'webm';
  readonly contentType: string;
};

const formats: readonly (SoundFormat & { fits(head: Uint8Array): boolean })[] = [
  {
    extension: 'wav',
    contentType: 'audio/wav',
    fits: (head) => word(head, 0, 4) === 'RIFF' && word(head, 8, 12) === 'WAVE',
  },
  {
    extension: 'mp3',
    contentType: 'audio/mpeg',
    fits: (head) =>
      word(head, 0, 3) === 'ID3' || (head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2),
  },
  { extension: 'm4a', contentType: 'audio/m4a', fits: (head) => word(head, 4, 8) === 'ftyp' },
  {
    extension: 'ogg',
    contentType: 'application/octet-stream',
    fits: (head) => word(head, 0, 4) === 'OggS',
  },
  {
    extension: 'webm',
    contentType: 'application/octet-stream',
    fits: (head) => head[0] === 0x1a && head[1] === 0x45 && head[2] === 0xdf && head[3] === 0xa3,
  },
];

export const soundExtensions = formats.map(({ extension }) => extension);

/**
 * `head`: the first bytes of the file. Undefined for what Scriba cannot send, and for fewer than
 * `MAGIC_BYTES`.
 */
export function soundFormatOf(head: Uint8Array): SoundFormat | undefined {
  const found = head.length < MAGIC_BYTES ? undefined : formats.find(({ fits }) => fits(head));
  return found && { extension: found.extension, contentType: found.contentType };
}

const word = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to));
