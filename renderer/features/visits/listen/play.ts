/** Plays sound out of memory: no file, no address of it anywhere in the page. */
import { SAMPLE_RATE } from '../../../../shared/model/recording.ts';

/**
 * Plays s16le, 16 kHz, mono, and overwrites it. `ended` is called once it has come to its end by
 * itself. Returns how to stop it.
 */
export type Play = (audio: Uint8Array, ended: () => void) => () => void;

export const play: Play = (audio, ended) => {
  const context = new AudioContext({ latencyHint: 'playback' });
  const buffer = context.createBuffer(1, Math.max(1, audio.length >> 1), SAMPLE_RATE);
  const channel = buffer.getChannelData(0);
  const bytes = new DataView(audio.buffer, audio.byteOffset, audio.byteLength);
  for (let at = 0; at < audio.length >> 1; at++)
    channel[at] = bytes.getInt16(at * 2, true) / 32_768;
  audio.fill(0);
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(context.destination);
  let over = false;
  const stop = () => {
    if (over) return false;
    over = true;
    source.onended = null;
    source.disconnect();
    channel.fill(0);
    void context.close();
    return true;
  };
  source.onended = () => void (stop() && ended());
  source.start();
  return () => void stop();
};
