/**
 * Prints a page of ours to PDF with a Chromium that is on this computer. It is spoken to over two
 * pipes (the DevTools protocol, `Page.printToPDF`): the note stands neither on a command line nor
 * in a file that somebody could read.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { Failure } from '../../../shared/failure.ts';
import { findBrowser } from './browsers.mjs';

const LONGEST = 60_000;
const A4 = { paperWidth: 8.27, paperHeight: 11.69 };
const flags = [
  '--headless=new',
  '--remote-debugging-pipe',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-gpu',
  '--disable-extensions',
  '--proxy-server=127.0.0.1:9',
  '--disk-cache-size=1',
];

/** With the browser that is found on this computer. Throws Failure `missing` / `no-browser` too. */
export async function printHere(html: string): Promise<Buffer> {
  const browser = findBrowser();
  if (browser === undefined)
    throw new Failure(
      'missing',
      'A PDF is printed by Chromium, Chrome or Edge, and none of them is here. Install one, or export HTML.',
      { detail: 'no-browser' },
    );
  return printPdf(browser, html);
}

/**
 * `html`: a whole page that fetches nothing. @returns the PDF. Throws Failure `broken` /
 * `print-failed`.
 */
export async function printPdf(browser: string, html: string): Promise<Buffer> {
  const profile = mkdtempSync(path.join(tmpdir(), 'scriba-print-'));
  // Chromium refuses its own sandbox to root; nothing but our own words is ever opened here.
  const child = spawn(
    browser,
    [
      ...flags,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const ended = new Promise<never>((_, fail) => {
    child.once('error', (error) => fail(failed(error)));
    child.once('exit', () => fail(failed(new Error('the browser ended'))));
  });
  ended.catch(() => {});
  const tooLong = setTimeout(() => child.kill('SIGKILL'), LONGEST);
  try {
    const ask = speak(child.stdio[3] as Writable, child.stdio[4] as Readable);
    const told = (async () => {
      const { targetInfos } = (await ask('Target.getTargets')) as {
        targetInfos: { targetId: string; type: string }[];
      };
      const page =
        targetInfos.find(({ type }) => type === 'page')?.targetId ??
        ((await ask('Target.createTarget', { url: 'about:blank' })) as { targetId: string })
          .targetId;
      const { sessionId } = (await ask('Target.attachToTarget', {
        targetId: page,
        flatten: true,
      })) as { sessionId: string };
      const { frameTree } = (await ask('Page.getFrameTree', {}, sessionId)) as {
        frameTree: { frame: { id: string } };
      };
      await ask('Page.setDocumentContent', { frameId: frameTree.frame.id, html }, sessionId);
      await ask(
        'Runtime.evaluate',
        { expression: 'document.fonts.ready.then(() => true)', awaitPromise: true },
        sessionId,
      );
      const { data } = (await ask(
        'Page.printToPDF',
        { ...A4, printBackground: true, preferCSSPageSize: true, generateTaggedPDF: true },
        sessionId,
      )) as { data: string };
      return Buffer.from(data, 'base64');
    })();
    return await Promise.race([told, ended]);
  } catch (error) {
    throw error instanceof Failure ? error : failed(error);
  } finally {
    clearTimeout(tooLong);
    child.removeAllListeners('exit');
    await new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
        return resolve();
      child.once('exit', () => resolve());
      child.kill('SIGKILL');
    });
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

const failed = (cause: unknown) =>
  new Failure(
    'broken',
    'The PDF could not be printed. Try again; the note can be exported in another form meanwhile.',
    { detail: 'print-failed', cause },
  );

/** Messages are JSON, each ended by a zero byte. */
function speak(out: Writable, from: Readable) {
  const waiting = new Map<number, { done(result: unknown): void; fail(error: Error): void }>();
  let last = 0;
  let rest: Buffer[] = [];
  from.on('data', (piece: Buffer) => {
    let start = 0;
    for (let end = piece.indexOf(0); end !== -1; end = piece.indexOf(0, start)) {
      const { id, result, error } = JSON.parse(
        Buffer.concat([...rest, piece.subarray(start, end)]).toString(),
      ) as { id?: number; result?: unknown; error?: { message: string } };
      rest = [];
      start = end + 1;
      const asked = id === undefined ? undefined : waiting.get(id);
      if (id !== undefined) waiting.delete(id);
      if (error) asked?.fail(new Error(error.message));
      else asked?.done(result);
    }
    if (start < piece.length) rest.push(piece.subarray(start));
  });
  // A browser that ends breaks the pipe; `exit` tells it.
  out.on('error', () => {});
  return (method: string, params: object = {}, sessionId?: string) =>
    new Promise<unknown>((done, fail) => {
      last += 1;
      waiting.set(last, { done, fail });
      out.write(
        `${JSON.stringify({ id: last, method, params, ...(sessionId && { sessionId }) })}\0`,
      );
    });
}
