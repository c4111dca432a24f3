/** The clinic's own words: each field held against what it is for, and the whole group sent. */
import { expect, test } from 'vitest';
import {
  isUri,
  profileFrom,
  profileProblems,
  profileValues,
} from '../../../../renderer/features/export/emr-format.ts';
import { defaultSettings, settingsChange } from '../../../../shared/model/settings.ts';

const before = {
  ...defaultSettings.exportProfile,
  doctorName: 'Dr Kavita Iyer',
  defaultTarget: 'server' as const,
};

test('a system of numbers is named by an address, not by words', () => {
  for (const good of ['https://clinic.example/mrn', 'urn:oid:2.16.840', 'http://a'])
    expect(isUri(good), good).toBe(true);
  for (const bad of [
    'our own',
    'clinic.example/mrn',
    'https://',
    'http:',
    '',
    'https://clinic example',
  ])
    expect(isUri(bad), bad).toBe(false);
});

test('what the form gives the core takes, and what has no field stays', () => {
  const made = profileFrom(before, {
    ...profileValues(before),
    address: ' 12 Hill Road \n\n Pune 411001 ',
    mrnSystem: ' https://clinic.example/mrn ',
  });
  expect(made).toMatchObject({
    doctorName: 'Dr Kavita Iyer',
    defaultTarget: 'server',
    addressLines: ['12 Hill Road', 'Pune 411001'],
    mrnSystem: 'https://clinic.example/mrn',
  });
  expect(settingsChange.safeParse({ exportProfile: made }).success).toBe(true);
});

test('what the core would refuse is said beside its field', () => {
  const values = {
    ...profileValues(before),
    address: 'a\nb\nc\nd\ne\nf\ng',
    registrationSystem: 'council',
  };
  expect(profileProblems(values)).toEqual({
    address: 'addressLines',
    registrationSystem: 'uriWrong',
  });
  expect(settingsChange.safeParse({ exportProfile: profileFrom(before, values) }).success).toBe(
    false,
  );
  expect(profileProblems({ ...values, address: 'x'.repeat(121), registrationSystem: '' })).toEqual({
    address: 'addressLong',
  });
  expect(profileProblems(profileValues(before))).toEqual({});
});
