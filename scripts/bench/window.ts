/**
 * The window in both hosts, in one run: time from a start to the first button that can be pressed,
 * memory at rest and while recording, and the processor's time while recording. Yardstick of each:
 * an empty page with the same microphone, open and thrown away, in the same Chromium or Electron.
 * Linux; needs a display or Xvfb. Says what it left out.
 *
 *   npm run bench -- window [--starts 5] [--seconds 20] [--only electron|browser] [--beside FOLDER]... [--kinds] [--json]
 *
 * `--beside`: another checkout of this project, built, measured in the same run. `--kinds`: by kind
 * of process.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findBrowser, playwrightBrowser } from '../../main/hosts/node/browsers.mjs';
import { buildCore, buildElectron } from '../lib/build.mjs';
import { findElectron } from '../lib/electron.mjs';
import { root } from '../lib/project.mjs';
import { end } from '../lib/run.mjs';
import { type Costs, costsOf, total } from './lib/process-tree.ts';
import {
  browserHost,
  electronHost,
  emptyInBrowser,
  emptyInElectron,
  type Host,
  type Opened,
  serveEmptyPage,
} from './lib/window-hosts.ts';

const { values: asked } = parseArgs({
  options: {
    starts: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '20' },
    only: { type: 'string' },
    beside: { type: 'string', multiple: true, default: [] },
    kinds: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
/** Milliseconds in which what a start has begun comes to its end. */
const SETTLE = 6_000;

type Found = {
  readonly name: string;
  /**
   * Milliseconds from the start to the button; the first on a new folder, and the median of those
   * after it.
   */
  readonly firstMs: number;
  readonly againMs: number;
  readonly paintedMs: number;
  /**
   * Milliseconds of the processor until the button can be pressed: what other work on this computer
   * changes less.
   */
  readonly againBusyMs: number;
  /** Megabytes. */
  readonly atRest: Costs;
  readonly recording: Costs;
  /** Seconds of the processor for a second of recording. */
  readonly busy: Costs;
};

type Page = {
  readonly host: Host;
  /** The first button that can be pressed: at the very first start, and after that. */
  readonly first: string;
  readonly again: string;
  /** JavaScript that begins a recording, once `again` is there, and what is then true. */
  readonly record: string;
  readonly recording: string;
};

const button = (name: string) =>
  `[...document.querySelectorAll('button')].find((one) => one.textContent.trim() === ${JSON.stringify(name)} && !one.disabled)`;
/** Resolves with the time at which the expression is true. */
const whenTrue = (expression: string) =>
  `new Promise((resolve) => { const look = () => (${expression}) ? resolve(Date.now()) : setTimeout(look, 5); look(); })`;

const scriba = (host: Host): Page => ({
  host,
  first: button('Try it without an account'),
  again: button('Start recording'),
  record: `(() => {
    const field = [...document.querySelectorAll('label')].find((one) => one.textContent.trim().startsWith('Patient')).control;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, 'Bench Patient');
    field.dispatchEvent(new Event('input', { bubbles: true }));
    ${button('Start recording')}.click();
  })()`,
  recording: button('Pause'),
});
const empty = (host: Host): Page => ({
  host,
  first: button('Listen'),
  again: button('Listen'),
  record: `${button('Listen')}.click()`,
  recording: `document.title === 'Listening'`,
});

const heading = [
  ''.padEnd(34),
  'first ms'.padEnd(10),
  ...['painted ms', 'usable ms', 'busy ms', 'MB at rest', 'MB recording', '% of a core'].map(
    (name) => name.padEnd(14),
  ),
].join('');

async function measure({ host, first, again, record, recording }: Page): Promise<Found> {
  const folder = mkdtempSync(path.join(tmpdir(), 'scriba-bench-window-'));
  try {
    const firstMs = await withWindow(host, folder, async (window) => {
      const at = (await window.evaluate(whenTrue(first))) as number;
      if (first !== again) {
        await window.evaluate(`${first}.click()`);
        await window.evaluate(whenTrue(again));
        // Leaves time for the writes that follow a first start.
        await sleep(SETTLE);
      }
      return at - window.startedAt;
    });
    const starts: number[] = [];
    const painted: number[] = [];
    const busyMs: number[] = [];
    for (let count = 0; count < Number(asked.starts); count += 1) {
      await withWindow(host, folder, async (window) => {
        starts.push(((await window.evaluate(whenTrue(again))) as number) - window.startedAt);
        busyMs.push(1000 * total(costsOf(window.pids), 'seconds'));
        painted.push((await paintedAt(window)) - window.startedAt);
      });
    }
    const costs = await withWindow(host, folder, async (window) => {
      await window.evaluate(whenTrue(again));
      await sleep(SETTLE);
      const atRest = costsOf(window.pids);
      await window.evaluate(record);
      await window.evaluate(whenTrue(recording));
      await sleep(SETTLE);
      return { atRest, ...(await recordingCosts(window)) };
    });
    return {
      name: host.name,
      firstMs,
      againMs: median(starts),
      paintedMs: median(painted),
      againBusyMs: median(busyMs),
      ...costs,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function recordingCosts(window: Opened): Promise<Pick<Found, 'recording' | 'busy'>> {
  const before = costsOf(window.pids);
  const from = performance.now();
  await sleep(Number(asked.seconds) * 1000);
  const recording = costsOf(window.pids);
  const seconds = (performance.now() - from) / 1000;
  const busy = [...recording].map(([kind, cost]) => {
    const spent = (cost.seconds - (before.get(kind)?.seconds ?? 0)) / seconds;
    return [kind, { ...cost, seconds: spent }] as const;
  });
  return { recording, busy: new Map(busy) };
}

const paintedAt = async (window: Opened) =>
  (await window.evaluate(
    `new Promise((resolve) => { const look = () => { const [painted] = performance.getEntriesByName('first-contentful-paint'); painted ? resolve(performance.timeOrigin + painted.startTime) : setTimeout(look, 5); }; look(); })`,
  )) as number;

async function withWindow<T>(
  host: Host,
  folder: string,
  run: (window: Opened) => Promise<T>,
): Promise<T> {
  const window = await host.open(folder);
  try {
    return await run(window);
  } finally {
    await window.close();
  }
}

const median = (values: number[]) =>
  values.sort((one, other) => one - other)[values.length >> 1] ?? Number.NaN;

/** The display of this run: the one that is there, or an own one that nobody sees. */
async function openDisplay(): Promise<ChildProcess | undefined> {
  if (process.env.DISPLAY) return undefined;
  const display = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const number = await new Promise<string>((resolve, reject) => {
    display.once('error', () => reject(new Error('There is no display, and no Xvfb to make one.')));
    display.stdio[3]?.once('data', (data: Buffer) => resolve(String(data).trim()));
  });
  process.env.DISPLAY = `:${number}`;
  return display;
}

function report(found: Found, yardstick: Found): void {
  const against = (value: (of: Found) => number, digits: number) =>
    `${value(found).toFixed(digits)} (${(value(found) / value(yardstick)).toFixed(1)})`.padEnd(14);
  console.log(
    [
      found.name.padEnd(34),
      `${Math.round(found.firstMs)}`.padEnd(10),
      against((of) => of.paintedMs, 0),
      against((of) => of.againMs, 0),
      against((of) => of.againBusyMs, 0),
      against((of) => total(of.atRest, 'megabytes'), 0),
      against((of) => total(of.recording, 'megabytes'), 0),
      against((of) => total(of.busy, 'seconds') * 100, 1),
    ].join(''),
  );
  if (asked.kinds) console.log(kindsOf(found));
}

const kindsOf = ({ name, atRest, recording, busy }: Found) =>
  [
    `  ${name}, by kind of process: MB at rest, MB recording, % of a core`,
    ...[...recording].map(
      ([kind, { megabytes }]) =>
        `    ${kind.padEnd(20)} ${(atRest.get(kind)?.megabytes ?? 0).toFixed(0).padStart(5)} ${megabytes.toFixed(0).padStart(5)} ${(100 * (busy.get(kind)?.seconds ?? 0)).toFixed(1).padStart(6)}`,
    ),
  ].join('\n');

const plain = (found: Found) =>
  Object.fromEntries(
    Object.entries(found).map(([key, value]) => [
      key,
      value instanceof Map ? Object.fromEntries(value) : value,
    ]),
  );

async function run(): Promise<void> {
  if (process.platform !== 'linux')
    return console.log('This bench reads /proc, which only Linux has.');
  await Promise.all([buildElectron(), buildCore()]);
  const display = await openDisplay();
  const emptySite = await serveEmptyPage();
  try {
    const checkouts = [root, ...asked.beside.map((folder) => path.resolve(folder))];
    const named = (host: Host, folder: string): Host =>
      folder === root ? host : { ...host, name: `${host.name} (${path.basename(folder)})` };
    const browser = findBrowser() ?? (await playwrightBrowser());
    const electron = findElectron(root);
    const groups = {
      browser: browser && [
        empty(emptyInBrowser(browser, emptySite.address)),
        ...checkouts.map((folder) => scriba(named(browserHost(folder, browser), folder))),
      ],
      electron: electron && [
        empty(emptyInElectron(electron, emptySite.address)),
        ...checkouts.map((folder) => scriba(named(electronHost(folder, electron), folder))),
      ],
    };
    if (!asked.json)
      console.log(
        `Median of ${asked.starts} starts, ${asked.seconds} s of recording; in brackets against the empty page.\n${heading}`,
      );
    for (const [name, pages] of Object.entries(groups)) {
      if (asked.only !== undefined && asked.only !== name) continue;
      if (!pages) {
        console.log(`left out: there is no ${name === 'electron' ? 'Electron' : 'Chromium'} here`);
        continue;
      }
      let yardstick: Found | undefined;
      for (const page of pages) {
        const found = await measure(page);
        yardstick ??= found;
        if (asked.json) console.log(JSON.stringify(plain(found)));
        else report(found, yardstick);
      }
    }
  } finally {
    emptySite.close();
    if (display) await end(display);
  }
}

await run();
