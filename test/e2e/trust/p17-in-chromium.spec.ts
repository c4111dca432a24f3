/**
 * P17 in a real Chromium: a hostile platform, the real core, the real browser host, the built page.
 * Nothing runs, nothing loads, nothing leads away, and the page stays awake.
 */
import type { Page } from '@playwright/test';
import { decode, encode } from '../../../shared/encoding.ts';
import type { Visit } from '../../../shared/model/visit.ts';
import { promise } from '../support/promise.ts';
import { type BrowserScriba, expect, browserTest as test } from '../support/scriba.ts';
import { corpus, share } from './hostile/corpus.ts';
import { configOf, heavyItems, hugeItem, itemsOf } from './hostile/notes.ts';
import { type Outcome, startHostilePlatform } from './hostile/platform.ts';
import { startCanary, watch } from './hostile/watch.ts';

const p17 = promise(test, import.meta.filename, {
  id: 'P17',
  title: 'Whatever a platform sends as content runs nothing, loads nothing, leads nowhere',
  figure: `${corpus('').length} hostile texts (a quarter of them at each commit) in every field that a platform fills, in a real Chromium: 0 scripts, 0 requests, 0 navigations; drawn within 1 s`,
});
test.setTimeout(300_000);

/** Asks the core as its page would, without a page: to record what takes no microphone. */
async function askAsPage(scriba: BrowserScriba) {
  const { origin, hash } = new URL(await scriba.address());
  const headers = { 'content-type': 'application/json', origin };
  const { token } = (await (
    await fetch(`${origin}/session`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ code: hash.slice(1) }),
    })
  ).json()) as { token: string };
  return async (name: string, input?: unknown): Promise<unknown> => {
    const told = decode(
      await (
        await fetch(`${origin}/ask`, {
          method: 'POST',
          headers: { ...headers, 'x-scriba-token': token },
          body: encode({ name, input }),
        })
      ).text(),
    ) as { ok: boolean; value: unknown; message?: string };
    if (!told.ok) throw new Error(`${name}: ${told.message}`);
    return told.value;
  };
}
type Ask = Awaited<ReturnType<typeof askAsPage>>;

async function record(ask: Ask, patient: string): Promise<string> {
  const setup = {
    patient: { name: patient },
    mode: 'dictation',
    modelType: 'pro',
    templates: ['clinical_notes_template'],
    inputLanguages: ['en-IN'],
    outputLanguage: 'en-IN',
    codify: true,
  };
  const { id } = (await ask('recordings.start', setup)) as Visit;
  const sound = Uint8Array.from({ length: 32_000 }, (_, at) => (at * 37) % 251);
  await ask('recordings.append', { id, firstSample: 0, audio: sound });
  await ask('recordings.finish', { id, samples: 16_000 });
  return id;
}

test('a note of hostile texts, hostile names, a hostile offer and hostile refusals', async ({
  startScriba,
  openPage,
}) => {
  const canary = await startCanary();
  const from = p17.seed();
  const texts = share(canary.url, p17.size({ mutant: 8, commit: 4, long: 1 }), from).map(
    ({ text }) => text,
  );
  const notes = Array.from({ length: Math.ceil(texts.length / 104) }, (_, at) =>
    itemsOf(texts.slice(at * 104, (at + 1) * 104)),
  );
  const some = (at: number) => texts[(from + at * 13) % texts.length]!;
  const outcomes: Outcome[] = [
    ...notes.map((output) => ({
      status: 206,
      body: { data: { output, additional_data: { [some(1)]: some(2) } } },
    })),
    {
      status: 500,
      body: {
        error: { code: 'output_not_available', msg: some(3) },
        data: { output: [{ template_id: some(4), status: 'failure', errors: [some(5), some(6)] }] },
      },
    },
    {
      init: {
        status: 422,
        body: { details: [{ msg: some(7) }], error: { message: some(8), code: some(9) } },
      },
    },
    { status: 500, body: { error: { code: 'system_error', msg: some(10) } } },
  ];
  const platform = await startHostilePlatform({
    config: configOf(texts.slice(0, 60)),
    outcomes,
    words: some(11),
  });
  const scriba = await startScriba({ practice: platform.access });
  const ask = await askAsPage(scriba);
  await ask('profile.choose', { profile: 'practice' });
  await ask('vault.create', { kind: 'practice' });
  for (const [at] of outcomes.entries()) {
    await record(ask, `Visit ${at}`);
    // One at a time, so that the platform knows which is which.
    await expect.poll(platform.begun, { timeout: 20_000, intervals: [50] }).toBe(at + 1);
  }
  await expect
    .poll(
      async () =>
        ((await ask('visits.list')) as Visit[])
          .map(({ state, trouble }) => (state === 'processing' && trouble ? 'troubled' : state))
          .reverse()
          .join(),
      { timeout: 60_000, intervals: [250] },
    )
    .toBe([...notes.map(() => 'partial'), 'attention', 'attention', 'troubled'].join());

  const page = await openPage(scriba);
  await expect(page.getByRole('button', { name: 'Start recording' })).toBeVisible();
  const watched = await watch(page);
  const nothing = async (where: string) => expect(await watched.happened(), where).toEqual([]);

  for (const [at, items] of notes.entries()) {
    const card = page.getByRole('article', { name: `Visit ${at}` });
    await card.getByRole('button', { name: /Review|Open/ }).click();
    const tabs = page.getByRole('tablist', { name: 'Documents of this note' }).getByRole('tab');
    await expect(tabs).toHaveCount(items.length);
    for (let tab = 0; tab < items.length; tab += 1) {
      // Not by its name: a text of the platform stands there.
      await tabs.nth(tab).evaluate((element) => (element as HTMLElement).click());
      await expect(page.locator('.document')).toBeVisible();
      if (tab % 3 === 0) await page.locator('.document').hover();
      await nothing(`note ${at}, document ${tab}: ${JSON.stringify(items[tab]).slice(0, 300)}`);
      p17.ran(8);
    }
    // Every word that looks like a link is pressed.
    for (const link of (await page.locator('.outside-link').all()).slice(0, 5))
      await link.click({ timeout: 2000 }).catch(() => {});
    await nothing('links pressed');
    await page
      .getByRole('button', { name: /Today|Back/ })
      .first()
      .click();
  }
  for (const screen of ['Visits', 'Clinic', 'Settings']) {
    await page
      .getByRole('link', { name: screen })
      .or(page.getByRole('button', { name: screen, exact: true }))
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await nothing(screen);
  }
  await page.getByRole('tab', { name: 'Templates & languages' }).click();
  for (const pick of await page.locator('.pick button').all()) {
    await pick.click();
    await expect(page.getByRole('listbox')).toBeVisible();
    await nothing('a list of the offer');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toHaveCount(0);
  }
  expect(canary.asked).toEqual([]);

  // The watch itself: what was not seen above is seen when it is there.
  await page.evaluate((url) => {
    const image = Object.assign(document.createElement('img'), { src: `${url}/planted` });
    document.body.append(image);
    Object.assign(window, { __ran: 1 });
  }, canary.url);
  await expect
    .poll(async () => (await watched.happened()).join('\n'))
    .toMatch(/a script ran[\s\S]*<img> in the page|<img> in the page[\s\S]*a script ran/);
  platform.close();
  canary.close();
});

test('documents that would keep a page busy leave it awake, and an answer of 50 MB is not taken', async ({
  startScriba,
  openPage,
}) => {
  const items = heavyItems(p17.level === 'long' ? [900, 2500, 4000, 60_000, 600_000] : [4000]);
  const chosen =
    p17.level === 'long'
      ? items
      : items.filter((_, at) => at >= items.length - 6 || at % 3 === p17.seed() % 3);
  const notes = [
    ...Array.from({ length: Math.ceil(chosen.length / 25) }, (_, at) =>
      chosen.slice(at * 25, (at + 1) * 25),
    ),
    [hugeItem()],
  ];
  const outcomes = notes.map((note) => ({
    status: 200,
    body: { data: { output: note.map(({ item }) => item) } },
  }));
  const tooLarge = {
    status: 200,
    body: {
      data: { output: [{ template_id: 'x', status: 'success', value: 'QUJD'.repeat(12_500_000) }] },
    },
  };
  const platform = await startHostilePlatform({
    config: configOf([]),
    outcomes: [...outcomes, tooLarge],
    words: 'x',
  });
  const scriba = await startScriba({ practice: platform.access });
  const ask = await askAsPage(scriba);
  await ask('profile.choose', { profile: 'practice' });
  await ask('vault.create', { kind: 'practice' });
  for (const at of [...notes, tooLarge].keys()) {
    await record(ask, `Visit ${at}`);
    await expect.poll(platform.begun, { timeout: 20_000, intervals: [50] }).toBe(at + 1);
  }
  // An answer of 50 MB is given up and asked for again; the recording stays, and the other visits
  // go on.
  await expect
    .poll(
      async () =>
        ((await ask('visits.list')) as Visit[])
          .map(({ state, trouble }) => trouble?.code ?? (state === 'partial' ? 'ready' : state))
          .join(),
      { timeout: 60_000, intervals: [250] },
    )
    .toBe(['answer-too-large', ...notes.map(() => 'ready')].join());
  const page = await openPage(scriba);
  await expect(page.getByRole('button', { name: 'Start recording' })).toBeVisible();
  const watched = await watch(page);
  const worked = await workOf(page);
  for (const [at, note] of notes.entries()) {
    await page
      .getByRole('article', { name: `Visit ${at}` })
      .getByRole('button', { name: /Review|Open/ })
      .click();
    const tabs = page.getByRole('tablist', { name: 'Documents of this note' }).getByRole('tab');
    await expect(tabs).toHaveCount(note.length);
    for (const [tab, { name }] of note.entries()) {
      const before = await worked();
      await tabs.nth(tab).evaluate(async (element) => {
        (element as HTMLElement).click();
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      });
      const ms = (await worked()) - before;
      p17.ran();
      p17.worst('drawn in Chromium with', Math.round(ms), 'ms of work');
      expect(ms, `${name}: ${Math.round(ms)} ms`).toBeLessThan(1000);
      expect(await watched.happened(), name).toEqual([]);
    }
    await page
      .getByRole('button', { name: /Today|Back/ })
      .first()
      .click();
  }
  platform.close();
});

/**
 * Milliseconds of the processor that the page's own thread has had so far: others use this
 * computer, too.
 */
async function workOf(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    const found = metrics.find(({ name }) => name === 'TaskDuration');
    if (!found) throw new Error('Chromium does not tell how much a page works.');
    return found.value * 1000;
  };
}
