/**
 * Words of which the recogniser was unsure, in a visit that is worked on here: marked in transcript
 * and note, looked at before the signature, and gone from what is signed.
 */
import { secondsIn, startOpenAiServer, verbose } from '../../support/servers/openai-server.ts';
import { makeKey } from '../support/first-start.ts';
import { expect, test } from '../support/scriba.ts';
import { finishVisit, openNote, recordFor, startVisit } from '../support/visit.ts';

const HEARD = 'I have had fever for thirty days. I take perch tummel 650 mg twice daily.';

test('doubted words are marked and looked at, a name that was put in is taken back, and the signed note has no mark', async ({
  host,
  startScriba,
  openPage,
}) => {
  const server = await startOpenAiServer();
  server.hears(({ body }) => verbose(HEARD, secondsIn(body), ['thirty', 'perch', '650']));
  const page = await openPage(await startScriba({ practice: 'none' }));
  await makeKey(page, 'Work on this computer');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'This computer' }).click();
  const speech = page.getByRole('region', { name: 'Speech' });
  await speech.getByText('A server', { exact: true }).click();
  await speech.getByLabel('Server address').fill(server.address);
  await speech.getByRole('textbox', { name: 'Model' }).fill('whisper-small');
  await speech.getByRole('button', { name: 'Save the speech server' }).click();
  await expect(page.getByText('The speech server is saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await startVisit(page, 'Asha Rao');
  await recordFor(page, 3);
  await finishVisit(page);
  await openNote(page, 'Asha Rao');

  // Marked in the note: for the eye, and in words.
  const bar = page.getByRole('region', { name: 'Signature' });
  await expect(bar).toContainText('3 to review');
  const marks = page.locator('.document mark.doubted');
  await expect(marks).toHaveText([
    'thirty (possibly misheard)',
    'paracetamol (possibly misheard)',
    '650 (possibly misheard)',
  ]);

  // The first press leads to them, and not to the signature.
  await page.keyboard.press('Control+Enter');
  const checks = page.getByRole('region', { name: /before signing/ });
  const place = (name: RegExp) => checks.getByRole('group', { name });
  await expect(place(/not sure of “thirty”/)).toBeFocused();
  await page.keyboard.press('t');
  const side = page.getByRole('region', { name: 'Beside the note' });
  await expect(side.locator('mark.doubted')).toHaveCount(3);
  await expect(side.locator('mark.desk-mark-here')).toContainText('thirty');
  await expect(
    side.getByText('“perch tummel” was heard, and replaced by “paracetamol”'),
  ).toBeVisible();

  // By one click it says again what was heard, in the transcript and in the note.
  await side.getByRole('button', { name: /^Use what was heard/ }).click();
  await expect(side.getByRole('button', { name: /I take perch tummel/ })).toBeVisible();
  await expect(side.getByText('and replaced by')).toHaveCount(0);
  await expect(page.locator('.document').first()).toContainText('I take perch tummel 650');
  await expect(bar).toContainText('2 to review');

  // A reload, and what is stored says the same.
  await host.reload(page);
  await openNote(page, 'Asha Rao');
  await expect(bar).toContainText('2 to review');

  // One is worded anew, the other is confirmed.
  await page.keyboard.press('Control+Enter');
  await expect(place(/not sure of “thirty”/)).toBeFocused();
  await page.keyboard.press('s');
  const sheet = page.getByRole('textbox', { name: 'Text of the note' });
  await expect(sheet).toBeFocused();
  await page.keyboard.type('three');
  await page.getByRole('button', { name: /^Done/ }).click();
  await expect(place(/not sure of “thirty”/)).toHaveCount(0);
  await place(/not sure of “650”/)
    .getByRole('button', { name: /Mark as reviewed/ })
    .click();

  await page.getByRole('button', { name: /^Sign note/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Doctor’s name').fill('Dr. Invented Practice');
  await page.keyboard.press('Enter');
  await expect(bar).toContainText('Dr. Invented Practice');
  const visits = (await host.ask(page, 'visits.current')) as readonly { readonly id: string }[];
  const signed = await host.ask(page, 'notes.signed', { id: visits[0]?.id });
  expect(JSON.stringify(signed)).toContain('I take perch tummel 650 mg twice daily.');
  expect(JSON.stringify(signed)).not.toMatch(/not surely|doubt|\?/);
  await server.close();
});
