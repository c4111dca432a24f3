/** Counts what became of the mutants of a folder, and lists those that no test noticed. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A loop that Stryker counted past its limit never ends, and counts as killed. Tests that only took
 * longer than they were given may have noticed nothing: on a busy computer most of those were late.
 */
const isEndless = ({ statusReason = '' }) => statusReason.startsWith('Hit limit reached');

/** `mutants`: as Stryker reports them, those that were not drawn left out; `total`: all of them. */
export function figuresOf(mutants, total) {
  const of = (status) => mutants.filter((mutant) => mutant.status === status);
  const late = of('Timeout').filter((mutant) => !isEndless(mutant));
  return {
    mutants: total,
    run: mutants.length - of('Ignored').length,
    killed: of('Killed').length,
    timeout: of('Timeout').length - late.length,
    survived: of('Survived').length + late.length,
    noCoverage: of('NoCoverage').length,
    // Their code could not be loaded: neither for nor against the tests.
    errors: of('RuntimeError').length,
    ignored: of('Ignored').length,
    survivors: [...of('Survived'), ...late, ...of('NoCoverage')].map(lineOf).sort(byPlace),
  };
}

/** A mutant as it is listed: its place, its code and the change. */
export function lineOf({ fileName, location: { start, end }, replacement, status }) {
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line);
  // From its end, as the first line may be the last one.
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1);
  lines[0] = lines[0].slice(start.column - 1);
  const file = path.relative(process.cwd(), fileName).replaceAll(path.sep, '/');
  return {
    place: `${file}:${start.line}:${start.column}`,
    was: short(lines.join('\n')),
    became: short(replacement ?? ''),
    ...(status === 'NoCoverage' && { covered: false }),
    ...(status === 'Timeout' && { late: true }),
  };
}

/** Long enough for two changes of one expression to stay two. */
const LINE = 120;
const short = (text) => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LINE ? `${line.slice(0, LINE - 1)}…` : line;
};

const byPlace = (a, b) => a.place.localeCompare(b.place, 'en', { numeric: true });
