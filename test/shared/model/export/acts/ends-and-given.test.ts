/** A stop that has its day, what comes in another's place, and what was given here and now. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { actIn } from '../../../../../shared/model/export/acts/act-status.ts';

const medicines = ['furosemide', 'meropenem', 'clopidogrel', 'aspirin', 'Tab. Telma', 'vitamin A'];
const inPlan = (text: string, name: string, isTest = false) =>
  actIn([{ title: 'Plan', text }], name, isTest ? [] : medicines, { isTest })?.status;
const statuses = (text: string, ...names: string[]) => names.map((name) => inPlan(text, name));

const medicine = fc.constantFrom(...medicines);
const two = fc.tuple(medicine, medicine).filter(([a, b]) => a !== b);
const often = fc.constantFrom('OD', 'BD', 'tds', 'twice daily', 'q8h', '1-0-1');
const number = fc.constantFrom('1', '3', '10', 'one', 'two', 'twelve', 'a', 'a few');
const span = fc
  .tuple(number, fc.constantFrom('day', 'days', 'weeks', 'wks', 'months', 'year'))
  .map((parts) => parts.join(' '));
const day = fc.constantFrom('day 7', 'the 5th day', 'day 10 of the cycle');
const later = fc.oneof(
  fc.tuple(fc.constantFrom('after', 'in', 'at', 'by'), span).map((parts) => parts.join(' ')),
  fc.tuple(fc.constantFrom('after', 'on', 'by'), day).map((parts) => parts.join(' ')),
  fc.constantFrom('after completing 14 days', 'after the next review', 'after this strip'),
);
const stop = fc.constantFrom('stop', 'to stop', 'discontinue', 'to be stopped', 'then stop');

describe('a stop on a later day', () => {
  test('is the end of an order with a dose', () => {
    fc.assert(
      fc.property(medicine, often, stop, later, (name, times, verb, when) => {
        const text = `${name} 40 mg ${times}, ${verb} ${when}`;
        expect([text, inPlan(text, name)]).toEqual([text, 'ordered']);
      }),
    );
  });

  test('leaves what has no dose as taken until then, and never as an order or stopped', () => {
    fc.assert(
      fc.property(medicine, later, fc.boolean(), (name, when, isFirst) => {
        const text = isFirst ? `Stop ${name} ${when}` : `${name} to be stopped ${when}`;
        expect([text, inPlan(text, name)]).toEqual([text, 'taken']);
      }),
    );
  });

  test('stops nothing that is named behind it', () => {
    fc.assert(
      fc.property(two, often, later, ([a, b], times, when) => {
        const text = `Stop ${a} ${when}, ${b} 75 mg ${times}`;
        expect([text, ...statuses(text, a, b)]).toEqual([text, 'taken', 'ordered']);
      }),
    );
  });

  test('is none where the words tell of the past', () => {
    fc.assert(
      fc.property(medicine, span, (name, time) => {
        const text = `${name} 40 mg OD stopped after ${time} due to cramps`;
        expect([text, inPlan(text, name)]).toEqual([text, 'stopped']);
      }),
    );
  });

  test.each([
    ['Stop clopidogrel after 12 months, aspirin lifelong', 'clopidogrel', 'taken'],
    ['Stop clopidogrel after 12 months, aspirin lifelong', 'aspirin', 'unclear'],
    ['Stop clopidogrel after 12 months and aspirin after 24 months', 'aspirin', 'unclear'],
    ['Stop aspirin after a bleed', 'aspirin', 'stopped'],
    ['Aspirin BD, stop after 3 days', 'aspirin', 'ordered'],
    ['Start aspirin, stop after 3 days', 'aspirin', 'ordered'],
    ['Aspirin 75 mg TDS, stop after pain settles', 'aspirin', 'ordered'],
    ['Stop aspirin, review after 2 weeks', 'aspirin', 'stopped'],
    ['Not taking aspirin in 2 weeks', 'aspirin', 'not-taken'],
    ['Aspirin 75 bd 3 din ke baad band kar dein', 'aspirin', 'ordered'],
    ['Aspirin 75 tds 3 din tak phir band kar dena', 'aspirin', 'ordered'],
    ['Aspirin 3 din ke baad band kar dein', 'aspirin', 'taken'],
    ['Stop antibiotics after day 5, aspirin 75 OD', 'aspirin', 'ordered'],
  ])('“%s”: %s is %s', (text, name, status) => expect(inPlan(text, name)).toBe(status));

  test('of a medicine stops no test behind it', () => {
    const text = 'Stop aspirin 5 days before surgery, CBC tomorrow';
    expect(actIn([{ title: 'Plan', text }], 'CBC', medicines, { isTest: true })?.status).toBe(
      'ordered',
    );
  });
});

describe('in the place of what stops', () => {
  const instead = fc.constantFrom('instead', 'in its place', 'in place of it');
  test('the second is ordered', () => {
    fc.assert(
      fc.property(two, often, instead, ([a, b], times, place) => {
        const text = `Stop ${a}, ${b} 50 mg ${times} ${place}, review`;
        expect([text, ...statuses(text, a, b)]).toEqual([text, 'stopped', 'ordered']);
      }),
    );
  });

  test.each([
    ['Stop aspirin, instead clopidogrel 75 OD', 'stopped', 'ordered'],
    ['Stop aspirin, clopidogrel may be tried instead', 'stopped', 'unclear'],
    ['Stop aspirin if gastritis, clopidogrel 75 instead', 'unclear', 'unclear'],
    ['Stop aspirin, clopidogrel 75 mg', 'stopped', 'unclear'],
    ['No need of aspirin, clopidogrel 75 OD instead', 'not-ordered', 'ordered'],
  ])('“%s”', (text, first, second) =>
    expect(statuses(text, 'aspirin', 'clopidogrel')).toEqual([first, second]),
  );

  test('what is named behind the second is not stopped', () => {
    const text = 'Stop aspirin, clopidogrel 75 OD instead, furosemide 40 OD';
    expect(inPlan(text, 'furosemide')).toBe('ordered');
  });
});

describe('given here and now', () => {
  const dose = fc.constantFrom('', ' 75', ' 300 mg', ' 0.5 ml im', ' 75 mg stat');
  const joint = fc.constantFrom(' and ', ' & ', ', and ', ' + ');
  const given = fc.constantFrom('given', 'given today', 'given stat', 'given in the clinic');
  test('each of a row is done, with one dose or none', () => {
    fc.assert(
      fc.property(two, dose, dose, joint, given, ([a, b], one, other, and, said) => {
        const text = `${a}${one}${and}${b}${other} ${said}`;
        expect([text, ...statuses(text, a, b)]).toEqual([text, 'done', 'done']);
      }),
    );
  });

  test('what has a frequency of its own stays an order', () => {
    fc.assert(
      fc.property(two, often, joint, ([a, b], times, and) => {
        const text = `${a} 75 mg ${times}${and}inj. ${b} 300 mg given today`;
        expect([text, ...statuses(text, a, b)]).toEqual([text, 'ordered', 'done']);
      }),
    );
  });

  test('a frequency behind it leaves open whether it is ordered', () => {
    const ward = fc.constantFrom('in the ward', 'at ward', 'in er', 'in the clinic');
    fc.assert(
      fc.property(
        medicine,
        ward,
        often,
        fc.constantFrom('', '10 units '),
        (name, at, times, one) => {
          const text = `${name} given ${at} ${one}${times}`;
          expect([text, inPlan(text, name)]).toEqual([text, 'unclear']);
        },
      ),
    );
  });

  test.each([
    ['Aspirin 325, clopidogrel 300 given', 'unclear', 'done'],
    ['Aspirin 325, clopidogrel 300 and furosemide 40 given stat', 'done', 'done'],
    ['Aspirin 75 and inj clopidogrel 75 given', 'unclear', 'done'],
    ['Aspirin and clopidogrel given at 2 pm', 'done', 'done'],
    ['Aspirin 75 mg and clopidogrel 75 mg to be given at 2 pm', 'ordered', 'ordered'],
    ['Given aspirin and clopidogrel today', 'done', 'done'],
    ['Given aspirin and clopidogrel', 'unclear', 'unclear'],
    ['Given aspirin and clopidogrel x 5 days', 'ordered', 'ordered'],
    ['Given aspirin 75 OD, clopidogrel 75 OD', 'ordered', 'ordered'],
  ])('“%s”', (text, first, second) =>
    expect(statuses(text, 'aspirin', 'clopidogrel')).toEqual([first, second]),
  );

  test.each([
    ['ECG and echo done today', 'ECG', 'done'],
    ['X-ray chest & ECG done', 'X-ray chest', 'done'],
    ['ECG and CBC to be done', 'ECG', 'ordered'],
    ['CBC and repeat ECG done', 'CBC', 'ordered'],
    ['ECG, CBC to be done tomorrow', 'ECG', 'ordered'],
  ])('of tests: “%s”: %s is %s', (text, name, status) =>
    expect(inPlan(text, name, true)).toBe(status),
  );

  test('an injection “laga di” was given', () =>
    expect(inPlan('Inj furosemide laga di', 'furosemide')).toBe('completed'));
});

describe('what is not clear is asked, and neither ordered nor left out', () => {
  test.each([
    // A dose in words that are not known.
    ['Inj. Avil 1 amp, aspirin 300 mg given', 'Inj. Avil'],
    ['Tylenol 15 mg/kg, aspirin 300 mg given in triage', 'Tylenol'],
    ['Dexa 2cc, furosemide 40 mg given', 'Dexa'],
    // Given now, and more of it to come.
    ['Given furosemide 20 stat, then 20 BD', 'furosemide'],
    ['Given clopidogrel 300 stat, 75 OD from tomorrow', 'clopidogrel'],
    ['Given aspirin 75 today', 'aspirin'],
    ['Given meropenem iv stat, repeat tomorrow', 'meropenem'],
    // An hour of each day.
    ['Levodopa 110 given at 8 am, 2 pm and 8 pm', 'Levodopa'],
    ['Inj. meropenem 1 g given at 8 am, next at 4 pm', 'meropenem'],
    // Beside a vaccine.
    ['Augmentin 625 and TT given', 'Augmentin'],
    ['Aspirin 75 and flu vaccine given', 'aspirin'],
    // A day that may have been.
    ['Stop aspirin after 2 weeks of use', 'aspirin'],
    ['Stop furosemide after potassium 6.1', 'furosemide'],
    ['Stop meropenem after 5 days, creatinine rising', 'meropenem'],
    // An end of its own; what another gives; what comes in the place is no medicine.
    ['Stop furosemide after 3 days, aspirin 25 OD after 1 week', 'aspirin'],
    ['Stop furosemide, patient buying aspirin 75 instead', 'aspirin'],
    ['Stop furosemide, diet instead, aspirin 75 BD', 'aspirin'],
  ])('%s: %s', (text, name) => {
    const read = actIn([{ title: 'Plan', text }], name, [
      ...medicines,
      name,
      'TT',
      'flu vaccine',
    ])?.status;
    expect(read).toBe('unclear');
  });

  test('by needle, and of one hour, it was given', () => {
    expect(inPlan('Inj. meropenem 1 g given at 8 am', 'meropenem')).toBe('done');
    expect(inPlan('Meropenem 1 g iv given at 8 am', 'meropenem')).toBe('done');
    expect(statuses('Aspirin and clopidogrel given at 2 pm', 'aspirin', 'clopidogrel')).toEqual([
      'done',
      'done',
    ]);
  });
});
