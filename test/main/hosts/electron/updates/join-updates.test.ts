/**
 * Updates in the running app: off without a feed, asked about in the window, and installed when
 * everything else has closed.
 */

import { expect, test } from 'vitest';
import { createEnding } from '../../../../../main/hosts/electron/ending.ts';
import { createHostWords } from '../../../../../main/hosts/electron/host-words.ts';
import type { ElectronParts, Window } from '../../../../../main/hosts/electron/types.ts';
import { joinUpdates } from '../../../../../main/hosts/electron/updates/join-updates.ts';

const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

function stage({ feed = 'https://updates.example/' as string | null, can = true } = {}) {
  const log: string[] = [];
  const due: (() => void)[] = [];
  let answer: (button: number) => void = () => {};
  let quit: (event: object) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const electron = {
    app: {
      on: (_event: string, listener: typeof quit) => {
        quit = listener;
      },
      quit: () => {
        log.push('quit');
        quit({ preventDefault() {} });
      },
      exit: (code: number) => void log.push(`exit ${code}`),
      releaseSingleInstanceLock: () => void log.push('lock released'),
      relaunch: () => void log.push('relaunch'),
    },
    powerMonitor: { on() {} },
    onTerminate() {},
    ask(_window: Window, { message }: { message: string }) {
      log.push(message);
      return new Promise<number>((resolve) => {
        answer = resolve;
      });
    },
  } as unknown as ElectronParts;
  const window = () => ({}) as Window;
  const words = createHostWords(() => ['en']);
  const ending = createEnding(electron, {
    isRecording: () => false,
    isAway: () => false,
    window,
    words,
  });
  ending.listen();
  joinUpdates(
    electron,
    {
      clock: {
        after(_ms, run) {
          due.push(run);
          return () => {};
        },
      },
      async openUpdater(address) {
        log.push(address);
        if (!can) throw new Error('no key');
        return {
          check: async () => '2.0.0',
          download: async () => {},
          install: () => {
            log.push('installer');
            return new Promise<never>((_installed, reject) => (fail = reject));
          },
        };
      },
    },
    {
      ending,
      window,
      words,
      log: { note: (event) => void log.push(event) },
      core: Promise.resolve({
        updateFeed: () => feed ?? undefined,
        hasUnsentAudio: async () => false,
      }),
    },
  );
  ending.add(async () => void log.push('core closed'));
  return {
    log,
    due,
    answer: (button: number) => answer(button),
    fail: (error: Error) => fail(error),
    quit: () => electron.app.quit(),
  };
}

test('without a feed nothing is loaded, looked for or written', async () => {
  const { log, due } = stage({ feed: null });
  await settle();
  expect([log, due]).toEqual([[], []]);
});

test('where this Scriba cannot be updated, that is noted once and nobody is disturbed', async () => {
  const { log, due } = stage({ can: false });
  await settle();
  expect([log, due]).toEqual([['https://updates.example/', 'update-failed'], []]);
});

test('after the yes everything closes first, then the installer starts; one that does not end us does not keep us', async () => {
  const { log, due, answer } = stage();
  await settle();
  due.shift()!();
  await settle();
  expect(log.slice(1)).toEqual(['update-ready', 'Scriba 2.0.0 is ready to install.']);
  log.length = 0;
  answer(1);
  await settle();
  expect(log).toEqual(['update-agreed', 'quit', 'core closed', 'lock released', 'installer']);
  due.at(-1)!();
  await settle();
  expect(log.slice(-3)).toEqual(['update-failed', 'relaunch', 'exit 0']);
});

test('an installer that cannot start, as when a password is refused, leaves no closed Scriba behind: it starts again', async () => {
  const { log, due, answer, fail } = stage();
  await settle();
  due.shift()!();
  await settle();
  answer(1);
  await settle();
  fail(new Error('the dialog was cancelled'));
  await settle();
  expect(log.slice(-4)).toEqual(['installer', 'update-failed', 'relaunch', 'exit 0']);
});

test('closing Scriba after "Later", or before an answer, installs nothing', async () => {
  for (const answered of [true, false]) {
    const { log, due, answer, quit } = stage();
    await settle();
    due.shift()!();
    await settle();
    if (answered) answer(0);
    await settle();
    quit();
    await settle();
    expect(log.slice(-3)).toEqual(['quit', 'core closed', 'exit 0']);
    expect(log).not.toContain('installer');
  }
});
