/**
 * Brands and short forms as they are written in India, by the lists in the box. Of each set one half
 * was looked into; the other half was only measured (`isKept`).
 */
import path from 'node:path';
import {
  createTerminology,
  type Terminology,
} from '../../../main/infrastructure/terminology/terminology.ts';
import { brandLines, strangerLines } from '../../../test/fixtures/brand-lines.ts';
import { shorthandLines } from '../../../test/fixtures/shorthand-lines.ts';
import { moreWardLines, wardLines } from '../../../test/fixtures/ward-lines.ts';
import { isElsewhere, isKept } from './linking-sets.ts';

type LinesRow = {
  readonly what: string;
  readonly rows: number;
  readonly right: number;
  readonly promised: number;
  readonly promisedRight: number;
  /** First candidates of another chapter of the body than any right code: for short forms. */
  readonly elsewhere: number;
};
type Verdict = Omit<LinesRow, 'what' | 'rows'>;

const halves = [
  ['looked into', (query: string) => !isKept({ query })],
  ['only measured', (query: string) => isKept({ query })],
] as const;

export function measureLines(folder: string): LinesRow[] {
  const terminology = createTerminology({ folder: path.join(folder, 'lines') });
  const measured = halves.flatMap(([half, isIn]) => [
    summed(
      `brands, ${half}`,
      brandLines.filter(({ query }) => isIn(query)).map((line) => judgeBrand(terminology, line)),
    ),
    summed(
      `short forms, ${half}`,
      shorthandLines
        .filter(({ query }) => isIn(query))
        .map((line) => judgeShort(terminology, line)),
    ),
    summed(
      `lines of wards, ${half}`,
      wardLines.filter(({ query }) => isIn(query)).map((line) => judgeShort(terminology, line)),
    ),
  ]);
  const { lookedInto, onlyMeasured } = moreWardLines();
  measured.push(
    summed(
      'more lines of wards, looked into',
      lookedInto.map((line) => judgeShort(terminology, line)),
    ),
    summed(
      'more lines of wards, only measured',
      onlyMeasured.map((line) => judgeShort(terminology, line)),
    ),
  );
  const strangers = summed(
    'names that nobody sells',
    strangerLines.map((line) => judgeStranger(terminology, line)),
  );
  terminology.close();
  return [...measured.sort((a, b) => (a.what < b.what ? -1 : 1)), strangers];
}

function summed(what: string, verdicts: readonly Verdict[]): LinesRow {
  const sum = (field: keyof Verdict) => verdicts.reduce((all, one) => all + one[field], 0);
  return {
    what,
    rows: verdicts.length,
    right: sum('right'),
    promised: sum('promised'),
    promisedRight: sum('promisedRight'),
    elsewhere: sum('elsewhere'),
  };
}

const sorted = (words: readonly string[] = []) => [...words].sort().join(' + ');

function judgeBrand(
  terminology: Terminology,
  { query, ingredients }: { readonly query: string; readonly ingredients: readonly string[] },
): Verdict {
  const right = sorted(terminology.brandIn(query)?.ingredients) === sorted(ingredients);
  const promised = terminology.link('medication', query, 5).some(({ isLinked }) => isLinked);
  return { right: Number(right), promised: Number(promised), promisedRight: 0, elsewhere: 0 };
}

/** Right: no brand, no promise, and no code of what the name is only near to. */
function judgeStranger(
  terminology: Terminology,
  { query, ingredients }: { readonly query: string; readonly ingredients: readonly string[] },
): Verdict {
  const found = terminology.link('medication', query, 5);
  const promised = found.some(({ isLinked }) => isLinked);
  const isRead =
    terminology.brandIn(query) !== undefined ||
    found.some(({ name }) => ingredients.includes(name));
  return {
    right: Number(!isRead && !promised),
    promised: Number(promised),
    promisedRight: 0,
    elsewhere: 0,
  };
}

/** A first visit's seventh character says no more of the words. */
const bare = (code: string) => code.replace(/(?<=\.\w{3})A$/, '');

function judgeShort(
  terminology: Terminology,
  { query, codes }: { readonly query: string; readonly codes: readonly string[] },
): Verdict {
  const found = terminology.link('icd-10-cm', query, 5);
  const isRight = (code: string | undefined) =>
    code !== undefined && codes.some((one) => bare(one) === bare(code));
  const [first] = found;
  const promised = found.find(({ isLinked }) => isLinked);
  return {
    right: Number(isRight(first?.code)),
    promised: Number(promised !== undefined),
    promisedRight: Number(isRight(promised?.code)),
    elsewhere: Number(isElsewhere(codes, first?.code)),
  };
}

export function showLines(rows: readonly LinesRow[]): void {
  console.log(
    '  as written in India, lists in the box               right at 1   promised (right)   first elsewhere',
  );
  for (const { what, rows: all, right, promised, promisedRight, elsewhere } of rows)
    console.log(
      `    ${`${what} (${all})`.padEnd(48)} ${((right / all) * 100).toFixed(1).padStart(9)}   ${`${promised} (${promisedRight})`.padStart(16)}   ${String(elsewhere).padStart(15)}`,
    );
}
