/** Notices of the core: whoever listens hears them, whatever another listener does. */
import { expect, test } from 'vitest';
import { openTestApp } from '../../trust/support/app/test-app.ts';

test('a listener that throws keeps no other from hearing, and is in the log without its words', async () => {
  const lines: string[] = [];
  const { app, ask, close } = await openTestApp({
    log: { write: (line) => void lines.push(line), recent: () => [] },
  });
  const heard: string[] = [];
  app.onNotice(() => {
    throw new Error('no window for Asha Canary');
  });
  app.onNotice((name) => heard.push(name));
  await ask('settings.change', { theme: 'dark' });
  expect(heard).toContain('settings.changed');
  const failed = lines.filter((line) => line.includes('part-failed'));
  expect(failed.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ event: 'part-failed', detail: 'unforeseen' }),
  );
  expect(failed.join()).not.toContain('Asha');
  await close();
});
