/** The patient of a server and that of a note: what agrees, and what is another person. */
import { describe, expect, test } from 'vitest';
import { differences } from '../../../../../main/features/delivery/targets/same-patient.ts';

const mine = { name: 'Asha Devi Rao', birthDate: '1988-02-29', gender: 'F' };
const there = { id: 'p', names: ['Asha Devi Rao'], birthDate: '1988-02-29', gender: 'female' };
const byName = (one: string, ...names: string[]) =>
  differences({ ...mine, name: one }, { ...there, names }).length === 0;

test('the same patient differs in nothing; another in each member that both have', () => {
  expect(differences(mine, there)).toEqual([]);
  expect(
    differences(mine, { ...there, names: ['Ravi Kumar'], birthDate: '1990', gender: 'male' }),
  ).toEqual(['name', 'birth date', 'sex']);
});

describe('a name', () => {
  test.each([
    ['Asha Rao', 'Rao Asha'],
    ['Asha Rao', 'ASHA DEVI RAO'],
    ['Asha Devi Rao', 'Asha Rao'],
    ['A. Rao', 'Asha Rao'],
    ['Asha R', 'Asha Rao'],
    ['Asha Rao', 'A Rao'],
    ['Smt. Asha Rao', 'Mrs Asha Rao'],
    ['Dr Asha', 'Asha'],
    ['Rao, Asha', 'Asha Rao'],
    ['José Núñez', 'Jose Nunez'],
    ['आशा राव', 'राव आशा'],
    ['Baby', 'baby'],
    // One letter, though it has two parts.
    ['ஔ ராவ்', 'ஔவை ராவ்'],
    ['Asha A Rao', 'A Asha Rao'],
    // A whole word is found before an initial takes its place.
    ['A Asha', 'Asha Amit Rao'],
    ['Asha A', 'Asha Amit Rao'],
  ])('%s may be written as %s', (one, other) => expect(byName(one, other)).toBe(true));

  test.each(['Mr', 'Mrs', 'Ms', 'Miss', 'Dr', 'Shri', 'Sri', 'Smt', 'Kum', 'Baby', 'Master'])(
    'has no word of its title: %s',
    (title) => {
      expect(byName(`${title} Asha`, 'Asha Rao')).toBe(true);
      expect(byName('Asha Rao', `${title}. Asha`)).toBe(true);
    },
  );

  test.each([
    ['Asha Rao', 'Asha Patel'],
    ['Asha Rao', 'Ashaben Rao'],
    ['A R', 'Asha Rao'],
    ['A R', 'A R'],
    ['A', 'Asha'],
    ['Asha', ''],
    ['Baby Asha', 'Baby Ravi'],
    ['Asha Rao', 'B Rao'],
    ['Asha Asha', 'Asha Rao'],
    ['किरण', 'करण'],
    ['कारण राव', 'किरण राव'],
    ['Mr Rao', 'Mr Patel'],
  ])('%s is not %s', (one, other) => expect(byName(one, other)).toBe(false));

  test('agrees with any of those that the server has, and with none where it has none', () => {
    expect(byName('Asha Rao', 'Asha Patel', 'Asha Rao')).toBe(true);
    expect(byName('Asha Rao')).toBe(false);
  });
});

test.each([
  ['1988-02-29', '1988', true],
  ['1988-02', '1988-02-29', true],
  [undefined, '1988', true],
  ['1988', undefined, true],
  ['1988-02-29', '1988-03', false],
  ['1988', '1989', false],
])('a birth date of %s and one of %s agree: %s', (birthDate, other, agrees) => {
  const found = differences(
    { name: mine.name, ...(birthDate && { birthDate }) },
    { ...there, birthDate: other },
  );
  expect(found).toEqual(agrees ? [] : ['birth date']);
});

test.each([
  ['F', 'female', true],
  ['M', 'MALE', true],
  ['o', 'other', true],
  ['F', 'male', false],
  ['other', 'female', false],
  ['F', 'unknown', true],
  ['F', undefined, true],
  [undefined, 'male', true],
])('a sex of %s and one of %s agree: %s', (gender, other, agrees) => {
  const found = differences(
    { name: mine.name, ...(gender && { gender }) },
    { ...there, gender: other },
  );
  expect(found).toEqual(agrees ? [] : ['sex']);
});
