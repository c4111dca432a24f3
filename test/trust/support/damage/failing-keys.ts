/** A key store in memory that fails at one call, in one of all the ways a real one can. */
import type { KeyStore, OpenKeyStore } from '../../../../main/infrastructure/ports.ts';
import { Failure } from '../../../../shared/failure.ts';

/** How a call goes wrong; `applies` where it makes sense. */
export type Fault = {
  readonly name: string;
  readonly at: readonly Call[];
  run(kept: string | undefined): string | undefined;
};
type Call = 'open' | 'get' | 'set' | 'remove';

const every: readonly Call[] = ['open', 'get', 'set', 'remove'];
const refuse = (detail: string): Fault => ({
  name: detail,
  at: every,
  run: () => {
    throw new Failure('locked', 'The key store refuses.', { detail });
  },
});
const give = (name: string, give: (kept: string | undefined) => string | undefined): Fault => ({
  name,
  at: ['get'],
  run: give,
});

export const faults: readonly Fault[] = [
  refuse('keychain-missing'),
  refuse('keychain-locked'),
  refuse('keychain-denied'),
  {
    name: 'an error of a stranger',
    at: every,
    run: () => {
      throw Object.assign(new TypeError('Cannot read /home/asha/keys'), { code: 'EACCES' });
    },
  },
  give('nothing there', () => undefined),
  give('an empty word', () => ''),
  give('another’s key', () => Buffer.alloc(32, 9).toString('base64')),
  give('half a key', (kept) => kept?.slice(0, 20)),
  give('not Base64', () => '\u0000\uffff🔑'),
  give('a very long word', () => 'A'.repeat(100_000)),
  { name: 'forgets what it is given', at: ['set'], run: () => undefined },
  { name: 'keeps something else', at: ['set'], run: () => 'AAAA' },
];

export type Planned = { readonly call: number; readonly fault: Fault; readonly lasting: boolean };

export type FailingKeys = {
  readonly open: OpenKeyStore;
  /** Contents of the store; to be copied and put back. */
  secrets: Map<string, string>;
  /** Calls since `begin`. */
  readonly calls: Call[];
  /**
   * The call with this number, counted from 0, goes wrong; where it lasts, those of its kind after
   * it, too. Undefined: all goes well.
   */
  begin(fault?: Planned): void;
};

export function failingKeys(): FailingKeys {
  let planned: Planned | undefined;
  const calls: Call[] = [];

  function happen<T>(call: Call, name: string | undefined, well: () => T, value?: string): T {
    const number = calls.push(call) - 1;
    if (
      !planned ||
      number < planned.call ||
      (!planned.lasting && number > planned.call) ||
      !planned.fault.at.includes(call)
    )
      return well();
    const stored = name === undefined ? undefined : self.secrets.get(name);
    const given = planned.fault.run(call === 'set' ? value : stored);
    if (call === 'set' && given !== undefined) self.secrets.set(name!, given);
    return given as T;
  }

  const store: KeyStore = {
    get: async (name) => happen('get', name, () => self.secrets.get(name)),
    set: async (name, secret) =>
      happen('set', name, () => void self.secrets.set(name, secret), secret),
    remove: async (name) => happen('remove', name, () => void self.secrets.delete(name)),
  };
  const self: FailingKeys = {
    secrets: new Map(),
    calls,
    open: async () => {
      const opened = happen('open', undefined, () => store);
      return opened ?? store;
    },
    begin(fault) {
      planned = fault;
      calls.length = 0;
    },
  };
  return self;
}
