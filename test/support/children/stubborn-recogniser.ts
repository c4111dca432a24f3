/**
 * A thread that recognises nothing: `starts` counts how often it was started, and `answersFrom` is
 * the first start that answers. Before it, it hangs, or it dies.
 */
import { parentPort, workerData } from 'node:worker_threads';

const { starts, answersFrom, dies } = workerData as {
  readonly starts: Int32Array;
  readonly answersFrom: number;
  readonly dies: boolean;
};
const start = Atomics.add(starts, 0, 1) + 1;
parentPort?.on('message', ({ samples }: { readonly samples: Float32Array }) => {
  if (start >= answersFrom)
    parentPort?.postMessage({
      segments: [
        { from: 0, to: 1, words: [{ text: `${samples.length} by ${start}`, confidence: 1 }] },
      ],
      isCut: false,
    });
  else if (dies) throw new Error('It died.');
});
