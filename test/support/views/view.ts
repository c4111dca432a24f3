/** The type of a view, and the ways that many views go. */
import type { Locator, Page } from 'playwright-core';
import type { Scene } from '../fakes/fake-bridge.ts';

/** A screen in one state: the scene it is opened in, and the way there. */
export type View = {
  readonly name: string;
  readonly scene: Scene;
  reach(page: Page): Promise<void>;
};

export const waitForHeading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { name, level: 1 }).waitFor();
/**
 * Presses as a screen reader does: many views need many steps, and a real mouse waits for the page
 * at each. The stories use it.
 */
const click = (place: Locator) => place.first().evaluate((one) => (one as HTMLElement).click());
export const press = (page: Page, name: string | RegExp) =>
  click(page.getByRole('button', { name }));
/**
 * Waits until the page has drawn its last change, also what it draws piece by piece, and all that
 * moves by itself has come to its end.
 */
export const settled = (page: Page) =>
  page.evaluate(async () => {
    // A page that is never at rest is not waited for.
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 300 }));
    for (let frames = 0; frames < 2; frames++)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    const ending = document
      .getAnimations()
      .filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime));
    // One that is taken away is rejected: it has ended too.
    await Promise.allSettled(ending.map((one) => one.finished));
  });
export const practice: Scene = { profile: 'practice', visits: 'every' };
export const clinic: Scene = { profile: 'clinic', visits: 'every' };
/** A first second that was heard and kept, or more: a busy machine may look later. */
export const HEARD = /^00:0\d:(?!00)\d\d$/;
export const startRecording = async (page: Page) => {
  await page.getByLabel('Patient', { exact: true }).fill('Asha Rao');
  await page.getByLabel('Record number').fill('U-1001');
  await press(page, 'Start recording');
  await page.getByRole('button', { name: 'Finish', exact: true }).waitFor();
  await page.getByRole('timer').filter({ hasText: HEARD }).waitFor();
};
export const openSettings = (tab: string) => async (page: Page) => {
  await press(page, 'Settings');
  await click(page.getByRole('tab', { name: tab }));
};
export const openNote = (patient: string) => async (page: Page) => {
  await click(
    page
      .getByRole('article', { name: patient })
      .getByRole('button', { name: /Read note|Review|Show details/ }),
  );
  await waitForHeading(page, patient);
  await settled(page);
};

/** Opens what stands beside the note: by its tab, in a narrow window by the line of ways. */
export async function openBeside(page: Page, name: 'Check' | 'Transcript') {
  const tab = page.getByRole('region', { name: 'Beside the note' }).getByRole('tab', { name });
  const way = page.getByRole('group', { name: 'Beside the note' }).getByRole('button', { name });
  await tab.or(way).filter({ visible: true }).first().click();
  return page.getByRole('region', { name: 'Beside the note' });
}
