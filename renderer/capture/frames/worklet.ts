/**
 * Reads a microphone track through an AudioWorklet: the second choice, where
 * MediaStreamTrackProcessor is missing. It can lose a few milliseconds on a busy machine without
 * knowing; the recorder says that it is in use.
 */
import { createAudioPipeline, type Frame } from './audio-pipeline.ts';
import type { ReaderEvent } from './frame-reader.ts';
import type { Reader } from './processor.ts';
import workletAddress from './worklet-processor.ts?worker&url';

/** Starts reading. Rejects when the browser has no AudioWorklet either. */
export async function readTrackByWorklet(
  track: MediaStreamTrack,
  notify: (event: ReaderEvent) => void,
): Promise<Reader> {
  const { sampleRate } = track.getSettings();
  const context = new AudioContext({
    latencyHint: 'playback',
    ...(sampleRate !== undefined && { sampleRate }),
  });
  await context.audioWorklet.addModule(workletAddress);
  const source = context.createMediaStreamSource(new MediaStream([track]));
  const node = new AudioWorkletNode(context, 'scriba-capture', {
    numberOfInputs: 1,
    numberOfOutputs: 0,
  });
  const pipeline = createAudioPipeline(notify);
  node.port.onmessage = ({ data }: MessageEvent<Frame>) => pipeline.frame(data);
  source.connect(node);
  track.addEventListener('ended', () => notify({ type: 'no-frames' }));
  await context.resume();

  return {
    send({ type }) {
      pipeline[type]();
      if (type === 'pause') notify({ type: 'paused' });
      if (type === 'end') notify({ type: 'ended' });
    },
    close: () => void context.close(),
  };
}
