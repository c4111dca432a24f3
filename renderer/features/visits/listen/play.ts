/** Plays sound out of memory: no file, no address of it anywhere in the page. */
import { Failure } from '../../../../shared/failure.ts';
import { SAMPLE_RATE } from '../../../../shared/model/recording.ts';

/**
 * Plays s16le, 16 kHz, mono, and overwrites it. `ended` is called once it has come to its end by
 * itself. Returns how to stop it.
 */
export type Play = (audio: Uint8Array, ended: () => void) => () => void;

export const play: Play = (audio, ended) => {
  const context = new AudioContext({ latencyHint: 'playback' });
  const samples = samplesOf(audio);
  const buffer = context.createBuffer(1, Math.max(1, samples.length), SAMPLE_RATE);
  buffer.getChannelData(0).set(samples);
  samples.fill(0);
  return start(context, buffer, ended);
};

/** Reads s16le, and overwrites it. */
export function samplesOf(audio: Uint8Array): Float32Array {
  const bytes = new DataView(audio.buffer, audio.byteOffset, audio.byteLength);
  const samples = Float32Array.from(
    { length: audio.length >> 1 },
    (_, at) => bytes.getInt16(at * 2, true) / 32_768,
  );
  audio.fill(0);
  return samples;
}

/** Opens sound in a form of its own (MP3, WAV, ...), and overwrites it. Throws Failure `broken`. */
export type Decode = (audio: Uint8Array) => Promise<Play>;

export const decode: Decode = async (audio) => {
  const context = new AudioContext({ latencyHint: 'playback' });
  try {
    // A copy of its own: decoding takes the memory of what it is given.
    const buffer = await context.decodeAudioData(Uint8Array.from(audio).buffer);
    return (_none, ended) => start(context, buffer, ended);
  } catch (cause) {
    void context.close();
    throw new Failure('broken', 'The platform’s copy of this sound cannot be played here.', {
      detail: 'copy-unreadable',
      cause,
    });
  } finally {
    audio.fill(0);
  }
};

function start(context: AudioContext, buffer: AudioBuffer, ended: () => void): () => void {
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(context.destination);
  let over = false;
  const stop = () => {
    if (over) return false;
    over = true;
    source.onended = null;
    source.disconnect();
    for (let at = 0; at < buffer.numberOfChannels; at++) buffer.getChannelData(at).fill(0);
    void context.close();
    return true;
  };
  source.onended = () => void (stop() && ended());
  source.start();
  return () => void stop();
}
