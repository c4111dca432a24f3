/** The microphone is tried before the first visit of the day, and replaced when it is lost. */
import { expect, test } from '../support/scriba.ts';
import { finishVisit, practise, recordFor, startButton, startVisit } from '../support/visit.ts';

test.describe.configure({ mode: 'parallel' });

test('the microphone is checked in two seconds before the first visit, and not offered after it', async ({
  startScriba,
  openPage,
}) => {
  const page = await openPage(await startScriba());
  await practise(page);
  await page.getByRole('button', { name: 'Check the microphone' }).click();
  await expect(page.getByText('Listening for 2 seconds. Say a few words.')).toBeVisible();
  // The fake microphone of Chromium beeps as loud as it can.
  await expect(page.getByText(/^Fake .* is too loud\./)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible();

  // A visit does not wait for the end of a check.
  await page.getByRole('button', { name: 'Check again' }).click();
  await startVisit(page, 'Asha Rao');
  await recordFor(page, 3);
  await finishVisit(page);
  await expect(page.getByRole('button', { name: /^Check/ })).toHaveCount(0);
});

test('a lost microphone is replaced by another, it is said, and the recording goes on', async ({
  host,
  startScriba,
  openPage,
}) => {
  const page = await openPage(await startScriba());
  // Its tracks end when the test says so, as those of an unplugged device do.
  await page.addInitScript(() => {
    const media = navigator.mediaDevices;
    const open = media.getUserMedia.bind(media);
    media.getUserMedia = async (wish) => {
      const stream = await open(wish);
      const [track] = stream.getTracks();
      window.addEventListener('unplug', () => track?.dispatchEvent(new Event('ended')), {
        once: true,
      });
      return stream;
    };
  });
  await practise(page);
  await host.reload(page);
  await expect(startButton(page)).toBeVisible();
  await startVisit(page, 'Asha Rao');
  await recordFor(page, 3);
  await page.evaluate(() => window.dispatchEvent(new Event('unplug')));
  const banner = page.getByRole('alert').filter({ hasText: 'Another microphone is in use' });
  await expect(banner).toContainText(/continues with “Fake Audio Input \d”/);
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await recordFor(page, 5);
  await finishVisit(page);
});
