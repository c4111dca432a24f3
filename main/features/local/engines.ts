/** The engines in use: made anew for each work, ended when the vault is locked. */
import { asFailure, Failure } from '../../../shared/failure.ts';
import type { EngineName, EngineTrial } from '../../../shared/model/work-here.ts';
import {
  createChatServer,
  type WriteByModel,
} from '../../infrastructure/language-model/chat-server.ts';
import type { Net, Random } from '../../infrastructure/ports.ts';
import { SPEECH_RATE } from '../../infrastructure/speech/speech.ts';
import { createSpeechServer } from '../../infrastructure/speech/speech-server.ts';
import type { EngineChoice } from './engine-choice.ts';
import type { NamedEngine } from './local-transcription.ts';

export type EnginesDeps = {
  readonly net: Net;
  readonly random: Pick<Random, 'uuid'>;
  readonly choice: Pick<EngineChoice, 'get' | 'access'>;
  /** The engine that comes with Scriba; absent where there is none. */
  readonly builtIn?: (() => NamedEngine) | undefined;
};

export type Engines = {
  /** Throws Failure `missing` / `no-speech-engine`, `locked`. */
  speech(): Promise<NamedEngine>;
  /** Undefined where none is set. Throws Failure `locked`. */
  model(): Promise<WriteByModel | undefined>;
  /** Tries what is set, with words and sound of nobody. */
  test(engine: EngineName): Promise<EngineTrial>;
  /** Ends the calls that are under way: Failure `refused` / `cancelled`. */
  stop(): void;
};

export function createEngines({ net, random, choice, builtIn }: EnginesDeps): Engines {
  let ending = new AbortController();
  const speech = async (): Promise<NamedEngine> => {
    const { signal: cancel } = ending;
    const server = await choice.access('speech');
    if (server)
      return {
        name: server.model,
        engine: createSpeechServer({ net, random, cancel, ...server }),
      };
    if (builtIn) return builtIn();
    throw new Failure(
      'missing',
      'No engine that recognises speech is set. Set one, then try again. The recording is safe here.',
      { detail: 'no-speech-engine' },
    );
  };
  const model = async () => {
    const { signal: cancel } = ending;
    const server = await choice.access('note');
    return server && createChatServer({ net, cancel, ...server });
  };
  return {
    speech,
    model,
    async test(engine) {
      try {
        if (engine === 'speech') await trySpeech(await speech());
        else await (await model())?.(INVENTED, ['Complaints']);
        return { engine, works: true };
      } catch (error) {
        const { code, detail, message } = asFailure(error);
        return { engine, works: false, detail: detail ?? code, message };
      }
    },
    stop() {
      ending.abort();
      ending = new AbortController();
    },
  };
}

/** Nobody said it. */
const INVENTED = [{ text: 'I have had a cough for two days.' }];

/** A second of quiet: that it is answered at all is what counts. */
async function trySpeech({ engine }: NamedEngine): Promise<void> {
  try {
    for await (const stretch of engine.transcribe(quiet())) void stretch;
  } finally {
    await engine.close();
  }
}

async function* quiet(): AsyncGenerator<Float32Array, void, void> {
  yield new Float32Array(SPEECH_RATE);
}
