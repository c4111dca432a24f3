/** The keys that deliveries are signed with: made here, kept in the key store, shown nowhere. */
import { z } from 'zod';
import type { KeyStore, Random } from '../../../infrastructure/ports.ts';

const NAME = 'webhook-keys';
/** Bytes; the contract wants 32 at least (4.1). */
const LENGTH = 32;
/** An address is registered a handful of times, not more. */
const MOST = 50;

/** `subscriptionId` is missing while nobody knows whether the platform took it. */
const kept = z.array(
  z.object({
    baseUrl: z.string(),
    clientId: z.string(),
    endpoint: z.string(),
    key: z.string().min(1),
    subscriptionId: z.string().optional(),
  }),
);
type KeptKey = z.infer<typeof kept>[number];
type Owner = Pick<KeptKey, 'baseUrl' | 'clientId'>;

export type WebhookKeys = {
  /** Reads them; what is not readable counts as none. Throws `locked`. */
  load(): Promise<void>;
  forget(): void;
  /** Of this account. */
  of(owner: Owner): readonly KeptKey[];
  /**
   * A new one, kept before it is sent anywhere: else a lost answer would leave deliveries that
   * nobody can check.
   */
  make(owner: Owner, endpoint: string): Promise<KeptKey>;
  /** The platform took it under this id. */
  settle(key: string, subscriptionId: string): Promise<void>;
  remove(which: (one: KeptKey) => boolean): Promise<void>;
};

export function createWebhookKeys({
  secrets,
  random,
}: {
  secrets: KeyStore;
  random: Pick<Random, 'bytes'>;
}): WebhookKeys {
  let keys: readonly KeptKey[] = [];
  let writing: Promise<unknown> = Promise.resolve();

  async function load(): Promise<void> {
    const read = kept.safeParse(parsed(await secrets.get(NAME)));
    keys = read.success ? read.data : [];
  }

  /**
   * Read anew each time: another window of the same profile cannot be, but a lock in between can.
   */
  function change(next: (keys: readonly KeptKey[]) => readonly KeptKey[]): Promise<void> {
    const done = writing
      .catch(() => {})
      .then(async () => {
        await load();
        const changed = next(keys);
        if (changed === keys) return;
        await (changed.length === 0
          ? secrets.remove(NAME)
          : secrets.set(NAME, JSON.stringify(changed)));
        keys = changed;
      });
    writing = done;
    return done;
  }

  return {
    load,
    forget() {
      keys = [];
    },
    of: ({ baseUrl, clientId }) =>
      keys.filter((one) => one.baseUrl === baseUrl && one.clientId === clientId),
    async make({ baseUrl, clientId }, endpoint) {
      const made = { baseUrl, clientId, endpoint, key: random.bytes(LENGTH).toString('base64url') };
      await change((keys) => [...keys, made].slice(-MOST));
      return made;
    },
    settle: (key, subscriptionId) =>
      change((keys) => keys.map((one) => (one.key === key ? { ...one, subscriptionId } : one))),
    remove: (which) =>
      change((keys) => (keys.some(which) ? keys.filter((one) => !which(one)) : keys)),
  };
}

function parsed(json: string | undefined): unknown {
  try {
    return JSON.parse(json ?? '[]');
  } catch {
    return [];
  }
}
