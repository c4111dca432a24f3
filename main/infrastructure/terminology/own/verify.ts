/**
 * Holds each row of a clinic's own list against the lists that are in use: what is not sure is
 * refused with its line, what looks odd is told.
 */
import type { Ontology } from '../../../../shared/model/coding/codification.ts';
import type {
  OwnEntry,
  OwnNote,
  OwnProblem,
  OwnWarning,
} from '../../../../shared/model/coding/own-list.ts';
import { isConceptId } from '../importers/snomed/snomed-ids.ts';
import { fits } from '../query/semantic-tags.ts';
import { strengthsIn } from '../text/drug-words.ts';
import { PLAIN_WORDS } from '../text/plain-words.ts';
import { NEGATIONS, STOP_WORDS } from '../text/small-words.ts';
import { sentenceOf } from './own-messages.ts';
import { plainWords } from './own-words.ts';
import type { WrittenRow } from './read-own-list.ts';
import { systemNamed } from './systems.ts';

/** What the list of an ontology says of a code, and of words. */
export type ListInUse = {
  readonly version: string;
  known(
    code: string,
  ):
    | { readonly name: string; readonly tag: string; readonly billable: boolean | undefined }
    | undefined;
  /** Codes that the list itself calls exactly so. */
  called(words: string): readonly { readonly code: string; readonly name: string }[];
};
/** Undefined where there is no list of this ontology, or none that can be read. */
export type ListsInUse = (ontology: Ontology) => ListInUse | undefined;

type Told<Why extends string> = { readonly why: Why; readonly about?: string };
export type Verified = {
  readonly entry?: OwnEntry;
  readonly problem?: OwnNote<OwnProblem>;
  readonly warnings: readonly OwnNote<OwnWarning>[];
};

const LONGEST_WORDS = 120;
/** Letters of a word that means many things. */
const SHORT = 2;

export function verifyRow(row: WrittenRow, lists: ListsInUse): Verified {
  const read = entryOf(row, lists);
  if ('why' in read) return { problem: noteOf(row, read), warnings: [] };
  const warnings = warningsOf(row, read, lists).map((told) => noteOf(row, told));
  return { entry: read, warnings };
}

export const noteOf = <Why extends OwnProblem | OwnWarning>(
  { line, words, code }: Pick<WrittenRow, 'line' | 'words' | 'code'>,
  { why, about }: Told<Why>,
): OwnNote<Why> => ({
  line,
  words,
  code,
  why,
  ...(about !== undefined && { about }),
  message: sentenceOf(why, line, about),
});

function entryOf(row: WrittenRow, lists: ListsInUse): OwnEntry | Told<OwnProblem> {
  const { line, words, code, generic } = row;
  const why = problemOfWords(words);
  if (why) return { why };
  const system = systemOf(row);
  if (typeof system === 'object') return system;
  if (generic !== '' && system !== 'medication') return { why: 'generic-elsewhere' };
  const base = { line, words, ontology: system };
  const medicine = generic === '' ? {} : medicineOf(row);
  if ('why' in medicine) return medicine;
  if (code === '') return generic === '' ? { why: 'no-code' } : { ...base, ...medicine };
  const found = codeOf(system, code, lists(system));
  return typeof found === 'string' ? { ...base, code: found, ...medicine } : found;
}

function problemOfWords(words: string): OwnProblem | undefined {
  if (words === '') return 'no-words';
  if (words.length > LONGEST_WORDS) return 'words-long';
  const plain = plainWords(words);
  const letters = plain.replace(/[^\p{L}\p{N}]/gu, '');
  // Such words stand in every note, and say nothing by themselves.
  const isSmall = plain
    .split(' ')
    .every((word) => STOP_WORDS.has(word) || NEGATIONS.includes(word));
  return letters.length < SHORT || !/\p{L}/u.test(letters) || isSmall ? 'words-small' : undefined;
}

function systemOf({ system, generic }: WrittenRow): Ontology | Told<OwnProblem> {
  if (system === '') return generic === '' ? { why: 'no-system' } : 'medication';
  const named = systemNamed(system);
  if (named === 'icd-10-who') return { why: 'icd-10-who' };
  return named ?? { why: 'system-unknown', about: system.slice(0, LONGEST_WORDS) };
}

/** The code as the list has it. */
function codeOf(
  ontology: Ontology,
  written: string,
  list: ListInUse | undefined,
): string | Told<OwnProblem> {
  if (/\d(?:[.,]\d+)?e\+?\d+$/i.test(written) && ontology !== 'icd-10-cm')
    return { why: 'code-spreadsheet' };
  const code = formOf(ontology, written);
  if (ontology === 'snomed' && !isConceptId(code)) return { why: 'snomed-digit' };
  if (ontology === 'loinc' && !/^\d{1,7}-\d$/.test(code)) return { why: 'loinc-form' };
  const known = list?.known(code);
  if (!known) return { why: 'code-absent', about: list?.version ?? '' };
  if (ontology === 'snomed' && !fits(known.tag, undefined))
    return { why: 'code-kind', about: `${known.name} (${known.tag})` };
  return code;
}

/** ICD-10-CM is also written without its stop, and in small letters. */
function formOf(ontology: Ontology, written: string): string {
  const bare = written.replace(/\s+/gu, '');
  if (ontology !== 'icd-10-cm') return bare;
  const plain = bare.toUpperCase().replaceAll('.', '');
  return plain.length > 3 ? `${plain.slice(0, 3)}.${plain.slice(3)}` : plain;
}

const parts = (text: string) => text.split('+').map((part) => part.trim().replace(/\s+/gu, ' '));

function medicineOf({
  generic,
  strength,
}: WrittenRow): Pick<OwnEntry, 'ingredients' | 'strengths'> | Told<OwnProblem> {
  const ingredients = parts(generic).map((name) => name.toLowerCase());
  const strengths = strength === '' ? [] : parts(strength);
  if (ingredients.some((name) => !/\p{L}{2}/u.test(name) || name.length > LONGEST_WORDS))
    return { why: 'generic-elsewhere' };
  if (strengths.some((one) => strengthsIn(one).length !== 1 || one.length > 40))
    return { why: 'strength-form' };
  if (strengths.length > 0 && strengths.length !== ingredients.length)
    return { why: 'strength-count' };
  return { ingredients, strengths };
}

function warningsOf(
  { name }: WrittenRow,
  { words, ontology, code, ingredients = [] }: OwnEntry,
  lists: ListsInUse,
): Told<OwnWarning>[] {
  const list = lists(ontology);
  const known = code === undefined ? undefined : list?.known(code);
  const unknown = ingredients.filter((one) => (list?.called(one).length ?? 0) === 0);
  const other = code === undefined ? undefined : otherMeaning(words, code, list);
  return [
    ...(plainWords(words).replaceAll(' ', '').length <= SHORT
      ? [{ why: 'words-short' as const }]
      : []),
    ...(PLAIN_WORDS.has(words.toLowerCase()) ? [{ why: 'words-usual' as const }] : []),
    ...(other ? [{ why: 'other-meaning' as const, about: `${other.name} (${other.code})` }] : []),
    ...(known && name !== '' && !sharesWord(name, known.name)
      ? [{ why: 'name-differs' as const, about: known.name }]
      : []),
    ...(known?.billable === false ? [{ why: 'not-billable' as const, about: known.name }] : []),
    ...unknown.map((about) => ({ why: 'ingredient-unknown' as const, about })),
  ];
}

/** The list itself has these very words for other codes alone. A code above or below is the same. */
function otherMeaning(words: string, code: string, list: ListInUse | undefined) {
  const called = list?.called(words) ?? [];
  const isSame = (one: string) => one.startsWith(code) || code.startsWith(one);
  return called.some((one) => isSame(one.code)) ? undefined : called[0];
}

function sharesWord(written: string, name: string): boolean {
  const own = new Set(plainWords(name).split(' '));
  return plainWords(written)
    .split(' ')
    .some((word) => own.has(word));
}
