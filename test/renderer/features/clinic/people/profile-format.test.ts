/**
 * The form of the own profile: only what was changed is sent, and further details are whole or not
 * there.
 */
import { expect, test } from 'vitest';
import {
  profileChange,
  profileValues,
  readDetails,
} from '../../../../../renderer/features/clinic/people/profile-format.ts';
import { dateInWords } from '../../../../../renderer/ui/times.ts';

const profile = { oid: 'o-1', fn: 'Asha', ln: 'Rao', gen: 'F', bg: 'B+', extras: { city: 'Pune' } };

test('nothing changed is nothing sent; a name is put together where the platform keeps only its parts', () => {
  const values = profileValues(profile);
  expect(values).toMatchObject({ fln: 'Asha Rao', s: '', gen: 'F', bg: 'B+' });
  expect(profileChange(profile, values)).toEqual({});
  expect(profileChange(profile, { ...values, fln: 'Asha K. Rao ', bg: 'O-' })).toEqual({
    fln: 'Asha K. Rao',
    bg: 'O-',
  });
});

test('details are sent whole when they changed, and as none when they were emptied', () => {
  const values = profileValues(profile);
  expect(profileChange(profile, { ...values, details: '{"city":"Goa","_draft":1}' })).toEqual({
    extras: { city: 'Goa', _draft: 1 },
  });
  expect(profileChange(profile, { ...values, details: '  ' })).toEqual({ extras: {} });
  expect(readDetails('{"a":')).toEqual({ wrong: expect.any(String) });
  expect(profileValues({ oid: 'o-1' }).details).toBe('');
});

test('a day is written out, and what is no day is not', () => {
  expect(dateInWords('1988-02-29', 'en')).toMatch(/29 February 1988|February 29, 1988/);
  expect([dateInWords('', 'en'), dateInWords('1987-02-29', 'en')]).toEqual([undefined, undefined]);
});
