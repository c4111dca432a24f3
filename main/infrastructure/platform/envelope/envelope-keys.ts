/**
 * The keys of the encrypted envelope: several by name, one in use, for each client of the platform;
 * kept in the key store alone.
 */
import { z } from 'zod';
import { Failure } from '../../../../shared/failure.ts';
import { type EnvelopeKeyInfo, isKeyText } from '../../../../shared/model/account/envelope.ts';
import type { Clock, KeyStore } from '../../ports.ts';
import type { Address } from '../client/address.ts';
import type { EnvelopeKey } from './envelope.ts';

const PLACE = 'envelope-keys';
/** A keychain entry of Windows holds 2560 bytes. */
const MOST = 8;

const kept = z.array(
  z.object({
    clientId: z.string(),
    kid: z.string(),
    text: z.string(),
    inUse: z.boolean(),
    since: z.number(),
  }),
);
type Kept = z.infer<typeof kept>;

export type EnvelopeKeys = {
  /** Of the account in use, in the order in which they came. Throws `locked`. */
  list(): Promise<readonly EnvelopeKeyInfo[]>;
  /**
   * The key store is asked the first time, and after `reread`. Without a name: the one in use.
   * Throws `locked`.
   */
  find(kid?: string): Promise<EnvelopeKey | undefined>;
  /**
   * Keeps a key; the first one, or one that is to be `used`, takes the place of the one in use.
   * Throws `invalid` / `bad_key_length`, `refused` / `envelope-kid-taken` or `envelope-keys-full`,
   * `locked`.
   */
  add(key: EnvelopeKey, used: boolean): Promise<void>;
  /** Throws `missing` / `no-envelope-key`, `locked`. */
  use(kid: string): Promise<void>;
  /**
   * One that is not there is removed already. Another one is not put in its place: a person says
   * which. Throws `locked`.
   */
  remove(kid: string): Promise<void>;
  /** Forgets what is in memory, because the key store may have changed. */
  reread(): void;
  /** Forgets what is in memory. */
  close(): void;
};

export type EnvelopeKeysDeps = {
  readonly secrets: KeyStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly address: () => Address;
};

type KeysState = {
  readonly deps: EnvelopeKeysDeps;
  /** As the key store has it; undefined where it must be asked. */
  known: Kept | undefined;
  /** The last write to the key store. */
  writing: Promise<unknown>;
};

export function createEnvelopeKeys(deps: EnvelopeKeysDeps): EnvelopeKeys {
  const state: KeysState = { deps, known: undefined, writing: Promise.resolve() };
  const forget = () => {
    state.known = undefined;
  };
  return {
    list: () => list(state),
    find: (kid) => find(state, kid),
    add: async (key, used) => add(state, key, used),
    use: (kid) => use(state, kid),
    remove: (kid) =>
      change(state, (keys) => keys.filter((key) => !(isOurs(state, key) && key.kid === kid))),
    reread: forget,
    close: forget,
  };
}

const isOurs = ({ deps }: KeysState, { clientId }: Kept[number]) =>
  clientId === deps.address().clientId;

async function all(state: KeysState): Promise<Kept> {
  state.known ??= read(await state.deps.secrets.get(PLACE));
  return state.known;
}

/** One after the other, each on the content of the key store. */
function change(state: KeysState, to: (keys: Kept) => Kept): Promise<void> {
  const { secrets } = state.deps;
  const done = state.writing.then(async () => {
    const next = to(read(await secrets.get(PLACE)));
    await secrets.set(PLACE, JSON.stringify(next));
    state.known = next;
  });
  state.writing = done.catch(() => {});
  return done;
}

const putInUse = (state: KeysState, keys: Kept, kid: string): Kept =>
  keys.map((key) => (isOurs(state, key) ? { ...key, inUse: key.kid === kid } : key));

async function list(state: KeysState): Promise<EnvelopeKeyInfo[]> {
  return (await all(state))
    .filter((key) => isOurs(state, key))
    .map(({ kid, inUse, since }) => ({ kid, inUse, since }));
}

async function find(state: KeysState, kid: string | undefined): Promise<EnvelopeKey | undefined> {
  const found = (await all(state)).find(
    (key) => isOurs(state, key) && (kid === undefined ? key.inUse : key.kid === kid),
  );
  return found && { kid: found.kid, text: found.text };
}

function add(state: KeysState, key: EnvelopeKey, used: boolean): Promise<void> {
  if (!isKeyText(key.text))
    throw new Failure(
      'invalid',
      'The encryption key must be exactly 16 bytes long. Copy it from the platform as it is.',
      { detail: 'bad_key_length' },
    );
  return change(state, (keys) => {
    const { clientId } = state.deps.address();
    const ours = keys.filter((one) => isOurs(state, one));
    if (ours.some(({ kid }) => kid === key.kid))
      throw new Failure(
        'refused',
        'A key of this name is here already. Remove it first, or look at the name once more.',
        { detail: 'envelope-kid-taken' },
      );
    if (keys.length >= MOST)
      throw new Failure(
        'refused',
        'There are eight keys already. Remove one that is no longer used.',
        { detail: 'envelope-keys-full' },
      );
    const next = [...keys, { clientId, ...key, inUse: false, since: state.deps.clock.now() }];
    return used || ours.length === 0 ? putInUse(state, next, key.kid) : next;
  });
}

function use(state: KeysState, kid: string): Promise<void> {
  return change(state, (keys) => {
    if (!keys.some((key) => isOurs(state, key) && key.kid === kid))
      throw new Failure('missing', 'There is no key of this name.', { detail: 'no-envelope-key' });
    return putInUse(state, keys, kid);
  });
}

/**
 * An entry that cannot be read counts as no keys: sealed calls are then refused, and a person puts
 * the keys in again.
 */
function read(text: string | undefined): Kept {
  try {
    return kept.parse(JSON.parse(text ?? '[]'));
  } catch {
    return [];
  }
}
