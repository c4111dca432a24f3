/**
 * The port of last time is used again where it is free; what was served there meanwhile is not
 * believed (P23).
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveOnKeptPort } from '../../../../main/hosts/browser/remembered-port.ts';
import { serveBrowser } from '../../../../main/hosts/browser/server.ts';
import { emptyWindowFolder } from '../../../../main/hosts/browser/window-folder.ts';
import { smallPage, smallProfile } from '../common/small-profile.ts';

let folder: string;
const closing: (() => unknown)[] = [];
const page = smallPage();
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'scriba-port-'));
});
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const start = () =>
  serveOnKeptPort(folder, (port) => serveBrowser(smallProfile(), { pageFolder: page, port }));
const portFile = () => path.join(folder, 'port.json');

test('a second start has the address of the first, kept in a file that is ours alone', async () => {
  const first = await start();
  await first.close();
  const second = await start();
  closing.push(second.close);
  expect(second.origin).toBe(first.origin);
  if (process.platform !== 'win32') expect(statSync(portFile()).mode & 0o777).toBe(0o600);
});

test('a port that somebody else has taken is left to them: another is found, kept, and alone answered', async () => {
  const squatter = net.createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => squatter.listen(0, '127.0.0.1', resolve));
  closing.push(() => squatter.close());
  const { port } = squatter.address() as AddressInfo;
  writeFileSync(portFile(), JSON.stringify({ port }));
  const host = await start();
  closing.push(host.close);
  expect(host.origin).not.toBe(`http://127.0.0.1:${port}`);
  expect(JSON.parse(readFileSync(portFile(), 'utf8'))).toEqual({
    port: Number(new URL(host.origin).port),
  });
  // Host and Origin are those of the port it has, not of the one it wished for.
  const ask = (origin: string) =>
    fetch(`${host.origin}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ code: new URL(host.address()).hash.slice(1) }),
    });
  expect((await ask(`http://127.0.0.1:${port}`)).status).toBe(403);
  expect((await ask(host.origin)).status).toBe(200);
});

test.each(['', '{', '{"port":0}', '{"port":80}', '{"port":70000}', '{"port":"4711"}', '[]'])(
  'a port file that says %j is as good as none',
  async (text) => {
    writeFileSync(portFile(), text);
    const asked: number[] = [];
    await serveOnKeptPort(folder, async (port) => {
      asked.push(port);
      return { origin: 'http://127.0.0.1:4711' };
    });
    expect(asked).toEqual([0]);
  },
);

test('what is not about the port is not tried twice', async () => {
  writeFileSync(portFile(), '{"port":4711}');
  await expect(
    serveOnKeptPort(folder, () => Promise.reject(new Error('the page is not built'))),
  ).rejects.toThrow('the page is not built');
});

const files = [
  'Local State',
  'Default/Preferences',
  'Default/Secure Preferences',
  'Default/Cache/Cache_Data/f_000001',
  'Default/Service Worker/Database/LOG',
  'Default/Session Storage/000003.log',
  'Default/Local Storage/leveldb/LOG',
  'Default/History',
  'GrShaderCache/index',
];
function usedWindow() {
  const window = path.join(folder, 'window');
  for (const file of files) {
    mkdirSync(path.dirname(path.join(window, file)), { recursive: true });
    writeFileSync(path.join(window, file), '{}');
  }
  return window;
}

test('of the window nothing is left but what it was allowed: no cache, no service worker, no storage', () => {
  const window = usedWindow();
  expect(emptyWindowFolder(window)).toBe(true);
  expect(files.filter((file) => existsSync(path.join(window, file)))).toEqual([
    'Local State',
    'Default/Preferences',
    'Default/Secure Preferences',
  ]);
  expect(emptyWindowFolder(path.join(folder, 'not-there'))).toBe(true);
});

test('a window that is still open is left alone, and its port is not used again; the mark of one that crashed holds nobody up', () => {
  const window = usedWindow();
  symlinkSync('computer-4711', path.join(window, 'SingletonLock'));
  expect(emptyWindowFolder(window, (process) => process === 4711)).toBe(false);
  expect(existsSync(path.join(window, files[4]!))).toBe(true);
  expect(emptyWindowFolder(window, () => false)).toBe(true);
  expect(existsSync(path.join(window, files[4]!))).toBe(false);
});
