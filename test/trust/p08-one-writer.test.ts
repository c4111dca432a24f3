/**
 * P8: however many cores try one data folder, one has it; the moment it is killed, the next can.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, test } from 'vitest';
import { heldClock } from '../support/ports/clocks.ts';
import { openRecorder } from '../support/rigs/recorder.ts';
import { temporaryFolder } from '../support/rows.ts';
import { childEnvironment } from './support/children/child-environment.ts';
import { promise } from './support/promise.ts';
import { seeded } from './support/seeded.ts';

const p8 = promise({
  id: 'P8',
  title: 'One writer a data folder',
  figure:
    'one has it, ever; the second is told at once, and waits for nothing; free the moment its holder is killed',
});
const ROUNDS = p8.size({ mutant: 3, commit: 30, long: 2000 });
const MOST = p8.size({ mutant: 3, commit: 8, long: 8 });
const child = path.join(import.meta.dirname, '..', 'support', 'children', 'hold-child.ts');
const house = path.join(import.meta.dirname, '..', '..', 'main', 'hosts', 'browser', 'run.ts');

type Said = {
  ready?: true;
  opened?: true;
  seen?: number;
  refused?: string;
  left?: true;
  ms?: number;
};
type Core = {
  readonly process: ChildProcessWithoutNullStreams;
  ask(word: string): Promise<Said>;
  kill(): Promise<void>;
};

const running = new Set<Core>();
afterEach(async () => void (await Promise.all([...running].map((core) => core.kill()))));

function start(folder: string): Core & { ready: Promise<Said> } {
  const started = spawn(process.execPath, [child, folder], { env: childEnvironment() });
  started.stderr.resume();
  const lines = createInterface({ input: started.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<Said> => {
    const { done, value } = await lines.next();
    return done ? {} : (JSON.parse(value as string) as Said);
  };
  const core = {
    process: started,
    ready: next(),
    async ask(word: string) {
      await core.ready;
      started.stdin.write(`${word}\n`);
      return next();
    },
    async kill() {
      running.delete(core);
      if (started.exitCode !== null || started.signalCode !== null) return;
      started.kill('SIGKILL');
      await once(started, 'exit');
    },
  };
  running.add(core);
  return core;
}

describe('cores that try one data folder (P8)', () => {
  test('from two to eight at once: one opens it, the others are told; when it is killed, one of them has it at once', async () => {
    const folder = temporaryFolder();
    (await openRecorder(folder, heldClock())).close();
    const fraction = seeded(p8.seed());
    const cores: Core[] = Array.from({ length: MOST }, () => start(folder));
    for (let round = 0; round < ROUNDS; round++) {
      const trying = cores.slice(0, 2 + Math.floor(fraction() * (MOST - 1)));
      const answers = await Promise.all(
        trying.map(async (core) => ({ core, ...(await core.ask('open')) })),
      );
      const holders = answers.filter(({ opened }) => opened);
      expect(
        answers
          .map(({ opened, refused }) => (opened ? 'opened' : refused))
          .filter((word) => word !== 'already-open'),
      ).toEqual(['opened']);
      const [{ core: holder, seen }] = holders as [(typeof holders)[0]];
      // Commits of the killed process are there.
      expect(seen).toBe(round);
      for (const { ms } of answers) p8.worst('told after', Math.round(ms!), 'ms');
      // Also when the holder has long been at rest: what kept the others out was no accident of the
      // moment.
      expect((await trying.find((core) => core !== holder)!.ask('open')).refused).toBe(
        'already-open',
      );
      // One in ten leaves as it should.
      if (fraction() < 0.1) await holder.ask('leave');
      else {
        await holder.kill();
        cores.splice(cores.indexOf(holder), 1);
        cores.push(start(folder));
      }
      p8.ran();
    }
  }, 3_600_000);
});

describe('two whole Scribas on one data folder (P8)', () => {
  /** Runs the browser host until it says where it is, or ends. */
  async function run(folder: string, practice: string) {
    const began = performance.now();
    const started = spawn(
      process.execPath,
      [house, '--data', folder, '--practice', practice, '--with-parent'],
      { env: childEnvironment() },
    );
    let said = '';
    let complained = '';
    started.stdout.on('data', (data: Buffer) => {
      said += data;
    });
    started.stderr.on('data', (data: Buffer) => {
      complained += data;
    });
    const kill = async () => {
      if (started.exitCode === null && started.signalCode === null) {
        started.kill('SIGKILL');
        await once(started, 'exit');
      }
    };
    running.add({ process: started, ask: () => Promise.reject(new Error('not asked')), kill });
    await Promise.race([once(started.stdout, 'data'), once(started, 'close')]);
    return {
      started,
      said: () => said,
      complained: () => complained,
      ms: performance.now() - began,
      kill,
    };
  }

  test.each([
    ['with an open profile', 'none', 'practice'],
    ['with the practice platform beside it and no profile yet', 'start', undefined],
  ])(
    '%s the second ends with clear words before it begins anything, and the folder is free at once when the first is killed',
    async (_when, practice, chosen) => {
      const folder = temporaryFolder();
      if (chosen)
        writeFileSync(path.join(folder, 'profile.json'), JSON.stringify({ profile: chosen }));
      const first = await run(folder, practice);
      expect(first.said(), first.complained()).toContain('"address"');
      const second = await run(folder, practice);
      expect([second.said(), second.started.exitCode]).toEqual(['', 1]);
      expect(second.complained()).toContain('Another Scriba has this data folder open.');
      p8.worst('a second Scriba has ended after', Math.round(second.ms), 'ms');
      await first.kill();
      const third = await run(folder, practice);
      expect(third.said(), third.complained()).toContain('"address"');
      await third.kill();
      p8.ran();
    },
    240_000,
  );
});
