/**
 * The way of a visit in the packed program: recorded, written, signed, put out as a PDF, killed in
 * mid-recording, started again.
 */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { microphoneFlags } from '../support/chromium.ts';
import { codesCsv, indexCsv } from '../support/terminology/small-release.ts';
import { type Started, startProgram } from './program.ts';

type Say = (line: string) => void;
type Opened = { readonly started: Started; readonly browser: Browser; readonly page: Page };

export async function checkVisit(file: string, display: string, say: Say): Promise<void> {
  const data = mkdtempSync(path.join(tmpdir(), 'scriba-packed-'));
  const drop = path.join(data, 'drop');
  mkdirSync(drop);
  const env = { DISPLAY: display, SCRIBA_DATA: data, SCRIBA_DROP_FOLDER: drop };
  let opened: Opened | undefined;
  try {
    opened = await open(file, env);
    const { page } = opened;
    say(`opened: ${await page.title()}, ${page.url()}`);
    await page.getByRole('button', { name: 'Try it without an account' }).click();
    await startButton(page).waitFor();
    await setUpExport(page);
    await importCodes(page, say);
    await page.getByRole('button', { name: 'Today', exact: true }).click();
    await record(page, 'Asha Rao', 5);
    await finish(page);
    say('recorded 5 s and finished: the practice platform runs from the package');
    await readNote(page, 'Asha Rao');
    say('the note is there: the sound was encoded in its worker and sent');
    await sign(page);
    say('signed');
    await putOut(page, drop, say);

    await page.getByRole('button', { name: 'Today', exact: true }).click();
    await record(page, 'Ravi Das', 4);
    await close(opened);
    say('killed with -9 in mid-recording');
    opened = await open(file, env);
    await opened.page.getByText('A recording was interrupted').waitFor();
    say('started again: the recording is offered');
    await opened.page.getByRole('button', { name: 'Finish as it is' }).click();
    await readNote(opened.page, 'Ravi Das');
    say('finished as it was: its note is there');
  } finally {
    if (opened) await close(opened);
    rmSync(data, { recursive: true, force: true });
  }
}

async function open(file: string, env: Readonly<Record<string, string>>): Promise<Opened> {
  const started = startProgram(file, ['--remote-debugging-port=0', ...microphoneFlags()], env);
  try {
    const [, address] = await started.says(/DevTools listening on (ws:\/\/\S+)/);
    await started.says(/\{"shown":true\}/);
    const browser = await chromium.connectOverCDP(address!);
    const page = browser.contexts().flatMap((context) => context.pages())[0];
    assert.ok(page, 'it has no page');
    page.setDefaultTimeout(60_000);
    return { started, browser, page };
  } catch (error) {
    await started.kill();
    throw error;
  }
}

async function close({ started, browser }: Opened): Promise<void> {
  await started.kill();
  await browser.close().catch(() => {});
}

const startButton = (page: Page) => page.getByRole('button', { name: 'Start recording' });

async function setUpExport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'EMR export' }).click();
  await page.getByLabel('Doctor’s name').fill('Dr Kavita Iyer');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  // The folder is named from outside, so it is on.
  assert.ok(await page.getByRole('switch', { name: 'Send notes to a folder' }).isChecked());
  await page.getByRole('button', { name: 'Test the folder' }).click();
  await page.getByText('Scriba can write to the folder.').waitFor();
}

async function importCodes(page: Page, say: Say): Promise<void> {
  await page.getByRole('tab', { name: 'Code lists' }).click();
  const icd = page.getByRole('region', { name: 'ICD-10-CM' });
  await icd
    .locator('input[type=file]')
    .first()
    .setInputFiles([
      { name: 'codes_2026.csv', mimeType: 'text/csv', buffer: Buffer.from(codesCsv()) },
      { name: 'index_2026.csv', mimeType: 'text/csv', buffer: Buffer.from(indexCsv()) },
    ]);
  await icd.getByText('Version 2026: 40 codes').waitFor();
  say('a list of codes is imported in its worker');
}

async function record(page: Page, patient: string, seconds: number): Promise<void> {
  await page.getByRole('textbox', { name: 'Patient' }).fill(patient);
  await page.getByRole('textbox', { name: 'Record number' }).fill('U-1001');
  await startButton(page).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  const face = page.getByRole('timer');
  const until = Date.now() + (seconds + 60) * 1000;
  while (secondsOf((await face.textContent()) ?? '') < seconds) {
    assert.ok(Date.now() < until, 'the timer stands still');
    await page.waitForTimeout(100);
  }
}

const secondsOf = (face: string): number =>
  face
    .trim()
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0);

async function finish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Finish', exact: true }).click();
  await page.getByRole('button', { name: 'Finish visit' }).click();
  await startButton(page).waitFor();
}

async function readNote(page: Page, patient: string): Promise<void> {
  const card = page.getByRole('article', { name: patient });
  await card.getByRole('button', { name: /Read note|Review/ }).click({ timeout: 90_000 });
  await page.getByRole('heading', { name: patient }).waitFor();
}

/** By keyboard, as a doctor would: what differs is looked at, then it is signed. */
async function sign(page: Page): Promise<void> {
  const unlooked = page.getByRole('group', { name: /Not reviewed$/ });
  const dialog = page.getByRole('dialog');
  for (let tries = 0; tries < 40 && !(await dialog.isVisible()); tries += 1) {
    await page.keyboard.press((await unlooked.count()) > 0 && tries > 0 ? 'l' : 'Control+Enter');
    await page.waitForTimeout(300);
  }
  await dialog.waitFor();
  await page.keyboard.press('Control+Enter');
  const bar = page.getByRole('region', { name: 'Signature' });
  await bar.getByText(/Signed \d\d:\d\d by Dr Kavita Iyer/).waitFor();
}

async function putOut(page: Page, drop: string, say: Say): Promise<void> {
  await page.keyboard.press('Control+Shift+E');
  const said = page.getByRole('region', { name: 'Export the note' }).getByRole('status');
  await said.getByText(/^Sent to the drop folder \d\d:\d\d/).waitFor();
  const file = readdirSync(drop).find((name) => name.endsWith('.pdf'));
  assert.ok(file, `no PDF among ${readdirSync(drop)}`);
  const bytes = readFileSync(path.join(drop, file));
  assert.equal(bytes.subarray(0, 5).toString('latin1'), '%PDF-');
  say(`put out as a PDF of ${bytes.length} bytes`);
}
