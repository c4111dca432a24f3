/**
 * Breaks one source file on purpose while it is loaded, so that the test of a promise can be seen
 * to fail.
 *
 * SCRIBA_MUTANT is the patch as JSON: { file, find, replace, seen? }; `seen` is a file to which a
 * line is written once the patch was applied. In child processes and workers this file stands
 * behind `--import` (the mutant runner puts it into NODE_OPTIONS); in vitest and vite it is the
 * plugin `mutantPlugin()`. Does nothing at all without SCRIBA_MUTANT.
 */
import { appendFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const mutant = process.env.SCRIBA_MUTANT ? JSON.parse(process.env.SCRIBA_MUTANT) : undefined;
const target = mutant && path.resolve(root, mutant.file);

/**
 * Matches the text of a mutant whatever its line breaks and indentation: a formatter may move them,
 * and may put a comma behind the last item of a list.
 */
function patternOf(find) {
  const tokens = find.match(/[\w$]+|[^\s\w$]/gu) ?? [];
  const parts = tokens.map((token, index) => {
    const previous = tokens[index - 1];
    const gap = gapBetween(previous, token);
    const trailingComma =
      /[)\]}]/u.test(token) && index > 0 && !/[,([{]/u.test(previous) ? '(?:,\\s*)?' : '';
    return gap + trailingComma + token.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&');
  });
  return new RegExp(parts.join(''), 'gu');
}

const isWord = (token) => token !== undefined && /^[\w$]/u.test(token);

/** The white space that may stand between two tokens; words need some. */
function gapBetween(previous, token) {
  if (previous === undefined) return '';
  return isWord(previous) && isWord(token) ? '\\s+' : '\\s*';
}

/**
 * Every place of a mutant's text in a source: start and end. It is stale at none and ambiguous at
 * two.
 */
export const placesOf = (find, source) =>
  [...source.matchAll(patternOf(find))].map(({ index, 0: text }) => ({
    start: index,
    end: index + text.length,
  }));

/**
 * Returns the broken text of a file, or undefined for every other file. Throws when the mutant is
 * stale or ambiguous.
 */
export function mutate(file, source) {
  if (!mutant || path.resolve(file.split('?')[0]) !== target) return undefined;
  const places = placesOf(mutant.find, source);
  if (places.length !== 1)
    throw new Error(
      `${places.length === 0 ? 'STALE' : 'AMBIGUOUS'} MUTANT: its text stands ${places.length} times in ${mutant.file}, not once`,
    );
  if (mutant.seen) appendFileSync(mutant.seen, 'applied\n');
  return source.slice(0, places[0].start) + mutant.replace + source.slice(places[0].end);
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
      if (
        !url.startsWith('file:') ||
        fileURLToPath(url.split('?')[0]) !== target ||
        loaded.source === undefined ||
        loaded.source === null
      )
        return loaded;
      return { ...loaded, source: mutate(target, Buffer.from(loaded.source).toString('utf8')) };
    },
  });
}
