/**
 * Codes that go with an entity by themselves: what the linker promises, and else the one category
 * that has its very words.
 */
import { expect, test } from 'vitest';
import { confidentCodes } from '../../../../../main/features/coding/extraction/confident-codes.ts';
import { STARTER } from '../../../../../main/infrastructure/terminology/index/starter-index.ts';
import { createPhrases } from '../../../../../main/infrastructure/terminology/query/phrases.ts';
import type { Terminology } from '../../../../../main/infrastructure/terminology/terminology.ts';
import { readAbbreviations } from '../../../../../main/infrastructure/terminology/text/abbreviations.ts';
import { buildSmallIndex } from '../../../../support/terminology/small-index.ts';

const CODES =
  `G40,Epilepsy and recurrent seizures|G40.9,"Epilepsy, unspecified"|G40.90,"Epilepsy, unspecified, not intractable"|G40.909,"Epilepsy, unspecified, not intractable, without status epilepticus"
R21,Rash and other nonspecific skin eruption|R53,Malaise and fatigue|R53.8,Other malaise and fatigue|R53.81,Other malaise|R53.83,Other fatigue|K08,Other disorders of teeth and supporting structures|K08.89,Other specified disorders of teeth and supporting structures
F10.1,Alcohol abuse|F10.10,"Alcohol abuse, uncomplicated"|F10.19,Alcohol abuse with unspecified alcohol-induced disorder|D58.2,Other hemoglobinopathies|T14.8,Other injury of unspecified body region
J02.9,"Acute pharyngitis, unspecified"|R07.0,Pain in throat|B26,Mumps|K11.2,Sialoadenitis`
    .split(/[|\n]/)
    .map((line) => `${line},1,A`)
    .join('\n');
const INDEX = [
  ['Epilepsy, epileptic, epilepsia', 'G40.909'],
  ['Rash', 'R21'],
  ['Fatigue', 'R53.83'],
  ['Decline', 'R53.81'],
  ['Toothache', 'K08.89'],
  ['Bruise', 'T14.8'],
  ['Sore throat', 'J02.9'],
  ['Parotitis', 'B26'],
  ['Parotitis', 'K11.2'],
  ['Abnormal hemoglobin', 'D58.2'],
  ['Low vigour', 'R53.81'],
  ['Low vigour', 'R53.83'],
  ['Lost vigour', 'R53.83'],
  ['Lost vigour', 'R53.8'],
  ['Lost vigour', 'R53.81'],
  ['Less vigour', 'R53.8'],
  ['Less vigour', 'R53'],
  ['Sore vigour', 'B26'],
  ['Sore vigour', 'R53.8'],
]
  .map(([title, code], at) => `${at + 1},A,0,"${title}",,,,${code}`)
  .join('\n');
const { index, linker } = buildSmallIndex({
  'codes_2025.csv': `Code,Description,ChapterID,SectionID\n${CODES}\n`,
  'index_2025.csv': `RowID,Letter,Level,Term,See,SeeAlso,NonEssModif,Code\n${INDEX}\n`,
});
const phrases = createPhrases(index, readAbbreviations(), (words) =>
  linker.link(words, 1).some(({ isLinked }) => isLinked),
);
const list = (over: object = {}) =>
  ({
    status: () => [{ ...index.facts, bytes: 1, ...over }],
    phrases: (ontology: string, text: string) => (ontology === 'icd-10-cm' ? phrases(text) : []),
    link: (ontology: string, query: string, top?: number) =>
      ontology === 'icd-10-cm' ? linker.link(query, top) : [],
  }) as Pick<Terminology, 'link' | 'status' | 'phrases'>;
const code = (text: string, terminology = list()) =>
  confidentCodes(terminology, { text, kind: 'diagnosis' })
    .map((one) => one.code)
    .join();

test('words that one category has exactly carry its default, although the linker promises nothing', () => {
  for (const words of ['epilepsy', 'fatigue', 'toothache'])
    expect(linker.link(words)[0]!.isLinked, words).toBe(false);
  expect([code('epilepsy'), code('Rash'), code('fatigue'), code('toothache')]).toEqual([
    'G40.909',
    'R21',
    'R53.83',
    'K08.89',
  ]);
});

test('where only headers are called so, the highest of them is the code', () => {
  expect(linker.link('alcohol abuse')[0]!.isLinked).toBe(false);
  expect([code('alcohol abuse'), code('less vigour')]).toEqual(['F10.1', 'R53']);
  // In whichever order the linker has them.
  const reversed = {
    ...list(),
    link: (_: unknown, query: string, top?: number) => linker.link(query, top).toReversed(),
  } as Pick<Terminology, 'link' | 'status' | 'phrases'>;
  expect(code('less vigour', reversed)).toBe('R53');
});

test('where two that can be billed are called so, neither is chosen: the header above them, or none', () =>
  expect([code('lost vigour'), code('low vigour')]).toEqual(['R53.8', '']));

test('where codes of two categories are called so, there is none', () =>
  expect([code('parotitis'), code('sore vigour')]).toEqual(['', '']));

test('what is called so and reads as something else of another category has none', () =>
  expect(code('sore throat')).toBe(''));

test('one word of which the name of its code knows nothing, an injury of no place and a result that is abnormal have none', () => {
  expect([code('decline'), code('bruise'), code('abnormal hemoglobin')]).toEqual(['', '', '']);
});

test('more words than the name, other words, and a list that is short or damaged carry nothing', () => {
  expect([code('epilepsy in the family'), code('epileptic rash'), code('')]).toEqual(['', '', '']);
  expect(code('epilepsy', list({ version: STARTER }))).toBe('');
  expect(code('epilepsy', list({ trouble: { code: 'broken', message: '' } }))).toBe('');
});

test("the clinic's own list gives a code for its words as written, not for the meaning of a short form", () => {
  const own = (words: string) =>
    ({
      ...list(),
      link: (_: unknown, query: string) =>
        query === words
          ? [
              {
                ...linker.link('epilepsy', 1)[0]!,
                isLinked: true,
                why: { term: words, kind: 'synonym', own: true },
              },
            ]
          : [],
    }) as Pick<Terminology, 'link' | 'status' | 'phrases'>;
  const codes = (words: string) =>
    confidentCodes(own(words), { text: 'FITS', kind: 'diagnosis', readAs: 'seizures' }).length;
  expect([codes('FITS'), codes('seizures')]).toEqual([1, 0]);
});
