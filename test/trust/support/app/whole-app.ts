/**
 * The whole core in this process, over a real folder, a held clock and a platform behind a `Net`:
 * to be stopped, damaged and started.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type App, createApp } from '../../../../main/app/app.ts';
import { nodeDisk, nodeRandom } from '../../../../main/hosts/node/node-ports.ts';
import { openKeyStore } from '../../../../main/infrastructure/vault/keystores/keystore.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import type { World } from '../../../support/fakes/fake-platform.ts';
import { type HeldClock, heldClock } from '../../../support/ports/clocks.ts';
import { tone } from '../../../support/rigs/outbox-rig.ts';
import { visit } from '../../../support/rigs/recorder.ts';
import { type NetPlatform, netPlatform, PLATFORM } from '../platforms/net-platform.ts';

export type WholeApp = {
  readonly app: App;
  readonly clock: HeldClock;
  readonly platform: NetPlatform;
  list(): Promise<Visit[]>;
  /** A file of a person, sealed in one part. */
  bring(name: string, bytes: Buffer): Promise<Visit>;
  record(seconds: number, pitch?: number): Promise<string>;
  /**
   * Lets time pass until it is so, playing the person who signs in and tries again. Throws when it
   * never becomes so.
   */
  until(so: (visits: Visit[]) => boolean, person?: (visit: Visit) => unknown): Promise<Visit[]>;
};

const practice = {
  url: PLATFORM,
  brand: 'svc',
  clientId: 'practice-client',
  clientSecret: 'practice-secret',
};
const keys = openKeyStore({ disk: nodeDisk, random: nodeRandom });

export async function startWholeApp(
  folder: string,
  world: World,
  clock = heldClock(),
  meet?: NetPlatform['meet'],
): Promise<WholeApp> {
  const platform = netPlatform(world, { now: () => clock.now() });
  platform.meet = meet;
  // So much room that nothing is refused, and so little that no reserve is written: eight megabytes
  // a case would be most of the time.
  const disk = { ...nodeDisk, free: () => 100 * 2 ** 30 };
  const app = await createApp({
    host: 'headless',
    version: '0',
    profile: 'practice',
    folder,
    practice,
    clock,
    random: nodeRandom,
    disk,
    net: platform.net,
    openKeyStore: keys,
  });
  if ((await app.handlers['vault.state'](undefined)).state === 'none')
    await app.handlers['vault.create']({ kind: 'practice' });
  const list = async () => app.handlers['visits.list'](undefined);
  const setup = visit({ templates: ['clinical_notes_template'] });
  return {
    app,
    clock,
    platform,
    list,
    bring: (name, bytes) =>
      app.importFile(setup, {
        name,
        size: bytes.length,
        async *read() {
          yield bytes;
        },
      }),
    async record(seconds, pitch = 300) {
      const { id } = await app.handlers['recordings.start']({
        ...setup,
        templates: [...setup.templates],
        inputLanguages: [...setup.inputLanguages],
      });
      const sound = tone(seconds, pitch).subarray(44);
      await app.handlers['recordings.append']({ id, firstSample: 0, audio: new Uint8Array(sound) });
      return id;
    },
    async until(so, person = () => {}) {
      let seen = '';
      for (let turn = 0; turn < 3000; turn++) {
        for (let ticks = 0; ticks < 30; ticks++) await undefined;
        const visits = await list();
        if (so(visits)) return visits;
        seen = visits
          .map(
            ({ id, state, hold, trouble }) => `${id} ${state} ${hold ?? ''} ${trouble?.code ?? ''}`,
          )
          .join('; ');
        for (const one of visits) await person(one);
        // Encoding runs in a thread of its own, by no clock of ours.
        if (visits.some(({ state }) => state === 'sealed'))
          await new Promise((resolve) => setTimeout(resolve, 5));
        else if (turn % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
        if (turn % 3 === 2) clock.next();
      }
      throw new Error(`It is still: ${seen}`);
    },
  };
}

/** Every file as it is at this moment: what a kill leaves. */
export function snapshot(folder: string): Map<string, Buffer> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== 'reserve',
  );
  return new Map(
    files.map((entry) => {
      const name = path.join(entry.parentPath, entry.name);
      return [path.relative(folder, name), readFileSync(name)];
    }),
  );
}

export function restore(folder: string, files: ReadonlyMap<string, Buffer>): void {
  for (const [name, bytes] of files) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), bytes, { mode: 0o600 });
  }
}

/** A world that can be lived through again from here. */
export function copyWorld({ txns, ...rest }: World): World {
  return {
    ...rest,
    txns: new Map(
      [...txns].map(([id, txn]) => [
        id,
        {
          ...txn,
          folders: new Map([...txn.folders].map(([name, files]) => [name, new Map(files)])),
        },
      ]),
    ),
  };
}
