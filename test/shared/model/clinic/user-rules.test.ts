/** The table of contract 6.1, row by row, with its exact words. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayAt, isDate } from '../../../../shared/calendar-day.ts';
import {
  codeOf,
  isEmail,
  problemsOfChange,
  problemsOfNew,
} from '../../../../shared/model/clinic/user-rules.ts';

const TODAY = '2026-01-12';
const right = {
  firstname: 'Asha',
  lastname: 'Rao',
  gender: 'F',
  dob: '1988-02-29',
  mobile: '9000000001',
};
const look = (more: object) => problemsOfNew({ ...right, ...more }, TODAY);

test('a right person has no problem, and neither have further members', () => {
  expect(look({})).toEqual({});
  expect(
    look({
      persona: 'S',
      seat_type: 'p',
      is_admin: false,
      clinic_ids: ['c-1'],
      partner_clinic_ids: ['c-2'],
      shoe_size: 41,
    }),
  ).toEqual({});
});

test.each<[string, unknown, string]>([
  ['firstname', undefined, 'This field is required.'],
  ['lastname', null, 'This field is required.'],
  ['gender', undefined, 'This field is required.'],
  ['dob', null, 'This field is required.'],
  ['firstname', '  ', 'This field may not be blank.'],
  ['gender', '', 'This field may not be blank.'],
  ['dob', '', 'This field may not be blank.'],
  ['mobile', '', 'This field may not be blank.'],
  ['firstname', 7, 'Not a valid string.'],
  ['email', ['a@b.in'], 'Not a valid string.'],
  ['dob', 19880229, 'Not a valid string.'],
  ['is_admin', 'true', 'Must be a valid boolean.'],
  ['is_admin', 1, 'Must be a valid boolean.'],
  ['doctor_ids', 'd-1', 'Expected a list of strings.'],
  ['clinic_ids', ['c', 1], 'Expected a list of strings.'],
  ['partner_clinic_ids', {}, 'Expected a list of strings.'],
  ['doctor_ids', [' '], 'This field may not be blank.'],
  ['gender', 'X', '"X" is not a valid choice.'],
  ['gender', 'f', '"f" is not a valid choice.'],
  ['persona', 'N', '"N" is not a valid choice.'],
  ['seat_type', 5, '"5" is not a valid choice.'],
  ['dob', '29-02-1988', 'Date must be YYYY-MM-DD.'],
  ['dob', '1987-02-29', 'Date must be YYYY-MM-DD.'],
  ['dob', '1988-2-9', 'Date must be YYYY-MM-DD.'],
  ['dob', '0000-01-01', 'Date must be YYYY-MM-DD.'],
  ['dob', '2026-01-13', 'Date may not be in the future.'],
  ['mobile', '900000000', 'Enter exactly 10 digits.'],
  ['mobile', '+919000000001', 'Enter exactly 10 digits.'],
  ['mobile', '९०००००००००', 'Enter exactly 10 digits.'],
  ['email', 'asha', 'Enter a valid email address.'],
  ['email', 'asha@clinic', 'Enter a valid email address.'],
  ['email', 'a b@clinic.example', 'Enter a valid email address.'],
  ['firstname', 'x'.repeat(101), 'Ensure this field has no more than 100 characters.'],
])('%s = %j: %s', (field, value, message) => {
  expect(look({ [field]: value })[field]).toEqual([message]);
  expect(codeOf(message)).toBeDefined();
});

test('a hundred letters are a hundred letters in every script', () =>
  expect(look({ firstname: '𑄇'.repeat(100), dob: TODAY })).toEqual({}));

test('what concerns more than one field stands under message', () => {
  const { mobile: _mobile, ...nobody } = right;
  expect(problemsOfNew(nobody, TODAY)).toEqual({
    message: ['At least one of mobile, email or auth_userid is required.'],
  });
  expect(problemsOfNew({ ...nobody, auth_userid: 'sso-1' }, TODAY)).toEqual({});
  expect(look({ doctor_ids: ['a'], partner_doctor_ids: ['b'] })).toEqual({
    message: ['Only one of doctor_ids and partner_doctor_ids may be provided.'],
  });
  expect(look({ doctor_ids: ['a'], partner_doctor_ids: [] })).toEqual({});
  for (const body of [null, undefined, [], 'x', 7])
    expect(problemsOfNew(body, TODAY)).toEqual({ message: ['Expected a JSON object.'] });
});

test('a change needs something to change, may not empty what is required, and may name the own id', () => {
  expect(problemsOfChange({}, TODAY)).toEqual({ message: ['Nothing to change.'] });
  expect(problemsOfChange({ shoe_size: 41 }, TODAY)).toEqual({ message: ['Nothing to change.'] });
  expect(problemsOfChange({ partner_id: 'p-1' }, TODAY)).toEqual({});
  expect(problemsOfChange({ partner_id: '' }, TODAY)).toEqual({
    partner_id: ['This field may not be blank.'],
  });
  expect(problemsOfChange({ firstname: null }, TODAY)).toEqual({
    firstname: ['This field is required.'],
  });
  expect(problemsOfChange({ doctor_ids: ['a'], partner_doctor_ids: ['b'] }, TODAY)).toMatchObject({
    message: [expect.stringContaining('Only one')],
  });
});

test('every day that a calendar has is a date, and nothing else', () => {
  fc.assert(
    fc.property(
      fc.date({
        min: new Date('0001-01-01T00:00:00Z'),
        max: new Date('9999-12-31T00:00:00Z'),
        noInvalidDate: true,
      }),
      (date) => {
        expect(isDate(date.toISOString().slice(0, 10))).toBe(true);
      },
    ),
  );
  // The calendar once more, by hand.
  const days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9999 }),
      fc.integer({ min: 0, max: 15 }),
      fc.integer({ min: 0, max: 35 }),
      (year, month, day) => {
        const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
        const longest = (days[month - 1] ?? 0) + (month === 2 && leap ? 1 : 0);
        expect(
          isDate(
            `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
          ),
        ).toBe(day >= 1 && day <= longest);
      },
    ),
  );
  expect(dayAt(new Date(2026, 0, 5, 23, 59).getTime())).toBe('2026-01-05');
});

test('addresses that people have are taken', () => {
  for (const email of [
    'asha@clinic.example',
    'a.rao+ward@sub.clinic.co.in',
    "o'neil@x.org",
    'aşa@klinik.com.tr',
    'a@x-y.in',
  ])
    expect(isEmail(email), email).toBe(true);
  for (const email of [
    '@x.in',
    'a@',
    'a@x..in',
    'a@-x.in',
    '.a@x.in',
    'a.@x.in',
    'a..b@x.in',
    'a@x.in\n',
    'a@x.1',
    'a@x,in',
    'a@b@x.in',
  ])
    expect(isEmail(email), email).toBe(false);
});

test('whatever is handed in, the answer is messages by field, and never an error', () => {
  fc.assert(
    fc.property(fc.anything(), (given) => {
      for (const problems of [problemsOfNew(given, TODAY), problemsOfChange(given, TODAY)])
        for (const messages of Object.values(problems)) expect(messages.length).toBeGreaterThan(0);
    }),
  );
});
