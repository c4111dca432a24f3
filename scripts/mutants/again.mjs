/**
 * Finds recorded survivors among the mutants of today's code. A survivor is known by its file, its
 * code and the change; its line may have moved.
 */
import { figuresOf, lineOf } from './figures.mjs';

export const fileOf = ({ place }) => place.replace(/:\d+:\d+$/, '');

/** Whether one of the survivors may be this mutant. */
export const isOneOf = (survivors, mutant) => {
  const line = lineOf(mutant);
  return survivors.some((survivor) => isSameChange(survivor, line));
};

/**
 * `results`: what became of all mutants that may be one of the survivors.
 * @returns the survivors; `since`: `killed` where the tests notice it now, `gone` where the code has
 * no such place any more, and not there where it still survives.
 */
export function sinceThen(survivors, results) {
  const lines = results.map(lineOf);
  const living = figuresOf(results, results.length).survivors;
  return survivors.map(({ since: _, ...survivor }) => {
    const since = sinceOf(survivor, lines, living);
    return since ? { ...survivor, since } : survivor;
  });
}

function sinceOf(survivor, lines, living) {
  const same = lines.filter((line) => isSameChange(survivor, line));
  if (same.length === 0) return 'gone';
  // Where a file has the change at several places and none is the old one, each must be noticed.
  const atPlace = same.filter(({ place }) => place === survivor.place);
  const asked = new Set((atPlace.length > 0 ? atPlace : same).map(({ place }) => place));
  const lives = living.some((line) => asked.has(line.place) && isSameChange(survivor, line));
  return lives ? undefined : 'killed';
}

const isSameChange = (one, other) =>
  fileOf(one) === fileOf(other) && one.was === other.was && one.became === other.became;
