/**
 * The doctor's story by keyboard alone, in a real Chromium against the browser host and its practice
 * platform: start, finish, open, review, code, sign, send. Prints keys, letters that are typed and
 * seconds of each step, from its first key until its outcome is on the screen. The first visit asks
 * once who signs and where notes go; the second is as every day. How long the doctor speaks, reads
 * and thinks is not in it, nor how long the platform writes.
 *
 *   npm run bench -- story [--pictures FOLDER]
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Locator, type Page } from 'playwright-core';
import { READING_TIME } from '../../renderer/features/codes/desk/work/arrivals.ts';
import { startScriba } from '../../test/e2e/support/process.ts';
import { chromiumFlags, chromiumPath, microphoneFlags } from '../../test/support/chromium.ts';
import { startSandbox } from '../../test/support/rigs/sandbox.ts';
import { buildPage } from '../lib/build.mjs';

const { values: asked } = parseArgs({ options: { pictures: { type: 'string' } } });
if (asked.pictures !== undefined) mkdirSync(asked.pictures, { recursive: true });

type Step = { readonly name: string; keys: number; letters: number; seconds: number };

await buildPage();
const drop = mkdtempSync(path.join(tmpdir(), 'scriba-story-'));
const platform = await startSandbox({ delay: 0 });
const scriba = await startScriba({ practice: platform, env: { SCRIBA_DROP_FOLDER: drop } });
const browser = await chromium.launch({
  ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
  args: [...chromiumFlags, ...microphoneFlags()],
});
try {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(await scriba.address());
  await page.getByRole('button', { name: 'Try it without an account' }).press('Enter');
  await filled(page);
  for (const [before, visit] of ['first visit', 'every other visit'].entries())
    print(visit, await story(page, visit, before + 1));
  console.log(`files in the drop folder: ${readdirSync(drop).sort().join(', ')}`);
} finally {
  await browser.close();
  await scriba.stop();
  await platform.stop();
  for (const folder of [drop, scriba.dataFolder]) rmSync(folder, { recursive: true, force: true });
}

/** The invented patient is filled in a moment after the form has come. */
async function filled(page: Page): Promise<void> {
  const patient = page.getByRole('textbox', { name: 'Patient' });
  await patient.waitFor();
  while ((await patient.inputValue()) === '') await page.waitForTimeout(50);
}

/** `number`: how many visits have a note when this one has. */
async function story(page: Page, visit: string, number: number): Promise<readonly Step[]> {
  const steps: Step[] = [];
  const step = async (name: string, run: (hand: Hand) => Promise<void>) => {
    const now: Step = { name, keys: 0, letters: 0, seconds: 0 };
    const began = performance.now();
    await run(handOf(page, now));
    now.seconds = (performance.now() - began) / 1000;
    steps.push(now);
    if (asked.pictures !== undefined)
      await page.screenshot({
        path: path.join(asked.pictures, `${visit} ${steps.length} ${name}.png`),
      });
  };
  const signature = page.getByRole('region', { name: 'Signature' });
  const said = page.getByRole('region', { name: 'Export the note' }).getByRole('status');
  await page.keyboard.press('Control+n');
  await filled(page);
  await step('start', async ({ press }) => {
    await press('Enter');
    await page.getByRole('button', { name: 'Finish', exact: true }).waitFor();
  });
  await page.waitForTimeout(4000);
  await step('finish', async ({ press }) => {
    await press('Control+Enter');
    await page.getByRole('dialog').waitFor();
    await press('Control+Enter');
    await page.getByRole('button', { name: 'Start recording' }).waitFor();
  });
  const written = page.getByRole('button', { name: /^(Read note|Review)/ });
  while ((await written.count()) < number) await page.waitForTimeout(100);
  await step('open the note', async ({ press }) => {
    await press('Control+o');
    await signature.waitFor();
    await page.locator('.desk-progress').waitFor();
  });
  await step('review', (hand) => review(page, hand));
  await step('code', (hand) => code(page, hand));
  await step('sign', async (hand) => sign(page, hand, signature));
  await step('copy', async ({ press }) => {
    await press('Control+Shift+C');
    await said.filter({ hasText: /^Copied/ }).waitFor();
  });
  await step('send', (hand) => send(page, hand, said));
  return steps;
}

type Hand = {
  readonly press: (key: string) => Promise<void>;
  readonly type: (letters: string) => Promise<void>;
};
function handOf(page: Page, step: Step): Hand {
  return {
    press: (key) => {
      step.keys += 1;
      return page.keyboard.press(key);
    },
    type: (letters) => {
      step.letters += letters.length;
      return page.keyboard.type(letters);
    },
  };
}

/** What is to be reviewed before the signature; nothing where the note differs nowhere. */
async function review(page: Page, { press }: Hand): Promise<void> {
  const open = page.getByRole('group', { name: /Not reviewed$/ });
  const count = await page
    .getByRole('tab', { name: /^Check \d/ })
    .filter({ visible: true })
    .count();
  if (count === 0) return;
  await press('Control+Enter');
  for (let left = await open.count(); left > 0; left = await open.count()) {
    await press('l');
    while ((await open.count()) === left) await page.waitForTimeout(20);
  }
}

async function code(page: Page, { press }: Hand): Promise<void> {
  const progress = page.locator('.desk-progress');
  const left = async () => {
    const [decided, of] = [...((await progress.textContent()) ?? '').matchAll(/\d+/g)];
    return of === undefined ? 0 : Number(of) - Number(decided);
  };
  await press('Control+k');
  const row = page.locator('[data-entity]:focus');
  await row.waitFor();
  await page.getByRole('button', { name: /^Accept (all )?\d+ linked in the note/ }).waitFor();
  while (/Searching/.test(await page.locator('.desk-bar').innerText()))
    await page.waitForTimeout(50);
  // Codes that have only just come are not accepted unread.
  await page.waitForTimeout(READING_TIME + 100);
  await press('Shift+L');
  for (let before = await left(), turns = 0; before > 0 && turns < 40; turns += 1) {
    await page.waitForTimeout(READING_TIME + 100);
    if ((await row.locator('.desk-candidate[aria-pressed=true]').count()) === 0) await press('1');
    await press('a');
    for (let waited = 0; waited < 40 && (await left()) === before; waited += 1)
      await page.waitForTimeout(50);
    before = await left();
  }
  if ((await left()) > 0) throw new Error(`undecided: ${await progress.textContent()}`);
}

async function sign(page: Page, { press, type }: Hand, signature: Locator): Promise<void> {
  await press('Control+Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  const name = dialog.getByRole('textbox').first();
  if ((await name.count()) > 0 && (await name.inputValue()) === '') {
    if (!(await name.evaluate((one) => one === document.activeElement)))
      throw new Error('the empty name of who signs is not in focus');
    await type('Dr Kavita Iyer');
  }
  // The question is read before it is answered; it counts.
  await page.waitForTimeout(1000);
  await press('Control+Enter');
  await signature.getByText(/^Signed \d/).waitFor();
}

/** Gives what is asked for on the way: where notes go, and what the patient lacks. */
async function send(page: Page, { press, type }: Hand, said: Locator): Promise<void> {
  await press('Control+Shift+E');
  const sent = said.filter({ hasText: /^Sent/ });
  const dialog = page.getByRole('dialog');
  for (let turns = 0; turns < 4; turns += 1) {
    await sent.or(dialog).first().waitFor();
    if (await sent.isVisible()) return;
    const asks = () => dialog.innerText({ timeout: 2000 }).catch(() => '');
    const title = await asks();
    const field = dialog.locator('input:focus');
    if ((await field.count()) > 0 && (await field.inputValue()) === '') await type('U-1001');
    await press('Enter');
    while (title !== '' && (await asks()) === title) await page.waitForTimeout(50);
  }
  await sent.waitFor();
}

function print(visit: string, steps: readonly Step[]): void {
  console.log(`${visit}:`);
  const sum = (of: 'keys' | 'letters' | 'seconds') =>
    steps.reduce((all, step) => all + step[of], 0);
  const line = (name: string, keys: number, letters: number, seconds: number) =>
    console.log(
      `  ${name.padEnd(14)}${String(keys).padStart(3)} keys${letters ? ` and ${letters} letters` : ''}, ${seconds.toFixed(1)} s`,
    );
  for (const { name, keys, letters, seconds } of steps) line(name, keys, letters, seconds);
  line('together', sum('keys'), sum('letters'), sum('seconds'));
}
