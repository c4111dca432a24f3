/**
 * `npm start -- --smoke`: brings Scriba up on a temporary folder and walks the main way through it,
 * with real sound.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findBrowser } from '../../main/hosts/node/browsers.mjs';
import { buildCore, buildPage } from './build.mjs';
import { startCore } from './core.mjs';
import { inProject } from './project.mjs';
import { spokenSentence, walkHere } from './smoke-here.mjs';

const RECORD_FOR = 2500;
const NOTE_WITHIN = 90_000;

/**
 * Prints one line of JSON and answers nothing; throws a sentence that says what failed. `closing`
 * collects what is to be ended.
 */
export async function smoke({ closing, started, finish }) {
  const folder = mkdtempSync(path.join(tmpdir(), 'scriba-smoke-'));
  closing.push(async () => rmSync(folder, { recursive: true, force: true }));
  const since = stopwatch(started);
  await Promise.all([buildPage(), buildCore()]);
  const core = await startCore({ built: true, data: path.join(folder, 'data') });
  closing.push(core.stop);
  await core.opened;
  since('startedMs');

  const { chromium } = await import('playwright-core');
  const args = [
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-audio-capture=${spokenSentence}%noloop`,
  ];
  if (process.getuid?.() === 0) args.push('--no-sandbox');
  const executablePath = findBrowser();
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args });
  closing.push(() => browser.close());

  const page = await browser.newPage();
  // Long enough for a busy computer; nothing here waits for it to pass.
  page.setDefaultTimeout(120_000);
  const trouble = [];
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()));
  const words = readWords();
  const ask = askAs(page);
  let at = 'opening the page';
  let here;
  try {
    const to = (what) => (at = what);
    await page.goto(core.address);
    await walk(page, words, since, to);
    here = await walkHere({ page, words, ask, since, to });
  } catch (error) {
    const seen = (
      await page
        .locator('body')
        .innerText()
        .catch(() => '')
    )
      .replace(/\s+/g, ' ')
      .slice(0, 300);
    throw new Error(
      `The smoke test failed while ${at}: ${String(error?.message ?? error).split('\n')[0]}\n  The page showed: ${seen}${trouble.length ? `\n  It complained: ${trouble.slice(0, 3).join(' | ')}` : ''}`,
    );
  }
  console.log(JSON.stringify({ ok: true, ...here, ...since.times }));
  await finish(0);
}

/** As a doctor goes: try it without an account, record, finish, read the note. */
async function walk(page, words, since, to) {
  const button = (key) => page.getByRole('button', { name: words(key), exact: true });
  to('choosing to try it without an account');
  await button('first.practice.go').click();
  to('filling in the visit');
  await page.getByLabel(words('record.patient'), { exact: true }).fill('Smoke Test');
  to('starting the recording');
  await button('record.start').click();
  await button('record.pause').waitFor();
  since('recordingMs');
  await page.waitForTimeout(RECORD_FOR);
  to('finishing the recording');
  await button('record.finish').click();
  await button('finish.yes').click();
  await button('record.start').waitFor();
  since('savedMs');
  to('waiting for the note');
  // Each visit's button names its patient too.
  await page
    .getByRole('button', { name: words('visit.read') })
    .first()
    .click({ timeout: NOTE_WITHIN });
  // The note is about the invented patient, and says so beside another name.
  const [, about] = words('note.practiceOther').split('{{name}}');
  await page
    .getByText(about)
    .or(page.getByText(words('note.practiceUnnamed')))
    .first()
    .waitFor();
  since('noteMs');
}

function readWords() {
  const folder = inProject('renderer', 'locales', 'en');
  const catalogue = Object.assign(
    {},
    ...readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8'))),
  );
  return (key) => {
    const word = key.split('.').reduce((inner, name) => inner?.[name], catalogue);
    if (typeof word !== 'string') throw new Error(`renderer/locales/en has no ${key}`);
    return word;
  };
}

/** Milliseconds since the very start, under a name each. */
function stopwatch(started) {
  const times = {};
  const mark = (name) => (times[name] = Math.round(performance.now() - started));
  return Object.assign(mark, { times });
}

/** Asks the core as this page does, with its token. */
function askAs(page) {
  let token = '';
  page.on('request', (request) => {
    token = request.headers()['x-scriba-token'] ?? token;
  });
  return async (name, input) => {
    const answer = await page.evaluate(
      async ([key, body]) => {
        const headers = { 'content-type': 'application/json', 'x-scriba-token': key };
        return (await fetch('/ask', { method: 'POST', headers, body })).json();
      },
      [token, JSON.stringify({ name, input })],
    );
    if (!answer.ok) throw new Error(`${name} was refused: ${JSON.stringify(answer)}`);
    return answer.value;
  };
}
