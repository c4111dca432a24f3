/** A clinic's own list: what is taken, what is refused and why, and what it answers. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { lockImports } from '../../../../../main/infrastructure/terminology/importers/import.ts';
import { ownFile } from '../../../../../main/infrastructure/terminology/own/own-file.ts';
import { createTerminology } from '../../../../../main/infrastructure/terminology/terminology.ts';
import type { Ontology } from '../../../../../shared/model/coding/codification.ts';
import { LARGEST_OWN_LIST, MOST_OWN_ROWS } from '../../../../../shared/model/coding/own-list.ts';
import { failureWith } from '../../../../support/failure.ts';
import { folderWithLists } from '../../../../support/terminology/placed-lists.ts';
import {
  codesCsv,
  indexCsv,
  releaseFolder,
} from '../../../../support/terminology/small-release.ts';
import { smallTerminology } from '../../../../support/terminology/small-terminology.ts';

const folder = folderWithLists();
const terminology = createTerminology({ folder });
afterAll(() => terminology.close());
beforeEach(() => terminology.own.remove());

const HEAD = 'words,code,system,name,generic,strength\n';
const bytes = (text: string) => Buffer.from(text, 'utf8');
const take = (rows: string) => terminology.own.take(bytes(HEAD + rows));
const takeFile = (text: string) => terminology.own.take(bytes(text));
const link = (ontology: Ontology, query: string, hints = {}) =>
  terminology.link(ontology, query, 5, hints);
const promised = (ontology: Ontology, query: string) =>
  link(ontology, query).find(({ isLinked }) => isLinked);

describe('the file', () => {
  const right = [['gastric trouble', '25374005', 'SNOMED CT']] as const;
  const forms = {
    'comma and a header': 'words,code,system\ngastric trouble,25374005,SNOMED CT\n',
    'another order': 'System;Code;Words\nSNOMED CT;25374005;gastric trouble\n',
    'tabs and other words': 'term\tconcept id\tcode system\ngastric trouble\t25374005\tsct\n',
    'the mark of UTF-8 and ends of Windows':
      '\ufeffwords,code,system\r\ngastric trouble,25374005,SNOMED CT\r\n',
    quotes: '"words","code","system"\n"gastric trouble","25374005","SNOMED CT"\n',
    'no header': 'gastric trouble,25374005,SNOMED CT\n',
    'the address of the system': 'gastric trouble,25374005,http://snomed.info/sct\n',
    'Hindi words in the header': 'शब्द,कोड,प्रणाली\ngastric trouble,25374005,SNOMED CT\n',
  };
  for (const [name, text] of Object.entries(forms))
    test(`is read with ${name}`, async () => {
      expect(await takeFile(text)).toMatchObject({ taken: 1, refused: [] });
      expect(terminology.own.rows()).toMatchObject(
        right.map(([words, code]) => ({ words, code, ontology: 'snomed' })),
      );
    });

  test.each([
    ['low', Buffer.from('\ufeffwords\tcode\tsystem\r\ngastric trouble\t25374005\tsct', 'utf16le')],
    [
      'high',
      Buffer.from('\ufeffwords;code;system\ngastric trouble;25374005;sct', 'utf16le').swap16(),
    ],
  ])('is read in UTF-16 with its mark, the %s byte first', async (_, file) => {
    expect(await terminology.own.take(file)).toMatchObject({ taken: 1, refused: [] });
    expect(terminology.own.rows()).toMatchObject(
      right.map(([words, code]) => ({ words, code, ontology: 'snomed' })),
    );
  });

  test('of another kind is refused as a whole, and the earlier list stays', async () => {
    await take('gastric trouble,25374005,SNOMED CT');
    for (const [file, detail] of [
      [Buffer.from('PK\u0003\u0004'), 'own-list-kind'],
      // UTF-16 that breaks off, without its mark, and Windows-1252.
      [Buffer.from([0xff, 0xfe, 0x77]), 'own-list-kind'],
      [Buffer.from('words;code;system', 'utf16le'), 'own-list-kind'],
      [Buffer.from('fi\u00e8vre,R50.9,ICD-10-CM', 'latin1'), 'own-list-kind'],
      [Buffer.from('words,code,system\na\u0000b,c,d'), 'own-list-kind'],
      [bytes('hello\nworld\n'), 'own-list-columns'],
      [bytes(''), 'own-list-empty'],
      [bytes(HEAD), 'own-list-empty'],
      [Buffer.alloc(LARGEST_OWN_LIST + 1, 65), 'own-list-large'],
      [bytes(HEAD + 'a b,1,loinc\n'.repeat(MOST_OWN_ROWS + 1)), 'own-list-large'],
    ] as const)
      await expect(terminology.own.take(file)).rejects.toThrow(failureWith(detail) as Error);
    expect(promised('snomed', 'gastric trouble')).toMatchObject({ code: '25374005' });
  });
});

describe('a row', () => {
  const wrong = {
    'gastric trouble,25374006,SNOMED CT': 'snomed-digit',
    'gastric trouble,2.5374E+10,SNOMED CT': 'code-spreadsheet',
    'heart,80891009,SNOMED CT': 'code-kind',
    'gastric trouble,Z99.999,ICD-10-CM': 'code-absent',
    'gastric trouble,K30,ICD-10': 'icd-10-who',
    'gastric trouble,K30,http://hl7.org/fhir/sid/icd-10': 'icd-10-who',
    'gastric trouble,K30,Read codes': 'system-unknown',
    'gastric trouble,K30,': 'no-system',
    'gastric trouble,,ICD-10-CM': 'no-code',
    ',K30,ICD-10-CM': 'no-words',
    'no,K30,ICD-10-CM': 'words-small',
    'of the,K30,ICD-10-CM': 'words-small',
    'x,K30,ICD-10-CM': 'words-small',
    'hb,718,LOINC': 'loinc-form',
    'hb,718-8,LOINC': 'code-absent',
    'gastric trouble,K30,ICD-10-CM,,paracetamol,': 'generic-elsewhere',
    'Ourmol,,,,paracetamol,strong': 'strength-form',
    'Ourmol,,,,paracetamol+ibuprofen,500 mg': 'strength-count',
  };
  for (const [row, why] of Object.entries(wrong))
    test(`"${row}" is refused: ${why}`, async () => {
      const { taken, refused } = await take(`fine words,K30,ICD-10-CM\n${row}`);
      expect(taken).toBe(1);
      expect(refused).toMatchObject([{ line: 3, why }]);
      expect(refused[0]?.message).toMatch(/^Line 3: /);
    });

  test('that contradicts another is refused, and so is the other; one that repeats it is not', async () => {
    const outcome = await take(
      [
        'gastric trouble,K30,ICD-10-CM',
        'Gastric  Troubles,K29.70,icd10cm',
        'tired all day,R53.83,ICD-10-CM',
        'Tired all day,r5383,ICD-10-CM',
        'Ourmol,,,,paracetamol,650 mg',
        'our-mol,,,,ibuprofen,400 mg',
      ].join('\n'),
    );
    expect(outcome).toMatchObject({ taken: 1, repeated: 1 });
    expect(outcome.refused.map(({ line, why, about }) => [line, why, about])).toEqual([
      [2, 'contradicts', '3'],
      [3, 'contradicts', '2'],
      [6, 'contradicts', '7'],
      [7, 'contradicts', '6'],
    ]);
    expect(terminology.own.rows()).toMatchObject([{ words: 'tired all day', code: 'R53.83' }]);
  });

  test('that looks odd is taken and told', async () => {
    const { taken, warnings } = await take(
      [
        'fever,K30,ICD-10-CM',
        'sugar,E11,ICD-10-CM',
        'gt,K30,ICD-10-CM',
        'bad belly,K30,ICD-10-CM,Fracture of femur',
        'Ourmol,,,,paracetamoll,650 mg',
      ].join('\n'),
    );
    expect(taken).toBe(5);
    const told = warnings.map(({ line, why }) => [line, why]);
    expect(told).toEqual(
      expect.arrayContaining([
        [2, 'other-meaning'],
        [3, 'not-billable'],
        [4, 'words-short'],
        [5, 'name-differs'],
        [6, 'ingredient-unknown'],
      ]),
    );
    expect(told).not.toContainEqual([5, 'other-meaning']);
  });

  test('with a quotation mark that is never closed ends the reading, and that is told', async () => {
    const outcome = await take('gastric trouble,K30,ICD-10-CM\n"tired,R53.83,ICD-10-CM\nx,y,z\n');
    expect(outcome).toMatchObject({ taken: 1, refused: [{ line: 3, why: 'quote-open' }] });
  });
});

describe('in use', () => {
  test('its code comes first and is promised, with the reason, for exactly its words', async () => {
    expect(promised('icd-10-cm', 'fever')?.code).toBe('R50.9');
    await take('fever,A90,ICD-10-CM\ngas problem,K30,ICD-10-CM');
    const [first, ...others] = link('icd-10-cm', 'Fever');
    expect(first).toMatchObject({
      code: 'A90',
      isLinked: true,
      why: { term: 'fever', own: true },
      billable: true,
    });
    expect(others.map(({ code }) => code)).toContain('R50.9');
    expect(others.some(({ isLinked }) => isLinked)).toBe(false);
    expect(promised('icd-10-cm', 'gas problems')?.code).toBe('K30');
    const others2 = [
      'fevr',
      'no fever',
      'fever?',
      '? fever',
      'high fever',
      'gas problm',
      'problem gas',
    ];
    for (const query of others2)
      expect(
        link('icd-10-cm', query).some(({ why }) => why.own),
        query,
      ).toBe(false);
  });

  test('signs belong to the words', async () => {
    await take('Rh -,K30,ICD-10-CM\nRh +,R53.83,ICD-10-CM');
    expect(promised('icd-10-cm', 'Rh+')?.code).toBe('R53.83');
    expect(promised('icd-10-cm', 'Rh-')?.code).toBe('K30');
    expect(link('icd-10-cm', 'Rh').some(({ why }) => why.own)).toBe(false);
  });

  test('a concept of another kind than what is asked for is not answered', async () => {
    await take('our stitch,287903004,SNOMED CT\ngastric trouble,25374005,SNOMED CT');
    const own = (kind: string) =>
      link('snomed', 'gastric trouble', { kind }).some(({ why }) => why.own);
    expect([own('diagnosis'), own('procedure')]).toEqual([true, false]);
  });

  test('a test of another specimen or unit than what was written is not promised', async () => {
    await take('our hb,718-7,LOINC');
    expect(link('loinc', 'our hb')[0]).toMatchObject({ code: '718-7', isLinked: true });
    expect(link('loinc', 'our hb', { unit: 'g/dL' })[0]).toMatchObject({ isLinked: true });
    expect(link('loinc', 'our hb', { specimen: 'urine' })[0]).toMatchObject({
      code: '718-7',
      isLinked: false,
      why: { own: true, lacks: ['specimen_mismatch'] },
    });
  });

  test('its phrases are found in a note, signs and capitals as written', async () => {
    await take(
      'gastric trouble,25374005,SNOMED CT\nfever,386661006,SNOMED CT\nGTX,25374005,SNOMED CT\nsign +,25374005,sct',
    );
    const text = 'Old gastric troubles, gtx, GTX and sign + today.';
    const found = terminology
      .phrases('snomed', text)
      .filter(({ own }) => own)
      .map(({ start, end, codes }) => [text.slice(start, end), codes[0]]);
    expect(found).toEqual([
      ['gastric troubles', '25374005'],
      ['GTX', '25374005'],
      ['sign +', '25374005'],
    ]);
  });

  test('as one types, its words lead to the code', async () => {
    await take('zzgas trouble,K30,ICD-10-CM');
    expect(terminology.search('icd-10-cm', 'zzga')).toMatchObject([
      { code: 'K30', name: 'Functional dyspepsia', term: 'zzgas trouble' },
    ]);
  });

  test('its brands win over those of the box, are never promised, and keep to their number', async () => {
    expect(terminology.brandIn('Tab Dolo 650')?.ingredients).toEqual(['paracetamol']);
    await take('Dolo,,,,Ibuprofen,400 mg\nZorbix-AM,,,,telmisartan + amlodipine,40 mg + 5 mg');
    expect(terminology.brandIn('Tab Dolo')).toMatchObject({
      ingredients: ['ibuprofen'],
      strengths: ['400 mg'],
      own: true,
    });
    expect(terminology.brandIn('Tab Dolo 400')?.strengths).toEqual(['400 mg']);
    expect(terminology.brandIn('Tab Dolo 650')?.strengths).toEqual([]);
    expect(terminology.brandIn('Tab Zorbix AM OD')).toMatchObject({
      ingredients: ['telmisartan', 'amlodipine'],
      strengths: ['40 mg', '5 mg'],
    });
    const found = link('medication', 'Tab Dolo 400 mg');
    expect(found[0]).toMatchObject({ name: expect.stringMatching(/ibuprofen/i) as string });
    expect(found.some(({ isLinked }) => isLinked)).toBe(false);
    terminology.own.remove();
    expect(terminology.brandIn('Tab Dolo 650')?.ingredients).toEqual(['paracetamol']);
  });

  test('its brands also win over a release that has the name', async () => {
    const small = smallTerminology('rxnorm');
    const names = () => small.link('medication', 'Tab Tylenol 500 mg').map(({ code }) => code);
    expect(names()).toContain('209459');
    await small.own.take(bytes(`${HEAD}Tylenol,,,,amoxicillin,500 mg`));
    expect(names()).not.toContain('209459');
    small.close();
  });

  test('a code that a newly imported release does not have is told and not answered', async () => {
    const own = createTerminology({ folder: folderWithLists() });
    const before = await own.own.take(
      bytes(`${HEAD}gas problem,K30,ICD-10-CM\nfever,R50.9,ICD-10-CM`),
    );
    expect(before.taken).toBe(2);
    expect(own.own.list()).toMatchObject({ rows: 2, codes: { 'icd-10-cm': 2 }, lapsed: 0 });
    const { paths } = releaseFolder({ 'codes_2025.csv': codesCsv(), 'index_2025.csv': indexCsv() });
    await own.import('icd10cm', paths);
    const has = own.search('icd-10-cm', 'R50.9').some(({ code }) => code === 'R50.9');
    const lapsed = own.own.list();
    expect(lapsed.lapsed).toBe(has ? 1 : 2);
    expect(lapsed.lapsedRows).toContainEqual(
      expect.objectContaining({ line: 2, words: 'gas problem', code: 'K30' }),
    );
    expect(own.link('icd-10-cm', 'gas problem').some(({ code }) => code === 'K30')).toBe(false);
    expect(own.phrases('icd-10-cm', 'gas problem').some((one) => one.own)).toBe(false);
    own.close();
  });
});

describe('on the disk', () => {
  test('a list that another Scriba took in counts at once, and no row is half there', async () => {
    const other = createTerminology({ folder });
    await other.own.take(bytes(`${HEAD}gas problem,K30,ICD-10-CM`));
    expect(promised('icd-10-cm', 'gas problem')?.code).toBe('K30');
    expect(readdirSync(folder).filter((name) => name.startsWith('own-list'))).toEqual([
      'own-list.json',
    ]);
    other.close();
  });

  test('where no row is right nothing is changed', async () => {
    await take('gas problem,K30,ICD-10-CM');
    expect(await take('gas problem,K999,ICD-10-CM')).toMatchObject({ taken: 0 });
    expect(promised('icd-10-cm', 'gas problem')?.code).toBe('K30');
  });

  test('while an import runs nothing is taken', async () => {
    const unlock = lockImports(folder);
    await expect(take('gas problem,K30,ICD-10-CM')).rejects.toThrow(
      failureWith('importing') as Error,
    );
    expect(() => terminology.own.remove()).toThrow(failureWith('importing') as Error);
    unlock();
  });

  test('a damaged list is told, is not used, and is replaced by the next', async () => {
    await take('gas problem,K30,ICD-10-CM');
    const file = ownFile(folder);
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, -5));
    expect(terminology.own.list()).toMatchObject({
      rows: 0,
      trouble: { code: 'broken', detail: 'own-list-damaged' },
    });
    expect(link('icd-10-cm', 'gas problem').some(({ why }) => why.own)).toBe(false);
    expect(() => terminology.own.rows()).toThrow(failureWith('own-list-damaged') as Error);
    expect(await take('gas problem,K30,ICD-10-CM')).toMatchObject({ taken: 1 });
    expect(terminology.own.list().trouble).toBeUndefined();
    expect(path.basename(file)).toBe('own-list.json');
  });
});
