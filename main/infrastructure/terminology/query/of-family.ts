/**
 * What a line says beside the name of a disease, and what ICD-10-CM puts into the end of the code:
 * the trimester of a pregnancy by its weeks, and whether poison was taken on purpose.
 */
import { HEADER } from '../index/index-file.ts';
import type { Code, Index } from '../index/open-index.ts';
import { ENDED, isSelfPoisoning, PREGNANCY } from './reading/words-of-wards.ts';
import type { Chosen } from './select-candidates.ts';

const WEEKS =
  /(?<![\d./])(\d{1,2})(?:\s?\+\s?\d|\s[0-6]\/7)?\s?(?:w|wks?|weeks?|\/40)(?![\p{L}])/giu;
/** "G2P1L1 34+3": the weeks stand behind the births. */
const BEHIND_BIRTHS =
  /(?<![\p{L}\d])(?:primi\p{L}*|g\s?\d(?:\s?[pla]\s?\d)*)[\s,]+(\d{1,2})\s?\+\s?\d(?!\d)/giu;
/** "Cholestasis of preg, 33+5": from 20 weeks, below that too much else is written so. */
const WITH_DAYS =
  /(?<![\d./+])([23]\d|4[0-2])\s?\+\s?[0-6](?![\d.+/]|\s?(?:(?:mm|cm|kg|g|d|w)(?![\p{L}])|=))/gu;
const LEAST_WEEKS = 4;
const MOST_WEEKS = 42;
/** The first weeks of the second and of the third trimester. */
const SECOND = 14;
const THIRD = 28;

/** What the name of a code leaves open, and what was said in its place. */
type Said = { readonly open: string; readonly said: string };

function trimesterIn(query: string): Said | undefined {
  if (!PREGNANCY.test(query) || ENDED.test(query)) return undefined;
  // "Cough 6 weeks, 32w preg": the greatest is that of the pregnancy.
  const told = [...query.matchAll(WEEKS), ...query.matchAll(BEHIND_BIRTHS)];
  const all = (told.length > 0 ? told : [...query.matchAll(WITH_DAYS)]).map(([, figure]) =>
    Number(figure),
  );
  const weeks = Math.max(0, ...all.filter((one) => one <= MOST_WEEKS));
  if (weeks < LEAST_WEEKS) return undefined;
  const trimester = ['first', 'second', 'third'][Number(weeks >= SECOND) + Number(weeks >= THIRD)];
  return { open: 'unspecified trimester', said: `${trimester} trimester` };
}

const ON_PURPOSE: readonly Said[] = [
  { open: 'accidental (unintentional)', said: 'intentional self-harm' },
  { open: 'hanging, accidental', said: 'hanging, intentional self-harm' },
];

/** The same codes, each as the line says it; undefined where it says none of this. */
export function ofFamily(
  index: Index,
  query: string,
  chosen: readonly Chosen[],
): Chosen[] | undefined {
  const trimester = trimesterIn(query);
  const said = [...(trimester ? [trimester] : []), ...(isSelfPoisoning(query) ? ON_PURPOSE : [])];
  if (said.length === 0) return undefined;
  const taken = new Set<string>();
  const found = chosen.flatMap((one) => {
    const code = said.reduce((nearest, what) => inFamily(index, nearest, what), one.code);
    if (taken.has(code.code)) return [];
    taken.add(code.code);
    return [code === one.code ? one : { ...one, code }];
  });
  return found.some(({ code }, at) => code !== chosen[at]?.code) ? found : undefined;
}

const MOST_OF_A_FAMILY = 600;
/** The nearest code above which the same is said otherwise; a seventh character stays. */
function inFamily(index: Index, code: Code, { open, said }: Said): Code {
  if (!code.name.includes(open)) return belowHeader(index, code, said);
  const name = code.name.replace(open, said);
  for (let length = code.code.length - 1; length >= CATEGORY; length -= 1) {
    const family = index.codesFrom(code.code.slice(0, length), MOST_OF_A_FAMILY);
    const found = family.find((one) => one.name === name);
    if (found) return found;
  }
  return code;
}
/** "HELLP syndrome" is a header; one code below it says the trimester. */
function belowHeader(index: Index, code: Code, said: string): Code {
  if ((code.flags & HEADER) === 0) return code;
  const below = index
    .codesFrom(code.code, MOST_OF_A_FAMILY)
    .filter(({ name, flags }) => (flags & HEADER) === 0 && name.endsWith(said));
  const [one, ...others] = below;
  if (one !== undefined && others.length === 0) return one;
  const plain = code.name.replace(/\s*\[.*\]$/, '');
  return below.find(({ name }) => name === `${plain}, unspecified, ${said}`) ?? code;
}
/** Letters of a category. */
const CATEGORY = 3;
