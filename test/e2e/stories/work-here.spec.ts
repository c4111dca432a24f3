/**
 * A doctor without an account: from the first start to the note, by the clinic's own servers on
 * this computer.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SpeechModels } from '../../../shared/model/speech-models.ts';
import {
  chatAnswer,
  secondsIn,
  startOpenAiServer,
  verbose,
} from '../../support/servers/openai-server.ts';
import { canSpeak, makeSpeech } from '../../support/sound/speech.ts';
import { TINY_SAYS, writeTinyWhisper } from '../../support/tiny-whisper.ts';
import { makeKey } from '../support/first-start.ts';
import { BROWSER_ONLY, expect, test } from '../support/scriba.ts';
import { finishVisit, openNote, recordFor, startButton, startVisit } from '../support/visit.ts';

const SAID =
  'I have had fever and dry cough for three days. No breathlessness. I started paracetamol 650 mg twice daily.';

test('without an account a doctor sets a speech server and tests it, records, and reads what was said', async ({
  startScriba,
  openPage,
}) => {
  const server = await startOpenAiServer();
  server.hears(({ body }) => verbose(SAID, secondsIn(body)));
  const page = await openPage(await startScriba({ practice: 'none' }));
  await makeKey(page, 'Work on this computer');
  // Nobody is asked for an account.
  await expect(startButton(page)).toBeVisible();
  await expect(page.getByText('Working on this computer')).toBeVisible();
  await expect(page.getByText('Not signed in')).toHaveCount(0);
  await expect(page.getByText('On this computer: one note and the transcript')).toBeVisible();

  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'This computer' }).click();
  const speech = page.getByRole('region', { name: 'Speech' });
  await speech.getByText('A server', { exact: true }).click();
  await speech.getByLabel('Server address').fill(server.address);
  await speech.getByRole('textbox', { name: 'Model' }).fill('whisper-small');
  await speech.getByLabel('Server token').fill('token-of-nobody');
  await speech.getByRole('button', { name: 'Save the speech server' }).click();
  await expect(speech.getByText('A token is stored.')).toBeVisible();
  await speech.getByRole('button', { name: 'Test speech' }).click();
  await expect(speech.getByText('Tested: the server, with the model whisper-small')).toBeVisible();
  expect(server.asked.at(-1)?.authorization).toBe('Bearer token-of-nobody');
  // Nobody has to wait for a server that never answers.
  const saves = speech.getByRole('button', { name: 'Save the speech server' });
  server.hears(() => undefined);
  await speech.getByRole('button', { name: 'Test speech' }).click();
  await speech.getByRole('textbox', { name: 'Model' }).fill('whisper-smaller');
  await expect(saves).toBeDisabled();
  await speech.getByRole('button', { name: 'Cancel the test' }).click();
  await expect(saves).toBeEnabled();
  await speech.getByRole('textbox', { name: 'Model' }).fill('whisper-small');
  const tests = speech.getByRole('button', { name: 'Test speech' });
  await expect(tests).toBeEnabled();
  // By keyboard the place is kept.
  await tests.press('Enter');
  await speech.getByRole('button', { name: 'Cancel the test' }).press('Enter');
  await expect(tests).toBeFocused();
  server.hears(({ body }) => verbose(SAID, secondsIn(body)));

  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await startVisit(page, 'Asha Rao');
  await recordFor(page, 3);
  await finishVisit(page);
  await openNote(page, 'Asha Rao');
  await expect(page.getByText('fever and dry cough for three days').first()).toBeVisible();
  await expect(page.getByText('paracetamol 650 mg twice daily').first()).toBeVisible();
  await expect(page.getByText('whisper-small').first()).toBeVisible();
  // What only a platform can do is not offered.
  await expect(page.getByText('Source: local lists')).toBeVisible();
  await expect(page.getByRole('button', { name: /Compare with the platform/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Request another document …' })).toHaveCount(0);

  // It is signed without an account, under the doctor's own name.
  const signed = page.getByRole('region', { name: 'Signature' });
  await page.getByRole('button', { name: /^Sign note/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Doctor’s name').fill('Dr. Invented Practice');
  await page.keyboard.press('Enter');
  await expect(signed).toContainText('Dr. Invented Practice');

  // A model words the next note; a statement that nobody said is marked.
  server.writes(() =>
    chatAnswer({
      sections: [
        {
          title: 'History',
          statements: [
            { text: 'Fever and dry cough for three days.', turns: [0] },
            { text: 'Severe chest pain radiating to the jaw.', turns: [0] },
          ],
        },
      ],
    }),
  );
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'This computer' }).click();
  await page.getByLabel('Titles, one in each line').fill('History\nWhat worries you');
  const held = page.getByRole('group', { name: 'Content of each section' });
  await expect(held.getByRole('button', { name: /History/ }).first()).toContainText(
    'Medical history',
  );
  await held.getByRole('button', { name: /Nothing yet.*What worries you/ }).click();
  await page.getByRole('option', { name: 'Assessment' }).click();
  await page.getByRole('button', { name: 'Save the sections' }).click();
  await expect(page.getByText('Sections saved')).toBeVisible();
  await page.getByLabel('Titles, one in each line').fill('History');
  await expect(held.getByText('What worries you')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save the sections' }).click();
  const note = page.getByRole('region', { name: 'Note', exact: true });
  await note.getByText('A server', { exact: true }).click();
  await note.getByLabel('Server address').fill(server.address);
  await note.getByRole('textbox', { name: 'Model' }).fill('llama');
  await note.getByRole('button', { name: 'Save the note server' }).click();
  await expect(page.getByText('The note server is saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await startVisit(page, 'Rahul Das');
  await recordFor(page, 3);
  await finishVisit(page);
  await openNote(page, 'Rahul Das');
  await expect(
    page.getByText('Severe chest pain radiating to the jaw. [not found in what was said]').first(),
  ).toBeVisible();
  await server.close();
});

test('a model that was put into its place is found, used, and hears the next visit', async ({
  startScriba,
  openPage,
  host,
}) => {
  const scriba = await startScriba({ practice: 'none' });
  const page = await openPage(scriba);
  await makeKey(page, 'Work on this computer');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'This computer' }).click();
  const speech = page.getByRole('region', { name: 'Speech' });
  await speech.getByText('My own model', { exact: true }).click();
  await expect(speech.getByText('No model has been added.')).toBeVisible();
  writeTinyWhisper(path.join(scriba.dataFolder, 'models', 'whisper'));
  await speech.getByRole('button', { name: 'Look for models' }).click();
  await expect(speech.getByText('apache-2.0')).toBeVisible();
  await expect(speech.getByText('English, Hindi')).toBeVisible();
  // Taken off the list elsewhere: that is told, and the list is as it is now.
  const use = speech.getByRole('button', { name: 'Use whisper-tiny-test' });
  const { models } = (await host.ask(page, 'here.models')) as SpeechModels;
  await host.ask(page, 'here.models.remove', { id: models[0]?.id ?? '' });
  await use.click();
  await expect(speech.getByText('The model is not used')).toBeVisible();
  await expect(speech.getByText('This model is no longer in the list.')).toBeVisible();
  await expect(use).toHaveCount(0);

  await speech.getByRole('button', { name: 'Look for models' }).click();
  await use.click();
  await expect(speech.getByText('Used for new visits')).toBeVisible();
  await speech.getByRole('button', { name: 'Test speech' }).click();
  await expect(speech.getByText('Tested: your model whisper-tiny-test')).toBeVisible();

  // What this model does not recognise is told before the recording.
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await page.getByRole('button', { name: 'Change documents, languages and microphone' }).click();
  await page.getByRole('button', { name: /Spoken language/ }).click();
  const hindi = page.getByRole('option', { name: /Hindi/ });
  const gujarati = page.getByRole('option', { name: /Gujarati/ });
  await hindi.click();
  await expect(page.getByText('Not recognised on this computer')).toHaveCount(0);
  // Two languages at most are spoken in a visit.
  await hindi.click();
  await gujarati.click();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Your model recognises English, Hindi.')).toBeVisible();
  await startVisit(page, 'Asha Rao');
  await recordFor(page, 3);
  await finishVisit(page);
  await openNote(page, 'Asha Rao');
  await expect(page.getByText('whisper-tiny-test').first()).toBeVisible();
  await expect(page.getByText(TINY_SAYS).first()).toBeVisible();
});

test('for one visit the choice is made with it, and a language that is not recognised is told before', async ({
  startScriba,
  openPage,
  host,
}) => {
  const page = await openPage(await startScriba());
  await page.getByRole('button', { name: 'Try it without an account' }).click();
  await page.getByRole('button', { name: 'Change documents, languages and microphone' }).click();
  const here = page.getByRole('switch', { name: 'Work on this computer' });
  await expect(here).not.toBeChecked();
  await expect(page.getByRole('button', { name: /Practice visit/ })).toBeVisible();
  await here.focus();
  await page.keyboard.press('Space');
  await expect(here).toBeChecked();
  await expect(page.getByRole('button', { name: /Practice visit/ })).toHaveCount(0);
  await page.getByRole('button', { name: /Spoken language/ }).click();
  await page.getByRole('option', { name: /Hindi/ }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Not recognised on this computer: हिन्दी')).toBeVisible();

  await startVisit(page, 'Asha Rao');
  await recordFor(page, 1);
  await page.getByRole('button', { name: 'Finish', exact: true }).click();
  await page.getByRole('button', { name: 'Finish visit' }).click();
  await expect(startButton(page)).toBeVisible();
  const visits = await host.ask(page, 'visits.current');
  expect(visits).toMatchObject([{ worksHere: true, patient: { name: 'Asha Rao' } }]);
  // The next one is as usual.
  await page.getByRole('button', { name: 'Change documents, languages and microphone' }).click();
  await expect(here).not.toBeChecked();
});

test(
  'what is said is in the note, by the engine that comes with Scriba',
  BROWSER_ONLY,
  async ({ startScriba, openPage }) => {
    test.skip(!canSpeak(), 'espeak-ng or sox is not there');
    const folder = mkdtempSync(path.join(tmpdir(), 'scriba-said-'));
    const { file } = makeSpeech(folder, 48_000, SAID);
    const page = await openPage(await startScriba({ practice: 'none' }), { microphone: file });
    await makeKey(page, 'Work on this computer');
    await startVisit(page, 'Asha Rao');
    await recordFor(page, 10);
    await finishVisit(page);
    await openNote(page, 'Asha Rao');
    await expect(page.getByText('moonshine-tiny-en').first()).toBeVisible();
    // A small model mishears a synthetic voice, but not all of it.
    await page.getByRole('tab', { name: 'Transcript' }).first().click();
    await expect(page.getByText(/paracetamol|breathlessness|fever|cough/i).first()).toBeVisible();
    rmSync(folder, { recursive: true });
  },
);
