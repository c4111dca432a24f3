/**
 * The computer sleeps, wakes and locks its screen while a recording runs, in a real Electron. The
 * words come through Electron's own power monitor; what sleep does to a program is done by holding
 * all its processes still.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ElectronApplication, expect } from '@playwright/test';
import { nodeClock } from '../../../main/hosts/node/node-ports.ts';
import { openRecorder } from '../../support/rigs/recorder.ts';
import { practise, RATE, recordFor, startVisit } from '../support/visit.ts';
import { endHard, test } from './launch-window.ts';

test.describe.configure({ mode: 'parallel' });

const tell = (app: ElectronApplication, event: 'suspend' | 'resume' | 'lock-screen') =>
  app.evaluate(({ powerMonitor }, name) => void powerMonitor.emit(name), event);
const eventsOf = (data: string) =>
  readFileSync(path.join(data, 'logs', 'scriba.log'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"power"'))
    .map((line) => (JSON.parse(line) as { power: string }).power);

/** A process and all that it started. Linux only. */
function tree(pid: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        return [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])]];
      } catch {
        return []; // gone meanwhile
      }
    });
  const below = (id: number): number[] => [
    id,
    ...parents.filter(([, parent]) => parent === id).flatMap(([child]) => below(child!)),
  ];
  return below(pid);
}

async function sleep(pid: number, ms: number): Promise<void> {
  const all = tree(pid);
  for (const id of all) process.kill(id, 'SIGSTOP');
  await new Promise((resolve) => setTimeout(resolve, ms));
  for (const id of all) process.kill(id, 'SIGCONT');
}

/** Reads the one visit out of a copy of the vault. */
async function recorded(data: string) {
  const copy = mkdtempSync(path.join(tmpdir(), 'scriba-copy-'));
  cpSync(path.join(data, 'practice'), copy, { recursive: true });
  const recorder = await openRecorder(copy, nodeClock);
  try {
    const { id } = recorder.store.visits.list()[0]!;
    const kinds = recorder.scan(id).marks.map(({ kind }) => kind);
    return {
      seconds: recorder.sound(id).length / 2 / RATE,
      sleeps: kinds.filter((kind) => kind === 'sleep' || kind === 'wake'),
    };
  } finally {
    recorder.close();
    rmSync(copy, { recursive: true, force: true });
  }
}

test('a recording sleeps with the computer: locked, marked and on the disk before, told and going on after', async ({
  openWindow,
}) => {
  test.skip(process.platform !== 'linux', 'processes are held still through /proc');
  const { app, page, data } = await openWindow();
  await practise(page);
  await startVisit(page, 'Canary Winterbottom');
  await recordFor(page, 3);
  await tell(app, 'suspend');
  await expect(page.getByRole('heading', { name: 'Scriba is locked' })).toBeVisible();
  expect(await page.content()).not.toContain('Canary');
  await sleep(app.process().pid!, 8000);
  await tell(app, 'resume');
  await expect(page.getByText('The computer was asleep')).toBeVisible();
  await recordFor(page, 8);
  expect(eventsOf(data)).toEqual(['suspend', 'resume']);
  // The power fails: what is on the disk is all there is.
  await endHard(app.process());
  const { seconds, sleeps } = await recorded(data);
  expect(seconds).toBeGreaterThan(6);
  expect(sleeps).toEqual(['sleep', 'wake']);
});

test('the computer’s screen lock locks the vault, and the recording goes on', async ({
  openWindow,
}) => {
  const { app, page, data } = await openWindow();
  await practise(page);
  await startVisit(page, 'Canary Winterbottom');
  await recordFor(page, 3);
  await tell(app, 'lock-screen');
  await expect(page.getByRole('heading', { name: 'Scriba is locked' })).toBeVisible();
  expect(await page.content()).not.toContain('Canary');
  await recordFor(page, 5);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(
    page.getByRole('region', { name: 'Recorder' }).getByText('Canary Winterbottom'),
  ).toBeVisible();
  expect(eventsOf(data)).toEqual(['lock']);
});
