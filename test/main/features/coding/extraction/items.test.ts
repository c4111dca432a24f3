/** Items of a template as entities, and long texts. */
import { expect, test } from 'vitest';
import { createExtraction } from '../../../../../main/features/coding/extraction/extraction.ts';
import type { Finder } from '../../../../../main/features/coding/extraction/mentions.ts';
import { createPhrases } from '../../../../../main/infrastructure/terminology/query/phrases.ts';
import type { Terminology } from '../../../../../main/infrastructure/terminology/terminology.ts';
import { readAbbreviations } from '../../../../../main/infrastructure/terminology/text/abbreviations.ts';
import type { NoteDocument } from '../../../../../shared/model/note/note.ts';
import { noteDocument } from '../../../../support/note-document.ts';
import { buildSmallIndex } from '../../../../support/terminology/small-index.ts';

const { index, linker } = buildSmallIndex();
const phrases = createPhrases(index, readAbbreviations(), () => false);
const extraction = createExtraction({
  terminology: {
    status: () => [{ ...index.facts, bytes: 1 }],
    phrases: (_: unknown, text: string) => phrases(text),
    link: (_: unknown, query: string, top?: number) => linker.link(query, top),
  } as Finder & Pick<Terminology, 'link'>,
});
const ofNote = (...documents: NoteDocument[]) => extraction.ofNote({ documents });
const said = (text: string) => extraction.ofText(text).map((one) => [one.text, one.status]);

test.each([
  ['symptoms', 'symptom'],
  ['diagnosis', 'diagnosis'],
  ['medicalHistory', 'history'],
  ['examinations', 'examination'],
  ['allergies', 'allergy'],
])('what the section %s names is a %s, one by one and several in one line', (key, kind) => {
  const kindsIn = (items: readonly unknown[]) =>
    ofNote(noteDocument({ [key]: items })).map(({ text, kind: found }) => [text, found]);
  expect(kindsIn(['Fever'])).toEqual([['Fever', kind]]);
  expect(kindsIn(['Fever, HTN'])).toEqual([
    ['Fever', kind],
    ['HTN', kind],
  ]);
  expect(kindsIn([{ name: 'Fever' }, { name: 'HTN' }])).toEqual([
    ['Fever', kind],
    ['HTN', kind],
  ]);
});

test('what is done or measured is there, whatever the words around it', () => {
  for (const key of ['medications', 'labTests', 'procedures'])
    expect(
      ofNote(noteDocument({ [key]: [{ name: 'no fever' }] })).map(({ text, status }) => [
        text,
        status,
      ]),
    ).toEqual([['no fever', 'present']]);
});

test('a code that came with an item keeps it one, though its name has two findings', () => {
  const named = (item: object) =>
    ofNote(noteDocument({ symptoms: [{ name: 'Fever and HTN', ...item }] })).map(
      ({ text }) => text,
    );
  expect(named({})).toEqual(['Fever', 'HTN']);
  expect(named({ snomed_id: '386661006' })).toEqual(['Fever and HTN']);
});

test('a long text is read in pieces, and no finding is lost or split', () => {
  for (const between of ['. ', '? ', '\n', ' '])
    for (const length of [3_990, 3_995, 4_000, 4_005, 8_000]) {
      const text = `${'word '.repeat(length / 5)}fever${between}${'word '.repeat(900)}HTN`;
      expect([between, length, said(text).map(([words]) => words)]).toEqual([
        between,
        length,
        ['fever', 'HTN'],
      ]);
    }
});
