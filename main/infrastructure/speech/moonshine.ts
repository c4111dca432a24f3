/** The built-in engine of speech: Moonshine tiny, English, on this computer alone. */
import { Worker } from 'node:worker_threads';
import { Failure } from '../../../shared/failure.ts';
import type { TimedWord } from '../../../shared/model/note/draft.ts';
import type { FromRecogniser, HeardWord, ToRecogniser } from './moonshine-worker.ts';
import { cutAtPauses, type Stretch, secondsAt } from './pauses.ts';
import type { SpeechEngine, SpokenStretch } from './speech.ts';

/** The worker lies beside this file, under whatever name a bundler gave to both. */
const workerFile = () =>
  new URL(
    import.meta.url.endsWith('.ts') ? './moonshine-worker.ts' : './moonshine-worker.js',
    import.meta.url,
  );

type Recogniser = {
  readonly worker: Worker;
  broken: Failure | undefined;
  waiting: ((answer: FromRecogniser | Failure) => void) | undefined;
};

/** Starts the thread, which reads the model while the first sound is cut. */
export function createMoonshine(): SpeechEngine {
  const recogniser: Recogniser = {
    worker: new Worker(workerFile()),
    broken: undefined,
    waiting: undefined,
  };
  const fail = (cause: unknown) => {
    recogniser.broken ??= new Failure(
      'broken',
      'Speech could not be recognised on this computer. The sound is as it was.',
      { detail: 'recogniser-failed', cause },
    );
    recogniser.waiting?.(recogniser.broken);
  };
  recogniser.worker
    .on('message', (answer: FromRecogniser) => recogniser.waiting?.(answer))
    .on('error', fail)
    .on('exit', () => fail(undefined));
  return {
    transcribe: (sound) => transcribe(recogniser, sound),
    close: async () => {
      await recogniser.worker.terminate();
    },
  };
}

/** Throws Failure `broken` / `recogniser-failed`, and what the sound throws. */
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
    recogniser.waiting = (answer) =>
      answer instanceof Failure ? reject(answer) : resolve(answer.words);
    const message: ToRecogniser = { samples };
    recogniser.worker.postMessage(message);
  });
}

/** The model tells no times: the words share those of their stretch by their letters. */
function placed({ at, samples }: Stretch, heard: readonly HeardWord[]): SpokenStretch {
  const letters = heard.reduce((sum, { text }) => sum + text.length + 1, 0);
  let before = 0;
  const words = heard.map(({ text, confidence }): TimedWord => {
    const from = secondsAt(at + (samples.length * before) / letters);
    before += text.length + 1;
    const to = secondsAt(at + (samples.length * before) / letters);
    return { text, from, to, confidence: Math.round(confidence * 100) / 100 };
  });
  return {
    text: heard.map(({ text }) => text).join(' '),
    from: secondsAt(at),
    to: secondsAt(at + samples.length),
    words,
  };
}
