/** Scores of mutants in TRUST.md: what a row says, and that a page keeps everything else. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  percentOf,
  readExplained,
  readScores,
  scoresSection,
  survivorsPage,
  withFirst,
  withScores,
} from '../../scripts/lib/mutant-scores.mjs';
import { isOneOf, sinceThen } from '../../scripts/mutants/again.mjs';
import { draw } from '../../scripts/mutants/draw.mjs';
import { figuresOf } from '../../scripts/mutants/figures.mjs';

const score = (over = {}) => ({
  date: '2026-11-22',
  commit: 'abc1234',
  mutants: 1559,
  run: 60,
  killed: 24,
  timeout: 12,
  survived: 19,
  noCoverage: 5,
  errors: 0,
  ignored: 0,
  survivors: [
    { place: 'a.ts:3:7', was: 'one', became: '' },
    { place: 'b.ts:4:1', was: '`two`', became: '``', covered: false },
  ],
  ...over,
});
const page = '# Trust\ntable\n\n## Not proved on this computer\nnothing\n';

test('a row says how many were drawn, and what was killed of the covered', () => {
  const section = scoresSection({ 'main/a': score(), 'main/b': score({ run: 1559, commit: '' }) });
  expect(section).toContain(
    '| `main/a` | 1,559 | 60 drawn | 24 | 12 | 19 | 5 | 0 | this one | 65.5 % | 2026-11-22 at abc1234 |',
  );
  expect(section).toContain(
    '| `main/b` | 1,559 | all | 24 | 12 | 19 | 5 | 0 | this one | 65.5 % | 2026-11-22 |',
  );
  expect(percentOf({ killed: 0, timeout: 0, survived: 0 })).toBe('none');
});

test('the first score of a folder stays beside each later one, and a row adds up', () => {
  const first = withFirst(score(), undefined);
  expect(first).toEqual(score());
  const second = withFirst(score({ killed: 43, survived: 0, date: '2026-11-25' }), first);
  const third = withFirst(
    score({ killed: 40, survived: 2, errors: 1, date: '2026-11-27' }),
    second,
  );
  const { survivors: _, ...figures } = score();
  expect([second.first, third.first]).toEqual([figures, figures]);
  expect(scoresSection({ 'main/a': third })).toContain(
    '| 40 | 12 | 2 | 5 | 1 | 65.5 % of 60, 2026-11-22 | 96.3 % | 2026-11-27 at abc1234 |',
  );
  for (const { run, killed, timeout, survived, noCoverage, errors } of Object.values(readScores()))
    expect(killed + timeout + survived + noCoverage + errors).toBe(run);
});

test('a page without scores stays as it is; new scores take the place of older ones', () => {
  expect(withScores(page, {})).toBe(page);
  const first = withScores(page, { 'main/a': score() });
  expect(first.startsWith('# Trust\ntable\n\n## Small changes')).toBe(true);
  expect(first.endsWith('\n\n## Not proved on this computer\nnothing\n')).toBe(true);
  expect(withScores(first, { 'main/a': score() })).toBe(first);
  const second = withScores(first, { 'main/b': score({ killed: 43, survived: 0 }) });
  expect(second).not.toContain('main/a');
  expect(second).toContain('100.0 %');
  expect(withScores(second, {})).toBe(page);
  expect(withScores('# Trust\n', { 'main/a': score() })).toContain('main/a');
});

test('what survived is listed with its place, and with what no test runs', () => {
  const text = survivorsPage({ 'main/a': score(), 'main/b': score({ survivors: [] }) });
  expect(text).toContain('## main/a\n- a.ts:3:7: `one` → nothing\n');
  expect(text).toContain('- b.ts:4:1: `` `two` `` → `` `` `` (not covered)');
  expect(text).toContain('## main/b\nNone.');
});

test('a loop without an end is killed; tests that were only late have noticed nothing', () => {
  const place = { start: { line: 1, column: 1 }, end: { line: 1, column: 3 } };
  const mutant = (status, statusReason) => ({
    fileName: 'test/scripts/mutant-scores.test.mjs',
    location: place,
    replacement: 'x',
    status,
    ...(statusReason && { statusReason }),
  });
  const figures = figuresOf(
    [
      mutant('Killed'),
      mutant('Timeout', 'Hit limit reached (501/500)'),
      mutant('Timeout'),
      mutant('Survived'),
      mutant('NoCoverage'),
    ],
    9,
  );
  expect(figures).toMatchObject({
    mutants: 9,
    run: 5,
    killed: 1,
    timeout: 1,
    survived: 2,
    noCoverage: 1,
  });
  expect(figures.survivors.map(({ was, late, covered }) => [was, late, covered])).toEqual([
    ['/*', undefined, undefined],
    ['/*', true, undefined],
    ['/*', undefined, false],
  ]);
  expect(survivorsPage({ 'main/a': score(figures) })).toContain(': `/*` → `x` (late)');
});

test('a survivor with a reason is listed with it and counted beside the others, and is not taken out of the score', () => {
  const explained = {
    'a.ts': [{ was: 'one', became: '', why: 'Nobody reads it.' }],
    'b.ts': [{ was: '`two`', became: 'another change', why: 'Of something else.' }],
  };
  const text = survivorsPage({ 'main/a': score() }, explained);
  expect(text).toContain('- a.ts:3:7: `one` → nothing. Nobody reads it.\n');
  expect(text).not.toContain('Of something else.');
  const section = scoresSection({ 'main/a': score() }, explained);
  expect(section).toContain('| 24 | 12 | 19, 1 explained | 5 | 0 | this one | 65.5 % |');
});

/** A mutant of this file: its first characters, or those of another line. */
const change = (status, over = {}) => ({
  fileName: 'test/scripts/mutant-scores.test.mjs',
  location: { start: { line: 1, column: 1 }, end: { line: 1, column: 3 } },
  replacement: 'x',
  status,
  ...over,
});
const survivor = (over = {}) => ({
  place: 'test/scripts/mutant-scores.test.mjs:1:1',
  was: '/*',
  became: 'x',
  ...over,
});

test('a survivor that is run again is killed since, gone, or still there', () => {
  expect(sinceThen([survivor()], [change('Killed')])).toEqual([survivor({ since: 'killed' })]);
  expect(sinceThen([survivor()], [change('Survived')])).toEqual([survivor()]);
  expect(sinceThen([survivor({ since: 'killed' })], [change('Survived')])).toEqual([survivor()]);
  expect(sinceThen([survivor()], [change('Timeout')])).toEqual([survivor()]);
  expect(sinceThen([survivor()], [change('NoCoverage')])).toEqual([survivor()]);
  expect(sinceThen([survivor()], [change('Killed', { replacement: 'y' })])).toEqual([
    survivor({ since: 'gone' }),
  ]);
});

test('a survivor is found where its line has moved; of several such places each must be noticed', () => {
  const moved = survivor({ place: 'test/scripts/mutant-scores.test.mjs:90:1' });
  expect(isOneOf([moved], change('Killed'))).toBe(true);
  expect(isOneOf([moved], change('Killed', { replacement: 'y' }))).toBe(false);
  expect(isOneOf([survivor({ place: 'other.mjs:1:1' })], change('Killed'))).toBe(false);
  expect(sinceThen([moved], [change('Killed')])[0].since).toBe('killed');
  const lines = readFileSync('test/scripts/mutant-scores.test.mjs', 'utf8').split('\n');
  const line = lines.findIndex((text) => text.startsWith('/** A mutant')) + 1;
  const twice = { start: { line, column: 1 }, end: { line, column: 3 } };
  const both = (other) => [change('Killed'), change(other, { location: twice })];
  expect(sinceThen([moved], both('Survived'))[0].since).toBe(undefined);
  expect(sinceThen([moved], both('Killed'))[0].since).toBe('killed');
  expect(sinceThen([survivor()], both('Survived'))[0].since).toBe('killed');
});

test('what is killed since is no longer listed, and is told beside the score of its sample', () => {
  const again = { date: '2026-11-25', commit: 'def5678' };
  const [first, second] = score().survivors;
  const since = score({ survivors: [{ ...first, since: 'killed' }, second], again });
  expect(scoresSection({ 'main/a': since })).toContain(
    '| 24 | 12 | 19, 1 killed since | 5 | 0 | this one | 65.5 % | 2026-11-22 at abc1234 |',
  );
  const text = survivorsPage({ 'main/a': since });
  expect(text).not.toContain('a.ts:3:7');
  expect(text).toContain('- 1 killed since (run again 2026-11-25 at def5678).\n');
  const gone = score({
    survivors: [
      { ...first, since: 'gone' },
      { ...first, since: 'killed' },
    ],
    again,
  });
  expect(survivorsPage({ 'main/a': gone })).toContain(
    '## main/a\n- 1 killed since, 1 of code that is gone (run again 2026-11-25 at def5678).\n',
  );
  const explained = { 'a.ts': [{ was: 'one', became: '', why: 'Nobody reads it.' }] };
  expect(scoresSection({ 'main/a': gone }, explained)).toContain(
    '| 19, 1 killed since, 1 of code that is gone |',
  );
});

test('every reason is about code that still stands in its file, and each change has one', () => {
  const plain = (text) => text.replace(/\s+/g, ' ');
  for (const [file, reasons] of Object.entries(readExplained())) {
    const source = plain(readFileSync(file, 'utf8'));
    for (const { was, became, why } of reasons) {
      expect(source, `${file}: ${was}`).toContain(was.replace(/…$/, ''));
      expect(was).not.toBe(became);
      expect(why).toMatch(/^[A-Z].{10,}\.$/);
    }
    const changes = reasons.map(({ was, became }) => `${was} -> ${became}`);
    expect(new Set(changes).size).toBe(changes.length);
  }
});

test('a sample has no mutant twice, is another for another seed, and the same for the same', () => {
  const all = Array.from({ length: 1000 }, (_, at) => at);
  const drawn = draw(all, 100, 1);
  expect(new Set(drawn).size).toBe(100);
  expect(draw(all, 100, 1)).toEqual(drawn);
  expect(draw(all, 100, 2)).not.toEqual(drawn);
  expect(draw(all, 2000, 1).sort((a, b) => a - b)).toEqual(all);
  // Of every part of the list: no tenth has less than a third or more than three times its share.
  for (let tenth = 0; tenth < 10; tenth++) {
    const count = drawn.filter((one) => Math.floor(one / 100) === tenth).length;
    expect(count).toBeGreaterThan(3);
    expect(count).toBeLessThan(30);
  }
});
