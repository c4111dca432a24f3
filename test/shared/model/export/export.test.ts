/** The neutral form of a note: what it takes, what it adds, what it refuses, and its stored words. */
import { describe, expect, test } from 'vitest';
import {
  entityKinds,
  exportForms,
  fhirFlavours,
  isAbdm,
  isCoded,
  neutralKinds,
  neutralNote,
  takingStates,
} from '../../../../shared/model/export/export.ts';
import {
  folderForms,
  isTargetName,
  newlines,
  receiptStates,
  serverAuths,
  serverForms,
  serverWays,
  smartAlgorithms,
  targetNames,
} from '../../../../shared/model/export/exports.ts';

const bare = { id: 'n', patient: {}, practitioner: {}, date: '2026-01-01' };
const parse = (more: Record<string, unknown> = {}) => neutralNote.parse({ ...bare, ...more });
const refused = (more: Record<string, unknown>) =>
  neutralNote
    .safeParse({ ...bare, ...more })
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
const entityOf = (more: Record<string, unknown>) =>
  parse({ entities: [{ kind: 'symptom', text: 'Cough', decision: 'accepted', ...more }] })
    .entities[0];

test('words that are stored or sent stay as they are', () => {
  expect(entityKinds.join(' ')).toBe(
    'symptom diagnosis history examination vital medication order procedure allergy advice followup',
  );
  expect(neutralKinds).toEqual([...entityKinds, 'prescription', 'history_procedure']);
  expect(takingStates.join(' ')).toBe('active completed stopped on-hold not-taken unknown');
  expect(exportForms.join(' ')).toBe('text markdown html fhir hl7 pdf');
  expect(fhirFlavours.join(' ')).toBe('r4 nrces nrces-prescription');
  expect(targetNames.join(' ')).toBe('folder server mllp');
  expect(folderForms.join(' ')).toBe('fhir hl7 pdf');
  expect(serverForms.join(' ')).toBe('fhir pdf html text');
  expect(smartAlgorithms.join(' ')).toBe('ES384 RS384');
  expect(serverAuths.join(' ')).toBe('token smart');
  expect(serverWays.join(' ')).toBe('document transaction');
  expect(newlines.join(' ')).toBe('system lf crlf');
  expect(receiptStates.join(' ')).toBe('waiting done failed');
});

test('all flavours but plain R4 are ABDM’s, and no other word names a target', () => {
  expect(fhirFlavours.map(isAbdm)).toEqual([false, true, true]);
  expect(['folder', 'server', 'mllp', 'platform', ''].map(isTargetName)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});

test('what a note does not say is empty, and unknown members are passed by', () => {
  expect(parse({ unknown: 1 })).toEqual({
    id: 'n',
    title: '',
    language: 'en',
    patient: { name: '' },
    practitioner: { name: '' },
    date: '2026-01-01',
    sections: [],
    entities: [],
    draft: false,
  });
  expect(entityOf({})).toEqual({
    kind: 'symptom',
    text: 'Cough',
    decision: 'accepted',
    codes: [],
    negated: false,
    suspected: false,
    performed: false,
    components: [],
  });
  expect(entityOf({ codes: [{ system: 's', code: 'c' }] })?.codes).toEqual([
    { system: 's', code: 'c', display: '' },
  ]);
  const sections = [{ title: '', text: ' As  written ' }];
  expect(parse({ sections }).sections).toEqual(sections);
});

test('blanks around names and numbers are no part of them', () => {
  const note = parse({
    id: ' n ',
    title: ' Visit ',
    language: ' hi ',
    patient: {
      name: ' A ',
      gender: ' female ',
      mrn: ' 7 ',
      abhaNumber: ' 12345678901234 ',
      abhaAddress: ' a@abdm ',
    },
    practitioner: { name: ' D ', id: ' 9 ' },
    sections: [{ title: ' Plan ', text: '' }],
    entities: [
      {
        kind: 'vital',
        text: ' BP ',
        decision: 'pending',
        codes: [{ system: ' s ', code: ' c ', display: ' d ' }],
        components: [[' 8480-6 ', ' Systolic ', ' 130 ', ' mm[Hg] ']],
      },
    ],
    consent: {
      kind: 'verbal',
      at: '2026-01-01T10:00Z',
      wording: ' Asked ',
      language: ' en ',
      guardian: { name: ' G ', relation: ' mother ' },
    },
    replaces: ' old ',
  });
  expect(note).toMatchObject({
    id: 'n',
    title: 'Visit',
    language: 'hi',
    patient: { name: 'A', gender: 'female', mrn: '7', abhaAddress: 'a@abdm' },
    practitioner: { name: 'D', id: '9' },
    sections: [{ title: 'Plan', text: '' }],
    replaces: 'old',
    consent: {
      wording: 'Asked',
      language: 'en',
      guardian: { name: 'G', relation: 'mother' },
    },
  });
  expect(note.patient.abhaNumber).toBe('12345678901234');
  expect(note.entities[0]).toMatchObject({
    text: 'BP',
    codes: [{ system: 's', code: 'c', display: 'd' }],
    // What was said, and its unit, leave as they stand.
    components: [['8480-6', ' Systolic ', ' 130 ', ' mm[Hg] ']],
  });
});

test.each([
  '2026-01-01',
  '2026-01-01T10:00Z',
  '2026-01-01T10:00:30+05:30',
  '2026-01-01T10:00:30.25-11:00',
])('a note is of a day, or of a time with its zone: %s', (date) =>
  expect(parse({ date }).date).toBe(date),
);

const FORM = 'date: must be a date (YYYY-MM-DD) or a date with time and zone';
const CALENDAR = 'date: is not a date of the calendar';
test.each([
  ['2026-01-01T10:00', FORM],
  ['2026-01-01T10Z', FORM],
  ['2026-01', FORM],
  ['x2026-01-01', FORM],
  ['2026-01-01x', FORM],
  ['2026-01-01T10:00:30.Z', FORM],
  ['2026-01-01T10:00+5:30', FORM],
  ['2026-02-30', CALENDAR],
  ['2026-02-30T10:00Z', CALENDAR],
  ['2026-01-01T25:00Z', CALENDAR],
])('a note of %s is refused', (date, why) => expect(refused({ date })).toContain(why));

test.each([
  ['1960', undefined],
  ['1960-02', undefined],
  ['1960-02-29', undefined],
  ['1961-02-29', 'patient.birthDate: is not a date of the calendar'],
  ['60', 'patient.birthDate: must be YYYY-MM-DD'],
  ['1960-2', 'patient.birthDate: must be YYYY-MM-DD'],
  ['1960-02-1', 'patient.birthDate: must be YYYY-MM-DD'],
  ['b1960', 'patient.birthDate: must be YYYY-MM-DD'],
  ['1960b', 'patient.birthDate: must be YYYY-MM-DD'],
])('a birth date %s: %s', (birthDate, why) => {
  const found = refused({ patient: { birthDate } });
  if (why) expect(found).toContain(why);
  else expect(found).toBeUndefined();
});

describe('refused', () => {
  test.each([
    [{ id: ' ' }, /^id: /],
    [{ patient: { abhaNumber: '123' } }, /^patient\.abhaNumber: must be 14 digits$/],
    [{ patient: { abhaAddress: 'a' } }, /^patient\.abhaAddress: must be like name@abdm$/],
    [{ entities: [{ kind: 'x', text: 'a', decision: 'accepted' }] }, /^entities\.0\.kind: /],
    [{ entities: [{ kind: 'order', text: ' ', decision: 'accepted' }] }, /^entities\.0\.text: /],
    [{ entities: [{ kind: 'order', text: 'a', decision: '' }] }, /^entities\.0\.decision: /],
    [{ kinds: 1 }, /^kinds: /],
    [{ replaces: '' }, /^replaces: /],
    [{ consent: { kind: '', at: '2026-01-01' } }, /^consent\.kind: /],
    [
      { consent: { kind: 'verbal', at: '2026-01-01', guardian: { name: '' } } },
      /^consent\.guardian\.name: /,
    ],
    [{ signedAt: 'yesterday' }, /^signedAt: must be a date/],
  ])('is %j', (more, why) => expect(refused(more)?.[0]).toMatch(why));
});

test('each decision is taken, and how a medicine is taken comes out as words', () => {
  for (const decision of ['accepted', 'changed', 'rejected', 'pending'])
    expect(entityOf({ decision })?.decision).toBe(decision);
  expect(entityOf({ dosage: '1-0-1' })?.dosage).toBe('1-0-1');
  expect(entityOf({ dosage: { text: 'twice a day', route: 'oral' } })?.dosage).toBe('twice a day');
  expect(entityOf({ dosage: {} })?.dosage).toBe('');
  expect(entityOf({ performed: '2004' })?.performed).toBe('2004');
  expect(entityOf({ performed: true, taking: 'on-hold', negated: true })).toMatchObject({
    performed: true,
    taking: 'on-hold',
    negated: true,
  });
});

test.each([
  ['accepted', false, true],
  ['changed', false, true],
  ['accepted', true, false],
  ['changed', true, false],
  ['rejected', false, false],
  ['pending', false, false],
] as const)('an entity that is %s, denied %s, is coded: %s', (decision, negated, coded) =>
  expect(isCoded({ decision, negated })).toBe(coded),
);
