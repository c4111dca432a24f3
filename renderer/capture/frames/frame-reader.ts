/** Reads the frames of a MediaStreamTrackProcessor and sends them down the line, in a worker or on the page. */
import { createLine, type Line, type LineEvent } from './audio-pipeline.ts';

/** What is said to whoever reads: begin with this stream, take, hold, end. */
export type PumpOrder =
  | { readonly type: 'read'; readonly frames: ReadableStream<AudioData> }
  | { readonly type: 'take' }
  | { readonly type: 'hold' }
  | { readonly type: 'end' };

export type PumpEvent =
  | LineEvent
  /** Everything heard before the order to hold, or to end, was told. */
  | { readonly type: 'held' }
  | { readonly type: 'ended' }
  /** The device gives no more frames and nobody asked for that. */
  | { readonly type: 'dried-up' };

export function createPump(tell: (event: PumpEvent) => void): (order: PumpOrder) => void {
  const line = createLine(tell);
  let ending = false;
  let dry = false;

  return (order) => {
    switch (order.type) {
      case 'read':
        void read(order.frames, line).then(() => {
          line.end();
          dry = true;
          tell({ type: ending ? 'ended' : 'dried-up' });
        });
        return;
      case 'take':
        return line.take();
      case 'hold':
        line.hold();
        return tell({ type: 'held' });
      case 'end':
        // The page stops the track; the frames still queued are read before the stream says that it is done.
        ending = true;
        if (dry) tell({ type: 'ended' });
    }
  };
}

async function read(frames: ReadableStream<AudioData>, line: Line) {
  const reader = frames.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      line.frame({ timestamp: value.timestamp, rate: value.sampleRate, samples: monoOf(value) });
      value.close();
    }
  } catch {
    // A broken stream is a dry one: whoever listens opens another device.
  }
}

function monoOf(sound: AudioData): Float32Array {
  const mono = new Float32Array(sound.numberOfFrames);
  sound.copyTo(mono, { planeIndex: 0, format: 'f32-planar' });
  if (sound.numberOfChannels === 1) return mono;
  const other = new Float32Array(sound.numberOfFrames);
  for (let channel = 1; channel < sound.numberOfChannels; channel++) {
    sound.copyTo(other, { planeIndex: channel, format: 'f32-planar' });
    for (let i = 0; i < mono.length; i++) mono[i]! += other[i]!;
  }
  for (let i = 0; i < mono.length; i++) mono[i]! /= sound.numberOfChannels;
  return mono;
}
