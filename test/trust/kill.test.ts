/** P1: `kill -9` of the core at any moment while recording loses at most 0.5 s, and changes no earlier byte. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeClock } from '../../main/hosts/node.ts';
import { SAMPLE_RATE } from '../../shared/recording.ts';
import { openRecorder } from '../support/recorder.ts';
import { temporaryFolder } from '../support/rows.ts';
import { firstWrong } from '../support/sound.ts';

const KILLS = 50;
/** Side by side: most of the time is sound being spoken, at life's pace. */
const AT_ONCE = 4;
const child = path.join(import.meta.dirname, '..', 'support', 'record-child.ts');

type Killed = { /** Acknowledged, and found again; samples. */ written: number; kept: number; /** Spoken by the clock and not found again; seconds. */ lost: number; /** Of these, how long a busy machine let the recorder wait for a processor since its last word; seconds. */ starved: number };

/** Records in a process of its own and kills it after a random time; answers what is left, read by this process. */
async function recordAndKill(): Promise<Killed> {
  const folder = temporaryFolder();
  const worker = spawn(process.execPath, [child, folder], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  let complained = '';
  let waitedBefore = waitedFor(worker.pid!);
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  worker.stderr.on('data', (data: Buffer) => void (complained += data));
  const began = new Promise<void>((resolve, reject) => {
    worker.stdout.on('data', (data: Buffer) => {
      said += data;
      waitedBefore = waitedFor(worker.pid!);
      if (said.includes('\n')) resolve();
    });
    worker.once('exit', () => reject(new Error(`The recorder ended by itself: ${complained}`)));
  });
  await began;
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 3500));
  const starved = waitedFor(worker.pid!) - waitedBefore;
  worker.kill('SIGKILL');
  const killedAt = Date.now();
  await ended;

  const lines = said.trimEnd().split('\n').map((line) => JSON.parse(line) as { id?: string; began?: number; written?: number });
  const { id, began: beganAt } = lines[0] as { id: string; began: number };
  const spoken = ((killedAt - beganAt) / 1000) * SAMPLE_RATE;
  const last = lines.filter(({ written }) => written !== undefined).at(-1);
  const before = segments(folder);
  const core = await openRecorder(folder, nodeClock);
  core.recordings.recover();
  // Nothing at all was handed over before the kill: then there is nothing to offer.
  const sound = core.store.consultations.get(id) ? core.sound(id) : Buffer.alloc(0);
  const kept = sound.length / 2;
  if (kept > 0) {
    expect(core.recordings.unfinished()).toMatchObject([{ id, samples: kept }]);
    expect(segments(folder)).toEqual(before);
  }
  core.close();
  expect(firstWrong(sound, 0)).toBe(-1);
  return { written: last?.written ?? 0, kept, starved, lost: (spoken - kept) / SAMPLE_RATE };
}

/** Seconds that a process was ready to run and got no processor; 0 where the system does not tell. What it could not be fed then, no recorder could keep. */
function waitedFor(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e9;
  } catch {
    return 0;
  }
}

/** The bytes of every segment file: recovery must not touch them. */
function segments(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.seg'));
  return Object.fromEntries(names.map((name) => [name, readFileSync(path.join(folder, name)).toString('base64')]));
}

describe('kill -9 while recording (P1)', () => {
  test(`${KILLS} times at random moments: at most 0.5 s lost, every sample kept is the one that was spoken`, async () => {
    const results: Killed[] = [];
    let left = KILLS;
    await Promise.all(Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) results.push(await recordAndKill());
    }));
    const lost = results.map((result) => result.lost - result.starved);
    const starved = Math.max(...results.map((result) => result.starved));
    console.log(`P1: ${results.length} kills, lost at most ${Math.max(...lost).toFixed(3)} s, on average ${(lost.reduce((a, b) => a + b, 0) / lost.length).toFixed(3)} s (a busy machine kept the recorder waiting up to ${starved.toFixed(3)} s more); kept ${(results.reduce((sum, { kept }) => sum + kept, 0) / SAMPLE_RATE).toFixed(0)} s of sound`);
    for (const { written, kept } of results) expect(kept).toBeGreaterThanOrEqual(written);
    expect(results.length).toBe(KILLS);
    expect(Math.max(...lost)).toBeLessThanOrEqual(0.5);
    expect(results.filter(({ kept }) => kept > 0).length).toBeGreaterThan(KILLS / 2);
  }, 120_000);
});
