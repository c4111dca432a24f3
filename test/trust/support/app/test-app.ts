/**
 * The whole core on a folder of its own, with a clock that is held and a network that is dead
 * unless given: for proofs that live through a day.
 */

import { type App, createApp } from '../../../../main/app/app.ts';
import { nodeDisk, nodeRandom } from '../../../../main/hosts/node/node-ports.ts';
import type {
  Crashes,
  Disk,
  LogLines,
  Net,
  OpenKeyStore,
  Random,
} from '../../../../main/infrastructure/ports.ts';
import { openKeyStore } from '../../../../main/infrastructure/vault/keystores/keystore.ts';
import type {
  Input,
  NoticeName,
  Output,
  RequestName,
} from '../../../../shared/contract/contract.ts';
import { Failure } from '../../../../shared/failure.ts';
import type { Profile } from '../../../../shared/model/account/account.ts';
import type { Policy } from '../../../../shared/model/policy.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { secretBytes } from '../../../../shared/secret-bytes.ts';
import { type HeldClock, heldClock } from '../../../support/ports/clocks.ts';
import { temporaryFolder } from '../../../support/rows.ts';
import { numberedSound } from '../../../support/sound/sound.ts';

export type TestAppDeps = {
  crashes?: Crashes;
  folder?: string;
  clock?: HeldClock;
  disk?: Disk;
  random?: Random;
  net?: Net;
  /** In memory, instead of a passphrase. */
  keyStore?: OpenKeyStore;
  profile?: Profile;
  log?: LogLines;
  policy?: Policy;
  /** False: the vault is not made here. */
  made?: boolean;
};

export type TestApp = Awaited<ReturnType<typeof openTestApp>>;

export async function openTestApp({
  folder = temporaryFolder(),
  clock = heldClock(),
  disk = nodeDisk,
  random = nodeRandom,
  net,
  keyStore,
  profile = 'clinic',
  log,
  policy,
  made = true,
  crashes,
}: TestAppDeps = {}) {
  // Anew each time: the core overwrites what it was given.
  const passphrase = () => secretBytes('canary passphrase of a doctor');
  const power = new Map<string, Set<() => void>>();
  const notices: { name: NoticeName; payload: unknown }[] = [];
  const app: App = await createApp({
    host: 'browser',
    version: '0.1.0',
    profile,
    folder,
    clock,
    random,
    disk,
    log,
    policy,
    net:
      net ??
      (async () => {
        throw new Failure('offline', 'There is no network here.', { detail: 'not-sent' });
      }),
    openKeyStore: keyStore ?? openKeyStore({ disk, random }),
    crashes,
    power: {
      on(event, listener) {
        power.set(event, (power.get(event) ?? new Set()).add(listener));
        return () => void power.get(event)?.delete(listener);
      },
    },
  });
  app.onNotice((name, payload) => notices.push({ name, payload }));
  const ask = async <N extends RequestName>(name: N, input: Input<N>): Promise<Output<N>> =>
    app.handlers[name](input);
  const choice = keyStore
    ? { kind: 'keychain' as const }
    : {
        kind: 'passphrase' as const,
        get passphrase() {
          return passphrase();
        },
      };
  let recoveryCode: Uint8Array = new Uint8Array();
  if (made && (await ask('vault.state', undefined)).state === 'none')
    ({ recoveryCode } = await ask('vault.create', choice));

  return {
    app,
    ask,
    folder,
    clock,
    notices,
    get passphrase() {
      return passphrase();
    },
    choice,
    /** Anew each time, as what a person types. */
    get recoveryCode() {
      return Uint8Array.from(recoveryCode);
    },
    happen: (event: 'lock' | 'suspend' | 'resume') =>
      power.get(event)?.forEach((listener) => {
        listener();
      }),
    async start(patient = { name: 'Asha Canary', recordNumber: 'UHID-1' }): Promise<Visit> {
      return ask('recordings.start', {
        patient,
        mode: 'dictation',
        modelType: 'pro',
        templates: ['clinical_notes_template'],
        inputLanguages: ['en-IN'],
        outputLanguage: 'en-IN',
        codify: true,
      });
    },
    /** Numbered sound in pieces of 250 ms. */
    async feed(id: string, from: number, to: number): Promise<void> {
      for (let at = from; at < to; at += 4000)
        await ask('recordings.append', {
          id,
          firstSample: at,
          audio: new Uint8Array(numberedSound(at, Math.min(at + 4000, to))),
        });
    },
    async record(
      seconds: number,
      patient?: { name: string; recordNumber: string },
    ): Promise<Visit> {
      const { id } = await this.start(patient);
      await this.feed(id, 0, seconds * 16_000);
      return ask('recordings.finish', { id, samples: seconds * 16_000 });
    },
    close: () => app.close(),
  };
}
