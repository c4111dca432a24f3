/**
 * A thread that recognises speech, as its engine sees it: one piece of sound at a time. A thread
 * that hangs or dies is ended and started anew once for the same piece; then it is told.
 */
import { Worker } from 'node:worker_threads';
import { Failure } from '../../../shared/failure.ts';
import { MINUTE, SECOND } from '../../../shared/time.ts';
import type { FromRecogniser, HeardSegment, ToRecogniser } from './onnx-thread.ts';
import type { Listen } from './sound/pauses.ts';
import { SPEECH_RATE } from './speech.ts';

export type RecogniserDeps = {
  readonly file: URL;
  readonly data: unknown;
  /** What is said where the thread cannot open its model. */
  readonly noModel: (cause: unknown) => Failure;
  readonly changed: (cause: unknown) => Failure;
  /** Returns what takes it back. */
  readonly after?: ((milliseconds: number, then: () => void) => () => void) | undefined;
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: (() => number) | undefined;
};

type Heard = { readonly segments: readonly HeardSegment[]; readonly isCut: boolean };
type Answer = Exclude<FromRecogniser, { readonly noModel: string }> | Failure;
export type Recogniser = {
  /** Throws what `noModel` and `changed` make, Failure `broken` / `recogniser-failed`, `recogniser-hangs`. */
  hear(samples: Float32Array): Promise<Heard>;
  /** Never throws: a thread that fails tells nothing of voices, and is started anew by `hear`. */
  readonly listen: Listen;
  close(): Promise<void>;
};

/**
 * Time for a piece: for the start and a busy computer, and for each second of sound as often as the
 * slowest piece took up to now, or as a slow computer takes for a large model.
 */
const LEAST_TIME = 3 * MINUTE;
const A_SECOND_OF_SOUND = 20 * SECOND;
const TIMES_SLOWER = 10;

type State = {
  readonly deps: RecogniserDeps;
  worker: Worker;
  closed: boolean;
  /** Why this thread takes nothing any more. */
  broken: Failure | undefined;
  waiting: ((answer: Answer) => void) | undefined;
  /** Milliseconds for a second of sound, at most up to now. */
  slowest: number;
};

export function createRecogniser(deps: RecogniserDeps): Recogniser {
  const state: State = {
    deps,
    worker: new Worker(deps.file, { workerData: deps.data }),
    closed: false,
    broken: undefined,
    waiting: undefined,
    slowest: A_SECOND_OF_SOUND / TIMES_SLOWER,
  };
  listen(state);
  return {
    async hear(samples) {
      const first = await hear(state, samples);
      if (!(first instanceof Failure)) return first;
      if (state.closed || first.code !== 'broken') throw first;
      await state.worker.terminate();
      restart(state);
      const second = await hear(state, samples);
      if (second instanceof Failure) throw second;
      return second;
    },
    async listen(samples, begins) {
      const answer = await ask(state, { listen: samples, begins }, samples.length / SPEECH_RATE);
      return 'voice' in answer ? answer.voice : undefined;
    },
    async close() {
      state.closed = true;
      await state.worker.terminate();
    },
  };
}

function restart(state: State): void {
  if (state.closed) return;
  state.broken = undefined;
  state.worker = new Worker(state.deps.file, { workerData: state.deps.data });
  listen(state);
}

/** What an ended thread still says counts for nothing. */
function listen(state: State): void {
  const { worker, deps } = state;
  const fail = (failure: Failure) => {
    if (state.worker !== worker) return;
    state.broken ??= failure;
    state.waiting?.(state.broken);
  };
  worker
    .on('message', (answer: FromRecogniser) => {
      if ('noModel' in answer)
        fail(answer.changed ? deps.changed(answer.noModel) : deps.noModel(answer.noModel));
      else if (state.worker === worker) state.waiting?.(answer);
    })
    .on('error', (cause) => fail(recogniserFailed(cause)))
    .on('exit', () => fail(recogniserFailed(undefined)));
}

/** Never throws. */
async function hear(state: State, samples: Float32Array): Promise<Heard | Failure> {
  const { now = () => performance.now() } = state.deps;
  const seconds = samples.length / SPEECH_RATE;
  const begun = now();
  const answer = await ask(state, { samples }, seconds);
  if (answer instanceof Failure) return answer;
  if (seconds >= 1) state.slowest = Math.max(state.slowest, (now() - begun) / seconds);
  return 'segments' in answer ? answer : recogniserFailed(undefined);
}

/** Never throws. */
function ask(state: State, message: ToRecogniser, seconds: number): Promise<Answer> {
  const { after = afterReally } = state.deps;
  return new Promise((resolve) => {
    if (state.broken) return resolve(state.broken);
    const cancel = after(LEAST_TIME + seconds * state.slowest * TIMES_SLOWER, () => {
      state.broken = recogniserHangs();
      state.waiting?.(state.broken);
    });
    state.waiting = (answer) => {
      state.waiting = undefined;
      cancel();
      resolve(answer);
    };
    state.worker.postMessage(message);
  });
}

function afterReally(milliseconds: number, then: () => void): () => void {
  const timer = setTimeout(then, milliseconds);
  timer.unref();
  return () => clearTimeout(timer);
}

const recogniserFailed = (cause: unknown) =>
  new Failure(
    'broken',
    'Speech could not be recognised on this computer. Close other programs and try again, or use another engine. The sound is as it was.',
    { detail: 'recogniser-failed', cause },
  );
const recogniserHangs = () =>
  new Failure(
    'broken',
    'The engine that recognises speech on this computer did not answer, and neither did it when it was started anew. Close other programs and try again, or use another engine. The sound is as it was.',
    { detail: 'recogniser-hangs' },
  );
