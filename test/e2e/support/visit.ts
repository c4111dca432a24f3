/** What a doctor does, in steps that the stories share. Everything by role and name, as a screen reader would find it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import type { RunningSandbox } from '../../support/rigs/sandbox.ts';
import { align } from '../../support/sound/correlate.ts';
import { fromPcm } from '../../support/sound/wav.ts';

/** First start: into practice, to the Record screen. */
export async function practise(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try it without an account' }).click();
  await expect(startButton(page)).toBeVisible();
}

export const startButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Start recording' });

/** Chooses documents by their names; those that are chosen already stay unless not named. */
export async function startVisit(page: Page, patient: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Patient' }).fill(patient);
  await startButton(page).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
}

/** Waits until so many seconds are recorded, by the app's own clock. */
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
export async function openNote(page: Page, patient: string, timeout = 40_000): Promise<void> {
  const read = visitCard(page, patient).getByRole('button', { name: 'Read note' });
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

/**
 * How alike the platform's audio is to what was spoken, second by second. Each second is looked for around where the one
 * before it lay: on a busy computer Chromium's file microphone stands still now and then, and the recorder keeps time true.
 */
export function likeness(
  spoken: Int16Array,
  heard: Int16Array,
): { readonly seconds: number; readonly mean: number; readonly least: number } {
  const rate = 16_000;
  let lag = Math.round(
    align(heard.subarray(0, 8 * rate), spoken, rate, Math.ceil(spoken.length / rate)).lag,
  );
  const found: number[] = [];
  for (let at = 0; at + rate <= heard.length; at += rate) {
    const second = heard.subarray(at, at + rate);
    if (Math.sqrt(second.reduce((sum, value) => sum + value * value, 0) / rate) < 100) continue;
    const from = Math.max(0, at + lag - rate);
    const near = align(second, spoken.subarray(from, at + lag + 2 * rate), rate, 2);
    if (near.correlation > 0.9) lag = Math.round(near.lag) + from - at;
    found.push(near.correlation);
  }
  return {
    seconds: found.length,
    mean: found.reduce((sum, each) => sum + each, 0) / found.length,
    least: Math.min(...found),
  };
}
