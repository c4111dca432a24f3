/** Makes MP3 or WAV of 16 kHz mono sound, in a thread of its own: one block in, the bytes made of it out. */
import { parentPort, workerData } from 'node:worker_threads';
import { createMp3Encoder } from 'wasm-media-encoders';
import { wavHeader } from './wav.ts';

/** `samples`: the length of the whole part, which a WAV header must say first. */
export type EncodeJob = { readonly format: 'mp3' | 'wav'; readonly samples: number };
/** Told when the thread is made. `block` is where each block of s16le is laid before it is announced. */
export type EncodeStart = EncodeJob & { readonly block: SharedArrayBuffer };
/** How many bytes of the block are new, or `end`. */
export type ToEncoder = number | 'end';
export type FromEncoder = { readonly bytes: Uint8Array; readonly last: boolean };

const SAMPLE_RATE = 16_000;
/** 235 KiB a minute. */
const BITRATE = 32;

const { block, ...job } = workerData as EncodeStart;
const encoder = await makeEncoder(job);
parentPort!.on('message', (message: ToEncoder) => {
  const bytes = message === 'end' ? encoder.end() : encoder.more(new Uint8Array(block, 0, message));
  const answer: FromEncoder = { bytes, last: message === 'end' };
  parentPort!.postMessage(answer, [bytes.buffer as ArrayBuffer]);
  if (message === 'end') parentPort!.close();
});

type Encoder = { more(pcm: Uint8Array): Uint8Array; end(): Uint8Array };

async function makeEncoder({ format, samples }: EncodeJob): Promise<Encoder> {
  if (format === 'wav') return wav(samples);
  const mp3 = await createMp3Encoder();
  const floats = new Float32Array(block.byteLength / 2);
  mp3.configure({ sampleRate: SAMPLE_RATE, channels: 1, bitrate: BITRATE, outputSampleRate: SAMPLE_RATE });
  return {
    // Copies: what the encoder answers lies in its own memory and is overwritten by the next call.
    more: (pcm) => mp3.encode([toFloat(pcm, floats)]).slice(),
    end: () => mp3.finalize().slice(),
  };
}

function toFloat(pcm: Uint8Array, memory: Float32Array): Float32Array {
  const view = new DataView(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  const samples = memory.subarray(0, pcm.byteLength / 2);
  for (let i = 0; i < samples.length; i++) samples[i] = view.getInt16(2 * i, true) / 32_768;
  return samples;
}

function wav(samples: number): Encoder {
  let begun = false;
  const withHeader = (pcm: Uint8Array) => {
    const header = begun ? new Uint8Array() : wavHeader(samples * 2);
    begun = true;
    const bytes = new Uint8Array(header.length + pcm.length);
    bytes.set(header);
    bytes.set(pcm, header.length);
    return bytes;
  };
  return { more: withHeader, end: () => withHeader(new Uint8Array()) };
}
