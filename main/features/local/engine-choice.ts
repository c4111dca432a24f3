/**
 * The engines that are set: addresses and models in the clear settings values, tokens in the key
 * store; a page never gets a token.
 */
import { z } from 'zod';
import { Failure } from '../../../shared/failure.ts';
import { topics } from '../../../shared/model/note/section-topics.ts';
import type { EngineChange, EngineName, WorkHere } from '../../../shared/model/work-here.ts';
import type { KeyStore } from '../../infrastructure/ports.ts';
import { type Access, createServerAccess } from '../../infrastructure/server-access.ts';

const CHOICE = 'here.engines';
const tokens: Readonly<Record<EngineName, string>> = {
  speech: 'speech-server-token',
  note: 'note-server-token',
};

const unset = { address: '', hasToken: false, model: '' };
const none: WorkHere = {
  usual: false,
  fallback: false,
  speech: unset,
  speechModel: '',
  note: unset,
  sections: [],
};
/**
 * Another version may have stored it: a member that is missing or of another form is as if it was
 * never set, and the others hold. A server that cannot be read is none: nothing is sent to it.
 */
const server = z
  .object({ address: z.string(), hasToken: z.boolean(), model: z.string() })
  .catch(unset);
const choiceSchema: z.ZodType<WorkHere> = z.object({
  usual: z.boolean().catch(none.usual),
  fallback: z.boolean().catch(none.fallback),
  speech: server,
  speechModel: z.string().catch(''),
  note: server,
  sections: z.array(z.string()).catch([]),
  sectionTopics: z.record(z.string(), z.enum(topics)).optional().catch(undefined),
});
const storedSchema = z.record(z.string(), z.unknown()).catch({});

type Settable = 'usual' | 'fallback' | 'sections' | 'sectionTopics' | 'speechModel';

export type EngineChoice = {
  get(): WorkHere;
  /**
   * Throws what `readAddress` throws, Failure `invalid` (`token-invalid`, `model-missing`), and
   * `locked` where a token must be kept or removed.
   */
  setServer(engine: EngineName, change: EngineChange): Promise<WorkHere>;
  set(change: Partial<Pick<WorkHere, Settable>>): WorkHere;
  /** For the calls; undefined where none is set. Throws Failure `locked`. */
  access(
    engine: EngineName,
  ): Promise<{ readonly access: Access; readonly model: string } | undefined>;
};

export type EngineChoiceDeps = {
  readonly values: { get(key: string): string | undefined; set(key: string, value: string): void };
  readonly secrets: Pick<KeyStore, 'get' | 'set' | 'remove'>;
  /** https, or http on this very machine. */
  readonly readAddress: (text: string) => URL;
};

export function createEngineChoice({
  values,
  secrets,
  readAddress,
}: EngineChoiceDeps): EngineChoice {
  const stored = () => storedSchema.parse(jsonIn(values.get(CHOICE)));
  const get = (): WorkHere => choiceSchema.parse(stored());
  const put = (next: WorkHere): WorkHere => {
    // What a newer version keeps there stays.
    values.set(CHOICE, JSON.stringify({ ...stored(), ...next }));
    return next;
  };
  const accessTo = (engine: EngineName) =>
    createServerAccess({ secrets, name: tokens[engine], readAddress });
  return {
    get,
    async setServer(engine, { address, model, token }) {
      if (address !== '' && model === '')
        throw new Failure('invalid', 'Name the model that this server shall use.', {
          detail: 'model-missing',
        });
      const entered = await accessTo(engine).enter(get()[engine], address, token);
      return put({
        ...get(),
        // A server that is set is the one in use.
        ...(engine === 'speech' && address !== '' && { speechModel: '' }),
        [engine]: { ...entered, model: address === '' ? '' : model },
      });
    },
    set: (change) => put({ ...get(), ...change }),
    async access(engine) {
      const { address, hasToken, model } = get()[engine];
      if (address === '') return undefined;
      return { access: await accessTo(engine).open({ address, hasToken }), model };
    },
  };
}

function jsonIn(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
