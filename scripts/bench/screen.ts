/**
 * How the page answers in Chromium, with invented visits and no core: the time from a key in a long
 * note to the frame that shows it, and tasks that keep the page from answering during a visit.
 * A browser that has just started does work of its own; tasks are told by processor time and by clock.
 * Yardstick: the same keys in a bare editable page of as many lines, in the same browser.
 *
 *   npm run bench -- screen [--lines 300] [--keys 100]
 */
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { chromiumFlags, chromiumPath, microphoneFlags } from '../../test/support/chromium.ts';
import { serveScreens } from '../../test/support/rigs/screens-page.ts';
import { clinic, openNote, startRecording } from '../../test/support/views/view.ts';
import { buildPage } from '../lib/build.mjs';

const { values: asked } = parseArgs({
  options: {
    lines: { type: 'string', default: '300' },
    keys: { type: 'string', default: '100' },
  },
});
const lines = Array.from(
  { length: Number(asked.lines) },
  (_, at) => `Line ${at + 1}: no fever and no cough today, walks well, sleeps well.`,
);
/** A task that is longer keeps the page from answering, as browsers count it. */
const LONG = 50;

type Noted = { readonly keys: number[] };
/** A task of the page's main thread, in milliseconds. */
type Task = { readonly processor: number; readonly clock: number };
type TraceEvent = {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
};
/** Marks in the trace where the page's own work begins: after the scripts of the made-up core. */
const BEGINNING = 'beginning';
declare global {
  interface Window {
    noted: Noted;
  }
}

await buildPage();
const served = await serveScreens();
const browser = await chromium.launch({
  ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
  args: [...chromiumFlags, ...microphoneFlags()],
});
try {
  const bare = await typingInBarePage();
  const note = await typingInNote();
  const ratio = (note.median / bare.median).toFixed(2);
  console.log(`typing among ${lines.length} lines, key to frame:`);
  console.log(`  yardstick, a bare editable page: ${told(bare)}`);
  console.log(`  the note: ${told(note)}; ${ratio} times the yardstick (aim 16 ms)`);
  const tasks = await tasksOfVisit();
  console.log('tasks of the page in a visit (open, record, finish, open a note, its codes):');
  console.log(`  by processor time: ${toldTasks(tasks.map((task) => task.processor))} (aim 0)`);
  // Includes the time in which another process had the processor.
  console.log(
    `  by the clock, as the browser counts: ${toldTasks(tasks.map((task) => task.clock))}`,
  );
} finally {
  await browser.close();
  await served.close();
}

function toldTasks(times: readonly number[]): string {
  const long = times.filter((ms) => ms > LONG);
  return `${long.length} over ${LONG} ms, the longest ${Math.round(Math.max(0, ...times))} ms`;
}

type Times = ReturnType<typeof timesOf>;
function told({ median, most, worst }: Times): string {
  return `median ${median.toFixed(1)} ms, 95 of 100 within ${most.toFixed(1)} ms, worst ${worst.toFixed(1)} ms`;
}
function timesOf(keys: readonly number[]) {
  const sorted = keys.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN;
  return { median: at(0.5), most: at(0.95), worst: at(1) };
}

async function watched(context: BrowserContext): Promise<Page> {
  await context.addInitScript(() => {
    const noted: Noted = { keys: [] };
    Object.assign(window, { noted });
    // From the event's own time, so that what kept the page from hearing the key counts too; to the
    // task after the frame that shows it.
    window.addEventListener(
      'keydown',
      ({ timeStamp }) =>
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => noted.keys.push(performance.now() - timeStamp);
          port2.postMessage(undefined);
        }),
      true,
    );
  });
  return context.newPage();
}

async function typed(page: Page): Promise<Times> {
  await page.evaluate(() => void window.noted.keys.splice(0));
  for (let key = 0; key < Number(asked.keys); key += 1) {
    await page.keyboard.press(key % 6 === 5 ? 'Space' : 'a');
    await page.waitForTimeout(40);
  }
  return timesOf(await page.evaluate(() => window.noted.keys));
}

async function typingInBarePage(): Promise<Times> {
  const context = await browser.newContext();
  const page = await watched(context);
  await page.goto('about:blank');
  await page.evaluate((all) => {
    document.body.contentEditable = 'true';
    for (const line of all) {
      const paragraph = document.createElement('p');
      paragraph.textContent = line;
      document.body.append(paragraph);
    }
    document.body.focus();
  }, lines);
  const times = await typed(page);
  await context.close();
  return times;
}

async function typingInNote(): Promise<Times> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await served.setScene(context, clinic);
  const page = await watched(context);
  await page.goto(served.origin);
  await openNote('Farhan Shaikh')(page);
  await page.keyboard.press('Control+e');
  const sheet = page.locator('.ProseMirror');
  await sheet.click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.insertText(lines[0] ?? '');
  for (const line of lines.slice(1)) {
    await page.keyboard.press('Enter');
    await page.keyboard.insertText(line);
  }
  if ((await sheet.locator('p, li').count()) < lines.length) throw new Error('the note is short');
  const times = await typed(page);
  await context.close();
  return times;
}

async function tasksOfVisit(): Promise<readonly Task[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await served.setScene(context, clinic);
  const page = await watched(context);
  await context.addInitScript((name) => void performance.mark(name), BEGINNING);
  const traced = await trace();
  await page.goto(served.origin);
  await startRecording(page);
  await page.waitForTimeout(5000);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Start recording' }).waitFor();
  await openNote('Farhan Shaikh')(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('row').first().waitFor();
  await page.keyboard.press('a');
  await page.waitForTimeout(500);
  const events = await traced();
  await context.close();
  const beginning = events.find((event) => event.name === BEGINNING);
  if (beginning === undefined) throw new Error('the trace does not hold the page');
  return events
    .filter(
      ({ name, pid, tid, ts }) =>
        name === 'ThreadControllerImpl::RunTask' &&
        pid === beginning.pid &&
        tid === beginning.tid &&
        ts > beginning.ts,
    )
    .map(({ dur = 0, tdur = 0 }) => ({ processor: tdur / 1000, clock: dur / 1000 }));
}

/** Records what the browser's threads do; the answer ends it. */
async function trace(): Promise<() => Promise<readonly TraceEvent[]>> {
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    events.push(...(value as unknown as TraceEvent[]));
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'blink.user_timing'] },
  });
  return async () => {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await complete;
    await session.detach();
    return events;
  };
}
