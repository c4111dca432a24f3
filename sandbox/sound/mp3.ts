/** Reads MP3 piece by piece, as one channel of numbers between -1 and 1. */
import { createReadStream } from 'node:fs';
import { MPEGDecoder } from 'mpg123-decoder';
import type { Piece } from './wav.ts';

export async function* readMp3(path: string): AsyncGenerator<Piece> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    // Small pieces: decoding runs on the thread that also answers requests.
    for await (const bytes of createReadStream(path, {
      highWaterMark: 16 * 1024,
    }) as AsyncIterable<Buffer>) {
      const { channelData, samplesDecoded, sampleRate } = decoder.decode(bytes);
      if (samplesDecoded > 0) yield { samples: mix(channelData, samplesDecoded), rate: sampleRate };
    }
  } finally {
    decoder.free();
  }
}

function mix(channels: readonly Float32Array[], length: number) {
  const samples = new Float32Array(length);
  for (const channel of channels)
    for (let index = 0; index < length; index += 1)
      samples[index] = (samples[index] ?? 0) + (channel[index] ?? 0) / channels.length;
  return samples;
}
