/** The built-in engine of speech: Moonshine tiny, English, on this computer alone. */
import { Worker } from 'node:worker_threads';
import { Failure } from '../../../shared/failure.ts';
import type { TimedWord } from '../../../shared/model/note/draft.ts';
import type {
  FromRecogniser,
  HeardWord,
  RecogniserData,
  ToRecogniser,
} from './moonshine-worker.ts';
import { cutAtPauses, type Stretch, secondsAt } from './pauses.ts';
import { IN_REPETITION, isRepetitive } from './repetition.ts';
import type { SpeechEngine, SpokenStretch } from './speech.ts';
import { shareTimes } from './word-times.ts';

/** The worker lies beside this file, under whatever name a bundler gave to both. */
const workerFile = () =>
  new URL(
    import.meta.url.endsWith('.ts') ? './moonshine-worker.ts' : './moonshine-worker.js',
    import.meta.url,
  );

type Answer = readonly HeardWord[] | Failure;
type Recogniser = {
  readonly worker: Worker;
  broken: Failure | undefined;
  waiting: ((answer: Answer) => void) | undefined;
};

const noModel = (cause: unknown) =>
  new Failure(
    'missing',
    'The model that recognises speech is not on this computer, or is not whole. Install Scriba anew. The sound is as it was.',
    { detail: 'speech-model', cause },
  );
const recogniserFailed = (cause: unknown) =>
  new Failure(
    'broken',
    'Speech could not be recognised on this computer. The sound is as it was.',
    { detail: 'recogniser-failed', cause },
  );

/**
 * Starts the thread, which reads the model while the first sound is cut. `folder`: where the model
 * lies, for a test; else in its package. `givesWay`: other threads come first, as a recording does.
 */
export function createMoonshine({
  folder,
  givesWay = false,
}: {
  readonly folder?: string;
  readonly givesWay?: boolean;
} = {}): SpeechEngine {
  const workerData: RecogniserData = { folder, givesWay };
  const recogniser: Recogniser = {
    worker: new Worker(workerFile(), { workerData }),
    broken: undefined,
    waiting: undefined,
  };
  const fail = (failure: Failure) => {
    recogniser.broken ??= failure;
    recogniser.waiting?.(recogniser.broken);
  };
  recogniser.worker
    .on('message', (answer: FromRecogniser) => {
      if ('noModel' in answer) fail(noModel(answer.noModel));
      else recogniser.waiting?.(answer.words);
    })
    .on('error', (cause) => fail(recogniserFailed(cause)))
    .on('exit', () => fail(recogniserFailed(undefined)));
  return {
    transcribe: (sound) => transcribe(recogniser, sound),
    close: async () => {
      await recogniser.worker.terminate();
    },
  };
}

/** Throws Failure `missing` / `speech-model`, `broken` / `recogniser-failed`, and what the sound throws. */
async function* transcribe(
  recogniser: Recogniser,
  sound: AsyncIterable<Float32Array>,
): AsyncGenerator<SpokenStretch, void, void> {
  for await (const stretch of cutAtPauses(sound)) {
    const words = await ask(recogniser, stretch.samples);
    if (words.length > 0) yield placed(stretch, words);
  }
}

function ask(recogniser: Recogniser, samples: Float32Array): Promise<readonly HeardWord[]> {
  return new Promise((resolve, reject) => {
    if (recogniser.broken) return reject(recogniser.broken);
    recogniser.waiting = (answer) => (answer instanceof Failure ? reject(answer) : resolve(answer));
    const message: ToRecogniser = { samples };
    recogniser.worker.postMessage(message);
  });
}

/** The model tells no times: the words share those of their stretch by their letters. */
function placed({ at, samples }: Stretch, heard: readonly HeardWord[]): SpokenStretch {
  const texts = heard.map(({ text }) => text);
  const most = isRepetitive(texts) ? IN_REPETITION : 1;
  const words = shareTimes(texts, { from: at, to: at + samples.length }).map(
    ({ text, from, to }, index): TimedWord => ({
      text,
      from: secondsAt(from),
      to: secondsAt(to),
      confidence: Math.round(Math.min(heard[index]?.confidence ?? 0, most) * 100) / 100,
    }),
  );
  return {
    text: texts.join(' '),
    from: secondsAt(at),
    to: secondsAt(at + samples.length),
    words,
  };
}
