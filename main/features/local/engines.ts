/** The engines in use: made anew for each work, ended when the vault is locked. */
import { asFailure, Failure } from '../../../shared/failure.ts';
import { hearsOneOf } from '../../../shared/model/speech-models.ts';
import {
  type EngineName,
  type EngineTrial,
  engineInUse,
  isEnglish,
} from '../../../shared/model/work-here.ts';
import { MINUTE } from '../../../shared/time.ts';
import {
  createChatServer,
  type WriteByModel,
} from '../../infrastructure/language-model/chat-server.ts';
import type { Clock, Net, Random } from '../../infrastructure/ports.ts';
import type { ModelRecord } from '../../infrastructure/speech/models/inspect-model.ts';
import { createServerEngine } from '../../infrastructure/speech/server/server-engine.ts';
import { spokenSample } from '../../infrastructure/speech/sound/spoken-sample.ts';
import { BUILT_IN, type SpeechEngine } from '../../infrastructure/speech/speech.ts';
import type { EngineChoice } from './engine-choice.ts';
import type { NamedEngine } from './local-transcription.ts';

export type EnginesDeps = {
  readonly net: Net;
  readonly random: Pick<Random, 'bytes'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly choice: Pick<EngineChoice, 'get' | 'access'>;
  /**
   * Starts the engine that comes with Scriba, so that it gives way to a recording or not; absent
   * where there is none.
   */
  readonly builtIn?: ((how: { readonly givesWay: boolean }) => SpeechEngine) | undefined;
  /** The model that a user added and chose, and what starts it; absent where there are none. */
  readonly added?:
    | {
        used(): ModelRecord | undefined;
        open(
          model: ModelRecord,
          how: { readonly languages: readonly string[]; readonly givesWay: boolean },
        ): SpeechEngine;
      }
    | undefined;
};

export type Engines = {
  /**
   * Throws Failure `missing` (`no-speech-engine`, `engine-language`, `speech-model-unlisted`),
   * `locked`.
   */
  speech(languages: readonly string[]): Promise<NamedEngine>;
  /**
   * An engine on this computer, where one is the chosen one and hears one of these languages: it may
   * begin while the recording runs. A server is asked after its end.
   */
  whileRecording(languages: readonly string[]): NamedEngine | undefined;
  /** Undefined where none is set. Throws Failure `locked`. */
  model(): Promise<WriteByModel | undefined>;
  /**
   * Tries what is set, with words and sound of nobody, within a time; ends the trial of the same
   * engine before it.
   */
  test(engine: EngineName): Promise<EngineTrial>;
  /** Nobody waits for the trial of this engine any more. */
  stopTest(engine: EngineName): void;
  /** Ends the calls that are under way: Failure `refused` / `cancelled`. */
  stop(): void;
};

export function createEngines({
  net,
  random,
  clock,
  choice,
  builtIn,
  added,
}: EnginesDeps): Engines {
  let ending = new AbortController();
  const trials: Partial<Record<EngineName, AbortController>> = {};
  /** Who chose a model on this computer chose no server: another engine never takes its place. */
  const isUnlisted = () => !added?.used() && choice.get().speechModel !== '';
  const speech = async (
    languages: readonly string[],
    { cancel, timeout }: Within,
  ): Promise<NamedEngine> => {
    const model = added?.used();
    if (added && model) {
      if (!hearsOneOf(model, languages)) throw otherLanguage(model);
      const engine = added.open(model, { languages, givesWay: false });
      return { name: model.name, engine: endedBy(cancel, engine) };
    }
    if (isUnlisted()) throw unlisted();
    const server = await choice.access('speech');
    if (server)
      return {
        name: server.model,
        engine: createServerEngine({
          net,
          random,
          clock,
          cancel,
          ...(timeout !== undefined && { timeout }),
          server: () => Promise.resolve({ ...server.access, model: server.model }),
        }),
      };
    if (builtIn) {
      if (!languages.some(isEnglish)) throw englishOnly();
      return { name: BUILT_IN, engine: endedBy(cancel, builtIn({ givesWay: false })) };
    }
    throw new Failure(
      'missing',
      'No engine that recognises speech is set. Set one, then try again. The recording is safe here.',
      { detail: 'no-speech-engine' },
    );
  };
  const model = async ({ cancel, timeout }: Within) => {
    const server = await choice.access('note');
    return server && createChatServer({ net, cancel, timeout, ...server });
  };
  return {
    speech: (languages) => speech(languages, { cancel: ending.signal }),
    whileRecording(languages) {
      const model = added?.used();
      if (added && model) {
        if (!hearsOneOf(model, languages)) return undefined;
        const engine = added.open(model, { languages, givesWay: true });
        return { name: model.name, engine: endedBy(ending.signal, engine) };
      }
      if (isUnlisted() || choice.get().speech.address !== '') return undefined;
      if (!builtIn || !languages.some(isEnglish)) return undefined;
      return { name: BUILT_IN, engine: endedBy(ending.signal, builtIn({ givesWay: true })) };
    },
    model: () => model({ cancel: ending.signal }),
    async test(engine) {
      trials[engine]?.abort();
      const trial = new AbortController();
      trials[engine] = trial;
      const cancel = AbortSignal.any([ending.signal, trial.signal]);
      const timeout = TRIAL[engine];
      let tried: EngineTrial['tried'];
      try {
        if (engine === 'speech') {
          const by = engineInUse(choice.get());
          const found = await speech(added?.used()?.languages ?? ['en'], { cancel, timeout });
          tried = { by, name: found.name };
          await trySpeech(found);
        } else {
          const server = choice.get().note;
          if (server.address !== '') tried = { by: 'server', name: server.model };
          await (await model({ cancel, timeout }))?.(INVENTED, ['Complaints']);
        }
        return { engine, works: true, tried };
      } catch (error) {
        const { code, detail, message } = asFailure(error);
        return { engine, works: false, detail: detail ?? code, message, tried };
      }
    },
    stopTest: (engine) => trials[engine]?.abort(),
    stop() {
      ending.abort();
      ending = new AbortController();
    },
  };
}

type Within = { readonly cancel: AbortSignal; readonly timeout?: number };

/** A person waits: for a word or two of sound, and for a model that may have to be loaded first. */
const TRIAL = { speech: MINUTE, note: 2 * MINUTE } as const;

/** Nobody said it. */
const INVENTED = [{ text: 'I have had a cough for two days.' }];

/** That it is answered at all is what counts: nobody says anything. */
async function trySpeech({ engine }: NamedEngine): Promise<void> {
  try {
    for await (const stretch of engine.transcribe(spokenSample())) void stretch;
  } finally {
    await engine.close();
  }
}

const englishOnly = () =>
  new Failure(
    'missing',
    'The engine that comes with Scriba recognises English only, and this visit is in another language. Set a server that recognises it. The recording is safe here.',
    { detail: 'engine-language' },
  );

const unlisted = () =>
  new Failure(
    'missing',
    'The model of speech that was chosen is not in the list any more. Choose a model or another engine, then try again. The recording is safe here.',
    { detail: 'speech-model-unlisted' },
  );

const otherLanguage = ({ name, languages }: ModelRecord) =>
  new Failure(
    'missing',
    `The model ${name} does not hear the language of this visit; it hears ${languages.slice(0, 10).join(', ')}. Choose another model, or set a server that recognises it. The recording is safe here.`,
    { detail: 'engine-language' },
  );

/** The sound leaves the thread as soon as the vault is locked. */
function endedBy(cancel: AbortSignal, engine: SpeechEngine): SpeechEngine {
  const end = () => void engine.close();
  cancel.addEventListener('abort', end, { once: true });
  return {
    async *transcribe(sound) {
      try {
        yield* engine.transcribe(sound);
      } catch (error) {
        throw cancel.aborted ? cancelled() : error;
      }
    },
    close() {
      cancel.removeEventListener('abort', end);
      return engine.close();
    },
  };
}

const cancelled = () =>
  new Failure('refused', 'The work on this computer was stopped.', { detail: 'cancelled' });
