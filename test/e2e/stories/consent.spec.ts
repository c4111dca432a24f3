/**
 * A patient who declines is dictated about only, and one who withdraws leaves a receipt and nothing
 * else. With the real core.
 */
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Visit } from '../../../shared/model/visit.ts';
import type { Withdrawal } from '../../../shared/model/withdrawal.ts';
import { expect, test } from '../support/scriba.ts';
import {
  finishVisit,
  openNote,
  practise,
  recordFor,
  startVisit,
  visitCard,
} from '../support/visit.ts';

const soundFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(seg|up)$/.test(name),
  );

test('a patient declines by keyboard: dictation only is said while it runs, at the finish and on the note', async ({
  host,
  startScriba,
  openPage,
}) => {
  const page = await openPage(await startScriba());
  await practise(page);
  await page.getByRole('checkbox', { name: 'Patient agreed to recording' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  // The four answers are one stop of Tab; the last of them is "Declined".
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: 'Declined' })).toBeChecked();
  await startVisit(page, 'Asha Rao');
  const said = page.getByText('Dictation only: the patient has declined.');
  await expect(said).toBeVisible();
  await page.getByRole('button', { name: 'Visits' }).click();
  await expect(page.getByRole('heading', { name: 'Visits', level: 1 })).toBeVisible();
  await expect(said).toBeVisible();
  await page.getByRole('button', { name: 'Today' }).click();
  await recordFor(page, 3);
  await finishVisit(page);
  await openNote(page, 'Asha Rao');
  await expect(page.getByText(/Dictation only: the patient declined at/)).toBeVisible();
  const [visit] = (await host.ask(page, 'visits.list')) as Visit[];
  expect(visit).toMatchObject({ consent: { kind: 'declined', language: 'en' } });
  expect(visit?.consentAt).toBeUndefined();
});

test('a consent is withdrawn after the note: nothing of the visit is left here, and the receipt names what had left', async ({
  host,
  startScriba,
  openPage,
}) => {
  const scriba = await startScriba();
  const page = await openPage(scriba);
  await practise(page);
  await page.getByText('Patient agreed to recording').click();
  await startVisit(page, 'Asha Rao');
  await recordFor(page, 3);
  await finishVisit(page);
  await openNote(page, 'Asha Rao');
  expect(soundFiles(scriba.dataFolder).length).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Visit details' }).click();
  await page.getByRole('button', { name: 'Change consent', exact: true }).click();
  await page.getByRole('button', { name: 'Withdraw consent and erase …' }).click();
  const asked = page.getByRole('alertdialog');
  await expect(asked.getByRole('button', { name: 'Keep the visit' })).toBeFocused();
  await asked.getByRole('button', { name: 'Erase the visit' }).click();
  await expect(page.getByText('The visit is erased on this computer.').first()).toBeVisible();
  await expect(visitCard(page, 'Asha Rao')).toHaveCount(0);
  expect(await host.ask(page, 'visits.list')).toEqual([]);
  expect(soundFiles(scriba.dataFolder)).toEqual([]);

  await page.getByRole('button', { name: 'Visits' }).click();
  await page.getByText('1 consent withdrawn').click();
  const saved = await host.saveFile(
    page,
    () => page.getByRole('button', { name: 'Save receipt' }).click(),
    mkdtempSync(path.join(tmpdir(), 'scriba-receipt-')),
  );
  const words = readFileSync(saved.file, 'utf8');
  const [receipt] = (await host.ask(page, 'visits.withdrawals')) as Withdrawal[];
  expect(receipt?.platform).toHaveLength(1);
  expect(words).toContain(receipt?.platform[0]);
  expect(words).not.toContain('Asha');
});

test('a consent is withdrawn while it is recorded: the microphone goes, nothing can be undone, and the next visit starts', async ({
  host,
  startScriba,
  openPage,
}) => {
  const scriba = await startScriba();
  const page = await openPage(scriba);
  await practise(page);
  await startVisit(page, 'Asha Rao');
  await recordFor(page, 3);
  await page.getByRole('button', { name: 'Change consent', exact: true }).click();
  await page.getByRole('button', { name: 'Withdraw consent and erase …' }).click();
  await page.getByRole('button', { name: 'Erase the visit' }).click();
  await expect(page.getByText(/^The visit is erased\./).first()).toBeVisible();
  expect(await host.ask(page, 'visits.list')).toEqual([]);
  expect(soundFiles(scriba.dataFolder)).toEqual([]);
  await startVisit(page, 'Meera Nair');
  await recordFor(page, 1);
});
