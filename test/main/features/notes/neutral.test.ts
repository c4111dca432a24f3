/** The form in which a note is signed: what it holds, and when two of them say the same. */
import { afterEach, describe, expect, test } from 'vitest';
import {
  canonical,
  type NeutralInput,
  saysTheSame,
  sha256,
  toNeutral,
} from '../../../../main/features/notes/neutral.ts';

const section = (title: string, text = 'Words', key?: string) => ({
  id: 's',
  title,
  text,
  ...(key !== undefined && { key }),
});
const input = (over: Partial<NeutralInput> = {}): NeutralInput => ({
  id: 'n',
  title: 'Note',
  language: 'en',
  patient: { name: 'Asha Rao', recordNumber: 'MR-77', birthDate: '1988-02-29', sex: 'female' },
  practitioner: { name: 'Dr. B. Iyer', registration: 'KMC-1' },
  date: Date.UTC(2026, 10, 21, 4, 35, 7),
  signedAt: Date.UTC(2026, 10, 21, 5, 0, 0),
  sections: [section('Plan')],
  entities: [],
  ...over,
});
const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test('a note names its patient and its doctor, and leaves out what is not known', () => {
  expect(toNeutral(input())).toMatchObject({
    id: 'n',
    title: 'Note',
    language: 'en',
    kinds: 2,
    draft: false,
    patient: { name: 'Asha Rao', mrn: 'MR-77', birthDate: '1988-02-29', gender: 'female' },
    practitioner: { name: 'Dr. B. Iyer', id: 'KMC-1' },
  });
  const abha = { abhaNumber: '22-7225-4829-5255', abhaAddress: 'asha@abdm' };
  expect(toNeutral(input({ patient: { name: 'Asha', ...abha } })).patient).toEqual({
    name: 'Asha',
    ...abha,
  });
  const bare = toNeutral(
    input({ patient: { name: 'Asha' }, practitioner: { name: 'Dr', registration: '' } }),
  );
  expect([bare.patient, bare.practitioner]).toEqual([{ name: 'Asha' }, { name: 'Dr' }]);
});

test.each([
  ['UTC', '2026-11-21T04:35:07Z', '2026-11-21T05:00:00Z'],
  ['Asia/Kolkata', '2026-11-21T10:05:07+05:30', '2026-11-21T10:30:00+05:30'],
  ['America/St_Johns', '2026-11-21T01:05:07-03:30', '2026-11-21T01:30:00-03:30'],
])('its times are those of this computer: %s', (place, date, signedAt) => {
  process.env.TZ = place;
  expect(toNeutral(input())).toMatchObject({ date, signedAt });
});

test.each([
  ['symptoms', 'Chief complaints'],
  ['diagnosis', 'Diagnosis'],
  ['medicalHistory', 'Medical history'],
  ['familyHistory', 'Family history'],
  ['allergies', 'Allergies'],
  ['examinations', 'Physical examination'],
  ['vitals', 'Vital signs'],
  ['medications', 'Medications'],
  ['labTests', 'Investigations'],
  ['procedures', 'Procedures'],
  ['advices', 'Advice'],
  ['notes', 'Notes'],
  ['followup', 'Follow up'],
  ['careTeam', 'Care team'],
  ['care__team-plan', 'Care team plan'],
  ['_own_', 'Own'],
  ['ABCTest', 'Abctest'],
])('a section of the platform called %s is titled %s', (key, title) =>
  expect(toNeutral(input({ sections: [section('', 'Words', key)] })).sections).toEqual([
    { title, text: 'Words' },
  ]),
);

test('a section keeps its own title, may have none, and is left out without a word', () => {
  const sections = [
    section('Own', 'One', 'notes'),
    section(' ', 'Two', 'notes'),
    section('', 'Three'),
    section('Empty', ' \n'),
  ];
  expect(toNeutral(input({ sections })).sections).toEqual([
    { title: 'Own', text: 'One' },
    { title: 'Notes', text: 'Two' },
    { title: '', text: 'Three' },
  ]);
});

test('canonical JSON has its keys in order and no blanks, whatever the order they came in', () => {
  expect(canonical({ b: [1, undefined, { z: null, a: 'x' }], a: undefined, A: true })).toBe(
    '{"A":true,"b":[1,null,{"a":"x","z":null}]}',
  );
  expect(canonical({ c: 1, a: 2, b: 3 })).toBe('{"a":2,"b":3,"c":1}');
  expect(canonical([])).toBe('[]');
  expect(canonical({})).toBe('{}');
  expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

describe('two notes', () => {
  const note = (over: Partial<NeutralInput> = {}) => toNeutral(input(over));
  const entity = (over = {}) => ({
    kind: 'symptom' as const,
    text: 'Fever',
    decision: 'accepted' as const,
    codes: [],
    negated: false,
    suspected: false,
    performed: false,
    components: [],
    ...over,
  });

  test('say the same though they were signed at another hour, by another doctor, under another number', () => {
    const other = note({
      id: 'm',
      date: 1,
      signedAt: 2,
      practitioner: { name: 'X', registration: '' },
    });
    expect(saysTheSame(note(), other)).toBe(true);
  });

  test.each<[string, Partial<NeutralInput>]>([
    ['title', { title: 'Other' }],
    ['language', { language: 'hi' }],
    ['patient', { patient: { name: 'Asha Patel' } }],
    ['section', { sections: [section('Plan', 'Other words')] }],
    ['entity', { entities: [entity()] }],
  ])('with another %s do not', (_what, over) =>
    expect(saysTheSame(note(), note(over))).toBe(false),
  );

  test.each([{ suspected: true }, { kind: 'history' as const }, { decision: 'changed' as const }])(
    'whose entity differs in %j do not; one signed before entities had kinds is compared without them',
    (change) => {
      const [one, other] = [note({ entities: [entity()] }), note({ entities: [entity(change)] })];
      expect(saysTheSame(one, other)).toBe(false);
      const { kinds: _, ...old } = one;
      expect(saysTheSame(old, other)).toBe(true);
      expect(saysTheSame(old, note({ entities: [entity({ negated: true })] }))).toBe(false);
      expect(saysTheSame(old, note({ entities: [entity({ text: 'Cough' })] }))).toBe(false);
    },
  );
});
