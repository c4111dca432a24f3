/**
 * Steps of a doctor, shared by the stories. Elements are found by role and name, as a screen reader
 * would find them.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { nodeClock } from '../../../main/hosts/node/node-ports.ts';
import { openRecorder } from '../../support/rigs/recorder.ts';
import type { RunningSandbox } from '../../support/rigs/sandbox.ts';
import {
  agreement,
  align,
  correlationWindows,
  type Fill,
  fillsOf,
  summary,
} from '../../support/sound/correlate.ts';
import { fromPcm } from '../../support/sound/wav.ts';

/** Samples a second of every recording. */
export const RATE = 16_000;

/** First start: into practice, to the Record screen. */
export async function practise(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try it without an account' }).click();
  await expect(startButton(page)).toBeVisible();
  // The invented patient is filled in a moment later.
  await expect(page.getByRole('textbox', { name: 'Patient' })).not.toHaveValue('');
}

export const startButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Start recording' });

/** Chooses documents by their names; those that are chosen already stay unless not named. */
export async function startVisit(page: Page, patient: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Patient' }).fill(patient);
  await startButton(page).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
}

/**
 * Waits until so many seconds are recorded, by the app's own clock. Where a note is wanted: at
 * least three, for the first beeps of a busy computer can be silent.
 */
export async function recordFor(page: Page, seconds: number): Promise<void> {
  const face = page.getByRole('timer');
  await expect
    .poll(async () => secondsOf((await face.textContent()) ?? ''), {
      timeout: (seconds + 20) * 1000,
    })
    .toBeGreaterThanOrEqual(seconds);
}

export async function finishVisit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Finish', exact: true }).click();
  await page.getByRole('button', { name: 'Finish visit' }).click();
  await expect(startButton(page)).toBeVisible();
}

export const visitCard = (page: Page, patient: string): Locator =>
  page.getByRole('article', { name: patient });

/** Waits for the note and opens it. */
export async function openNote(page: Page, patient: string, timeout = 120_000): Promise<void> {
  const read = visitCard(page, patient).getByRole('button', { name: /Read note|Review/ });
  await expect(read).toBeVisible({ timeout });
  await read.click();
  await expect(page.getByRole('heading', { name: patient })).toBeVisible();
}

/** `0:07` or `1:02:03` in seconds. */
function secondsOf(face: string): number {
  return face
    .trim()
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0);
}

/** The audio that the platform has of a transaction, decoded by ffmpeg to 16 kHz. */
export async function heardByPlatform(
  platform: RunningSandbox,
  txnId: string,
): Promise<Int16Array> {
  const folder = mkdtempSync(path.join(tmpdir(), 'scriba-heard-'));
  try {
    const parts = (await platform.audioOf(txnId)).map((bytes, index) => {
      const file = path.join(folder, `${index}`);
      writeFileSync(file, bytes);
      return execFileSync(
        'ffmpeg',
        ['-v', 'error', '-i', file, '-f', 's16le', '-ar', '16000', '-ac', '1', '-'],
        { maxBuffer: 1 << 28 },
      );
    });
    return fromPcm(Buffer.concat(parts));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The sound of a visit as the vault holds it, and where the recorder filled it with silence. */
export type Recorded = { readonly sound: Int16Array; readonly fills: readonly Fill[] };

/** Reads the visit of a practice folder out of a copy of its vault: Scriba may be running. */
export async function recordedIn(dataFolder: string): Promise<Recorded> {
  const copy = mkdtempSync(path.join(tmpdir(), 'scriba-copy-'));
  try {
    cpSync(path.join(dataFolder, 'practice'), copy, { recursive: true });
    const recorder = await openRecorder(copy, nodeClock);
    try {
      const [visit] = recorder.store.visits.list();
      if (visit === undefined) throw new Error('there is no visit in this folder');
      const { marks } = recorder.scan(visit.id);
      return { sound: fromPcm(recorder.sound(visit.id)), fills: fillsOf(marks) };
    } finally {
      recorder.close();
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/**
 * Expects that a recording is what was spoken, and that every silence in it that nobody spoke is
 * marked.
 */
export function expectSpoken(spoken: Int16Array, { sound, fills }: Recorded): void {
  const found = agreement(spoken, sound, fills, RATE);
  console.log(`what was recorded, against what was spoken: ${JSON.stringify(found)}`);
  // Between many standstills of a busy microphone there is less to compare.
  expect(found.seconds).toBeGreaterThan(found.fills > 10 ? 3 : 5);
  expect(found.mean).toBeGreaterThanOrEqual(0.999);
  expect(found.wander).toBeLessThan(1 + found.fills / 4);
  expect(found.loudInFills).toBe(0);
}

/**
 * Expects that the platform's sound, which was compressed on its way, is the recording from its
 * beginning to its end.
 */
export function expectSent({ sound }: Recorded, heard: Int16Array): void {
  const { lag, correlation } = align(sound, heard, RATE, 1);
  const windows = correlationWindows(sound, heard, RATE, { lag });
  const found = { correlation, ...summary(windows) };
  console.log(`what the platform heard, against what was recorded: ${JSON.stringify(found)}`);
  expect(Math.abs(heard.length - sound.length)).toBeLessThan(RATE / 4);
  expect(found.mean).toBeGreaterThanOrEqual(0.98);
  expect(found.worstShift).toBeLessThan(8);
}
