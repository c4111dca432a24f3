/** The practice platform beside Scriba under Electron: when it starts, and who has it start. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { PRACTICE_AFTER } from '../../../../main/hosts/common/practice.ts';
import { runElectron } from '../../../../main/hosts/electron/app.ts';
import { access, settle, stage } from './fake-electron.ts';

test('the core is started before the window; a Scriba that ends right after that starts no practice platform', async () => {
  const { electron, core, log, on, folder } = stage();
  await runElectron({
    electron,
    folder,
    async openCore() {
      log.push('core');
      return core;
    },
  });
  expect(log.filter((word) => word === 'core' || word === 'window')).toEqual(['core', 'window']);
  on['before-quit']!({ preventDefault: () => {} } as never);
  await settle();
  expect(log.at(-1)).toBe('exit 0');
  await sleep(PRACTICE_AFTER + 200);
  expect(log).not.toContain('practice started');
});

test('a test names a practice platform of its own, or none; a packaged app does not listen', async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  const practiceOf = async (word: string, isPackaged: boolean) => {
    vi.stubEnv('SCRIBA_PRACTICE', word);
    const { electron, core, log, folder } = stage({ isPackaged });
    let given: unknown;
    await runElectron({
      electron,
      folder,
      async openCore({ practice }) {
        given = await practice;
        return core;
      },
    });
    return { given, started: log.includes('practice started') };
  };
  const other = { ...access, url: 'http://127.0.0.1:2' };
  const json = JSON.stringify(other);
  expect(await practiceOf('none', false)).toEqual({ given: undefined, started: false });
  expect(await practiceOf(json, false)).toEqual({ given: other, started: false });
  expect(await practiceOf('start', false)).toEqual({ given: access, started: true });
  expect(await practiceOf('none', true)).toEqual({ given: access, started: true });
  expect(await practiceOf(json, true)).toEqual({ given: access, started: true });
});
