/**
 * Scores of `npm run mutants` in TRUST.md, and the list of what survived. They come from
 * docs/mutants.json, which stays between the runs: one folder is measured at a time.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { inProject } from './project.mjs';

const HEADING = '## Small changes that no test may miss';
const LIST = 'docs/promises/mutants.md';

/**
 * Why a survivor stays, by file: the same program, or a difference that nobody can see. A place is
 * known by its code and the change, not by its line.
 * @typedef {Record<string, { was: string, became: string, why: string }[]>} Explained
 * @returns {Explained}
 */
export const readExplained = () =>
  JSON.parse(readFileSync(inProject('docs', 'mutants-explained.json'), 'utf8'));

/** @returns the reason, undefined where nobody gave one. */
const whyOf = ({ place, was, became }, explained) =>
  explained[place.replace(/:\d+:\d+$/, '')]?.find((one) => one.was === was && one.became === became)
    ?.why;

/** @returns an empty object before the first run. */
export function readScores() {
  const file = inProject('docs', 'mutants.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** Writes the figures of one folder, and both pages anew. */
export function recordScore(folder, figures) {
  const known = readScores();
  const score = withFirst(figures, known[folder]);
  const scores = Object.fromEntries(
    Object.entries({ ...known, [folder]: score }).sort(([a], [b]) => a.localeCompare(b)),
  );
  writeFileSync(inProject('docs', 'mutants.json'), `${JSON.stringify(scores, null, 2)}\n`);
  const page = inProject('TRUST.md');
  const explained = readExplained();
  writeFileSync(page, withScores(readFileSync(page, 'utf8'), scores, explained));
  mkdirSync(inProject('docs', 'promises'), { recursive: true });
  writeFileSync(inProject(LIST), survivorsPage(scores, explained));
}

/** Keeps the figures of the first measurement of a folder beside those of the last. */
export function withFirst(figures, known) {
  if (!known) return figures;
  const { survivors: _, again: __, first = undefined, ...before } = known;
  return { ...figures, first: first ?? before };
}

/** The section of TRUST.md; empty before the first run. */
export function scoresSection(scores, explained = {}) {
  const rows = Object.entries(scores).map(
    ([folder, score]) => `| ${cells(folder, score, explained).join(' | ')} |`,
  );
  if (rows.length === 0) return '';
  return `${HEADING}
Beside the mutants of the promises, which people wrote, Stryker changes the code of a folder in every small way, one at a time; the tests that mirror the folder must notice. Measured weekly by \`npm run mutants -- FOLDER\`. The aim is 85 %. A sample is drawn at random: of 100, a score is right within some eight percent either way, of 50 within twelve. One whose loop never ends is out of time and counts as killed; one whose tests were only late counts as survived (before 25 November 2026 it counted as killed too). What survived counts against the score also where it is explained; one that is no program any more counts nowhere. *First* is the score of the first measurement, before tests were written for what survived it, by a sample of the code of its day. A score is of the commit that it names: what was written since is in the next measurement. [What survived, and why](${LIST}).

| Folder | Changes | Tried | Killed | Out of time | Survived | Not covered | No program | First | Killed of the covered | Measured |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|
${rows.join('\n')}
`;
}

function cells(folder, score, explained) {
  const { mutants, run, killed, timeout, noCoverage, errors = 0, first } = score;
  return [
    `\`${folder}\``,
    mutants.toLocaleString('en'),
    run < mutants ? `${run} drawn` : 'all',
    killed,
    timeout,
    survivedOf(score, explained),
    noCoverage,
    errors,
    first ? `${percentOf(first)} of ${first.run}, ${first.date}` : 'this one',
    percentOf(score),
    stampOf(score),
  ];
}

/** Of the sample; what the tests notice since, and what has a reason, is said behind the number. */
function survivedOf({ survived, survivors }, explained) {
  const covered = survivors.filter((one) => one.covered !== false);
  const counts = [
    [covered.filter((one) => one.since === undefined && whyOf(one, explained)).length, 'explained'],
    [covered.filter((one) => one.since === 'killed').length, 'killed since'],
    [covered.filter((one) => one.since === 'gone').length, 'of code that is gone'],
  ];
  const said = counts.filter(([count]) => count > 0).map(([count, what]) => `, ${count} ${what}`);
  return `${survived}${said.join('')}`;
}

const stampOf = ({ date, commit }) => `${date}${commit && ` at ${commit}`}`;

export function percentOf({ killed, timeout, survived }) {
  const covered = killed + timeout + survived;
  return covered === 0 ? 'none' : `${(((killed + timeout) / covered) * 100).toFixed(1)} %`;
}

/** Replaces the section of an earlier run, or puts it before what is not proved. */
export function withScores(page, scores, explained = {}) {
  const section = scoresSection(scores, explained);
  const own = new RegExp(`${HEADING}\\n[\\s\\S]*?(?=^## |$(?![\\s\\S]))`, 'm');
  const rest = page.replace(own, '');
  if (section === '') return rest;
  const place = rest.indexOf('## Not proved on this computer');
  return place === -1
    ? `${rest.trimEnd()}\n\n${section}`
    : `${rest.slice(0, place)}${section}\n${rest.slice(place)}`;
}

export function survivorsPage(scores, explained = {}) {
  const folders = Object.entries(scores).map(
    ([folder, score]) => `## ${folder}\n${folderLines(score, explained).join('\n') || 'None.'}\n`,
  );
  return `# Small changes that no test noticed
Written by \`npm run mutants\`; not by hand. Each line is a place, its code and the change; "not covered": no test of the folder runs it; "late": its tests were not at their end when their time was out. Of a folder that was sampled, these are those of the sample alone. \`npm run mutants -- --again\` runs them again. A reason behind a line comes from docs/mutants-explained.json, which people write.

${folders.join('\n')}
[All promises](../../TRUST.md).
`;
}

function folderLines({ survivors, again }, explained) {
  const of = (since) => survivors.filter((one) => one.since === since);
  const [killed, gone] = [of('killed').length, of('gone').length];
  const lines = of(undefined).map((one) => lineOf(one, explained));
  if (killed + gone === 0) return lines;
  const parts = [
    killed > 0 && `${killed} killed since`,
    gone > 0 && `${gone} of code that is gone`,
  ].filter(Boolean);
  return [...lines, `- ${parts.join(', ')} (run again ${stampOf(again)}).`];
}

function lineOf(survivor, explained) {
  const { place, was, became, covered, late } = survivor;
  const why = whyOf(survivor, explained);
  return `- ${place}: ${code(was)} → ${code(became)}${covered === false ? ' (not covered)' : ''}${late ? ' (late)' : ''}${why === undefined ? '' : `. ${why}`}`;
}
/** A text with backticks stands between longer ones. */
const code = (text) => {
  if (text === '') return 'nothing';
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
};
