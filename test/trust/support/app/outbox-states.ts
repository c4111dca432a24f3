/** One folder for each state in which Scriba may be killed, with what the platform has by then. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { nodeClock } from '../../../../main/hosts/node/node-ports.ts';
import { createWorld, type World } from '../../../support/fakes/fake-platform.ts';
import { tone } from '../../../support/rigs/outbox-rig.ts';
import { openRecorder } from '../../../support/rigs/recorder.ts';
import { fastFolder } from '../disks/fast-folder.ts';
import { offline } from '../platforms/net-platform.ts';
import { addPrepared } from './queue-of-visits.ts';
import { copyWorld, snapshot, startWholeApp, type WholeApp } from './whole-app.ts';

export type Standstill = {
  readonly name: string;
  readonly files: ReadonlyMap<string, Buffer>;
  /**
   * The database as it was closed on an earlier day; for visits of a file or a recording it has no
   * row.
   */
  readonly older: Buffer;
  readonly world: World;
  /**
   * Sound that each visit must bring to the platform; none for one that was discarded. Absent
   * parts: whatever is prepared.
   */
  readonly audio: ReadonlyMap<string, readonly Buffer[] | 'discarded' | 'recorded'>;
};

type Scene = {
  readonly recorded?: boolean;
  readonly play: (whole: WholeApp, ids: string[]) => Promise<unknown>;
};

const allIn =
  (...states: string[]) =>
  (visits: { state: string }[]) =>
    visits.every(({ state }) => states.includes(state));
/** No answer to these kinds of question. */
const silent = (whole: WholeApp, ...kinds: string[]) => {
  whole.platform.meet = (path) => {
    if (kinds.includes(path)) throw offline();
  };
};
/** Questions about what is begun stay without an answer. */
const onlyAfterInit = (whole: WholeApp) => {
  whole.platform.meet = (path, { url }) => {
    if (path === 'status' && worldOf.get(whole)!.txns.get(url.pathname.split('/').at(-1)!)?.begun)
      throw offline();
  };
};
const offlineIn = (whole: WholeApp, ...states: string[]) =>
  whole.until((visits) =>
    visits.every(({ state, hold }) => states.includes(state) && hold === 'offline'),
  );

const scenes: Record<string, Scene> = {
  recording: { recorded: true, play: async () => {} },
  // Caught while it is being encoded.
  sealed: {
    recorded: true,
    play: async ({ app }, ids) => {
      for (const id of ids) await app.handlers['recordings.finish']({ id, samples: 16_000 });
    },
  },
  'recorded and prepared': {
    recorded: true,
    play: async (whole, ids) => {
      silent(whole, 'presign');
      for (const id of ids) await whole.app.handlers['recordings.finish']({ id, samples: 16_000 });
      await offlineIn(whole, 'prepared');
    },
  },
  prepared: {
    play: (whole) => {
      silent(whole, 'presign');
      return offlineIn(whole, 'prepared');
    },
  },
  uploading: {
    play: (whole) => {
      let taken = 0;
      whole.platform.meet = (path) => {
        if (path === 'init' || (path === 'blob' && taken++ > 0)) throw offline();
      };
      return whole.until(
        (visits) =>
          visits.some(({ parts }) => parts.sent > 0) &&
          visits.every(({ hold }) => hold === 'offline'),
      );
    },
  },
  'committing, not heard': {
    play: (whole) => {
      silent(whole, 'init');
      return offlineIn(whole, 'committing');
    },
  },
  'committing, heard, no answer': {
    play: (whole) => {
      whole.platform.answered = (path) => {
        if (path === 'init') throw offline('unclear');
      };
      onlyAfterInit(whole);
      return offlineIn(whole, 'committing');
    },
  },
  processing: {
    play: (whole) => {
      onlyAfterInit(whole);
      return offlineIn(whole, 'processing');
    },
  },
  ready: { play: (whole) => whole.until(allIn('ready')) },
  attention: {
    play: (whole) => {
      whole.platform.meet = (path) =>
        path === 'init'
          ? {
              status: 422,
              headers: { 'content-type': 'application/json' },
              body: Buffer.from('{"details":[]}'),
            }
          : undefined;
      return whole.until(allIn('attention'));
    },
  },
  discarded: {
    play: async (whole, ids) => {
      silent(whole, 'presign');
      await offlineIn(whole, 'prepared');
      for (const id of ids) await whole.app.handlers['recordings.discard']({ id });
    },
  },
  'dead, and sent under a new number': {
    play: async (whole) => {
      await whole.until(allIn('processing', 'ready'));
      for (const txn of worldOf.get(whole)!.txns.values()) txn.dead = true;
      await whole.until(
        (visits) =>
          allIn('processing', 'ready')(visits) &&
          [...worldOf.get(whole)!.txns.values()].filter(({ dead, begun }) => begun && !dead)
            .length === visits.length,
      );
    },
  },
};

const worldOf = new Map<WholeApp, World>();
const offlineAtFirst = () => {
  throw offline();
};

/** All of them, or those that are named. */
export async function makeStandstills(names?: readonly string[]): Promise<Standstill[]> {
  const all: Standstill[] = [];
  for (const [name, { recorded, play }] of Object.entries(scenes)) {
    if (names && !names.includes(name)) continue;
    const folder = fastFolder();
    const world = createWorld(0);
    const audio = new Map<string, readonly Buffer[] | 'discarded' | 'recorded'>();
    const files = [tone(0.02, 200), tone(0.015, 300), tone(0.01, 400)];
    const core = await openRecorder(folder, nodeClock);
    if (!recorded) audio.set(addPrepared(core, files), files);
    core.close();
    const older = readFileSync(path.join(folder, 'scriba.db'));
    const whole = await startWholeApp(folder, world, undefined, offlineAtFirst);
    worldOf.set(whole, world);
    if (recorded) audio.set(await whole.record(1), 'recorded');
    else {
      const bytes = tone(0.02, 500);
      audio.set((await whole.bring('visit.wav', bytes)).id, [bytes]);
    }
    whole.platform.meet = undefined;
    await play(whole, [...audio.keys()]);
    if (name === 'discarded') for (const id of audio.keys()) audio.set(id, 'discarded');
    all.push({ name, files: snapshot(folder), older, world: copyWorld(world), audio });
    await whole.app.close();
  }
  return all;
}
