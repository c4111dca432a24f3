/**
 * Proves that a key that is pressed while the page is opening is not lost: while the core has not
 * answered, and while the vault is being unlocked. With a made-up core.
 */
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import type { Scene } from '../../support/fakes/fake-bridge.ts';
import { casesOfToday } from '../../support/portion.ts';
import { type ScreensPage, serveScreens } from '../../support/rigs/screens-page.ts';

let served: ScreensPage;
test.beforeAll(async () => {
  served = await serveScreens();
});
test.afterAll(() => served.close());

declare global {
  interface Window {
    /** Name of a request that the core answers only when `answerNow` is called. */
    slow: string | undefined;
    /** How many wait. */
    asked(): number;
    answerNow(): void;
  }
}

function holdAnswers(slow: string) {
  const waiting: (() => void)[] = [];
  const host = window.scribeHost as unknown as Record<
    'ask',
    (name: string, input: unknown) => Promise<unknown>
  >;
  const ask = host.ask.bind(host);
  host.ask = async (name, input) => {
    if (name === window.slow) await new Promise<void>((resolve) => waiting.push(resolve));
    return ask(name, input);
  };
  window.slow = slow;
  window.asked = () => waiting.length;
  window.answerNow = () => {
    window.slow = undefined;
    for (const answer of waiting.splice(0)) answer();
  };
}

async function open(context: BrowserContext, page: Page, scene: Scene, slow: string) {
  await served.setScene(context, scene);
  await context.addInitScript(holdAnswers, slow);
  await page.goto(served.origin);
}
const waits = (page: Page) => expect.poll(() => page.evaluate(() => window.asked())).toBe(1);
const answer = (page: Page) => page.evaluate(() => window.answerNow());
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const unlock = (page: Page) => page.getByRole('button', { name: 'Unlock' }).press('Enter');

const clinic: Scene = { profile: 'clinic', visits: 'every' };
const locked: Scene = { ...clinic, vault: { state: 'locked', kind: 'keychain' } };
const opened: Record<string, (page: Page) => Promise<void>> = {
  'Control+,': (page) => expect(page.getByRole('tab', { name: 'Doctor' })).toBeVisible(),
  'Control+f': (page) => expect(page.getByRole('searchbox')).toBeFocused(),
  'Control+n': (page) => expect(page.getByLabel('Patient', { exact: true })).toBeFocused(),
  'Control+o': (page) =>
    expect(
      page
        .getByRole('textbox', { name: 'Text of the note' })
        .or(page.getByRole('button', { name: 'Edit', exact: true })),
    ).toBeVisible(),
  'Control+l': (page) => expect(heading(page, 'Scriba is locked')).toBeVisible(),
  F1: (page) => expect(page.getByRole('dialog')).toBeVisible(),
};

for (const [key, isDone] of casesOfToday(Object.entries(opened))) {
  test(`${key} that is pressed while Scriba starts is done when it is there`, async ({
    context,
    page,
  }) => {
    await open(context, page, clinic, 'app.info');
    await waits(page);
    await page.keyboard.press(key);
    await answer(page);
    await isDone(page);
  });

  test(`${key} that is pressed while the vault opens is done when it is open`, async ({
    context,
    page,
  }) => {
    await open(context, page, locked, 'vault.unlock');
    await unlock(page);
    await waits(page);
    await page.keyboard.press(key);
    await answer(page);
    await isDone(page);
  });
}

test('Ctrl+O that is pressed while the visits are on their way opens the note when they are there', async ({
  context,
  page,
}) => {
  await open(context, page, locked, 'visits.current');
  await unlock(page);
  await expect(page.getByRole('navigation')).toBeVisible();
  await page.keyboard.press('Control+o');
  await answer(page);
  await opened['Control+o']!(page);
});

test('keys that are pressed one after the other are done in their order', async ({
  context,
  page,
}) => {
  await open(context, page, locked, 'vault.unlock');
  await unlock(page);
  await waits(page);
  for (const key of ['Control+,', 'Control+f']) await page.keyboard.press(key);
  await answer(page);
  await opened['Control+f']!(page);
});

test('a key of a vault that did not open is not done later, nor one that signs, sends or destroys', async ({
  context,
  page,
}) => {
  await open(
    context,
    page,
    { ...clinic, vault: { state: 'locked', kind: 'passphrase', cause: 'passphrase-needed' } },
    'vault.unlock',
  );
  const passphrase = page.getByLabel('Passphrase');
  await passphrase.fill('wrong');
  await passphrase.press('Enter');
  await waits(page);
  await page.keyboard.press('Control+,');
  await answer(page);
  await expect(page.getByRole('alert')).toBeVisible();
  // Nothing is opening now.
  await page.keyboard.press('Control+,');
  await page.evaluate(() => {
    window.slow = 'vault.unlock';
  });
  await passphrase.fill('correct horse');
  await passphrase.press('Enter');
  await waits(page);
  for (const key of ['Control+Enter', 'Control+Shift+X', 'Control+Shift+E', 'Control+e'])
    await page.keyboard.press(key);
  await answer(page);
  await expect(heading(page, 'Today')).toBeVisible();
  await expect(page.getByLabel('Patient', { exact: true })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('what a part of the form holds is there in the moment that it opens, for a Tab right behind the Enter', async ({
  context,
  page,
}) => {
  await served.setScene(context, clinic);
  await page.goto(served.origin);
  const part = page.locator('details.consent-more');
  await expect(part).toBeVisible();
  const drawn = await part.evaluate(async (details: HTMLDetailsElement) => {
    details.querySelector('summary')?.click();
    // A key that comes next is a task of its own; what waits for one comes after it.
    await Promise.resolve();
    return details.open && details.querySelectorAll('input[type=radio]').length;
  });
  expect(drawn).toBe(4);
});
