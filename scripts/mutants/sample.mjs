/**
 * Draws mutants: Stryker itself runs all of a file or of a range of lines.
 *
 * As a plugin of Stryker (a checker) it passes those that SCRIBA_MUTANT_SAMPLE names, and says of
 * all others that they cannot be built, so that none of their tests is run.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { commonTokens, declareClassPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';

export const NOT_DRAWN = 'not drawn';

/** The same in every run, while the line stays where it is. */
export const keyOf = ({ fileName, location: { start, end }, mutatorName, replacement }) =>
  [
    path.relative(process.cwd(), fileName).replaceAll(path.sep, '/'),
    `${start.line}:${start.column}-${end.line}:${end.column}`,
    mutatorName,
    replacement,
  ].join(' ');

/** @returns `size` of the list, drawn without putting back; the same for the same seed. */
export function draw(all, size, seed) {
  const pool = [...all];
  const random = generator(seed);
  for (let at = pool.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [pool[at], pool[other]] = [pool[other], pool[at]];
  }
  return pool.slice(0, size);
}

/** Mulberry32: 32 bits of state are enough to draw some hundred of some thousand. */
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

class SampleChecker {
  static inject = tokens(commonTokens.options);

  async init() {
    this.drawn = new Set(JSON.parse(readFileSync(process.env.SCRIBA_MUTANT_SAMPLE, 'utf8')));
  }

  /** All at once: a group of its own for each would be a message each. */
  async group(mutants) {
    return [mutants.map(({ id }) => id)];
  }

  async check(mutants) {
    return Object.fromEntries(
      mutants.map((mutant) => [
        mutant.id,
        this.drawn.has(keyOf(mutant))
          ? { status: 'passed' }
          : { status: 'compileError', reason: NOT_DRAWN },
      ]),
    );
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, 'sample', SampleChecker)];
