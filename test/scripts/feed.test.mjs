/**
 * The update feed as it is made for a release: what several builds wrote becomes one, and the app
 * believes its signature.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { isSigned } from '../../main/hosts/electron/updates/signed-feed.ts';
import { mergeFeeds } from '../../scripts/lib/feed.mjs';

const feed = (name, version = '1.2.3') =>
  `version: ${version}\nfiles:\n  - url: ${name}\n    sha512: aGFzaA==\n    size: 3\npath: ${name}\nsha512: aGFzaA==\nreleaseDate: '2026-01-01T00:00:00.000Z'\n`;
const run = (args, env = {}) =>
  execFileSync(process.execPath, ['scripts/feed.mjs', ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });

test('feeds of two processors become one, signed by a key that the script made; the app believes exactly that text', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'scriba-feed-'));
  const key = path.join(folder, 'key.pem');
  const pinned = run(['--new-key', key]).trim().split('\n').at(-1);
  for (const arch of ['x64', 'arm64']) {
    mkdirSync(path.join(folder, arch));
    writeFileSync(path.join(folder, arch, 'latest.yml'), feed(`scriba-1.2.3-win-${arch}.exe`));
  }
  const out = path.join(folder, 'out');
  run([out, path.join(folder, 'x64'), path.join(folder, 'arm64')], {
    SCRIBA_FEED_KEY: readFileSync(key, 'utf8'),
  });
  const text = readFileSync(path.join(out, 'latest.yml'), 'utf8');
  const signature = readFileSync(path.join(out, 'latest.yml.sig'), 'utf8');
  expect(parse(text)).toMatchObject({
    version: '1.2.3',
    path: 'scriba-1.2.3-win-x64.exe',
    files: [{ url: 'scriba-1.2.3-win-x64.exe' }, { url: 'scriba-1.2.3-win-arm64.exe' }],
  });
  expect(isSigned({ text, signature }, [pinned])).toBe(true);
  expect(isSigned({ text: `${text} `, signature }, [pinned])).toBe(false);
  expect(() => run(['--new-key', key])).toThrow();
});

test('feeds of two versions are not made one', () => {
  expect(() => mergeFeeds([feed('a'), feed('b', '1.2.4')])).toThrow('1.2.3 and 1.2.4');
});

test('this build pins keys of the kind that the app believes, or none', () => {
  const { feedKeys, publishers } = JSON.parse(
    readFileSync('main/hosts/electron/updates/release.json', 'utf8'),
  );
  for (const key of feedKeys) expect(Buffer.from(key, 'base64').length, key).toBe(44);
  for (const name of publishers) expect(typeof name).toBe('string');
});
