/**
 * P1: `kill -9` of the core at any moment while recording loses at most 0.5 s, and changes no
 * earlier byte.
 */
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeClock } from '../../main/hosts/node/node-ports.ts';
import { SAMPLE_RATE } from '../../shared/model/recording.ts';
import { openRecorder } from '../support/rigs/recorder.ts';
import { temporaryFolder } from '../support/rows.ts';
import { firstWrong } from '../support/sound/sound.ts';
import { childEnvironment } from './support/children/child-environment.ts';
import { promise } from './support/promise.ts';

const p1 = promise({
  id: 'P1',
  title: 'kill -9 while recording',
  figure: 'at most 0.5 s lost, no earlier byte changed',
});
/**
 * Recorders in one process: each has its own phase, and a process that starts costs a third of a
 * second.
 */
const CORES = 10;
const kills = Math.ceil(p1.size({ mutant: 20, commit: 300, long: 10_000 }) / CORES);
/** Side by side: most of the time is sound being spoken, at life's pace. */
const AT_ONCE = 3;
const LONGEST_MS = 2500;
/** So exactly it must be known when a process was killed. */
const SURE_MS = 20;
const child = path.join(import.meta.dirname, '..', 'support', 'children', 'record-child.ts');

type Killed = {
  /** Acknowledged, and found again; samples. */ written: number;
  kept: number;
  /** Spoken by the clock and not found again; seconds. */
  lost: number;
  /**
   * Of these, how long a busy machine let the recorder wait for a processor since its last word;
   * seconds. What it could not be fed then, no recorder could keep.
   */
  starved: number;
};
type Line = { core: number; id?: string; began?: number; written?: number; waited?: number };

/**
 * Records in a process of its own and kills it after a random time; answers what is left, read by
 * this process, or nothing when it is not known well enough when it was killed.
 */
async function recordAndKill(): Promise<Killed[] | undefined> {
  const folders = Array.from({ length: CORES }, () => temporaryFolder());
  const worker = spawn(process.execPath, [child, ...folders], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: childEnvironment(),
  });
  let said = '';
  let complained = '';
  const ended = new Promise((resolve) => worker.once('close', resolve));
  worker.stderr.on('data', (data: Buffer) => {
    complained += data;
  });
  await new Promise<void>((resolve, reject) => {
    worker.stdout.on('data', (data: Buffer) => {
      said += data;
      if (said.includes(`{"core":${CORES - 1},`)) resolve();
    });
    worker.once('exit', () => reject(new Error(`The recorder ended by itself: ${complained}`)));
  });
  await new Promise((resolve) => setTimeout(resolve, Math.random() * LONGEST_MS));
  const before = Date.now();
  worker.kill('SIGKILL');
  const killedAt = Date.now();
  const waited = waitedUntil(worker.pid!, killedAt);
  await ended;
  // The measurement is void: this process itself had no processor between the kill and the look at
  // the clock.
  if (killedAt - before > SURE_MS) return undefined;

  const lines = said
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);
  const found: Killed[] = [];
  for (const [place, folder] of folders.entries()) {
    const own = lines.filter(({ core }) => core === place);
    const { id, began } = own[0]!;
    const written = own.at(-1)!.written ?? 0;
    const sound = await readAgain(folder, id!);
    const starved = Math.max(0, waited - (lines.at(-1)!.waited ?? 0) / 1e9);
    found.push({
      written,
      kept: sound.length / 2,
      starved,
      lost: (killedAt - began!) / 1000 - sound.length / 2 / SAMPLE_RATE,
    });
  }
  return found;
}

/** As the next start does. */
async function readAgain(folder: string, id: string): Promise<Buffer> {
  const before = segments(folder);
  const core = await openRecorder(folder, nodeClock);
  core.recordings.recover();
  // If no sound was handed over before the kill, there is none to offer.
  const sound = core.store.visits.get(id) ? core.sound(id) : Buffer.alloc(0);
  if (sound.length > 0) {
    expect(core.recordings.unfinished()).toMatchObject([{ id, samples: sound.length / 2 }]);
    expect(segments(folder)).toEqual(before);
  }
  core.close();
  expect(firstWrong(sound, 0)).toBe(-1);
  return sound;
}

/**
 * Seconds that a killed process had waited for a processor up to `killedAt`; 0 where the system
 * does not tell. A wait is entered when it is over, so this looks once the process has had its last
 * turn, to die, and takes off what passed since the kill.
 */
function waitedUntil(pid: number, killedAt: number): number {
  try {
    // Not buried before we return to the event loop.
    const dead = () => /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
    const nap = new Int32Array(new SharedArrayBuffer(4));
    while (!dead() && Date.now() - killedAt < LONGEST_MS) Atomics.wait(nap, 0, 0, 1);
    return (
      Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e9 -
      (Date.now() - killedAt) / 1000
    );
  } catch {
    return 0;
  }
}

/** The bytes of every segment file: recovery must not touch them. */
function segments(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.seg'),
  );
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(path.join(folder, name)).toString('base64')]),
  );
}

describe('kill -9 while recording (P1)', () => {
  test('at random moments: at most 0.5 s lost, every sample kept is the one that was spoken', async () => {
    spawnSync(process.execPath, [child], { env: childEnvironment() });
    const results: Killed[] = [];
    let left = kills;
    let unsure = 0;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (left-- > 0) {
          const found = await recordAndKill();
          if (found) results.push(...found);
          // Once more: what is not known proves nothing, neither way.
          else if (++unsure < kills) left += 1;
        }
      }),
    );
    p1.worst('kills of which it was not known when, done again', unsure, '');
    p1.ran(results.length);
    const lost = results.map((result) => result.lost - result.starved);
    p1.worst('lost at most', Math.round(Math.max(...lost) * 1000) / 1000, 's');
    p1.worst(
      'lost on average',
      Math.round((lost.reduce((a, b) => a + b, 0) / lost.length) * 1000) / 1000,
      's',
    );
    const forgotten = results.filter(({ kept, written }) => kept < written);
    const tooMuch = lost.filter((seconds) => seconds > 0.5);
    p1.failed(forgotten.length + tooMuch.length);
    expect(forgotten).toEqual([]);
    expect(tooMuch).toEqual([]);
    expect(results.length).toBe(kills * CORES);
    expect(results.filter(({ kept }) => kept > 0).length).toBeGreaterThan(results.length / 2);
  }, 3_600_000);
});
