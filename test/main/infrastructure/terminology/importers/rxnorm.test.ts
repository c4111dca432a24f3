import { cpSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  formFits,
  readDrug,
  readForm,
  strengthsIn,
} from '../../../../../main/infrastructure/terminology/text/drug-words.ts';
import {
  aFolder,
  build,
  fixture,
  smallTerminology,
} from '../../../../support/terminology/small-terminology.ts';

const rxnorm = smallTerminology('rxnorm');
const link = (query: string, hints: Record<string, string> = {}) =>
  rxnorm.link('medication', query, 10, hints);
const linked = (query: string, hints: Record<string, string> = {}) =>
  link(query, hints)
    .filter(({ isLinked }) => isLinked)
    .map(({ code }) => code);
const lacks = (query: string, code: string, hints: Record<string, string> = {}) =>
  link(query, hints).find((one) => one.code === code)?.why.lacks;

test('what is in it: ingredients, brands, drugs; no dose forms, no other lists', () => {
  expect(rxnorm.status()).toMatchObject([{ ontology: 'medication', codes: 13 }]);
  expect(link('Oral Tablet').some(({ code }) => code === '317541')).toBe(false);
});

test.each([
  ['Tab. Metformin 500 mg BD', {}, '861007'],
  ['metformin 0.5 g tablet', {}, '861007'],
  ['metformin SR 500 mg tablet', {}, '860975'],
  ['Tab Paracetamol 500 mg 1-0-1 x 5 days', {}, '198440'],
  ['paracetamol 500', { form: 'tablet', dose_unit: 'mg' }, '198440'],
  ['acetaminophen 325 MG Oral Tablet', {}, '313782'],
  ['Tylenol 500mg tab', {}, '209459'],
  ['amoxicillin clavulanate 500 mg/125 mg tab', {}, '617296'],
  ['Syp amoxicillin clavulanate 125 mg/5 ml + 31.25 mg/5 ml', {}, '617302'],
])('%s %o is %s', (query, hints, code) => {
  expect(linked(query, hints)).toEqual([code]);
  expect(link(query, hints)[0]).toMatchObject({ code, isLinked: true, score: null });
  expect(link(query, hints)[0]!.why.lacks).toBeUndefined();
});

test.each([
  ['another strength', 'metformin 850 mg tab', {}, '861007', ['volume_mismatch']],
  ['no strength', 'metformin tablet', {}, '861007', ['strength_needed']],
  ['no form', 'metformin 500 mg', {}, '861007', ['form_needed']],
  ['another form', 'metformin 500 mg injection', {}, '861007', ['form_mismatch']],
  ['plain for sustained release', 'metformin 500 mg tab', {}, '860975', ['form_mismatch']],
  ['a number of what?', 'paracetamol 500 tab', {}, '198440', ['unit_needed']],
  ['the ingredient alone', 'metformin', {}, '6809', ['strength_needed', 'form_needed']],
  ['one strength of two', 'amoxicillin clavulanate 500 mg tab', {}, '617296', ['volume_mismatch']],
  [
    'another generic',
    'metformin 500 mg tab',
    { generic_name: 'glibenclamide' },
    '861007',
    ['generic_mismatch'],
  ],
  ['a misspelt name', 'metfromin 500 mg tab', {}, '861007', ['spelling']],
  [
    'a misspelt ingredient',
    'hydralazin',
    {},
    '5470',
    ['strength_needed', 'form_needed', 'spelling'],
  ],
])('%s is not linked, and says why', (_, query, hints, code, why) => {
  expect(linked(query, hints)).not.toContain(code);
  expect(lacks(query, code, hints)).toEqual(why);
});

test('a corrected word never links a drug, whatever stands beside it', () => {
  const slip = (word: string) =>
    fc
      .tuple(fc.nat(word.length - 2), fc.constantFrom('x', 'q', 'a', 'e'))
      .map(([at, letter]) => word.slice(0, at + 1) + letter + word.slice(at + 2))
      .filter((changed) => changed !== word);
  fc.assert(
    fc.property(
      fc.oneof(
        slip('metformin'),
        slip('acetaminophen'),
        slip('tylenol'),
        slip('hydralazine'),
        slip('hydroxyzine'),
      ),
      (name) => {
        expect(linked(`${name} 500 mg tab`)).toEqual([]);
      },
    ),
  );
});

test('at most one drug is linked, each comes once, and scores are null', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(
        'metformin',
        'paracetamol',
        'tylenol',
        'amoxicillin',
        'amoxicillin clavulanate',
        'hydralazine',
      ),
      fc.constantFrom('', '500', '500 mg', '325 mg', '0.5 g', '500 mg 125 mg', '5 ml', '500 mcg'),
      fc.constantFrom('', 'tab', 'SR tab', 'syrup', 'inj', 'cap'),
      (name, strength, form) => {
        const found = link(`${form} ${name} ${strength}`);
        expect(found.filter(({ isLinked }) => isLinked).length).toBeLessThanOrEqual(
          strength.includes('g') && form !== '' ? 1 : 0,
        );
        expect(new Set(found.map(({ code }) => code)).size).toBe(found.length);
        expect(
          found.every(
            ({ score, isLinked, why }) => score === null && isLinked === (why.lacks === undefined),
          ),
        ).toBe(true);
      },
    ),
  );
});

test("a prescription's line in its parts", () => {
  const parts = (text: string) => {
    const { name, strengths, form } = readDrug(text);
    return [
      name,
      strengths
        .map(({ value, kind, per }) => `${value} ${kind}${per ? `/${per}` : ''}`)
        .join(' + '),
      readForm(form)?.base ?? '',
    ];
  };
  expect(parts('Inj. Ceftriaxone 1 g IV BD')).toEqual(['Ceftriaxone', '1000 mass', 'injection']);
  expect(parts('Syp Augmentin 250 mg/5 ml')).toEqual(['Augmentin', '50 mass/volume', 'syrup']);
  expect(parts('Salbutamol inhaler 100 mcg/puff 2 puffs')).toEqual([
    'Salbutamol',
    '0.1 mass/dose',
    'inhaler',
  ]);
  expect(parts('tab thyroxine 50mcg OD before food')).toEqual(['thyroxine', '0.05 mass', 'tablet']);
  expect(parts('Vitamin D3 60,000 IU sachet weekly')).toEqual([
    'Vitamin D3',
    '60000 unit',
    'powder',
  ]);
  expect(parts('Dolo 650')).toEqual(['Dolo', '650 plain', '']);
  expect(
    strengthsIn('24 HR metformin hydrochloride 500 MG Extended Release Oral Tablet'),
  ).toMatchObject([{ value: 500, kind: 'mass' }]);
  expect(strengthsIn('500 MG / 125 MG').map(({ value }) => value)).toEqual([500, 125]);
  fc.assert(fc.property(fc.string(), (text) => void readDrug(text)));
});

test('a form fits where nothing makes it another drug', () => {
  const fits = (said: string, has: string) => formFits(readForm(said)!, readForm(has)!);
  expect([
    fits('tab', 'Oral Tablet'),
    fits('cream', 'Topical Cream'),
    fits('syrup', 'Oral Suspension'),
    fits('eye drops', 'Ophthalmic Solution'),
    fits('XR tab', 'Extended Release Oral Tablet'),
  ]).toEqual([true, true, true, true, true]);
  expect([
    fits('tab', 'Chewable Tablet'),
    fits('tab', 'Delayed Release Oral Tablet'),
    fits('cream', 'Vaginal Cream'),
    fits('drops', 'Ophthalmic Solution'),
    fits('tab', 'Oral Capsule'),
    fits('ear drops', 'Ophthalmic Solution'),
  ]).toEqual([false, false, false, false, false, false]);
});

function spoilt(name: string, change: (text: string) => string): string {
  const folder = aFolder();
  cpSync(fixture('rxnorm'), folder, { recursive: true });
  writeFileSync(path.join(folder, name), change(readFileSync(path.join(folder, name), 'utf8')));
  return folder;
}
const failure = (sentence: string) =>
  expect.objectContaining({
    code: 'invalid',
    detail: 'terminology-file',
    message: expect.stringContaining(sentence) as string,
  }) as Error;

test('a damaged file stops the import loudly, with its line; without names it is not enough', () => {
  expect(() =>
    build(aFolder(), 'rxnorm', [spoilt('RXNCONSO.RRF', (text) => text.slice(0, -20))]),
  ).toThrow(failure('Line 19'));
  expect(() =>
    build(aFolder(), 'rxnorm', [spoilt('RXNREL.RRF', (text) => text.replace('|RXNORM|', '|'))]),
  ).toThrow(failure('RXNREL.RRF is damaged or cut off. Line 1'));
  expect(() =>
    build(aFolder(), 'rxnorm', [
      spoilt('RXNCONSO.RRF', (text) => text.replace(/^6809\|/m, '68O9|')),
    ]),
  ).toThrow(failure('68O9 is not the number of a concept'));
  const without = spoilt('RXNCONSO.RRF', (text) => text);
  unlinkSync(path.join(without, 'RXNCONSO.RRF'));
  expect(() => build(aFolder(), 'rxnorm', [without])).toThrow(failure('bring RXNCONSO.RRF'));
  expect(() => build(aFolder(), 'rxnorm', [fixture('loinc')])).toThrow(
    failure('Looked for the RxNorm release files'),
  );
});

test('without relations and attributes the names alone tell strength and form', () => {
  const names = smallTerminology('rxnorm', [path.join(fixture('rxnorm'), 'RXNCONSO.RRF')]);
  expect(
    names
      .link('medication', 'paracetamol 500 mg tab')
      .filter(({ isLinked }) => isLinked)
      .map(({ code }) => code),
  ).toEqual(['198440']);
});
