/** The core of the browser host while it is being opened, and what is loaded before it. */
import { expect, test } from 'vitest';
import { laterCore } from '../../../../main/hosts/browser/later-core.ts';
import type { HostedCore } from '../../../../main/hosts/browser/server.ts';
import { loadedWith } from '../../../support/loaded-with.ts';
import { smallProfile } from '../common/small-profile.ts';

function rig() {
  const { promise, resolve, reject } = Promise.withResolvers<HostedCore>();
  let pages = 0;
  const later = laterCore(promise, () => {
    pages += 1;
  });
  return { later, open: resolve, fail: reject, pages: () => pages };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a request that comes early is asked once, when the core is open', async () => {
  const { later, open } = rig();
  const core = smallProfile();
  const info = later.handlers['app.info'](undefined as never);
  await turn();
  expect(core.asked).toEqual([]);
  open(core);
  expect(await info).toMatchObject({ version: '1.2.3' });
  expect(core.asked).toEqual(['app.info']);
});

test('a core that does not open answers every request with its failure', async () => {
  const { later, fail } = rig();
  const info = later.handlers['app.info'](undefined as never) as Promise<unknown>;
  fail(new Error('the disk is failing'));
  await expect(info).rejects.toThrow('the disk is failing');
});

test('a page that listens early is told once the core is open, unless it has gone', async () => {
  const { later, open, pages } = rig();
  const core = smallProfile();
  later.onNotice(() => {});
  const gone = later.onNotice(() => {});
  gone();
  expect(pages()).toBe(2);
  open(core);
  await turn();
  expect(core.listening()).toBe(1);
});

test('a page that stops listening is told no more', async () => {
  const { later, open } = rig();
  const core = smallProfile();
  open(core);
  const stop = later.onNotice(() => {});
  await turn();
  expect(core.listening()).toBe(1);
  stop();
  expect(core.listening()).toBe(0);
});

test('a page that was lost early is told to the core', async () => {
  const { later, open } = rig();
  const core = smallProfile();
  later.pageLost();
  open(core);
  await turn();
  expect(core.lost()).toBe(1);
});

test('the address is told before the server is loaded, and the page served before the core', () => {
  const first = loadedWith('main/hosts/browser/run.ts');
  expect(first).toContain('main/hosts/browser/door.ts');
  expect(first).toContain('main/infrastructure/store/folder-lock.ts');
  expect(first).not.toContain('main/hosts/browser/server.ts');
  expect(first).not.toContain('fastify');
  expect(first).not.toContain('zod');
  const loaded = [...first, ...loadedWith('main/hosts/browser/server.ts')];
  expect(loaded).toContain('fastify');
  expect(loaded.filter((file) => /^main\/(app|features)\//.test(file))).toEqual([]);
  expect(loaded.filter((file) => /^(undici|jose|@medplum|fflate|diff|ulid)/.test(file))).toEqual(
    [],
  );
  // The same list sees them where they are.
  expect(loadedWith('main/hosts/node/node-profile.ts')).toContain('main/app/app.ts');
});
