/** Allergies that a text names or denies: what they are against, and where that stands. */
import { describe, expect, test } from 'vitest';
import {
  type Allergy,
  allergies,
  spokenAllergies,
  writtenAllergies,
} from '../../../../../main/features/notes/checks/allergies.ts';
import type { Status } from '../../../../../shared/model/coding/entities.ts';

const isDrug = (word: string) => ['amoxicillin', 'ibuprofen', 'aspirin', 'naproxen'].includes(word);
const statusIs = (status: Status) => () => status;
/** A place shows what an allergy was read from; `-`: none is known; `?`: one without its substance. */
const shown = (text: string, all: readonly Allergy[]) =>
  all.map(({ to, start, end }) => `${to === '' ? '-' : to} @ ${text.slice(start, end)}`);
const named = (text: string, status?: Status) =>
  shown(text, allergies(text, status && statusIs(status)));
const spoken = (text: string, status: Status = 'present') =>
  shown(text, spokenAllergies(text, isDrug, statusIs(status)));
const written = (text: string, isList = true) =>
  shown(text, writtenAllergies(text, isList, isDrug));

describe('a text that names an allergy', () => {
  test.each([
    ['Allergic to penicillin', 'penicillin @ penicillin'],
    ['ALLERGIC TO THE PENICILLIN', 'penicillin @ PENICILLIN'],
    ['allergy to any latex', 'latex @ latex'],
    ['allergies to peanuts', 'peanuts @ peanuts'],
    ['hypersensitivity to codeine', 'codeine @ codeine'],
    ['hypersensitive  to  codeine', 'codeine @ codeine'],
    ['intolerance to lactose', 'lactose @ lactose'],
    ['intolerant to lactose', 'lactose @ lactose'],
    ['She reacts to co-trimoxazole', 'co-trimoxazole @ co-trimoxazole'],
    ['They react with latex', 'latex @ latex'],
    ['a reaction to dust', 'dust @ dust'],
    ['Known penicillin allergy', 'penicillin @ penicillin'],
    ['penicillin-allergic', ''],
    ['is penicillin allergic', 'penicillin @ penicillin'],
    ['sulfa hypersensitivity', 'sulfa @ sulfa'],
    ['Allergy: dust', 'dust @ dust'],
    ['Allergies - dust', 'dust @ dust'],
    ['Allergies – dust', 'dust @ dust'],
    ['पेनिसिलिन allergic to डस्ट', ''],
  ])('%s', (text, expected) => expect(named(text)).toEqual(expected === '' ? [] : [expected]));

  test('names each of several', () => {
    expect(named('allergic to penicillin and sulfa')).toEqual([
      'penicillin @ penicillin',
      'sulfa @ sulfa',
    ]);
    expect(named('allergic to penicillin or sulfa drugs')).toEqual([
      'penicillin @ penicillin',
      'sulfa @ sulfa',
    ]);
    expect(named('Allergies: dust, pollen and eggs. Cough')).toEqual([
      'dust @ dust',
      'pollen @ pollen',
      'eggs @ eggs',
    ]);
  });

  test('is read to the end of the line, the sentence or the semicolon', () => {
    expect(named('Allergies: dust\nCough')).toEqual(['dust @ dust']);
    expect(named('Allergies: dust; cough')).toEqual(['dust @ dust']);
    expect(named('Allergies: dust. Cough')).toEqual(['dust @ dust']);
  });

  test('tells each place once, in the order of the text', () => {
    expect(named('latex allergy, allergic to dust')).toEqual(['latex @ latex', 'dust @ dust']);
    expect(named('allergic to dust, latex allergy')).toEqual(['dust @ dust', 'latex @ latex']);
    expect(named('Allergies: penicillin allergy')).toEqual(['penicillin @ penicillin']);
  });

  test('is no part of a longer word', () => {
    expect(named('unallergic to dust')).toEqual([]);
    expect(named('dust allergyish')).toEqual([]);
    expect(named('nonallergy: dust')).toEqual([]);
  });
});

describe('a denial', () => {
  test.each([
    ['NKDA', 'NKDA'],
    ['NKA', 'NKA'],
    ['No allergies', 'No allergies'],
    ['not allergic', 'not allergic'],
    ['No known allergies', 'No known allergies'],
    ['No known drug allergies', 'No known drug allergies'],
    ['No known food allergy', 'No known food allergy'],
    ['No known medication allergies', 'No known medication allergies'],
    ['no h/o allergy', 'no h/o allergy'],
    ['no history of any drug allergy', 'no history of any drug allergy'],
    ['denies allergies', 'denies allergies'],
    ['denies any known drug allergies', 'denies any known drug allergies'],
    ['without any known allergies', 'without any known allergies'],
    ['Allergies: nil', 'Allergies: nil'],
    ['Allergies: none', 'Allergies: none'],
    ['Allergy - no', 'Allergy - no'],
    ['Allergies – NKDA', 'Allergies – NKDA'],
    ['Allergies: nka', 'Allergies: nka'],
  ])('%s', (text, place) => expect(named(text)).toEqual([`- @ ${place}`]));

  test.each([
    'She is not allergic to penicillin',
    "She isn't allergic to penicillin",
    'I wasn’t ever allergic to penicillin',
    'He isn’t really allergic to penicillin',
    'never had a reaction to penicillin',
    'denies penicillin allergy',
    'no real penicillin allergy',
  ])('of one substance names none: %s', (text) =>
    expect(named(text).filter((one) => !one.startsWith('-'))).toEqual([]),
  );

  test('reaches three words far, and not over what it does not belong to', () => {
    expect(named('no one but her mother is allergic to penicillin')).toEqual([
      'penicillin @ penicillin',
    ]);
    expect(named('Cannot sleep. Allergic to penicillin')).toEqual(['penicillin @ penicillin']);
    expect(named('unknown allergies')).toEqual([]);
    expect(named('Allergies: nones')).toEqual(['nones @ nones']);
  });

  test('does not take away an allergy that stands elsewhere', () =>
    expect(named('No food allergies. Allergic to latex')).toEqual([
      '- @ No food allergies',
      'latex @ latex',
    ]));
});

describe('a question', () => {
  const asked = 'Are you allergic to penicillin?';
  test.each<[Status | undefined, string[]]>([
    ['present', ['penicillin @ penicillin']],
    ['possible', ['penicillin @ penicillin']],
    ['absent', ['- @ penicillin']],
    ['historical' as Status, []],
    [undefined, []],
  ])('whose answer is %s', (status, expected) => expect(named(asked, status)).toEqual(expected));

  test('ends with its sentence: another one is none', () => {
    expect(named('Allergic to penicillin. Anything else?')).toEqual(['penicillin @ penicillin']);
    expect(named('Allergic to penicillin\nAnything else?')).toEqual(['penicillin @ penicillin']);
    expect(named(`Allergic to penicillin ${'and so on '.repeat(9)}?`)).toEqual([
      'penicillin @ penicillin',
    ]);
  });
});

describe('what is said', () => {
  test.each([
    ['Aspirin gives me hives', 'aspirin @ Aspirin'],
    ['aspirin always gave me a bad rash', 'aspirin @ aspirin'],
    ['Naproxen causes swelling', 'naproxen @ Naproxen'],
    ['naproxen caused her the itching', 'naproxen @ naproxen'],
    ['ibuprofen brings severe urticaria', 'ibuprofen @ ibuprofen'],
    ['ibuprofen gave us anaphylaxis', 'ibuprofen @ ibuprofen'],
    ['He had a rash with amoxicillin', 'amoxicillin @ amoxicillin'],
    ['swelling after taking amoxicillin', 'amoxicillin @ amoxicillin'],
    ['hives when I took ibuprofen', 'ibuprofen @ ibuprofen'],
    ['itches when she has aspirin', 'aspirin @ aspirin'],
    ['a reaction from ibuprofen', 'ibuprofen @ ibuprofen'],
  ])('of a reaction: %s', (text, expected) => expect(spoken(text)).toEqual([expected]));

  test('of a reaction that was denied, or to what is no substance, names nothing', () => {
    expect(spoken('Aspirin gives me hives', 'absent')).toEqual([]);
    expect(spoken('Aspirin gives me hives', 'possible')).toEqual([]);
    expect(spoken('Running gives me hives')).toEqual([]);
    expect(spoken('a rash after sunday')).toEqual([]);
  });

  test.each([
    ['Any allergies? Yes, aspirin.', ['aspirin @ aspirin']],
    [
      'Any allergies?\nPatient: Aspirin and naproxen.',
      ['aspirin @ Aspirin', 'naproxen @ naproxen'],
    ],
    ['Any allergies? - "[Patient]: No"', ['- @ No']],
    ['Any allergies? None', ['- @ None']],
    ['Any allergies? Nothing', ['- @ Nothing']],
    ['Any allergies? Never', ['- @ Never']],
    ['Any allergies? Nahi', ['- @ Nahi']],
    ['Any allergies? Not that I know', ['- @ Not']],
    ['Any allergies? No, but aspirin', ['aspirin @ aspirin']],
    ['Any allergies? No, only aspirin', ['aspirin @ aspirin']],
    ['Any allergies? None except naproxen', ['naproxen @ naproxen']],
    ['Any allergies? No butter', ['- @ No']],
    ['Any allergies? Yes', ['? @ Yes']],
    ['Any allergies? Haan', ['? @ Haan']],
    ['Are you allergic to something? I am', ['? @ I am']],
    ['Any allergies? Yesterday I fell', []],
    ['Any allergies? Normal', []],
    ['Any allergies? Do you take aspirin?', ['aspirin @ aspirin']],
    ['Any allergies? \n\nHm.\nNo', []],
    ['Any cough? No', []],
  ])('in an answer: %s', (text, expected) => expect(spoken(text)).toEqual(expected));

  test('far behind the question is no answer to it', () => {
    expect(spoken(`Any allergies? ${'Well, '.repeat(20)}aspirin`)).toEqual([]);
    expect(spoken(`Any allergies? ${'Well, '.repeat(10)}aspirin`)).toEqual(['aspirin @ aspirin']);
  });
});

describe('a section of allergies', () => {
  test('has each medicine and each substance as one', () => {
    expect(written('Aspirin, penicillin and dustbins')).toEqual(
      expect.arrayContaining(['aspirin @ Aspirin', 'penicillin @ penicillin']),
    );
    expect(written('Aspirin\nAllergic to latex')).toEqual(['aspirin @ Aspirin', 'latex @ latex']);
    expect(written('Rest')).toEqual([]);
  });

  test('that denies all has none, and another section only what calls itself an allergy', () => {
    expect(written('NKDA. Takes aspirin')).toEqual(['- @ NKDA']);
    expect(written('Aspirin', false)).toEqual([]);
    expect(written('Aspirin allergy', false)).toEqual(['aspirin @ Aspirin']);
  });
});
