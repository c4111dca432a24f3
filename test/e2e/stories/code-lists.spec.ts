/**
 * A release is imported from the page, as files and as a folder, a running import is cancelled, and
 * a terminology server is tried: with the real core.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTerminologyServer } from '../../support/servers/terminology-server.ts';
import {
  codesCsv,
  indexCsv,
  orderFile,
  releaseFolder,
} from '../../support/terminology/small-release.ts';
import { expect, test } from '../support/scriba.ts';
import { practise } from '../support/visit.ts';

test('a release is imported by its files and by its folder, cancelled in between, and a server is tried', async ({
  startScriba,
  openPage,
}) => {
  const scriba = await startScriba();
  const server = await startTerminologyServer({ manner: 'hapi', token: 'hospital-token' });
  const page = await openPage(scriba);
  await practise(page);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Code lists' }).click();
  const icd = page.getByRole('region', { name: 'ICD-10-CM' });
  await expect(icd.getByRole('button', { name: 'Choose files of ICD-10-CM' })).toBeVisible();
  const [files, folder] = [
    icd.locator('input[type=file]').first(),
    icd.locator('input[type=file]').nth(1),
  ];

  await files.setInputFiles([
    { name: 'codes_2026.csv', mimeType: 'text/csv', buffer: Buffer.from(codesCsv()) },
    { name: 'index_2026.csv', mimeType: 'text/csv', buffer: Buffer.from(indexCsv()) },
  ]);
  await expect(icd.getByText('Version 2026: 40 codes')).toBeVisible();
  await expect(icd.getByText('ICD-10-CM – diagnoses is installed.')).toBeVisible();

  await files.setInputFiles({
    name: 'letter.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Dear colleague,\nthank you'),
  });
  await expect(icd.getByRole('alert')).toContainText(
    'letter.csv is not one of these. Looked for ICD-10-CM files',
  );

  const large = path.join(mkdtempSync(path.join(tmpdir(), 'scriba-large-')), 'codes_2028.csv');
  writeFileSync(large, codesCsv());
  truncateSync(large, 300 * 1024 * 1024);
  await files.setInputFiles(large);
  await icd.getByRole('button', { name: 'Cancel' }).click();
  await expect(icd.getByText('Cancelled. The installed list has not changed.')).toBeVisible();
  // Cancelling was wished for: no failure is shown.
  await expect(icd.getByRole('alert')).toHaveCount(0);
  await expect(icd.getByText('Version 2026: 40 codes')).toBeVisible();
  expect(existsSync(path.join(scriba.dataFolder, 'terminology', 'taken'))).toBe(false);
  rmSync(path.dirname(large), { recursive: true });

  const release = releaseFolder({ 'icd10cm_order_2027.txt': orderFile(), 'guide.pdf': '%PDF' });
  await folder.setInputFiles(release.folder);
  await expect(icd.getByText('Version 2027: 40 codes')).toBeVisible();
  expect(readdirSync(path.join(scriba.dataFolder, 'terminology')).sort()).toEqual(
    expect.arrayContaining(['icd-10-cm.sqlite']),
  );

  await page.getByLabel('Address', { exact: true }).fill(`${server.base}/`);
  await page.getByLabel('Access token').fill('hospital-token');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(page.getByText('hapi 8.1.0 answered:')).toBeVisible();
  await expect(page.getByLabel('Access token')).toHaveValue('');
  await expect(page.getByText('A token is stored.')).toBeVisible();
  expect(new Set(server.asked.map(({ authorization }) => authorization))).toEqual(
    new Set(['Bearer hospital-token']),
  );
  await server.close();
});
