/**
 * P12 on the real app: after the lock nothing of a patient is left in the page, neither in what it
 * shows nor in what it remembers.
 */
import type { Page } from '@playwright/test';
import { startSandbox } from '../../support/rigs/sandbox.ts';
import { openAsPage } from '../../trust/support/app/page-client.ts';
import { words } from '../../trust/support/canaries/canaries.ts';
import { type Hit, scanner } from '../../trust/support/canaries/canary-scan.ts';
import { heapOf } from '../support/heap.ts';
import { promise } from '../support/promise.ts';
import { expect, browserTest as test } from '../support/scriba.ts';
import { finishVisit, openNote, practise, recordFor, startVisit } from '../support/visit.ts';

const p12 = promise(test, import.meta.filename, {
  id: 'P12',
  title: 'The vault locks itself; a recording goes on with the write key alone',
  figure:
    'in a real page: 0 words of a patient in the document and 0 in the memory of its scripts after the lock',
});

// A computer that is busy with other things takes its time for every click.
test.use({ actionTimeout: 60_000 });
test.describe.configure({ timeout: 240_000 });

const canaries = {
  name: words.name,
  'record number': words.recordNumber,
  note: words.note,
  'half a note': words.note.slice(0, 24),
};
const scan = scanner(canaries);

/**
 * Slows animations down: a button that still fades when it is removed with its card must not keep
 * the card in memory.
 */
async function slowMotion(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.enable');
  await session.send('Animation.setPlaybackRate', { playbackRate: 0.01 });
}

/** All that a person, a screen reader, or an extension could read off the page. */
const shown = async (page: Page): Promise<Hit[]> => {
  const parts = await page.evaluate(() => {
    const all = [...document.querySelectorAll('*')];
    const fields = all.flatMap((element) => ('value' in element ? [String(element.value)] : []));
    return [
      document.title,
      location.href,
      document.documentElement.outerHTML,
      ...fields,
      JSON.stringify({ ...localStorage }),
      JSON.stringify({ ...sessionStorage }),
      JSON.stringify(history.state),
      document.cookie,
    ];
  });
  return scan.text(parts.join('\n'), 'what the page shows');
};

/** Finds canaries that the page's scripts still hold. */
const remembered = async (page: Page): Promise<Hit[]> =>
  scan.text((await heapOf(page)).strings.join('\n'), 'what the page remembers');
/**
 * Waits until the page has forgotten: work under way when the lock comes, such as the last frame of
 * an animation, may take its time on a busy computer.
 */
async function expectForgotten(page: Page) {
  let heldBy: string | undefined;
  await expect
    .poll(
      async () => {
        const heap = await heapOf(page);
        const hits = told(scan.text(heap.strings.join('\n'), 'what the page remembers'));
        heldBy =
          hits.length === 0
            ? undefined
            : Object.values(canaries)
                .map((text) => heap.heldBy(text))
                .find((path) => path !== undefined);
        return hits;
      },
      { timeout: 30_000, intervals: [200, 1000, 3000] },
    )
    .toEqual([])
    .catch((error: unknown) => {
      throw new Error(`${String(error)}\nheld by:\n  ${heldBy ?? 'nobody'}`);
    });
}
const told = (hits: readonly Hit[]) => [
  ...new Set(hits.map(({ canary, form, file }) => `${canary} (${form}) in ${file}`)),
];

test('a note is open, then the vault is locked: nothing of it is left; unlocked, it is there again', async ({
  startScriba,
  openPage,
}) => {
  const platform = await startSandbox({ delay: 50 });
  await platform.faults({ do: 'write', template: 'clinical_notes_template', text: words.note });
  const scriba = await startScriba({ practice: platform });
  const page = await openPage(scriba);
  await practise(page);
  await page
    .getByRole('textbox', { name: 'Record number' })
    .fill(words.recordNumber)
    .catch(() => {});
  await startVisit(page, words.name);
  await recordFor(page, 3);
  await finishVisit(page);
  await slowMotion(page);
  await openNote(page, words.name);
  await expect(page.getByText('Zyxquatic').first()).toBeVisible();
  // Positive control: the eyes see what is there.
  await expect
    .poll(async () => told(await shown(page)))
    .toEqual(
      expect.arrayContaining([
        expect.stringContaining('name (plain)'),
        expect.stringContaining('note'),
      ]),
    );
  expect((await remembered(page)).length).toBeGreaterThan(0);

  // Being edited, it stands in fields too, and in what is on its way to the core.
  await page.keyboard.press('Control+e');
  await expect(page.getByRole('textbox').first()).toBeFocused();
  await page.keyboard.type('typed ');

  await (await openAsPage(await scriba.address())).ask('vault.lock', undefined);
  await expect(page.getByRole('heading', { name: 'Scriba is locked' })).toBeVisible();
  expect(told(await shown(page))).toEqual([]);
  await expectForgotten(page);
  p12.ran();

  await page.getByRole('button', { name: 'Unlock' }).click();
  await openNote(page, words.name);
  await expect(page.getByText('Zyxquatic').first()).toBeVisible();
  await platform.stop();
});

test('locked while recording: the name is gone from the page, the recording is not', async ({
  startScriba,
  openPage,
}) => {
  const platform = await startSandbox({ delay: 50 });
  const scriba = await startScriba({ practice: platform });
  const page = await openPage(scriba);
  await practise(page);
  await startVisit(page, words.name);
  await recordFor(page, 3);
  await (await openAsPage(await scriba.address())).ask('vault.lock', undefined);
  await expect(page.getByRole('heading', { name: 'Scriba is locked' })).toBeVisible();
  await recordFor(page, 4);
  expect(told(await shown(page))).toEqual([]);
  await expectForgotten(page);
  await page.getByRole('button', { name: 'Unlock' }).click();
  await recordFor(page, 5);
  await finishVisit(page);
  await openNote(page, words.name);
  p12.ran();
  await platform.stop();
});

test('left alone it locks by itself', async ({ startScriba, openPage }) => {
  test.skip(p12.level !== 'long', 'a minute without touching anything: only in the long run');
  const scriba = await startScriba();
  const page = await openPage(scriba);
  await practise(page);
  await (await openAsPage(await scriba.address())).ask('settings.change', {
    privacy: { keepAudioDays: 7, keepNotesDays: 0, lockAfterMinutes: 1 },
  });
  await expect(page.getByRole('heading', { name: 'Scriba is locked' })).toBeVisible({
    timeout: 75_000,
  });
  p12.ran();
});
