/**
 * The real outbox and platform client over a real database and a real practice platform; only
 * recordings and key store are invented.
 */
import { createHash, createHmac } from 'node:crypto';
import path from 'node:path';
import { createOutbox, type OutboxDeps } from '../../../main/features/outbox/outbox.ts';
import { undiciNet } from '../../../main/hosts/node/node-net.ts';
import { nodeRandom } from '../../../main/hosts/node/node-ports.ts';
import type { TokenState } from '../../../main/infrastructure/platform/client/tokens.ts';
import { createPlatform } from '../../../main/infrastructure/platform/platform.ts';
import type { Clock, KeyStore, Net, OpenSoundLine } from '../../../main/infrastructure/ports.ts';
import type { VisitDetails } from '../../../main/infrastructure/store/rows.ts';
import { createStore, type Store } from '../../../main/infrastructure/store/store.ts';
import type { TransportChoice } from '../../../shared/model/account/platform-profile.ts';
import { heldToContract } from '../held-to-contract.ts';
import { hurryingClock, inTimeOf } from '../ports/clocks.ts';
import { details, temporaryFolder, testCipher, visit } from '../rows.ts';

export type Account = { url: string; brand: string; clientId: string; clientSecret: string };

export function memoryKeyStore(): KeyStore & { kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    get: async (name) => kept.get(name),
    set: async (name, secret) => void kept.set(name, secret),
    remove: async (name) => void kept.delete(name),
  };
}

/** A WAV file of so many seconds of a swelling tone: heard, and not silence. */
export function tone(seconds: number, pitch = 220): Buffer {
  const samples = Math.round(seconds * 16_000);
  const bytes = Buffer.alloc(44 + 2 * samples);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(36 + 2 * samples, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  for (const [at, value, size] of [
    [16, 16, 4],
    [20, 1, 2],
    [22, 1, 2],
    [24, 16_000, 4],
    [28, 32_000, 4],
    [32, 2, 2],
    [34, 16, 2],
  ] as const)
    bytes.writeUIntLE(value, at, size);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(2 * samples, 40);
  for (let i = 0; i < samples; i++)
    bytes.writeInt16LE(
      Math.round(
        9000 *
          Math.sin((2 * Math.PI * pitch * i) / 16_000) *
          (0.4 + 0.6 * Math.abs(Math.sin(i / 2500))),
      ),
      44 + 2 * i,
    );
  return bytes;
}

export async function createRig(
  account: Account,
  {
    speed = 20,
    net = heldToContract(undiciNet()),
    clock: given,
    signedIn = true,
    transport = 'transactions',
    soundLine,
  }: {
    speed?: number;
    net?: Net;
    clock?: Clock;
    signedIn?: boolean;
    transport?: TransportChoice;
    soundLine?: OpenSoundLine | undefined;
  } = {},
) {
  const clock = given ?? hurryingClock(speed);
  const cipher = testCipher();
  const store = createStore({
    file: path.join(temporaryFolder(), 'scriba.db'),
    seal: () => cipher,
  });
  const audio = new Map<string, Buffer[]>();
  const reached: boolean[] = [];
  const tokenStates: TokenState[] = [];
  /** May be changed in the middle, as a person can. */
  const way = { transport, sessionsUsed: false };
  const secrets = memoryKeyStore();
  const address = { baseUrl: account.url, brand: account.brand, clientId: account.clientId };
  const platform = createPlatform({
    // A test that brings a clock of its own may be about the difference.
    net: given ? net : inTimeOf(clock, net),
    soundLine,
    clock,
    random: nodeRandom,
    secrets,
    address: () => address,
    tokensChanged: (state) => void tokenStates.push(state),
    profile: () => ({ paths: {}, transport: way.transport }),
    sessionsUsed: {
      get: () => way.sessionsUsed,
      set: () => {
        way.sessionsUsed = true;
      },
    },
  });
  if (signedIn) await platform.account.signIn(address, account.clientSecret);

  const begin = () =>
    beginOutbox(store, audio, {
      clock,
      random: nodeRandom,
      store,
      transcription: platform.transcription,
      profile: 'practice',
      reference: (parts) => createHmac('sha256', 'key').update(parts.join()).digest('base64url'),
      changed() {},
      reachable: (now) => void reached.push(now),
    });
  const row = (id: string) => store.visits.get(id)!;
  return {
    store,
    platform,
    way,
    address,
    secrets,
    reached,
    tokenStates,
    clock,
    audio,
    begin,
    row,
    /** Adds a sealed consultation; its parts are tones of so many seconds. */
    seal(
      id: string,
      parts: number[] = [1],
      over: Partial<VisitDetails> = {},
      transactionId = `txn-${id}-${Math.random().toString(36).slice(2, 10)}`,
    ) {
      audio.set(
        id,
        parts.map((seconds, index) => tone(seconds, 200 + 40 * index)),
      );
      store.visits.insert(visit(id, { state: 'sealed', transactionId, details: details(over) }));
    },
    /**
     * Waits until the row is so; throws with what it is after `ms`: so long, that a busy computer
     * is not taken for a fault.
     */
    async until(id: string, so: (row: ReturnType<typeof rowOf>) => boolean, ms = 60_000) {
      const end = Date.now() + ms;
      for (;;) {
        const found = rowOf(row(id));
        if (so(found)) return found;
        if (Date.now() > end) throw new Error(`${id} is still ${JSON.stringify(found)}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
  };
}

/** An outbox whose recordings are prepared at once out of `audio`, by visit. */
function beginOutbox(
  store: Store,
  audio: ReadonlyMap<string, readonly Buffer[]>,
  deps: Omit<OutboxDeps, 'prepare' | 'openUpload'>,
) {
  const outbox = createOutbox({
    ...deps,
    async prepare(id) {
      store.transaction(() => {
        for (const [index, bytes] of audio.get(id)!.entries())
          store.uploads.put({
            fileId: `${id}-${index}`,
            visitId: id,
            ordinal: index + 1,
            generation: 'g',
            name: `audio_${String(index + 1).padStart(4, '0')}.wav`,
            contentType: 'audio/wav',
            bytes: bytes.length,
            sha256: createHash('sha256').update(bytes).digest('hex'),
          });
        store.visits.apply(id, store.visits.get(id)!.rev, 'prepared');
      });
    },
    async *openUpload(part) {
      // Pieces of its own, as the vault hands them out: the network takes their memory back once
      // they are sent.
      const bytes = audio.get(part.visitId)![part.ordinal - 1]!;
      for (let at = 0; at < bytes.length; at += 65_536)
        yield Buffer.from(bytes.subarray(at, at + 65_536));
    },
  });
  outbox.start();
  return outbox;
}

const rowOf = ({
  state,
  hold,
  attempts,
  waitsUntil,
  transactionId,
  details: { trouble },
}: ReturnType<ReturnType<typeof createStore>['visits']['list']>[number]) => ({
  state,
  hold,
  attempts,
  waitsUntil,
  transactionId,
  trouble,
});
