/**
 * `node scripts/feed.mjs OUT FOLDER…`: gathers the update feeds (latest*.yml) of the built packages
 * in these folders into OUT, and signs them with the key in SCRIBA_FEED_KEY, where there is one.
 * `node scripts/feed.mjs --new-key FILE`: writes a new private key there and says its public half.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { mergeFeeds, newKey, publicKeyOf, signFeed } from './lib/feed.mjs';

const [out, ...folders] = process.argv.slice(2);
try {
  if (out === '--new-key' && folders.length === 1) writeKey(folders[0]);
  else if (out && folders.length > 0) gather();
  else
    throw new Error('Say where the feeds go and where they are: node scripts/feed.mjs OUT FOLDER…');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function writeKey(file) {
  const pem = newKey();
  // Never over another key.
  writeFileSync(file, pem, { mode: 0o600, flag: 'wx' });
  console.log(
    `The private key is in ${file}: keep it secret, and a copy of it safe. Pin this in main/hosts/electron/updates/release.json, under feedKeys:\n${publicKeyOf(pem)}`,
  );
}

function gather() {
  const feeds = new Map();
  for (const folder of folders)
    for (const name of readdirSync(folder, { recursive: true })) {
      const base = path.basename(name);
      if (!/^latest.*\.yml$/.test(base)) continue;
      const text = readFileSync(path.join(folder, name), 'utf8');
      feeds.set(base, [...(feeds.get(base) ?? []), text]);
    }
  if (feeds.size === 0) throw new Error('There is no feed (latest*.yml) in these folders.');
  const key = process.env.SCRIBA_FEED_KEY;
  mkdirSync(out, { recursive: true });
  for (const [name, texts] of feeds) {
    const text = mergeFeeds(texts);
    writeFileSync(path.join(out, name), text);
    if (key) writeFileSync(path.join(out, `${name}.sig`), signFeed(text, key));
  }
  console.log(
    key
      ? `${feeds.size} feeds, signed: ${out}`
      : `${feeds.size} feeds, NOT signed, so no Scriba takes an update from them: ${out}. The key goes into SCRIBA_FEED_KEY.`,
  );
}
