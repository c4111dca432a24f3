/**
 * Reads a microphone track through MediaStreamTrackProcessor, in a worker.
 *
 * The processor is made on the page (audio tracks cannot be handed to a worker) and holds up to
 * five seconds of frames by itself; its stream is handed over.
 */
import { createFrameReader, type ReaderCommand, type ReaderEvent } from './frame-reader.ts';
import workerAddress from './worker.ts?worker&url';

/** 5 s of 10 ms frames wait in the browser when whoever reads them is late. */
const FRAMES_THAT_WAIT = 500;

type TrackProcessor = new (init: {
  track: MediaStreamTrack;
  maxBufferSize: number;
}) => { readonly readable: ReadableStream<AudioData> };
const trackProcessor = () =>
  (globalThis as { MediaStreamTrackProcessor?: TrackProcessor }).MediaStreamTrackProcessor;

/** Reads one track: takes commands, and tells events to the listener it was opened with. */
export type Reader = {
  send(command: Exclude<ReaderCommand, { type: 'read' }>): void;
  close(): void;
};

export const canReadTracks = () => trackProcessor() !== undefined;

/**
 * Starts reading. Where no worker may be made, reads on the page: five busy seconds are still
 * survived. Throws where `canReadTracks` is false.
 */
export function readTrack(track: MediaStreamTrack, notify: (event: ReaderEvent) => void): Reader {
  const TrackProcessor = trackProcessor();
  if (TrackProcessor === undefined) throw new Error('There is no MediaStreamTrackProcessor.');
  const frames = new TrackProcessor({ track, maxBufferSize: FRAMES_THAT_WAIT }).readable;
  const worker = openWorker();
  if (worker === undefined) {
    const send = createFrameReader(notify);
    send({ type: 'read', frames });
    return { send, close: () => undefined };
  }
  worker.onmessage = ({ data }: MessageEvent<ReaderEvent>) => notify(data);
  worker.onerror = () => notify({ type: 'no-frames' });
  const send = (command: ReaderCommand, transfer: Transferable[] = []) =>
    worker.postMessage(command, transfer);
  send({ type: 'read', frames }, [frames]);
  return { send, close: () => worker.terminate() };
}

function openWorker(): Worker | undefined {
  try {
    return new Worker(allowedAddress as string, { type: 'module' });
  } catch {
    return undefined;
  }
}

type Policy = { createScriptURL(address: string): unknown };
type Policies = {
  createPolicy(name: string, rules: { createScriptURL(address: string): string }): Policy;
};

/**
 * Under Trusted Types a worker's address must come from a policy. Ours knows one address, and is
 * made when the page loads, so that no other script can take its name (the CSP allows the name
 * once).
 */
const allowedAddress: unknown = allow((globalThis as { trustedTypes?: Policies }).trustedTypes);

function allow(policies: Policies | undefined): unknown {
  try {
    return policies === undefined
      ? workerAddress
      : policies
          .createPolicy('scriba-capture', { createScriptURL: () => workerAddress })
          .createScriptURL('');
  } catch {
    return workerAddress;
  }
}
