/** Marks, joints and endings of a line: what each of them keeps apart, and what it leaves together. */
import { describe, expect, test } from 'vitest';
import { actIn } from '../../../../../shared/model/export/acts/act-status.ts';
import { readIn } from '../../../../support/acts.ts';

describe('a stop belongs to the medicine that it stands beside, whatever mark is between', () => {
  test.each([
    'Ramipril- stopped, furosemide 40 mg OD',
    'Ramipril: stopped, furosemide 40 mg OD',
    'Ramipril(stopped), furosemide 40 mg OD',
    'Ramipril 5 mg(stopped), furosemide 40 mg OD',
    'Ramipril 5mg: stopped, furosemide 40 mg OD',
    'Ramipril (stopped ), furosemide 40 mg OD',
    'Stop ramipril,continue furosemide 40 mg',
    'Stop ramipril, continue cap furosemide 40 mg',
    'Stop ramipril, continue cap. furosemide 40 mg',
    'Stop ramipril, continue tab. furosemide 40 mg',
    'Stop ramipril, continue with the furosemide 40 mg',
    'Stop ramipril, furosemide 40mg continued',
    'Stop ramipril, furosemide 40 mg od to be continued',
    'Stop ramipril, furosemide 40 units continued',
    'Stop ramipril, furosemide 40od continued',
    'Stop ramipril, continue tab furosemide 40 mg',
    'Stop ramipril (continue furosemide 40 mg)',
    'Stop ramipril & continue furosemide 40 mg',
    'Stop ramipril - continue furosemide 40 mg',
    'Stop ramipril but continue furosemide 40 mg',
    'Stop ramipril and continue furosemide 40 mg',
  ])('%s', (text) => expect(readIn(text)).toBe('ramipril stopped, furosemide ordered'));

  test.each([
    'c/m',
    'cont',
    'ct',
    'double',
    'halve',
    'increase',
    'keep',
    'maintain',
    'reduce the',
    're-start',
    'restart on',
    'resume',
    'start',
  ])('and “%s” goes on with the next', (word) =>
    expect(readIn(`Stop ramipril, ${word} furosemide 40 mg`)).toBe(
      'ramipril stopped, furosemide ordered',
    ),
  );

  // "Keep" orders nothing by itself, as "continue" does: here the mark before it and the word alone
  // say that the stop ends.
  test.each(['tab ', 'tab. ', 'tab.', 'cap ', 'cap. ', 'cap.', 'the ', 'with the ', 'with tab. '])(
    'and “keep” goes on with the next also where “%s” stands between',
    (form) =>
      expect(readIn(`Stop ramipril, keep ${form}furosemide 40 mg`)).toBe(
        'ramipril stopped, furosemide ordered',
      ),
  );
  test.each([', ', ' , ', ',', ' & ', ' &', ' (', ' - ', ' -', ' – ', ' –', ' and ', ' but '])(
    'and “keep” goes on with the next behind “%s”',
    (mark) =>
      expect(readIn(`Stop ramipril${mark}keep furosemide 40 mg`)).toBe(
        'ramipril stopped, furosemide ordered',
      ),
  );
  test.each([
    '40 mg continue',
    '40 mg continued for now',
    '40 mg to continue',
    '40 unit continued',
    '40units continued',
    '40 mg od same, review in May',
    '40mg tds unchanged',
    '2.5mg जारी',
    'जारी',
  ])('and “furosemide %s” goes on', (words) =>
    expect(readIn(`Stop ramipril, furosemide ${words}`)).toBe(
      'ramipril stopped, furosemide ordered',
    ),
  );
  // What goes on is said of another thing, or is a part of another word.
  test.each(['40 mg for pain, diet same', '40 mg and diet continued', '40 mg contact cardiology'])(
    'and “furosemide %s” goes not surely on',
    (words) =>
      expect(readIn(`Stop ramipril, furosemide ${words}`)).toMatch(/furosemide (?!ordered)/),
  );
  // What is kept may be another thing than what follows.
  test.each([', keep atenolol and', ', keep atenolol with', ', keep tablets of', ' now keep'])(
    'and goes not surely on behind “%s”',
    (between) =>
      expect(readIn(`Stop ramipril${between} furosemide 40 mg`)).toMatch(/furosemide unclear$/),
  );

  test.each([
    ['Ramipril stopped today, furosemide 40 mg OD', 'ramipril stopped, furosemide ordered'],
    ['Ramipril stopped today, furosemide', 'ramipril stopped, furosemide unclear'],
    [
      'Ramipril stopped together with atenolol, furosemide 40 mg OD',
      'ramipril stopped, atenolol unclear, furosemide unclear',
    ],
    [
      'Ramipril - stop atenolol and furosemide',
      'ramipril unclear, atenolol unclear, furosemide stopped',
    ],
    ['Stop ramipril, carry on furosemide 40 mg', 'ramipril stopped, furosemide taken'],
    ['Stop tab ramipril and furosemide', 'ramipril stopped, furosemide stopped'],
    ['Ramipril, atenolol all of them stopped', 'ramipril stopped, atenolol stopped'],
    ['Ramipril, atenolol all of these stopped', 'ramipril stopped, atenolol stopped'],
    ['Ramipril, atenolol each stopped', 'ramipril stopped, atenolol stopped'],
    ['No clopidogrel or tea, aspirin 75 mg OD', 'clopidogrel not-ordered, aspirin ordered'],
    ['? rash, stop aspirin', 'aspirin stopped'],
    ['Aspirin (stopped yesterday)', 'aspirin stopped'],
    ['Stop aspirin 75 mg once daily', 'aspirin stopped'],
    ['Stop:\nas agreed\n- aspirin 75 mg', 'aspirin stopped'],
  ])('%s', (text, expected) => expect(readIn(text)).toBe(expected));

  test.each(['cap ', 'cap. ', 'tab ', 'tab. ', 'inj ', 'his ', 'her ', 'the ', ''])(
    'behind another medicine, with “%s” before its own',
    (form) =>
      expect(readIn(`Clarithromycin 500 mg BD (hold ${form}simvastatin)`)).toBe(
        'clarithromycin ordered, simvastatin unclear',
      ),
  );

  test.each(['but', 'however', 'while', 'whereas', 'then'])('and ends at “%s”', (turn) =>
    expect(readIn(`Stop smoking ${turn} aspirin 75 mg OD`)).toBe('aspirin ordered'),
  );
  test('and not at a word that only contains such a word', () =>
    expect(readIn('Stop the button aspirin 75 mg OD')).toBe('aspirin stopped'));
});

describe('a stop behind a comma is the medicine’s own', () => {
  test.each([
    '',
    ')',
    ' in June',
    ' by cardiology',
    ' due to rash',
    ' because of rash',
    ' for surgery',
    ' since May',
    ' last week',
    ' as advised',
    ' after surgery',
    ' from today',
    ' 3 weeks ago',
  ])('where “%s” follows', (rest) =>
    expect(readIn(`Aspirin, stopped${rest}`, 'History')).toBe('aspirin stopped'),
  );
  // Between the name and the stop only marks that join the two, and a word for all of a list.
  test.each([
    ['Aspirin (stopped yesterday)', 'aspirin stopped'],
    ['Aspirin: stopped yesterday', 'aspirin stopped'],
    ['Aspirin - stopped yesterday', 'aspirin stopped'],
    ['Aspirin,stopped yesterday', 'aspirin unclear'],
    ['Aspirin/stopped yesterday', 'aspirin unclear'],
    ['Ramipril, atenolol all - stopped yesterday', 'ramipril stopped, atenolol stopped'],
    ['Ramipril, atenolol both: stopped yesterday', 'ramipril stopped, atenolol stopped'],
  ])('“%s” is read %s', (text, expected) => expect(readIn(text)).toBe(expected));
  test.each([' inside', ' (rash)'])('and not surely where “%s” follows', (rest) =>
    expect(readIn(`Aspirin, stopped${rest}`)).toBe('aspirin unclear'),
  );
});

describe('a stop far behind a medicine is of another thing', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'x').join(' ');
  test.each([
    [`Aspirin ${words(13)} stopped`, 'aspirin stopped'],
    [`Aspirin ${words(14)} stopped`, 'aspirin unclear'],
    // One word that is not read may be a form; two may be what was stopped.
    ['Aspirin மருந்து stopped', 'aspirin stopped'],
    ['Aspirin மருந்து கோபம் stopped', 'aspirin unclear'],
  ])('%s', (text, expected) => expect(readIn(text)).toBe(expected));
});

describe('who asks for a stop has not stopped', () => {
  test.each([
    'They ask to stop aspirin',
    'They asked to stop aspirin',
    'They want to stop aspirin',
    'They wish to stop aspirin',
    'He wishes to stop aspirin',
    'They hope to stop aspirin',
    'They like to stop aspirin',
    'Planning to stop aspirin',
    'Stop aspirin once anyone asks',
    'Stop aspirin once inside',
    'Stop aspirin on Sunday',
    'Stop aspirin immediately and report',
  ])('%s', (text) => expect(readIn(text)).toBe('aspirin unclear'));
});

describe('a start that is taken back in the next sentence is neither', () => {
  test.each(['Represcribe at', 'Re-prescribe at', 'Re-start at', 'Restart', 'Resume', 'Continue'])(
    '%s',
    (word) => expect(readIn(`Stopped aspirin himself. ${word} 75 mg`)).toBe('aspirin unclear'),
  );
});

describe('an order stays one beside words of other things', () => {
  test.each([
    ['Answered her query about work, aspirin 75 mg OD', 'aspirin ordered'],
    ['He refuses a statin and start aspirin 75 mg', 'aspirin ordered'],
    ['Unwilling to walk but start aspirin 75 mg', 'aspirin ordered'],
    ['Unwilling to walk so start aspirin 75 mg', 'aspirin ordered'],
    ['Ramipril if BP > 140, aspirin 75 mg OD', 'ramipril unclear, aspirin ordered'],
    ['Aspirin 75 mg OD after X-ray', 'aspirin ordered'],
    ['Aspirin 75 mg X-ray', 'aspirin ordered'],
    ['Come back if 2) aspirin 75 mg OD', 'aspirin ordered'],
    ['❌aspirin 75 mg OD', 'aspirin unclear'],
    ['Losartan 50 mg OD as salt replacement', 'losartan ordered'],
    ['Consider physio and change ramipril to losartan 50 mg', 'ramipril stopped, losartan ordered'],
    ['Change ramipril to losartan 50 mg and consider physio', 'ramipril stopped, losartan ordered'],
  ])('%s', (text, expected) => expect(readIn(text)).toBe(expected));

  test.each([
    'want',
    'wish',
    'wants',
    'wishes',
    'omit',
    'omitted',
    'may',
    'might',
    'could',
    'would',
  ])('and is none behind “%s”', (word) =>
    expect(readIn(`They ${word} to start aspirin 75 mg`)).toBe('aspirin not-ordered'),
  );
});

describe('an exchange that is put off is none', () => {
  test.each([
    // The "no" may be of the exchange: in doubt neither is ordered.
    ['No fever, change ramipril to losartan 50 mg', 'ramipril unclear, losartan not-ordered'],
    ['Consider: change ramipril to losartan 50 mg', 'ramipril unclear, losartan not-ordered'],
    ['Change ramipril later to losartan 50 mg', 'ramipril unclear, losartan not-ordered'],
    ['Switch to losartan next visit', 'losartan not-ordered'],
    ['Switch to losartan 50 mg next visit', 'losartan not-ordered'],
    ['Switch to losartan 50 mg - declined', 'losartan not-ordered'],
    [
      'Losartan 50 mg OD as ramipril replacement (declined)',
      'losartan not-ordered, ramipril unclear',
    ],
  ])('%s', (text, expected) => expect(readIn(text)).toBe(expected));
});

describe('a start under a heading that does not order', () => {
  test.each([
    ['Current medications', 'Start aspirin 75 mg', 'advised'],
    ['Past medications', 'Start aspirin 75 mg', 'advised'],
    ['Current medications', 'Aspirin 75 mg', 'taken'],
    ['Past medications', 'Aspirin 75 mg', 'past'],
    ['Current medications', 'Plan to start aspirin', 'not-ordered'],
  ])('%s: %s', (title, text, expected) => expect(readIn(text, title)).toBe(`aspirin ${expected}`));
});

describe('of several places', () => {
  const of = (...given: [title: string, text: string][]) =>
    actIn(
      given.map(([title, text]) => ({ title, text })),
      'aspirin',
      ['aspirin'],
    )?.status;

  test('the plan says the last word, a stop counts before a use, a use before a mere name', () => {
    expect(of(['History', 'Takes aspirin 75 mg'], ['Plan', 'Aspirin'])).toBe('unclear');
    expect(of(['History', 'Takes aspirin 75 mg'], ['History', 'Aspirin stopped'])).toBe('stopped');
    expect(of(['Past medications', 'Aspirin 75 mg'], ['History', 'Takes aspirin'])).toBe('taken');
    expect(of(['History', 'Aspirin'], ['History', 'Takes aspirin'])).toBe('taken');
  });

  test('those of longer names are not its own', () => {
    const read = (text: string, name: string, all: string[]) =>
      actIn([{ title: 'Plan', text }], name, all)?.status;
    expect(
      read('Telma H 40 mg OD. Telma AM 40 mg OD. Stop Telma', 'telma', [
        'telma',
        'telma h',
        'telma am',
      ]),
    ).toBe('stopped');
    expect(
      read('Sitagliptin metformin 500 mg OD. Stop metformin', 'metformin', [
        'metformin',
        'sitagliptin metformin',
      ]),
    ).toBe('stopped');
  });

  test.each([
    ['Family history', 'family'],
    ['Allergies', 'allergy'],
    ['Plan', 'unclear'],
  ])('a sentence without an end under %s is only read as %s', (title, expected) =>
    expect(of([title, `${'x '.repeat(1001)}aspirin 75 mg OD`])).toBe(expected),
  );
});

test('a name that holds its own stop is stopped', () => {
  const read = (text: string, name: string) => actIn([{ title: 'Plan', text }], name)?.status;
  expect(read('Stop aspirin', 'Stop aspirin')).toBe('stopped');
  expect(read('Aspirin stopped', 'Aspirin stopped')).toBe('stopped');
});

test('a date is that behind the name, and what is no medicine needs no dose to be ordered', () => {
  expect(
    actIn([{ title: 'History', text: 'Seen in 2019. Appendicectomy in 2004' }], 'appendicectomy'),
  ).toEqual({ status: 'completed', date: '2004' });
  expect(
    actIn([{ title: 'Plan', text: 'Physiotherapy' }], 'physiotherapy', ['aspirin'])?.status,
  ).toBe('ordered');
});

test('what a patient lacks is replaced by itself, in any writing', () => {
  const read = (text: string) => actIn([{ title: 'Plan', text }], 'potassium')?.status;
  expect(read('Replace the potassium 20 mmol')).toBe('ordered');
  expect(read('Replace The Potassium 20 mmol')).toBe('ordered');
});

test('a name that is only a form stands for no medicine that comes in another’s place', () =>
  expect(
    actIn([{ title: 'Plan', text: 'Change ramipril to “see chart”' }], 'ramipril', [
      'ramipril',
      'iv',
    ])?.status,
  ).toBe('unclear'));
