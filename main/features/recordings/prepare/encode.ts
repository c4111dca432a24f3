/**
 * Encodes sound for the platform in a worker thread, block by block: neither side runs ahead of the
 * other.
 */
import { Worker } from 'node:worker_threads';
import { Failure } from '../../../../shared/failure.ts';
import type { EncodeJob, EncodeStart, FromEncoder, ToEncoder } from './encode-worker.ts';

/** 2 s of sound. */
const BLOCK_BYTES = 64_000;

export const encodings = {
  mp3: { extension: 'mp3', contentType: 'audio/mpeg' },
  wav: { extension: 'wav', contentType: 'audio/wav' },
} as const;

/** The worker lies beside this file, under whatever name a bundler gave to both. */
const workerFile = () =>
  new URL(
    import.meta.url.endsWith('.ts') ? './encode-worker.ts' : './encode-worker.js',
    import.meta.url,
  );

export type Encoder = {
  /**
   * Encodes one part, s16le mono 16 kHz; one at a time. `job.samples` is what `sound` yields in
   * all. The bytes come in order as they are made. Throws Failure `broken` / `encoder-failed`.
   */
  encode(job: EncodeJob, sound: Iterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void>;
  /** Ends the thread. */
  end(): Promise<void>;
};

/** Starts the thread; all parts of a recording go through it, one after the other. */
export function createEncoder(format: EncodeStart['format']): Encoder {
  // One block for all: it is filled again only when the answer to the last one is here.
  const start: EncodeStart = { format, block: new SharedArrayBuffer(BLOCK_BYTES) };
  const worker = new Worker(workerFile(), {
    workerData: start,
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 },
  });
  let broken: Failure | undefined;
  let waiting: ((answer: FromEncoder | Failure) => void) | undefined;
  const fail = (cause: unknown) => {
    broken ??= new Failure('broken', 'The recording could not be encoded. It is kept.', {
      detail: 'encoder-failed',
      cause,
    });
    waiting?.(broken);
  };
  worker
    .on('message', (answer: FromEncoder) => waiting?.(answer))
    .on('error', fail)
    .on('exit', () => fail(undefined));
  const tell = (message: ToEncoder) => worker.postMessage(message);
  const ask = (message: ToEncoder) =>
    new Promise<Uint8Array>((resolve, reject) => {
      waiting = (answer) => (answer instanceof Failure ? reject(answer) : resolve(answer.bytes));
      if (broken) return reject(broken);
      tell(message);
    });

  return {
    async *encode(job, sound) {
      tell(job);
      for (const filled of fill(new Uint8Array(start.block), sound)) {
        const bytes = await ask(filled);
        if (bytes.length > 0) yield bytes;
      }
      const bytes = await ask('end');
      if (bytes.length > 0) yield bytes;
    },
    end: async () => void (await worker.terminate()),
  };
}

/** Fills the block again and again; yields each time how many bytes of it are new. */
function* fill(block: Uint8Array, sound: Iterable<Uint8Array>): Generator<number, void, void> {
  let filled = 0;
  for (const piece of sound) {
    for (let at = 0; at < piece.length; ) {
      const take = Math.min(piece.length - at, block.length - filled);
      block.set(piece.subarray(at, at + take), filled);
      filled += take;
      at += take;
      if (filled === block.length) {
        yield filled;
        filled = 0;
      }
    }
  }
  if (filled > 0) yield filled;
}
