/**
 * Breaks one source file on purpose while it is loaded, so that the test of a promise can be seen to fail.
 *
 * SCRIBA_MUTANT is the patch as JSON: { file, find, replace, seen? }; `seen` is a file to which a line is
 * written once the patch was applied. In child processes and workers this file stands behind `--import`
 * (the mutant runner puts it into NODE_OPTIONS); in vitest and vite it is the plugin `mutantPlugin()`.
 * Does nothing at all without SCRIBA_MUTANT.
 */
import { appendFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const mutant = process.env.SCRIBA_MUTANT ? JSON.parse(process.env.SCRIBA_MUTANT) : undefined;
const target = mutant && path.resolve(root, mutant.file);

/** The broken text of a file, or undefined for every other file. Throws when the mutant is stale: its text must stand there exactly once. */
export function mutate(file, source) {
  if (!mutant || path.resolve(file.split('?')[0]) !== target) return undefined;
  if (source.split(mutant.find).length !== 2) throw new Error(`STALE MUTANT: its text stands ${source.split(mutant.find).length - 1} times in ${mutant.file}, not once`);
  if (mutant.seen) appendFileSync(mutant.seen, 'applied\n');
  return source.replace(mutant.find, () => mutant.replace);
}

/** For vitest.config.ts, and for building a broken page. */
export const mutantPlugin = () => ({
  name: 'scriba-mutant',
  enforce: /** @type {const} */ ('pre'),
  transform: (code, id) => mutate(id, code),
});

// Node 20 has no such hooks; nothing of Scriba runs on it.
if (mutant && nodeModule.registerHooks) {
  nodeModule.registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.startsWith('file:') || fileURLToPath(url.split('?')[0]) !== target || loaded.source === undefined || loaded.source === null) return loaded;
      return { ...loaded, source: mutate(target, Buffer.from(loaded.source).toString('utf8')) };
    },
  });
}
