/**
 * Compares a server's patient with the note's: a record number alone is mistyped too easily. Pure.
 */
import type { NeutralNote } from '../../../../shared/model/export/export.ts';

export type ServerPatient = {
  readonly id: string;
  /** Each name as one text. */
  readonly names: readonly string[];
  readonly birthDate?: string | undefined;
  readonly gender?: string | undefined;
};

/**
 * Members that differ. A value that one of the two lacks is no difference, but a name must agree.
 */
export function differences(
  note: NeutralNote['patient'],
  there: ServerPatient,
): ('name' | 'birth date' | 'sex')[] {
  return [
    ...(there.names.some((name) => namesAgree(note.name, name)) ? [] : ['name' as const]),
    ...(datesAgree(note.birthDate, there.birthDate) ? [] : ['birth date' as const]),
    ...(sexOf(note.gender) === undefined ||
    sexOf(there.gender) === undefined ||
    sexOf(note.gender) === sexOf(there.gender)
      ? []
      : ['sex' as const]),
  ];
}

/**
 * Each word of the shorter name stands in the longer one, in any order; an initial stands for a
 * word. At least one whole word is the same.
 */
function namesAgree(one: string, other: string): boolean {
  const [short, long] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length) as [
    string[],
    string[],
  ];
  const left = [...long];
  let whole = 0;
  for (const word of [...short].sort((a, b) => b.length - a.length)) {
    const at = left.indexOf(word);
    const found =
      at !== -1 ? at : left.findIndex((each) => isInitial(word, each) || isInitial(each, word));
    if (found === -1) return false;
    if (at !== -1 && [...word].length > 1) whole += 1;
    left.splice(found, 1);
  }
  return short.length > 0 && whole > 0;
}
const isInitial = (word: string, of: string) => [...word].length === 1 && of.startsWith(word);
/** Titles, which do not count. Marks that carry meaning in Indic scripts stay. */
const titles = new Set([
  'mr',
  'mrs',
  'ms',
  'miss',
  'dr',
  'shri',
  'sri',
  'smt',
  'kum',
  'baby',
  'master',
]);
const wordsOf = (name: string): string[] => {
  const words = name
    .normalize('NFKD')
    .replace(/\p{Script=Latin}\p{M}+/gu, (letters) => letters.replace(/\p{M}/gu, ''))
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean);
  const named = words.filter((word) => !titles.has(word));
  return named.length > 0 ? named : words;
};

/** As far as both are known: 1988 and 1988-02-29 agree. */
const datesAgree = (one = '', other = '') =>
  one === '' || other === '' || one.startsWith(other) || other.startsWith(one);

const sexes: Readonly<Record<string, string>> = {
  m: 'male',
  male: 'male',
  f: 'female',
  female: 'female',
  o: 'other',
  other: 'other',
};
const sexOf = (word = '') => sexes[word.toLowerCase()];
