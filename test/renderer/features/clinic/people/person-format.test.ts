/** The form of a person: what of it is sent, and where each answer belongs. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  changeOf,
  countOf,
  draftOf,
  emptiedLists,
  findPeople,
  newPerson,
  type PersonValues,
  problemKey,
  problemsWithoutField,
  valuesOf,
} from '../../../../../renderer/features/clinic/people/person-format.ts';
import { en } from '../../../../../renderer/locales/en/index.ts';
import { notAChoice, problemsOfNew, said } from '../../../../../shared/model/clinic/user-rules.ts';
import type { ServiceUser } from '../../../../../shared/model/clinic/users.ts';

const asha: ServiceUser = {
  id: 'u-1',
  firstName: 'Asha',
  lastName: 'Rao',
  mobile: '+919000000001',
  email: 'asha@clinic.example',
  isAdmin: true,
  seatType: 'p',
  partnerId: 'EMP-1',
  doctors: [{ id: 'd-1', name: 'K. Iyer' }],
  clinics: [{ id: 'c-1', name: 'North' }],
};

test('an empty form asks for what is needed, by field', () => {
  expect(draftOf(newPerson)).toEqual({ is_admin: false, seat_type: 'b', persona: 'D' });
  expect(Object.keys(problemsOfNew(draftOf(newPerson), '2026-01-12')).sort()).toEqual([
    'dob',
    'firstname',
    'gender',
    'lastname',
    'message',
  ]);
});

test('what is typed is sent without the blanks around it, and only one list of doctors', () => {
  const typed: PersonValues = {
    ...newPerson,
    firstname: ' Asha ',
    lastname: 'Rao',
    gender: 'F',
    dob: '1988-02-29',
    mobile: '9000000001',
    doctorsBy: 'partner_doctor_ids',
    doctor_ids: ['d-1'],
    partner_doctor_ids: ['p-1'],
    clinic_ids: ['c-1'],
  };
  expect(draftOf(typed)).toEqual({
    firstname: 'Asha',
    lastname: 'Rao',
    gender: 'F',
    dob: '1988-02-29',
    mobile: '9000000001',
    is_admin: false,
    seat_type: 'b',
    persona: 'D',
    partner_doctor_ids: ['p-1'],
    clinic_ids: ['c-1'],
  });
});

test('whatever the form holds, both lists of doctors are never sent together', () => {
  const ids = fc.array(fc.string({ minLength: 1, maxLength: 4 }), { maxLength: 3 });
  fc.assert(
    fc.property(
      fc.record({
        doctorsBy: fc.constantFrom('doctor_ids' as const, 'partner_doctor_ids' as const),
        doctor_ids: ids,
        partner_doctor_ids: ids,
      }),
      (some) => {
        for (const sent of [
          draftOf({ ...newPerson, ...some }),
          changeOf(valuesOf(asha), { ...valuesOf(asha), ...some }),
        ])
          expect('doctor_ids' in sent && 'partner_doctor_ids' in sent).toBe(false);
      },
    ),
  );
});

test('a change is only what became otherwise', () => {
  const before = valuesOf(asha);
  expect(before).toMatchObject({
    firstname: 'Asha',
    mobile: '9000000001',
    is_admin: true,
    seat_type: 'p',
    partner_id: 'EMP-1',
    doctor_ids: ['d-1'],
    clinic_ids: ['c-1'],
    gender: '',
    dob: '',
    persona: '',
  });
  expect(changeOf(before, before)).toEqual({});
  expect(changeOf(before, { ...before, doctorsBy: 'partner_doctor_ids' })).toEqual({});
  expect(
    changeOf(before, {
      ...before,
      lastname: 'Das',
      email: '',
      persona: 'S',
      is_admin: false,
      clinic_ids: ['c-1', 'c-2'],
    }),
  ).toEqual({
    lastname: 'Das',
    email: '',
    persona: 'S',
    is_admin: false,
    clinic_ids: ['c-1', 'c-2'],
  });
  expect(emptiedLists(changeOf(before, { ...before, doctor_ids: [] }))).toEqual(['doctor_ids']);
});

test('a foreign mobile stays whole, so that nothing of it is lost unseen', () =>
  expect(valuesOf({ ...asha, mobile: '+15550100000' }).mobile).toBe('+15550100000'));

test('every message of ours has words of its own; what only the platform knows is shown as it came, beside the name it gave', () => {
  for (const message of [...Object.values(said), notAChoice('X')])
    expect(en.people.problem).toHaveProperty(problemKey(message)!.replace('people.problem.', ''));
  expect(problemKey('No seat is left.')).toBeUndefined();
  const problems = {
    mobile: [said.inUse],
    badge_colour: ['Pick one.'],
    message: ['No seat is left.', said.oneHandle],
  };
  expect(problemsWithoutField(problems)).toEqual([
    { field: 'badge_colour', message: 'Pick one.' },
    { field: '', message: 'No seat is left.' },
    { field: '', message: said.oneHandle },
  ]);
  expect(countOf(problems)).toBe(4);
});

test('people are found by parts of what one remembers', () => {
  const list = [
    asha,
    { ...asha, id: 'u-2', firstName: 'Rahul', mobile: '', email: '', partnerId: '' },
  ];
  expect(findPeople(list, 'ash 9000')).toEqual([asha]);
  expect(findPeople(list, 'RAO')).toHaveLength(2);
  expect(findPeople(list, 'emp-1')).toEqual([asha]);
  expect(findPeople(list, '  ')).toEqual(list);
});
