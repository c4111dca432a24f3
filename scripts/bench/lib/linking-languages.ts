/**
 * Complaints in languages of India to SNOMED CT and ICD-10-CM, as Scriba comes: right at 1 and at 5
 * by script. The questions were written before the tables, by the same author.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  languageConcepts,
  languageTables,
} from '../../../main/infrastructure/terminology/tables/languages/languages.ts';
import { createTerminology } from '../../../main/infrastructure/terminology/terminology.ts';
import { isKept } from './linking-sets.ts';

const file = path.resolve(import.meta.dirname, '../../../test/fixtures/languages/queries.tsv');

type Question = { readonly language: string; readonly query: string; readonly key: string };
type Share = { readonly phrases: number; readonly at1: number; readonly at5: number };
type LanguageRow = {
  readonly what: string;
  readonly all: Share;
  /** The half that is only counted. */
  readonly kept: Share;
  readonly promised: number;
};

const questions = (): Question[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split(/\r?\n/)
    .map((line) => {
      const [language = '', query = '', key = ''] = line.split('\t');
      return { language, query, key };
    });

/** `folder`: an empty one, for the lists in the box. */
export function languageRows(folder: string): LanguageRow[] {
  const terminology = createTerminology({ folder });
  const judged = questions().map((one) => ({ ...one, ...judge(terminology, one) }));
  terminology.close();
  const row = (what: string, of: typeof judged): LanguageRow => ({
    what,
    all: shareOf(of),
    kept: shareOf(of.filter((one) => isKept(one))),
    promised: of.filter(({ promised }) => promised).length / of.length,
  });
  return languageTables.flatMap(({ language, name }) => {
    const own = judged.filter((one) => one.language === language);
    const isLatin = ({ query }: Question) => /^[\p{ASCII}]*$/u.test(query);
    return [
      row(
        `${name}, own script`,
        own.filter((one) => !isLatin(one)),
      ),
      row(`${name}, Latin letters`, own.filter(isLatin)),
    ];
  });
}

/** Right where it is right in SNOMED CT, and in ICD-10-CM where the concept has a code there. */
function judge(terminology: ReturnType<typeof createTerminology>, { query, key }: Question) {
  const concept = languageConcepts.get(key);
  const wanted = [
    ['snomed', concept?.snomed?.code],
    ['icd-10-cm', concept?.icd10?.code],
  ] as const;
  const places = wanted.flatMap(([ontology, code]) => {
    if (code === undefined) return [];
    const found = terminology.link(ontology, query, 5, { kind: 'symptom' });
    const at = found.findIndex((one) => one.code === code);
    return [{ at, promised: found.some(({ isLinked }) => isLinked) }];
  });
  return {
    first: places.length > 0 && places.every(({ at }) => at === 0),
    there: places.length > 0 && places.every(({ at }) => at >= 0),
    promised: places.some(({ promised }) => promised),
  };
}

function shareOf(of: readonly { readonly first: boolean; readonly there: boolean }[]): Share {
  const share = (count: number) => (of.length === 0 ? 0 : count / of.length);
  return {
    phrases: of.length,
    at1: share(of.filter(({ first }) => first).length),
    at5: share(of.filter(({ there }) => there).length),
  };
}

export function showLanguages(rows: readonly LanguageRow[]): void {
  const percent = (share: number) => (share * 100).toFixed(0).padStart(5);
  console.log(
    '  languages of India, without an import (aim 80)    phrases   at 1  at 5   kept half: phrases   at 1  at 5   promised',
  );
  for (const { what, all, kept, promised } of rows)
    console.log(
      `    ${what.padEnd(46)} ${String(all.phrases).padStart(7)}  ${percent(all.at1)} ${percent(all.at5)}   ${String(kept.phrases).padStart(18)}  ${percent(kept.at1)} ${percent(kept.at5)}      ${percent(promised)}`,
    );
}
