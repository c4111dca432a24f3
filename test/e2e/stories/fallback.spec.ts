/**
 * The platform is away: the doctor reads and edits a draft of this computer, and when the platform
 * is back its note is shown, with the draft beside it.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox } from '../../support/rigs/sandbox.ts';
import { secondsIn, startOpenAiServer, verbose } from '../../support/servers/openai-server.ts';
import { expect, test } from '../support/scriba.ts';
import { finishVisit, practise, recordFor, startVisit, visitCard } from '../support/visit.ts';

const SAID = 'I have had fever for three days. I took paracetamol 650 mg twice daily.';
const LABEL = 'Draft from this computer. The platform’s note replaces it when it arrives.';

test('while the platform is away a draft of this computer is read and edited; its note then replaces it, and the draft is kept', async ({
  startScriba,
  openPage,
  host,
}) => {
  const data = mkdtempSync(path.join(tmpdir(), 'scriba-platform-'));
  const away = await startSandbox({ data });
  const { url, brand, clientId, clientSecret } = away;
  const server = await startOpenAiServer();
  server.hears(({ body }) => verbose(SAID, secondsIn(body)));
  const page = await openPage(
    await startScriba({ practice: { url, brand, clientId, clientSecret } }),
  );
  await practise(page);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'This computer' }).click();
  await expect(
    page.getByRole('switch', { name: 'Make drafts when the platform cannot be reached' }),
  ).not.toBeChecked();
  const speech = page.getByRole('region', { name: 'Speech' });
  await speech.getByText('A server', { exact: true }).click();
  await speech.getByLabel('Server address').fill(server.address);
  await speech.getByRole('textbox', { name: 'Model' }).fill('whisper-small');
  await speech.getByRole('button', { name: 'Save the speech server' }).click();
  await expect(page.getByText('The speech server is saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Today', exact: true }).click();

  await away.kill();
  await startVisit(page, 'Ravi Das');
  await recordFor(page, 3);
  await finishVisit(page);
  const card = visitCard(page, 'Ravi Das');
  await expect(
    card
      .getByText('waits for the network')
      .or(card.getByText('Waiting for the network', { exact: false }))
      .first(),
  ).toBeVisible();
  await card.getByRole('button', { name: /^Show details/ }).click();
  await expect(page.getByText('This visit is waiting for its platform.')).toBeVisible();
  // Nothing was heard that nobody asked for.
  expect(server.asked).toHaveLength(0);
  const before = (await host.ask(page, 'visits.current'))[0];
  await page.getByRole('button', { name: /^Make a draft on this computer/ }).click();

  const draft = page.getByRole('region', { name: 'Draft from this computer' });
  await expect(draft.getByText(LABEL).first()).toBeVisible();
  await expect(draft.getByText('paracetamol 650 mg twice daily').first()).toBeVisible();
  await expect(draft.getByText('whisper-small').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Sign/ })).toHaveCount(0);
  await draft.getByRole('button', { name: /^Edit/ }).first().click();
  const sheet = draft.getByRole('textbox', { name: 'Text of the note' });
  await sheet.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Asked about sleep.');
  await draft.getByRole('button', { name: 'Done' }).click();
  await expect(draft.getByText('Asked about sleep.')).toBeVisible();
  // Its way to the platform is what it was.
  const after = (await host.ask(page, 'visits.current'))[0];
  expect(after).toMatchObject({
    state: before?.state,
    hold: 'offline',
    transactionId: before?.transactionId,
    parts: before?.parts,
    fallback: { state: 'made' },
  });

  // The doctor is typing when the platform's note comes.
  await draft.getByRole('button', { name: /^Edit/ }).first().click();
  await sheet.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Sleeps well.');

  const back = await startSandbox({
    data,
    port: Number(new URL(url).port),
    clientId,
    clientSecret,
  });
  await host.ask(page, 'outbox.sendNow');
  await expect(page.getByRole('button', { name: /^Sign note/ })).toBeVisible({ timeout: 120_000 });
  await expect(
    page.getByText('The platform’s note is here. You changed the draft from this computer.'),
  ).toBeVisible();
  // What was being typed is still under the hands of the doctor, and is kept.
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Asked about sleep. Sleeps well.')).toBeVisible();
  // Nothing of the draft is in the note.
  await page.getByRole('tab', { name: 'Clinical notes', exact: true }).click();
  await expect(page.getByText('Asked about sleep.')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Clinical notes · Draft from this computer' }).click();
  await expect(page.getByText('Asked about sleep.')).toBeVisible();
  await page.getByRole('button', { name: 'Compare with the platform’s note' }).click();
  await expect(
    page.getByRole('region', { name: 'Compare with the platform’s note' }).locator('del').first(),
  ).toBeVisible();
  expect((await back.state()).transactions).toHaveLength(1);
  await back.stop();
  await server.close();
});
