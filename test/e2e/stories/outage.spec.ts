/**
 * Networks, platforms and tokens fail; the visit reaches the platform exactly once all the same.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox } from '../../support/rigs/sandbox.ts';
import { expect, newDataFolder, test } from '../support/scriba.ts';
import {
  finishVisit,
  openNote,
  practise,
  recordFor,
  startVisit,
  visitCard,
} from '../support/visit.ts';

// Each has a Scriba and a platform of its own.
test.describe.configure({ mode: 'parallel' });

test('the platform goes while nobody asks it for anything: Offline stands on the screen within 20 s, and Online when it is back', async ({
  startScriba,
  openPage,
}) => {
  const data = mkdtempSync(path.join(tmpdir(), 'scriba-platform-'));
  const platform = await startSandbox({ data });
  const { url, brand, clientId, clientSecret } = platform;
  const scriba = await startScriba({ practice: { url, brand, clientId, clientSecret } });
  const page = await openPage(scriba);
  await practise(page);
  await expect(page.getByText('Online', { exact: true })).toBeVisible({ timeout: 20_000 });
  await platform.kill();
  await expect(page.getByText('Offline – recording works')).toBeVisible({ timeout: 20_000 });
  const again = await startSandbox({
    data,
    port: Number(new URL(url).port),
    clientId,
    clientSecret,
  });
  await expect(page.getByText('Online', { exact: true })).toBeVisible({ timeout: 20_000 });
  await again.stop();
});

test('recorded offline, quit, started again, network back: the note arrives, and the platform has exactly one transaction', async ({
  startScriba,
  openPage,
}) => {
  const data = mkdtempSync(path.join(tmpdir(), 'scriba-platform-'));
  let platform = await startSandbox({ data });
  const { url, brand, clientId, clientSecret } = platform;
  const practice = { url, brand, clientId, clientSecret };
  const dataFolder = newDataFolder();
  const first = await startScriba({ dataFolder, practice });
  let page = await openPage(first);
  await practise(page);
  await platform.kill();

  await startVisit(page, 'Ravi Das');
  await recordFor(page, 3);
  await finishVisit(page);
  await expect(
    visitCard(page, 'Ravi Das')
      .getByText('Waiting for the network', { exact: false })
      .or(page.getByText('Offline', { exact: false }))
      .first(),
  ).toBeVisible();
  await first.stop();

  const again = await startScriba({ dataFolder, practice });
  page = await openPage(again);
  await expect(visitCard(page, 'Ravi Das')).toBeVisible();
  platform = await startSandbox({ data, port: Number(new URL(url).port), clientId, clientSecret });
  await page
    .getByRole('link', { name: /Queue/ })
    .or(page.getByRole('button', { name: /Queue/ }))
    .or(page.getByRole('tab', { name: /Queue/ }))
    .first()
    .click();
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByRole('button', { name: /^Today/ }).click();
  await openNote(page, 'Ravi Das');
  const { transactions } = await platform.state();
  expect(transactions.map(({ txnId }) => txnId)).toHaveLength(1);
  await platform.stop();
});

test('the token expires in mid-queue: one renewal, and every visit arrives', async ({
  startScriba,
  openPage,
}) => {
  const platform = await startSandbox();
  const page = await openPage(await startScriba({ practice: platform }));
  await practise(page);
  await startVisit(page, 'Meera Iyer');
  await recordFor(page, 3);
  await platform.faults({ do: 'expire-tokens' });
  await finishVisit(page);
  await openNote(page, 'Meera Iyer');
  const { requests, transactions } = await platform.state();
  expect(transactions).toHaveLength(1);
  expect(requests.filter(({ path: asked }) => asked.includes('/account/refresh'))).toHaveLength(1);
  await platform.stop();
});

test('the platform is down for the whole visit: nobody is bothered, and it is sent afterwards', async ({
  startScriba,
  openPage,
}) => {
  const platform = await startSandbox();
  const page = await openPage(await startScriba({ practice: platform }));
  await practise(page);
  await platform.faults(
    { do: 'status', path: '/v1/file-upload', status: 503, count: 2 },
    { do: 'status', path: '/blob/*', status: 502, count: 1 },
  );
  await startVisit(page, 'Sana Ali');
  await recordFor(page, 3);
  await finishVisit(page);
  await openNote(page, 'Sana Ali');
  expect((await platform.state()).transactions).toHaveLength(1);
  await platform.stop();
});

test('one of two documents fails: the other is here, and the failed one says why', async ({
  startScriba,
  openPage,
}) => {
  const platform = await startSandbox();
  const page = await openPage(await startScriba({ practice: platform }));
  await practise(page);
  await page.getByRole('button', { name: 'Change documents, languages and microphone' }).click();
  await page
    .getByRole('main')
    .getByRole('button', { name: /Documents$/ })
    .click();
  // Two at most: it takes the place of the transcript.
  await page.getByRole('option', { name: 'Transcript' }).click();
  await page.getByRole('option', { name: 'EMR template' }).click();
  await page.keyboard.press('Escape');
  await platform.faults({ do: 'fail-template', template: 'eka_emr_template' });
  await startVisit(page, 'Tara Roy');
  await recordFor(page, 3);
  await finishVisit(page);
  await openNote(page, 'Tara Roy');
  await expect(page.getByText('Some documents could not be written')).toBeVisible();
  await page.getByRole('tab', { name: /EMR/ }).click();
  await expect(page.getByText('Could not be written').first()).toBeVisible();
  await platform.stop();
});

test('hostile note content shows as text and runs nothing', async ({ startScriba, openPage }) => {
  const platform = await startSandbox();
  const page = await openPage(await startScriba({ practice: platform }));
  await practise(page);
  const text =
    '# Note\n<script>document.title="owned"</script>\n<img src="https://evil.example/x.png" onerror="document.title=1">\n\n[press me](javascript:document.title="owned") ![pixel](https://evil.example/p.png)';
  await platform.faults({ do: 'write', template: 'clinical_notes_template', text });
  const own = page.url().split('/').slice(0, 3).join('/');
  const ports: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(own)) ports.push(request.url());
  });
  await startVisit(page, 'Hostile Content');
  await recordFor(page, 3);
  await finishVisit(page);
  await openNote(page, 'Hostile Content');
  await expect(page.getByText('press me')).toBeVisible();
  await page.getByText('press me').click();
  expect(await page.title()).not.toContain('owned');
  expect(
    await page.locator('img[src^="http"], script:not([src]), a[href^="javascript"]').count(),
  ).toBe(0);
  expect(ports).toEqual([]);
  await platform.stop();
});
