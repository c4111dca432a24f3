/** Reads and writes plain WAV files: 16 bit, uncompressed. */
import { readFileSync } from 'node:fs';

export type Wav = {
  readonly rate: number;
  readonly channels: number /** Interleaved where there are several channels. */;
  readonly samples: Int16Array;
};

/** Throws for anything but 16-bit PCM. */
export function readWav(file: string): Wav {
  const bytes = readFileSync(file);
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WAVE')
    throw new Error(`${file} is no WAV file`);
  let format: { rate: number; channels: number } | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const body = at + 8;
    if (name === 'fmt ') {
      if (bytes.readUInt16LE(body + 14) !== 16)
        throw new Error(`${file} does not hold 16-bit samples`);
      format = { channels: bytes.readUInt16LE(body + 2), rate: bytes.readUInt32LE(body + 4) };
    }
    if (name === 'data' && format) {
      const data = bytes.subarray(body, Math.min(body + size, bytes.length));
      return { ...format, samples: fromPcm(data) };
    }
    at = body + size + (size % 2);
  }
  throw new Error(`${file} holds no sound`);
}

/** Bytes of s16le to samples. */
export const fromPcm = (bytes: Uint8Array): Int16Array => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Int16Array.from({ length: Math.floor(bytes.byteLength / 2) }, (_, index) =>
    view.getInt16(2 * index, true),
  );
};
