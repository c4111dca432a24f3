/**
 * Visits that wait for their platform, with a made-up core: the queue says of each what it waits
 * for and what can be done, and a draft of this computer is never taken for the note.
 */
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { Visit } from '../../../shared/model/visit.ts';
import type { Scene } from '../../support/fakes/fake-bridge.ts';
import { type ScreensPage, serveScreens } from '../../support/rigs/screens-page.ts';
import { clinic, openNote } from '../../support/views/view.ts';

let served: ScreensPage;
test.beforeAll(async () => {
  served = await serveScreens();
});
test.afterAll(() => served.close());

async function open(context: BrowserContext, page: Page, scene: Scene) {
  await served.setScene(context, { ...clinic, ...scene });
  await page.goto(served.origin);
}
async function openQueue(context: BrowserContext, page: Page, scene: Scene = {}) {
  await open(context, page, scene);
  await page.getByRole('button', { name: /^Queue/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Queue');
}
const visit = (page: Page, name: string) => page.getByRole('article', { name });
const namesIn = (page: Page, group: string) =>
  page
    .getByRole('region', { name: group })
    .getByRole('article')
    .evaluateAll((all) => all.map((one) => one.querySelector('h3, strong')?.textContent ?? ''));

/** The core tells of each visit that it is another one now. */
const changeAll = (page: Page, change: (Partial<Visit> | undefined)[]) =>
  page.evaluate(async ([part, ofOne]) => {
    const { scribeHost } = window as unknown as { scribeHost: Host };
    const { value } = await scribeHost.ask('visits.list', {});
    for (const one of value)
      if (ofOne === undefined || one.patient.name === ofOne.patient?.name)
        scribeHost.tell('visits.changed', { ...one, ...part });
  }, change);
type Host = {
  ask(name: string, input: unknown): Promise<{ value: Visit[] }>;
  tell(name: string, payload: unknown): void;
};

test('the queue lists who needs a person first, each with its reason, and offers only what its state allows', async ({
  context,
  page,
}) => {
  await openQueue(context, page);
  const groups = page.getByRole('heading', { level: 2 });
  await expect(groups).toHaveText([
    'Needs attention',
    'On the way',
    'Discarded in the last 24 hours',
  ]);
  expect((await namesIn(page, 'Needs attention')).join()).toContain('Meena Iyer');
  expect((await namesIn(page, 'On the way')).join()).toContain('Rahul Das');
  await expect(visit(page, 'Meena Iyer')).toContainText(
    'The platform could not write any of the documents',
  );
  await expect(visit(page, 'Salma Ali')).toContainText('Waiting for the network');
  // Not sent yet: it can be deleted. Its transaction is open: it can be cancelled.
  await expect(page.getByRole('button', { name: 'Delete: Salma Ali' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete: Rahul Das' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Cancel.*Rahul Das/ })).toBeVisible();
});

test('the queue says while the platform is out of reach that all is safe, and when nothing waits that nothing does', async ({
  context,
  page,
}) => {
  await openQueue(context, page, { offline: true });
  await expect(page.getByText(/^Offline since \d\d:\d\d$/)).toBeVisible();
  await expect(page.getByText('You can keep recording')).toBeVisible();
  await changeAll(page, [{ state: 'ready' }]);
  await expect(page.getByText('Nothing is waiting. Every visit has its note.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send now' })).toHaveCount(0);
});

test('a draft is asked for where its visit waits, is said to be made, and can be made again when it failed', async ({
  context,
  page,
}) => {
  await openQueue(context, page);
  // What it means for the sound is said once, for all of them.
  await expect(page.getByText(/^Speech is then recognised on this computer/)).toHaveCount(1);
  const salma = visit(page, 'Salma Ali');
  const ask = salma.getByRole('button', { name: 'Make a draft on this computer: Salma Ali' });
  await ask.press('Enter');
  await expect(salma.getByRole('status').filter({ hasText: 'is being made' })).toBeVisible();
  await expect(ask).toHaveCount(0);
  await changeAll(page, [
    { fallback: { state: 'failed', trouble: { code: 'nothing-heard', message: '' } } },
    { patient: { name: 'Salma Ali' } },
  ]);
  await expect(salma).toContainText('This computer could not make a draft.');
  await expect(salma).toContainText('No speech was recognised in this recording.');
  await salma.getByRole('button', { name: 'Make the draft again: Salma Ali' }).press('Enter');
  await expect(salma.getByRole('status').filter({ hasText: 'is being made' })).toBeVisible();
});

test('a draft that waits for the note says what it is, marks what was not surely heard, and is edited, but neither coded nor signed nor sent', async ({
  context,
  page,
}) => {
  await open(context, page, { draft: 'waiting' });
  await visit(page, 'Salma Ali')
    .getByRole('button', { name: /Read draft/ })
    .click();
  const draft = page.getByRole('region', { name: 'Draft from this computer' });
  await expect(draft).toContainText('The platform’s note replaces it when it arrives.');
  await expect(draft).toContainText('It cannot be coded, signed or sent to the EMR.');
  // In the language that it is in.
  await expect(draft.getByText('Some of the sound was not recognised.')).toHaveAttribute(
    'lang',
    'en',
  );
  await expect(draft.locator('.document-body')).toContainText('thirty');
  await expect(draft.locator('mark').filter({ hasText: 'thirty' })).toBeVisible();
  await draft.getByRole('button', { name: /^Edit/ }).click();
  const editor = draft.getByRole('textbox');
  await editor.getByText('Fever for thirty days.').click();
  await page.keyboard.press('End');
  await page.keyboard.type(' And a cough.');
  await draft.getByRole('button', { name: /^Done/ }).click();
  await expect(editor).toHaveCount(0);
  await expect(draft).toContainText('Fever for thirty days. And a cough.');
  for (const name of [/^Sign/, /^Copy/, /EMR/, /^Accept/])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
});

test('beside the note of the platform the draft is a tab of its own, compared word by word, and what was typed into it is told', async ({
  context,
  page,
}) => {
  await open(context, page, { draft: 'beside' });
  await openNote('Farhan Shaikh')(page);
  await expect(page.getByText('You changed the draft from this computer.')).toHaveCount(0);
  await page.getByRole('tab', { name: /Draft from this computer/ }).click();
  const panel = page.getByRole('tabpanel', { name: /Draft from this computer/ });
  await expect(panel).toContainText('The platform’s note has replaced it.');
  const compare = panel.getByRole('button', { name: 'Compare with the platform’s note' });
  await expect(compare).toHaveAttribute('aria-expanded', 'false');
  await compare.press('Enter');
  const compared = panel.getByRole('region', { name: 'Compare with the platform’s note' });
  await expect(compared.locator('del').filter({ hasText: 'thirty' }).first()).toBeVisible();
  await expect(compared.locator('ins').filter({ hasText: 'cough' }).first()).toBeVisible();
  // Its sections are headed below it, without a step left out.
  await expect(compared.getByRole('heading', { level: 3 })).toHaveCount(1);
  const hide = panel.getByRole('button', { name: 'Hide the comparison' });
  await expect(hide).toBeFocused();
  await hide.press('Enter');
  await expect(compared).toHaveCount(0);
  await panel.getByRole('button', { name: /^Edit/ }).click();
  await panel.getByRole('textbox').getByText('Fever for thirty days.').click();
  await page.keyboard.type('x');
  await panel.getByRole('button', { name: /^Done/ }).click();
  await expect(page.getByText('You changed the draft from this computer.')).toBeVisible();
});
