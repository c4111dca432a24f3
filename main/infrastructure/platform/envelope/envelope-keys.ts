/** The keys of the encrypted envelope: several by name, one in use, for each client of the platform; kept in the key store alone. */
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
  /** The key store is asked the first time, and after `reread`. Without a name: the one in use. Throws `locked`. */
  find(kid?: string): Promise<EnvelopeKey | undefined>;
  /** Keeps a key; the first one, or one that is to be `used`, takes the place of the one in use. Throws `invalid` / `bad_key_length`, `refused` / `envelope-kid-taken` or `envelope-keys-full`, `locked`. */
  add(key: EnvelopeKey, used: boolean): Promise<void>;
  /** Throws `missing` / `no-envelope-key`, `locked`. */
  use(kid: string): Promise<void>;
  /** One that is not there is removed already. Another one is not put in its place: a person says which. Throws `locked`. */
  remove(kid: string): Promise<void>;
  /** What stands in memory is not believed any more. */
  reread(): void;
  /** Forgets what is in memory. */
  close(): void;
};

export function createEnvelopeKeys({
  secrets,
  clock,
  address,
}: {
  readonly secrets: KeyStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly address: () => Address;
}): EnvelopeKeys {
  let known: Kept | undefined;
  let writing: Promise<unknown> = Promise.resolve();
  const ours = ({ clientId }: Kept[number]) => clientId === address().clientId;

  async function all(): Promise<Kept> {
    return (known ??= read(await secrets.get(PLACE)));
  }

  /** One after the other, each on what the key store holds. */
  function change(to: (keys: Kept) => Kept): Promise<void> {
    const done = writing.then(async () => {
      const next = to(read(await secrets.get(PLACE)));
      await secrets.set(PLACE, JSON.stringify(next));
      known = next;
    });
    writing = done.catch(() => {});
    return done;
  }

  const inUse = (kid: string) => (key: Kept[number]) =>
    ours(key) ? { ...key, inUse: key.kid === kid } : key;

  return {
    list: async () =>
      (await all()).filter(ours).map(({ kid, inUse, since }) => ({ kid, inUse, since })),
    async find(kid) {
      const found = (await all()).find(
        (key) => ours(key) && (kid === undefined ? key.inUse : key.kid === kid),
      );
      return found && { kid: found.kid, text: found.text };
    },
    add: (key, used) => {
      if (!isKeyText(key.text))
        return Promise.reject(
          new Failure(
            'invalid',
            'The encryption key must be exactly 16 bytes long. Copy it from the platform as it is.',
            { detail: 'bad_key_length' },
          ),
        );
      return change((keys) => {
        const { clientId } = address();
        const mine = keys.filter(ours);
        if (mine.some(({ kid }) => kid === key.kid))
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
        const next = [...keys, { clientId, ...key, inUse: false, since: clock.now() }];
        return used || mine.length === 0 ? next.map(inUse(key.kid)) : next;
      });
    },
    use: (kid) =>
      change((keys) => {
        if (!keys.some((key) => ours(key) && key.kid === kid))
          throw new Failure('missing', 'There is no key of this name.', {
            detail: 'no-envelope-key',
          });
        return keys.map(inUse(kid));
      }),
    remove: (kid) => change((keys) => keys.filter((key) => !(ours(key) && key.kid === kid))),
    reread: () => void (known = undefined),
    close: () => void (known = undefined),
  };
}

/** What cannot be read counts as no keys: sealed calls are then refused, and a person puts the keys in again. */
function read(text: string | undefined): Kept {
  try {
    return kept.parse(JSON.parse(text ?? '[]'));
  } catch {
    return [];
  }
}
