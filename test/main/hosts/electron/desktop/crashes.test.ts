/** What is kept and told of a crash: a line of the log, a sentence, and nothing else. */
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { crashNotices } from '../../../../../main/app/health.ts';
import { keepCrashes } from '../../../../../main/hosts/electron/desktop/crashes.ts';
import { createHostWords } from '../../../../../main/hosts/electron/host-words.ts';
import type { ChildGone, Window } from '../../../../../main/hosts/electron/types.ts';
import { createLog } from '../../../../../main/infrastructure/log/log.ts';
import { heldClock } from '../../common/small-profile.ts';

function desk(folder = mkdtempSync(path.join(tmpdir(), 'scriba-crashes-'))) {
  const lines: string[] = [];
  const asked: { message: string; detail: string }[] = [];
  const clock = heldClock();
  let child: ((event: object, gone: ChildGone) => void) | undefined;
  let answer: (button: number) => void = () => {};
  let quit = 0;
  let reloads = 0;
  const crashes = keepCrashes({
    words: createHostWords(() => ['en']),
    electron: {
      app: {
        on: (_name: string, listener: typeof child) => {
          child = listener;
        },
        quit: () => (quit += 1),
      } as never,
      ask: (_window, question) => {
        asked.push(question as never);
        return new Promise((resolve) => (answer = resolve));
      },
    },
    folder,
    log: createLog({ lines: { write: (line) => lines.push(line), recent: () => [] }, clock }),
    clock,
  });
  const window = {
    isDestroyed: () => false,
    webContents: { reload: () => (reloads += 1) },
  } as unknown as Window;
  const heard: string[] = [];
  crashes.on((crash) => heard.push(crash));
  return {
    folder,
    lines: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    asked,
    clock,
    crashes,
    heard,
    quits: () => quit,
    reloads: () => reloads,
    crash: () => crashes.pageGone(window, { reason: 'crashed', exitCode: 11 }),
    child: (gone: ChildGone) => child!({}, gone),
    answer: async (button: number) => {
      answer(button);
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('a page that crashed is opened again; the log has why, and the doctor is told', () => {
  const { crash, lines, heard, reloads } = desk();
  crash();
  expect(lines()).toEqual([
    {
      at: expect.any(String),
      event: 'process-gone',
      process: 'page',
      reason: 'crashed',
      exitCode: 11,
    },
  ]);
  expect([heard, reloads()]).toEqual([['page'], 1]);
});

test('a page that stops again and again is opened again only after a question', async () => {
  const { crash, asked, reloads, clock, answer, quits } = desk();
  for (let i = 0; i < 3; i += 1) crash();
  clock.move(61_000);
  crash();
  expect([reloads(), asked.length]).toEqual([4, 0]);
  for (let i = 0; i < 3; i += 1) crash();
  expect([reloads(), asked.length]).toEqual([6, 1]);
  expect(asked[0]!.detail).toMatch(/Everything recorded so far is kept/);
  await answer(0);
  expect(reloads()).toBe(7);
  for (let i = 0; i < 4; i += 1) crash();
  await answer(1);
  expect(quits()).toBe(1);
});

test('other processes that end by themselves get a line too; a good end gets none', () => {
  const { child, lines } = desk();
  child({ type: 'GPU', reason: 'crashed', exitCode: 139 });
  child({ type: 'Utility', reason: 'oom', exitCode: -536870904 });
  child({ type: 'Zygote', reason: 'killed', exitCode: 9 });
  child({ type: 'Utility', reason: 'clean-exit', exitCode: 0 });
  expect(lines().map(({ process, reason }) => [process, reason])).toEqual([
    ['gpu', 'crashed'],
    ['utility', 'oom'],
    ['other', 'killed'],
  ]);
});

test('a start after a bad end tells it, also to a core that is opened later; after a good end it does not', () => {
  const first = desk();
  expect(first.heard).toEqual([]);
  const second = desk(first.folder);
  expect(second.heard).toEqual(['app']);
  expect(second.lines()).toMatchObject([{ event: 'ended-unexpectedly' }]);
  second.crashes.endedWell();
  expect(readdirSync(first.folder)).toEqual([]);
  expect(desk(first.folder).heard).toEqual([]);
  expect(existsSync(first.folder)).toBe(true);
});

test('each crash has its sentence: what happened, what is safe, what to do', () => {
  for (const { message } of Object.values(crashNotices)) {
    expect(message).toMatch(/is kept on this computer/);
    expect(message).toMatch(/continue or finish it/);
  }
});
