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
