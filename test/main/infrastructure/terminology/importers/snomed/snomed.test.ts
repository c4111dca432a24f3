import { copyFileSync, cpSync, globSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSnomedConcept } from '../../../../../../main/features/delivery/forms/check-digits.ts';
import {
  idSet,
  isConceptId,
  isDescriptionId,
  isSnomedId,
} from '../../../../../../main/infrastructure/terminology/importers/snomed/snomed-ids.ts';
import {
  aFolder,
  build,
  fixture,
  smallTerminology,
} from '../../../../../support/terminology/small-terminology.ts';

const snomed = smallTerminology('snomed');
const link = (query: string) => snomed.link('snomed', query);

/** A copy of the release that may be spoilt. */
function copied(): {
  folder: string;
  file: (part: string) => string;
  spoil: (part: string, change: (text: string) => string) => void;
} {
  const folder = aFolder();
  cpSync(fixture('snomed'), folder, { recursive: true });
  const file = (part: string) => globSync(path.join(folder, '**', `*${part}*.txt`)).sort()[0]!;
  return {
    folder,
    file,
    spoil: (part, change) => writeFileSync(file(part), change(readFileSync(file(part), 'utf8'))),
  };
}
const failure = (sentence: string) =>
  expect.objectContaining({
    code: 'invalid',
    detail: 'terminology-file',
    message: expect.stringContaining(sentence) as string,
  }) as Error;

test('the version is the day of the last row; only active concepts are in it', () => {
  expect(snomed.status()).toMatchObject([{ ontology: 'snomed', version: '20240301', codes: 9 }]);
  expect(link('asthma')).toEqual([]);
});

test.each([
  ['heart attack', '22298006', 'Myocardial infarction', 'disorder'],
  ['pyrexia', '386661006', 'Fever', 'finding'],
  ['DM2', '44054006', 'Diabetes mellitus type 2', 'disorder'],
  ['appendicectomy', '80146002', 'Appendectomy', 'procedure'],
  ['excision of appendix', '80146002', 'Appendectomy', 'procedure'],
])('%s is %s, %s (%s)', (query, code, name, tag) => {
  expect(link(query)[0]).toMatchObject({
    code,
    name,
    isLinked: true,
    about: [['semantic_tag', tag]],
  });
  expect(link(query)[0]).not.toHaveProperty('billable');
});

test("a doctor of the other dialect reads the other's preferred terms", () => {
  const british = smallTerminology('snomed', undefined, { dialect: 'gb' });
  expect(british.link('snomed', 'diarrhea')[0]).toMatchObject({
    name: 'Diarrhoea',
    isLinked: true,
  });
  expect(british.link('snomed', 'appendectomy')[0]).toMatchObject({ name: 'Appendicectomy' });
  expect(link('diarrhoea')[0]).toMatchObject({ name: 'Diarrhea', isLinked: true });
});

test('a part of the body is no answer, and neither is what was withdrawn or only defines', () => {
  expect(link('heart').map(({ code }) => code)).not.toContain('80891009');
  expect(snomed.search('snomed', 'heart').map(({ code }) => code)).not.toContain('80891009');
  expect(snomed.phrases('snomed', 'pain near the heart').flatMap(({ codes }) => codes)).toEqual([]);
  expect(link('febrile state withdrawn').some(({ isLinked }) => isLinked)).toBe(false);
  expect(
    link('A sentence that stands here for a definition').every(
      ({ why }) => !why.term.includes('sentence'),
    ),
  ).toBe(true);
});

test('a map applies itself only with one target under no condition; else all rows are choices', () => {
  expect(snomed.mapOf('386661006')).toMatchObject([
    { system: 'icd-10-cm', target: 'R50.9', unconditional: true },
    { system: 'icd-10', target: 'R50.9', unconditional: true },
  ]);
  // A second code may be needed; one row, and it has a condition; the age decides; the concept is
  // inactive; there is none.
  expect(snomed.mapOf('44054006')).toMatchObject([{ target: 'E11.9', unconditional: false }]);
  expect(snomed.mapOf('74400008')).toMatchObject([{ target: 'K37', unconditional: false }]);
  expect(snomed.mapOf('233604007')).toMatchObject([
    { target: 'P23.9', unconditional: false, rule: expect.stringContaining('IFA') as string },
    { target: 'J18.9', unconditional: false },
  ]);
  expect(snomed.mapOf('195967001')).toEqual([]);
  expect(snomed.mapOf('1')).toEqual([]);
});

test('files are known by what is in them, and the Full files beside the Snapshot are passed over', () => {
  const { folder, file } = copied();
  for (const [at, part] of [
    'sct2_Concept',
    'sct2_Description',
    'Language',
    'ExtendedMap',
  ].entries())
    renameSync(file(part), path.join(folder, `${at}.dat`));
  expect(() => build(aFolder(), 'snomed', [folder])).not.toThrow();
  const package_ = copied();
  // In the history fever was something else once.
  const full = path.join(package_.folder, 'sct2_Concept_Full_INT_20240301.txt');
  copyFileSync(package_.file('sct2_Concept_Snapshot'), full);
  writeFileSync(
    full,
    `${readFileSync(full, 'utf8')}386661006\t20300101\t0\t900000000000207008\t900000000000074008\r\n`,
  );
  const into = aFolder();
  expect(() => build(into, 'snomed', [package_.folder])).not.toThrow();
  // By themselves they are refused: which row counts would be a guess.
  expect(() =>
    build(aFolder(), 'snomed', [full, package_.file('Description'), package_.file('Language')]),
  ).toThrow(failure('Bring the Snapshot'));
  const alone = copied();
  alone.spoil(
    'sct2_Concept',
    (text) => `${text}386661006\t20300101\t0\t900000000000207008\t900000000000074008\r\n`,
  );
  expect(() => build(aFolder(), 'snomed', [alone.folder])).toThrow(failure('Bring the Snapshot'));
});

test('an extension beside the International Edition adds concepts and takes others back', () => {
  const { folder, file } = copied();
  const [concepts, descriptions] = ['sct2_Concept', 'sct2_Description'].map(
    (part) => readFileSync(file(part), 'utf8').split('\r\n')[0]!,
  );
  writeFileSync(
    path.join(folder, 'sct2_Concept_Snapshot_US1000124_20240901.txt'),
    `${concepts}\r\n195967001\t20240901\t1\t731000124108\t900000000000074008\r\n49727002\t20240901\t0\t731000124108\t900000000000074008\r\n`,
  );
  const asthma = `301485011\t20240901\t1\t731000124108\t195967001\ten\t900000000000013009\tAsthmatic\t900000000000448009`;
  expect(isDescriptionId('301485011')).toBe(true);
  writeFileSync(
    path.join(folder, 'sct2_Description_Snapshot-en_US1000124_20240901.txt'),
    `${descriptions}\r\n${asthma}\r\n`,
  );
  const terminology = smallTerminology('snomed', [folder]);
  expect(terminology.link('snomed', 'asthmatic')[0]).toMatchObject({
    code: '195967001',
    name: 'Asthma',
  });
  expect(terminology.link('snomed', 'cough')).toEqual([]);
});

test.each([
  [
    'a digit of a concept',
    'sct2_Concept',
    (text: string) => text.replace('386661006', '386661007'),
    'Line 3: 386661007 is not the identifier of a concept',
  ],
  [
    'a digit of a description',
    'sct2_Description',
    (text: string) => text.replace('37443015', '37443016'),
    'Line 5: 37443016',
  ],
  [
    'a concept where a description should stand',
    'Language',
    (text: string) => text.replaceAll('37443015', '22298006'),
    '22298006 is not the identifier of a description',
  ],
  [
    'a digit in the map',
    'ExtendedMap',
    (text: string) => text.replaceAll('233604007', '233604008'),
    'Line 5: 233604008',
  ],
  [
    'the end of a line',
    'sct2_Description',
    (text: string) => text.slice(0, -40),
    'columns, where the first line names 9',
  ],
  [
    'a date',
    'sct2_Concept',
    (text: string) => text.replace('\t20020131\t1', '\tyesterday\t1'),
    'Line 2',
  ],
])('%s that was damaged stops the import loudly, with its line', (_, part, change, sentence) => {
  const { folder, spoil } = copied();
  spoil(part, change);
  expect(() => build(aFolder(), 'snomed', [folder])).toThrow(failure(sentence));
});

test('what is missing is told at once', () => {
  const { folder, file } = copied();
  renameSync(file('Language'), path.join(aFolder(), 'away'));
  expect(() => build(aFolder(), 'snomed', [folder])).toThrow(
    failure('language (der2_cRefset_Language'),
  );
  expect(() => build(aFolder(), 'snomed', [aFolder()])).toThrow(
    failure('The folder is empty. Looked for a SNOMED CT release'),
  );
  expect(() => build(aFolder(), 'snomed', [fixture('rxnorm')])).toThrow(
    failure('None of these files can be read. Looked for a SNOMED CT release'),
  );
});

test('check digits: every concept here has its own, any one digit changed or two swapped is found out', () => {
  for (const id of [
    '22298006',
    '386661006',
    '49727002',
    '44054006',
    '74400008',
    '80146002',
    '62315008',
    '233604007',
    '80891009',
    '195967001',
  ])
    expect(isConceptId(id), id).toBe(true);
  for (const id of ['751689013', '37436014', '37442013', '37443015', '37441018', '1784873012'])
    expect(isDescriptionId(id), id).toBe(true);
  fc.assert(
    fc.property(
      fc.constantFrom('22298006', '900000000000509007', '6011000124106'),
      fc.nat(17),
      fc.integer({ min: 1, max: 9 }),
      (id, place, more) => {
        const at = place % id.length;
        const changed = id.slice(0, at) + String((Number(id[at]) + more) % 10) + id.slice(at + 1);
        expect(isSnomedId(changed)).toBe(false);
        const swapped = id.slice(0, at) + (id[at + 1] ?? '') + id[at]! + id.slice(at + 2);
        if (at + 1 < id.length && swapped !== id) expect(isSnomedId(swapped)).toBe(false);
      },
    ),
  );
  // The same as the check at the door of an export.
  fc.assert(
    fc.property(fc.bigInt({ min: 100_000n, max: 999_999_999_999_999_999n }), (id) => {
      expect(isConceptId(String(id))).toBe(isSnomedConcept(String(id)));
    }),
  );
  for (const none of ['', 'abc', '12345', '0123456', '1234567890123456789', '386661006 '])
    expect(isSnomedId(none)).toBe(false);
});

test('a set of ids has what was put in and nothing else', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.bigInt({ min: 1n, max: 2n ** 60n }), { maxLength: 40 }),
      fc.bigInt({ min: 1n, max: 2n ** 60n }),
      (ids, other) => {
        const set = idSet();
        for (const id of ids) set.add(String(id));
        for (const id of ids) expect(set.has(String(id))).toBe(true);
        expect(set.has(String(other))).toBe(ids.includes(other));
      },
    ),
  );
});
