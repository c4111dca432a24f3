/**
 * Reads the frames of a MediaStreamTrackProcessor into the audio pipeline, in a worker or on the
 * page.
 */
import { type AudioPipeline, createAudioPipeline, type PipelineEvent } from './audio-pipeline.ts';

export type ReaderCommand =
  | { readonly type: 'read'; readonly frames: ReadableStream<AudioData> }
  | { readonly type: 'record' }
  | { readonly type: 'pause' }
  | { readonly type: 'end' };

export type ReaderEvent =
  | PipelineEvent
  /** Sound heard before the command to pause, or to end, was all handed out. */
  | { readonly type: 'paused' }
  | { readonly type: 'ended' }
  /** The device gives no more frames, without a command to end. */
  | { readonly type: 'no-frames' };

type FrameReader = {
  readonly notify: (event: ReaderEvent) => void;
  readonly pipeline: AudioPipeline;
  ending: boolean;
  /** The stream of frames is at its end. */
  finished: boolean;
};

/** Returns the function that takes commands. */
export function createFrameReader(
  notify: (event: ReaderEvent) => void,
): (command: ReaderCommand) => void {
  const reader: FrameReader = {
    notify,
    pipeline: createAudioPipeline(notify),
    ending: false,
    finished: false,
  };
  return (command) => runCommand(reader, command);
}

function runCommand(reader: FrameReader, command: ReaderCommand): void {
  const { notify, pipeline } = reader;
  switch (command.type) {
    case 'read':
      void readAll(reader, command.frames);
      return;
    case 'record':
      pipeline.record();
      return;
    case 'pause':
      pipeline.pause();
      notify({ type: 'paused' });
      return;
    case 'end':
      // The page stops the track; the frames still queued are read before the stream says that it
      // is done.
      reader.ending = true;
      if (reader.finished) notify({ type: 'ended' });
  }
}

async function readAll(reader: FrameReader, frames: ReadableStream<AudioData>): Promise<void> {
  await readFrames(frames, reader.pipeline);
  reader.pipeline.end();
  reader.finished = true;
  reader.notify({ type: reader.ending ? 'ended' : 'no-frames' });
}

async function readFrames(
  frames: ReadableStream<AudioData>,
  pipeline: AudioPipeline,
): Promise<void> {
  const reader = frames.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      pipeline.frame({
        timestamp: value.timestamp,
        rate: value.sampleRate,
        samples: monoOf(value),
      });
      value.close();
    }
  } catch {
    // A broken stream counts as one at its end: the recorder opens another device.
  }
}

/** The mean of all channels. */
function monoOf(sound: AudioData): Float32Array {
  const { numberOfChannels, numberOfFrames } = sound;
  const mono = new Float32Array(numberOfFrames);
  sound.copyTo(mono, { planeIndex: 0, format: 'f32-planar' });
  if (numberOfChannels === 1) return mono;
  const channel = new Float32Array(numberOfFrames);
  for (let plane = 1; plane < numberOfChannels; plane++) {
    sound.copyTo(channel, { planeIndex: plane, format: 'f32-planar' });
    for (let at = 0; at < mono.length; at++) mono[at] = (mono[at] ?? 0) + (channel[at] ?? 0);
  }
  return mono.map((sum) => sum / numberOfChannels);
}
