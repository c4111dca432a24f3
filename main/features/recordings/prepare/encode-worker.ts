/**
 * Makes MP3 or WAV of 16 kHz mono sound, in a thread of its own: one block in, the bytes made of it
 * out.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { createMp3Encoder } from 'wasm-media-encoders';
import { MP3_KILOBITS } from '../../../../shared/model/upload-length.ts';
import { wavHeader } from '../playback/wav.ts';

/** One part. `samples`: its length, which a WAV header must say first. */
export type EncodeJob = { readonly samples: number };
/**
 * Told when the thread is made. `block` is where each block of s16le is laid before it is
 * announced.
 */
export type EncodeStart = { readonly format: 'mp3' | 'wav'; readonly block: SharedArrayBuffer };
/** The beginning of a part (not answered), how many bytes of the block are new, or `end`. */
export type ToEncoder = EncodeJob | number | 'end';
export type FromEncoder = { readonly bytes: Uint8Array };

const SAMPLE_RATE = 16_000;

const { format, block } = workerData as EncodeStart;
const port = parentPort;
if (!port) throw new Error('This file runs in a worker thread only.');
const begin = format === 'wav' ? wav : await mp3();
let part: Part | undefined;
port.on('message', (message: ToEncoder) => {
  if (typeof message === 'object') {
    part = begin(message.samples);
    return;
  }
  if (!part) throw new Error('Sound came before its part began.');
  const bytes = message === 'end' ? part.end() : part.encode(new Uint8Array(block, 0, message));
  const answer: FromEncoder = { bytes };
  port.postMessage(answer, [bytes.buffer as ArrayBuffer]);
});

type Part = { encode(pcm: Uint8Array): Uint8Array; end(): Uint8Array };

/** One encoder for all parts: each of its own would leave a megabyte or two behind. */
async function mp3(): Promise<(samples: number) => Part> {
  const floats = new Float32Array(block.byteLength / 2);
  const encoder = await createMp3Encoder();
  return () => {
    // Begins anew: nothing of the part before is left in it, so that the same sound gives the same
    // bytes.
    encoder.configure({
      sampleRate: SAMPLE_RATE,
      channels: 1,
      bitrate: MP3_KILOBITS,
      outputSampleRate: SAMPLE_RATE,
    });
    return {
      // Copies: what the encoder returns lies in its own memory and is overwritten by the next
      // call.
      encode: (pcm) => encoder.encode([toFloat(pcm, floats)]).slice(),
      end: () => encoder.finalize().slice(),
    };
  };
}

function toFloat(pcm: Uint8Array, memory: Float32Array): Float32Array {
  const view = new DataView(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  const samples = memory.subarray(0, pcm.byteLength / 2);
  for (let i = 0; i < samples.length; i++) samples[i] = view.getInt16(2 * i, true) / 32_768;
  return samples;
}

function wav(samples: number): Part {
  let headerWritten = false;
  const withHeader = (pcm: Uint8Array) => {
    const header = headerWritten ? new Uint8Array() : wavHeader(samples * 2);
    headerWritten = true;
    const bytes = new Uint8Array(header.length + pcm.length);
    bytes.set(header);
    bytes.set(pcm, header.length);
    return bytes;
  };
  return { encode: withHeader, end: () => withHeader(new Uint8Array()) };
}
