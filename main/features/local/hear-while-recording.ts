/**
 * Recognises speech while its recording runs, behind what is sealed and on the disk, so that little
 * is left to hear after the end. Each stretch between two pauses is stored as it is heard; the last
 * one, which may go on, is left to the work after the end.
 *
 * The recording never waits for this: it knows nothing of it, and the sound is read from its files.
 * What fails here is done after the end. Words count as long as the files that they were heard in
 * are there: forgetting a stretch replaces its files, and removes their words in the same step.
 */
import { Failure } from '../../../shared/failure.ts';
import { SECOND } from '../../../shared/time.ts';
import type { Clock } from '../../infrastructure/ports.ts';
import { SPEECH_RATE, type SpokenStretch } from '../../infrastructure/speech/speech.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import { later } from './heard-ahead.ts';
import type { NamedEngine } from './local-transcription.ts';

/** How often is looked for more sound. */
const EVERY = 2 * SECOND;

type SealedSound = {
  readonly fileId: string;
  readonly firstSample: number;
  readonly audio: Buffer;
};

export type HearingDeps = {
  readonly store: Pick<Store, 'spoken' | 'segments' | 'visits'>;
  readonly clock: Pick<Clock, 'after'>;
  /** The recording that runs, as far as its sound is on the disk. */
  readonly recordings: {
    live(): { readonly id: string } | undefined;
    soundSoFar(id: string, from: number): AsyncIterable<SealedSound>;
  };
  /** Undefined where this visit is heard after its end. */
  readonly engine: (languages: readonly string[]) => NamedEngine | undefined;
  /** Another stretch was heard, or words are gone. */
  readonly heard: (id: string) => void;
};

export type HearWhileRecording = {
  start(): void;
  /** Ends what is under way, its engine with it. */
  stop(): void;
  /** To be called when a visit has changed: a recording may have begun, ended, or forgotten. */
  look(): void;
  /** Resolves when nothing is under way that was told to end. */
  idle(): Promise<void>;
};

/** One engine that hears one recording from one place on. */
type Run = {
  readonly id: string;
  readonly engine: NamedEngine;
  /** Samples of the recording before the first that it hears. */
  readonly from: number;
  /** Of the vault, in which it heard. */
  readonly files: Set<string>;
  ended: boolean;
  wake: (() => void) | undefined;
};

type Hearing = {
  readonly deps: HearingDeps;
  open: boolean;
  run: Run | undefined;
  /** A recording in which it failed: the work after the end tells why. */
  failed: string | undefined;
  ending: Promise<void>;
};

export function createHearWhileRecording(deps: HearingDeps): HearWhileRecording {
  const hearing: Hearing = {
    deps,
    open: false,
    run: undefined,
    failed: undefined,
    ending: Promise.resolve(),
  };
  return {
    start() {
      hearing.open = true;
      look(hearing);
    },
    stop() {
      hearing.open = false;
      hearing.failed = undefined;
      if (hearing.run) end(hearing, hearing.run);
    },
    look: () => look(hearing),
    idle: () => hearing.ending,
  };
}

function look(hearing: Hearing): void {
  const { run, deps } = hearing;
  if (run && !isCurrent(hearing, run)) {
    end(hearing, run);
    deps.heard(run.id);
  }
  const id = deps.recordings.live()?.id;
  if (!hearing.open || hearing.run || id === undefined || id === hearing.failed) return;
  begin(hearing, id);
}

/** Its recording runs, and the files in which it heard are all there. */
function isCurrent({ open, deps }: Hearing, { id, files, ended }: Run): boolean {
  if (!open || ended || deps.recordings.live()?.id !== id) return false;
  const there = new Set(deps.store.segments.list(id).map(({ fileId }) => fileId));
  return [...files].every((fileId) => there.has(fileId));
}

function begin(hearing: Hearing, id: string): void {
  const { store, engine: engineFor } = hearing.deps;
  let run: Run;
  try {
    const details = store.visits.get(id)?.details;
    if (!details?.worksHere) return;
    const from = Math.round(heardTo(store.spoken, id) * SPEECH_RATE);
    const engine = engineFor(details.inputLanguages);
    if (!engine) return;
    run = { id, engine, from, files: new Set(), ended: false, wake: undefined };
  } catch {
    hearing.failed = id;
    return;
  }
  hearing.run = run;
  const before = hearing.ending;
  hearing.ending = hear(hearing, run).then(() => before);
}

/** Seconds of the recording. Where the words before do not open, it begins anew. */
function heardTo(spoken: HearingDeps['store']['spoken'], id: string): number {
  try {
    return spoken.ahead(id, 1)[0]?.stretch.to ?? 0;
  } catch (error) {
    if (!(error instanceof Failure && error.detail === 'row-damaged')) throw error;
    spoken.cutAhead(id, 0);
    return 0;
  }
}

function end(hearing: Hearing, run: Run): void {
  run.ended = true;
  run.wake?.();
  if (hearing.run === run) hearing.run = undefined;
  void run.engine.engine.close();
}

/** Never throws. */
async function hear(hearing: Hearing, run: Run): Promise<void> {
  const { id, engine } = run;
  try {
    for await (const stretch of engine.engine.transcribe(soundOf(hearing, run)))
      if (!keep(hearing, run, stretch)) break;
  } catch {
    if (isCurrent(hearing, run)) hearing.failed = id;
  }
  await engine.engine.close().catch(() => {});
  if (hearing.run !== run) return;
  end(hearing, run);
  // Its sound was exchanged: from what is left on, with an engine that knows nothing of it.
  look(hearing);
}

/** False where these words are of no recording that runs, or of sound that is gone. */
function keep(hearing: Hearing, run: Run, stretch: SpokenStretch): boolean {
  if (!isCurrent(hearing, run)) return false;
  const { store, heard } = hearing.deps;
  store.spoken.addAhead(run.id, {
    engine: run.engine.name,
    stretch: later(stretch, run.from / SPEECH_RATE),
  });
  heard(run.id);
  return true;
}

/** As it is recorded; throws at its end, so that the engine takes no pause for what it is not. */
async function* soundOf(hearing: Hearing, run: Run): AsyncGenerator<Float32Array, void, void> {
  let at = run.from;
  for (;;) {
    for await (const { fileId, firstSample, audio } of hearing.deps.recordings.soundSoFar(
      run.id,
      at,
    )) {
      if (run.ended) throw new Error('It was told to end.');
      run.files.add(fileId);
      at = firstSample + audio.length / 2;
      yield samplesOf(audio);
    }
    await more(hearing, run);
    if (!isCurrent(hearing, run)) throw new Error('This recording does not run any more.');
  }
}

function samplesOf(audio: Buffer): Float32Array {
  const samples = new Float32Array(audio.length / 2);
  for (let at = 0; at < samples.length; at += 1) samples[at] = audio.readInt16LE(at * 2) / 32_768;
  return samples;
}

/** Until there may be more sound, or it was told to end. */
function more({ deps }: Hearing, run: Run): Promise<void> {
  return new Promise((resolve) => {
    const cancel = deps.clock.after(EVERY, resolve);
    run.wake = () => {
      cancel();
      resolve();
    };
  });
}
