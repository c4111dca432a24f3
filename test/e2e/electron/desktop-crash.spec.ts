/**
 * The page or all of Scriba crashes in a real Electron: told in words, one clean line in the log,
 * and no picture of the memory on any file.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from '@playwright/test';
import { PATIENT_FIELD } from '../../../renderer/common/field-ids.ts';
import { en } from '../../../renderer/locales/en/index.ts';
import { microphoneFlags } from '../../support/chromium.ts';
import { practise, recordFor, startVisit } from '../support/visit.ts';
import { endHard, executable, filesBelow, missing, root, test } from './launch-window.ts';

test.describe.configure({ mode: 'parallel' });

const CANARY = 'Canary Winterbottom';

/** Whatever a crash could leave, and where the canary stands in clear. */
function leftBy(data: string) {
  const files = filesBelow(data);
  return {
    dumps: files
      .filter(({ name }) => /\.(dmp|core|mdmp)$|(^|\/)core(\.\d+)?$/i.test(name))
      .map(({ name }) => name),
    clear: files
      .filter(
        ({ bytes }) => bytes.includes(CANARY) || bytes.includes(Buffer.from(CANARY, 'utf16le')),
      )
      .map(({ name }) => name),
  };
}
const coresIn = (folder: string) =>
  readdirSync(folder).filter((name) => /^core(\.\d+)?$|\.dmp$/.test(name));
const logOf = (data: string) =>
  readFileSync(path.join(data, 'logs', 'scriba.log'), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
test('a page that crashes while it records comes back, says so, and nothing of it is on the disk in clear', async () => {
  test.skip(missing !== undefined, missing);
  const data = mkdtempSync(path.join(tmpdir(), 'scriba-crash-'));
  const child = spawn(
    await executable(),
    ['-r', path.join(import.meta.dirname, 'crash-page.cjs'), root, ...microphoneFlags()],
    {
      env: {
        ...process.env,
        SCRIBA_DATA: data,
        CRASH_PATIENT: CANARY,
        CRASH_FIELD: PATIENT_FIELD,
        CRASH_NOTICE: en.unfinished.title_one,
      },
      stdio: ['ignore', 'pipe', 'ignore'],
      // Before the test's own end, so that what it waits for ends too.
      timeout: 180_000,
      killSignal: 'SIGKILL',
    },
  );
  try {
    let text = '';
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.startsWith('{"text"')) continue;
      ({ text } = JSON.parse(line) as { text: string });
      break;
    }
    expect(text).toContain('The page crashed and was reopened; everything recorded is kept');
    expect(logOf(data)).toContainEqual({
      at: expect.any(String),
      event: 'process-gone',
      process: 'page',
      reason: expect.stringMatching(/^(crashed|killed)$/),
      exitCode: expect.any(Number),
    });
    expect(leftBy(data)).toEqual({ dumps: [], clear: [] });
    expect(coresIn(root).concat(coresIn(tmpdir()))).toEqual([]);
  } finally {
    await endHard(child);
    rmSync(data, { recursive: true, force: true, maxRetries: 3 });
  }
});

test('when all of Scriba crashes, the next start tells it and offers the recording; no dump is written', async ({
  openWindow,
}) => {
  const first = await openWindow();
  await practise(first.page);
  await startVisit(first.page, CANARY);
  await recordFor(first.page, 3);
  const child = first.app.process();
  const ended = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
  await first.app.evaluate(() => process.crash()).catch(() => {});
  expect(await ended).not.toBeNull();
  expect(leftBy(first.data)).toEqual({ dumps: [], clear: [] });
  expect(coresIn(root).concat(coresIn(tmpdir()))).toEqual([]);

  const second = await openWindow({ data: first.data });
  await expect(second.page.getByText('Scriba closed unexpectedly last time')).toBeVisible();
  await expect(second.page.getByText('A recording was interrupted')).toBeVisible();
  expect(logOf(first.data).map(({ event }) => event)).toContain('ended-unexpectedly');
  await second.app.close();

  const third = await openWindow({ data: first.data });
  await expect(third.page.getByText('A recording was interrupted')).toBeVisible();
  await expect(third.page.getByText('Scriba closed unexpectedly last time')).toHaveCount(0);
});

test('Electron’s crash reporter was never started', async ({ openWindow }) => {
  const { app } = await openWindow();
  expect(
    await app.evaluate(({ crashReporter }) => [
      crashReporter.getLastCrashReport(),
      crashReporter.getUploadedReports(),
    ]),
  ).toEqual([null, []]);
});
