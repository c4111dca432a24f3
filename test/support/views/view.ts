/** The type of a view, and the ways that many views go. */
import type { Page } from 'playwright-core';
import type { Scene } from '../fakes/fake-bridge.ts';

/** A screen in one state: the scene it is opened in, and the way there. */
export type View = {
  readonly name: string;
  readonly scene: Scene;
  reach(page: Page): Promise<void>;
};

export const waitForHeading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { name, level: 1 }).waitFor();
export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click();
export const practice: Scene = { profile: 'practice', visits: 'every' };
export const clinic: Scene = { profile: 'clinic', visits: 'every' };
export const startRecording = async (page: Page) => {
  await page.getByLabel('Patient', { exact: true }).fill('Asha Rao');
  await page.getByLabel('Record number').fill('U-1001');
  await press(page, 'Start recording');
  await page.getByRole('button', { name: 'Finish', exact: true }).waitFor();
  await page.waitForTimeout(3200);
};
export const openSettings = (tab: string) => async (page: Page) => {
  await press(page, 'Settings');
  await page.getByRole('tab', { name: tab }).click();
};
export const openNote = (patient: string) => async (page: Page) => {
  await page
    .getByRole('article', { name: patient })
    .getByRole('button', { name: /Read note|Details/ })
    .first()
    .click();
  await waitForHeading(page, patient);
  await page.waitForTimeout(150);
};
