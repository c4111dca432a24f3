/**
 * Sentences with what is right about them, and how extraction is judged: negation of a given
 * concept, and found, coded, right status.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { confidentCodes } from '../../../main/features/coding/extraction/confident-codes.ts';
import { createContext } from '../../../main/features/coding/extraction/context/context.ts';
import type { Extraction } from '../../../main/features/coding/extraction/extraction.ts';
import type { Terminology } from '../../../main/infrastructure/terminology/terminology.ts';
import type { NegatedOrNot } from '../../../test/fixtures/negated-sentences.ts';

const data = path.resolve(import.meta.dirname, '../../../../shared/terminology');
const lines = <T>(name: string) =>
  readFileSync(path.join(data, 'dev', name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

export const sentencesThere = () => existsSync(path.join(data, 'dev', '3_sentences_coded.jsonl'));
type Wanted = { readonly category: string; readonly status: string };
export type Coded = { readonly sentence: string; readonly wanted: readonly Wanted[] };

export const codedDev = (): Coded[] =>
  lines<{ sentence: string; entities: { code: string; status: string }[] }>(
    '3_sentences_coded.jsonl',
  ).map(({ sentence, entities }) => ({
    sentence,
    wanted: entities.map(({ code, status }) => ({ category: code.slice(0, 3), status })),
  }));

export type F1 = {
  readonly right: number;
  readonly extra: number;
  readonly missed: number;
  readonly f1: number;
};
const f1 = (right: number, extra: number, missed: number): F1 => ({
  right,
  extra,
  missed,
  f1: right === 0 ? 0 : (2 * right) / (2 * right + extra + missed),
});

/**
 * The NegEx corpus, which is for measuring only. A concept that is not found in its sentence has no
 * place, and counts as not negated.
 */
export const negexSentences = (): NegatedOrNot[] =>
  lines<{ sentence: string; concept: string; negation: string }>('3b_negex_sentences.jsonl').map(
    ({ sentence, concept, negation }) => {
      const words = concept
        .trim()
        .split(/\s+/)
        .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      // The concept is the one in capitals, where it stands there several times.
      const place =
        new RegExp(
          words.map((word) => word.toUpperCase().replace(/\\S/g, '\\s')).join('\\s+'),
        ).exec(sentence) ?? new RegExp(words.join('\\s+'), 'i').exec(sentence);
      const start = place?.index ?? 0;
      return {
        text: sentence,
        start,
        end: start + (place?.[0].length ?? 0),
        isNegated: negation === 'Negated',
      };
    },
  );

/**
 * The finding is given; only whether it is negated is judged. One without a place counts as not
 * negated.
 */
export function judgeNegation(
  rows: readonly NegatedOrNot[],
  told: (sentence: string) => void = () => {},
): F1 {
  let right = 0;
  let extra = 0;
  let missed = 0;
  for (const { text, start, end, isNegated } of rows) {
    const isAbsent = end > start && createContext(text).judge(start, end).status === 'absent';
    if (isAbsent && isNegated) right += 1;
    else if (isAbsent) extra += 1;
    else if (isNegated) missed += 1;
    if (isAbsent !== isNegated)
      told(
        `${isNegated ? 'missed' : 'extra'}: ${text.slice(start, end)} | ${text.replace(/\s+/g, ' ')}`,
      );
  }
  return f1(right, extra, missed);
}

export type NegationOfAll = F1 & {
  /** Share of all concepts that extraction found. */ readonly found: number;
  /** The same of what can be an entity of a note. */
  readonly shown: number;
  /** Share of the negated concepts that were found and called absent. */
  readonly recognised: number;
};

const HOLDS_A_DENIAL = /\b(?:no|not|without|den(?:ies|ied))\b/i;

/**
 * Negation over all concepts, also those that extraction does not find: these count as not negated.
 * "PHARYNX IS PINK WITHOUT EXUDATES" is one concept and affirmed, though the exudates are absent:
 * one that holds a denial itself is judged as a whole, by the words around it. `byParts`: it is
 * judged by the findings in it like any other.
 */
export function judgeNegationOfAll(
  rows: readonly NegatedOrNot[],
  extraction: Extraction,
  byParts = false,
): NegationOfAll {
  let [right, extra, missed, found, shown] = [0, 0, 0, 0, 0];
  for (const { text, start, end, isNegated } of rows) {
    // A finding that is named twice counts at each of its places.
    const unlisted = extraction.ofText(text).filter((one) => one.unlisted);
    const there = [...extraction.everywhereIn(text), ...unlisted].filter(
      ({ span }) => span.start < end && start < span.end,
    );
    const isWhole = !byParts && HOLDS_A_DENIAL.test(text.slice(start, end));
    const isAbsent = isWhole
      ? createContext(text).judge(start, end).status === 'absent'
      : there.some(({ status }) => status === 'absent');
    if (there.length > 0) found += 1;
    if (there.some(({ inside }) => !inside)) shown += 1;
    if (isAbsent && isNegated) right += 1;
    else if (isAbsent) extra += 1;
    else if (isNegated) missed += 1;
  }
  return {
    ...f1(right, extra, missed),
    found: found / Math.max(1, rows.length),
    shown: shown / Math.max(1, rows.length),
    recognised: right / Math.max(1, right + missed),
  };
}

export type Verdict = F1 & {
  /** Absent, a relative's or only thought of, and called present. */ readonly wrongPresent: number;
};

/**
 * Found, coded in the right category of three characters, and with the right status. What has no
 * sure code is not found.
 */
export function judgeSentences(
  rows: readonly Coded[],
  extraction: Extraction,
  terminology: Terminology,
  told: (sentence: string) => void = () => {},
): Verdict {
  let right = 0;
  let extra = 0;
  let missed = 0;
  let wrongPresent = 0;
  for (const { sentence, wanted } of rows) {
    const found = extraction.ofText(sentence).flatMap((entity) =>
      confidentCodes(terminology, entity)
        .filter(({ system }) => system.endsWith('/icd-10-cm'))
        .map(({ code }) => ({
          category: code.slice(0, 3),
          status: entity.status as string,
          text: entity.text,
        })),
    );
    const left = [...wanted];
    for (const one of found) {
      const at = left.findIndex(
        ({ category, status }) => category === one.category && status === one.status,
      );
      if (at >= 0) {
        left.splice(at, 1);
        right += 1;
        continue;
      }
      extra += 1;
      if (
        one.status === 'present' &&
        wanted.some(
          ({ category, status }) =>
            category === one.category && ['absent', 'family', 'hypothetical'].includes(status),
        )
      )
        wrongPresent += 1;
      told(`extra: ${one.text} (${one.category} ${one.status}) | ${sentence}`);
    }
    missed += left.length;
    for (const { category, status } of left) told(`missed: ${category} ${status} | ${sentence}`);
  }
  return { ...f1(right, extra, missed), wrongPresent };
}

/** Notes and transcripts of the dialogues there, as plain texts. */
export function texts(): { notes: string[]; dialogues: string[] } {
  const notes: string[] = [];
  const dialogues: string[] = [];
  for (const file of globSync('dialogues/primock57/notes/*.json', { cwd: data }).sort())
    notes.push(
      String(
        (JSON.parse(readFileSync(path.join(data, file), 'utf8')) as { note?: string }).note ?? '',
      ),
    );
  for (const file of globSync('dialogues/aci-bench/*.csv', { cwd: data }).sort()) {
    for (const [, , dialogue, note] of csvRows(readFileSync(path.join(data, file), 'utf8')).slice(
      1,
    )) {
      if (note) notes.push(note);
      if (dialogue) dialogues.push(dialogue);
    }
  }
  return { notes: notes.filter(Boolean), dialogues };
}

function csvRows(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const { 0: found, 1: quoted, 2: plain, 3: end } of text.matchAll(
    /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g,
  )) {
    if (found === '') break;
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end !== ',') rows.push([]);
  }
  return rows.filter((row) => row.length > 1);
}
