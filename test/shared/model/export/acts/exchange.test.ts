/** One medicine given up for another: what is given up is never an order. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ActStatus,
  actAt,
  actIn,
} from '../../../../../shared/model/export/acts/act-status.ts';

const medicines = [
  'aspirin',
  'ramipril',
  'Tab. Telma 40',
  'insulin glargine',
  'co-amoxiclav 625 mg',
  'losartan',
  'gliclazide MR 30 mg',
  'cefixime 200 mg BD',
  'apixaban',
  'ceftriaxone',
  'cefixime',
  'metformin',
];
const inPlan = (text: string, name: string, names = medicines): ActStatus | undefined =>
  actIn([{ title: 'Plan', text }], name, names)?.status;
const inHistory = (text: string, name: string) =>
  actIn([{ title: 'History', text }], name, medicines)?.status;

const old = fc.constantFrom('ramipril', 'Tab. Telma 40', 'insulin glargine', 'co-amoxiclav 625 mg');
const fresh = fc.constantFrom('losartan', 'gliclazide MR 30 mg', 'cefixime 200 mg BD', 'apixaban');
const exchanges = [
  'Change {a} to {b}',
  'Switch her {a} to {b} from tomorrow',
  'Convert from {a} to {b}',
  'Shift the patient from {a} over to {b}',
  'Rotate {a} to {b}',
  'Step down {a} to oral {b}',
  'Replace {a} with {b}',
  'Substitute {b} for {a}',
  'Substitute {a} by {b}',
  'Swap {a} for {b}',
  'Switch to {b} from {a}',
  'Start {b}, replacing {a}',
  'Start {b} instead of {a}',
  'Start {b} in lieu of {a}',
  'Instead of {a}, start {b}',
  '{b} to replace {a}',
  '{b} replaces {a}',
  '{a} to be changed to {b}',
  '{a} was replaced by {b}',
  '{a} swapped for {b}',
  '{b} substituted for {a}',
  'Continue metformin, switch {a} to {b}, review in a week',
];

describe('an exchange in a plan', () => {
  test('stops the one and orders the other, however it is said', () => {
    fc.assert(
      fc.property(fc.constantFrom(...exchanges), old, fresh, (said, a, b) => {
        const text = said.replace('{a}', a).replace('{b}', b);
        expect([text, inPlan(text, a), inPlan(text, b)]).toEqual([text, 'stopped', 'ordered']);
      }),
    );
  });

  test('leaves what is ordered before it and behind it as it is', () => {
    const bystander = fc.constantFrom(
      ...['Continue aspirin and |', 'Continue aspirin, |', 'Aspirin to continue; |'],
      ...['|, continue aspirin', '|. Continue aspirin', '|; aspirin daily'],
    );
    const alone = fc.constantFrom(...exchanges.filter((said) => !said.includes('metformin')));
    fc.assert(
      fc.property(alone, old, fresh, bystander, (said, a, b, beside) => {
        const own =
          beside.startsWith('|') || said.startsWith('{')
            ? said
            : said[0]?.toLowerCase() + said.slice(1);
        const text = beside.replace('|', own.replace('{a}', a).replace('{b}', b));
        const read = [inPlan(text, 'aspirin'), inPlan(text, a)];
        expect([text, ...read]).toEqual([text, 'ordered', 'stopped']);
      }),
      { numRuns: 300 },
    );
  });

  test('is read the same whatever blank stands between its words', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...exchanges),
        fc.constantFrom('\u00a0', '\u2009', '  ', '\t', '\u3000'),
        (said, blank) => {
          const text = said.replace('{a}', 'ramipril').replace('{b}', 'losartan');
          const other = text.replaceAll(' ', blank);
          expect([other, inPlan(other, 'ramipril'), inPlan(other, 'losartan')]).toEqual([
            other,
            'stopped',
            'ordered',
          ]);
        },
      ),
    );
  });

  test('for something that is no known medicine leaves the first neither ordered nor stopped', () => {
    for (const said of ['Change ramipril to something milder', 'Replace ramipril'])
      expect([said, inPlan(said, 'ramipril')]).toEqual([said, 'unclear']);
  });

  test.each([
    'Do not change {a} to {b}',
    'Consider changing {a} to {b}',
    'Discussed switching {a} to {b}',
    'If she coughs, change {a} to {b}',
    'He declined to switch {a} to {b}',
    'May swap {a} for {b} later',
    '{a} was not changed to {b}',
    '{a} may be switched to {b}',
  ])('“%s” orders nothing and stops nothing', (said) => {
    const text = said.replace('{a}', 'ramipril').replace('{b}', 'losartan');
    expect(inPlan(text, 'losartan')).toBe('not-ordered');
    expect(inPlan(text, 'ramipril')).toBe('unclear');
  });

  test('by an arrow alone may mean one after the other: the first is not known to be over', () => {
    const text = 'IV ceftriaxone 1 g for 3 days → oral cefixime 200 mg BD for 4 days';
    expect([inPlan(text, 'ceftriaxone'), inPlan(text, 'cefixime')]).toEqual(['unclear', 'ordered']);
    expect(inPlan('ramipril -> losartan', 'ramipril')).toBe('unclear');
  });

  test('of another day stops the one, and the other is not ordered by it', () => {
    const text = 'Changed from ramipril to losartan in 2019';
    expect(inHistory(text, 'ramipril')).toBe('stopped');
    expect(inHistory(text, 'losartan')).not.toBe('ordered');
  });
});

describe('another dose, time, route or form of the same medicine is no exchange', () => {
  test.each([
    'Change metformin to 1 g BD',
    'Metformin changed to 1 g twice daily',
    'Switch metformin to once daily',
    'Change metformin to a lower dose',
    'Switch metformin to sustained release 1 g',
    'Change metformin to the night',
    'Metformin 500 mg → 1 g BD',
    'Convert metformin to tablets',
  ])('“%s” still orders it', (said) => {
    expect(inPlan(said, said.includes('Metformin') ? 'Metformin' : 'metformin')).toBe('ordered');
  });
});

describe('words that take a medicine away', () => {
  test.each([
    ['No more amlodipine', 'stopped'],
    ['Get rid of the amlodipine', 'stopped'],
    ['Drop the evening amlodipine', 'stopped'],
    ['Do without amlodipine', 'stopped'],
    ['Leave out amlodipine', 'stopped'],
    ['Amlodipine left out', 'stopped'],
    ['Deprescribe amlodipine', 'stopped'],
    ['Take off amlodipine', 'stopped'],
    ['Amlodipine off', 'stopped'],
    ['Come off amlodipine', 'stopped'],
    ['Amlodipine no longer needed', 'stopped'],
    ['amlodipine hatao', 'stopped'],
    ['amlodipine hata dein', 'stopped'],
    ['amlodipine rok dein', 'stopped'],
    ['amlodipine chhod dein', 'stopped'],
    ['amlodipine bandh karein', 'stopped'],
    ['amlodipine ab nahi', 'not-ordered'],
    ['amlodipine nahi leni', 'not-ordered'],
    ['Skip amlodipine on the day of the scan', 'on-hold'],
    ['Wean off amlodipine', 'not-ordered'],
    ['Taper amlodipine and stop', 'not-ordered'],
    ['Amlodipine: no', 'not-ordered'],
    ['DC amlodipine', 'not-ordered'],
    ['Prefer losartan over amlodipine', 'not-ordered'],
    ['Losartan is better than amlodipine', 'not-ordered'],
    ['Amlodipine would be the next step', 'not-ordered'],
    ['Amlodipine discussed', 'not-ordered'],
    ['Advised against using amlodipine', 'not-ordered'],
    ['Discussed starting amlodipine', 'not-ordered'],
    ['Considering starting amlodipine', 'not-ordered'],
    ['Declined to start amlodipine', 'not-ordered'],
    ['Avoid starting amlodipine', 'not-ordered'],
    ['If BP stays high, start amlodipine', 'not-ordered'],
    ['Add losartan, not amlodipine.', 'not-ordered'],
    ['Losartan as amlodipine replacement', 'stopped'],
    ['Start losartan in amlodipine’s place', 'stopped'],
    ['Stop losartan, amlodipine 5 mg OD', 'unclear'],
  ] as const)('“%s”: %s', (said, status) => {
    expect(inPlan(said, /amlodipine/i.exec(said)?.[0] ?? '', [...medicines, 'amlodipine'])).toBe(
      status,
    );
  });

  test.each([
    ['Eye drop amlodipine', 'amlodipine'],
    ['Fever not settling, azithromycin 500 mg OD', 'azithromycin'],
    ['Talked about insulin; start glimepiride 1 mg', 'glimepiride'],
    ['Change the dressing daily, apply mupirocin', 'mupirocin'],
    ['Prednisolone 40 mg OD for 5 days then stop', 'Prednisolone'],
    ['Mupirocin to left outer ear', 'Mupirocin'],
    ['Ciprofloxacin drops: no refills', 'Ciprofloxacin'],
    ['Paracetamol 650 mg SOS, no other painkillers', 'Paracetamol'],
    ['Stop smoking and start amlodipine 5 mg', 'amlodipine'],
    ['Stop salt, continue amlodipine', 'amlodipine'],
    ['Amoxicillin 500 mg TDS 5 days, discussed risks', 'Amoxicillin'],
    ['Telmisartan 40 mg preferred over amlodipine', 'Telmisartan'],
    ['Stop ramipril and start losartan', 'losartan'],
    ['Stop ramipril, continue aspirin', 'aspirin'],
  ] as const)('and words like them that do not: “%s”', (said, name) => {
    expect(inPlan(said, name, [...medicines, name])).toBe('ordered');
  });
});

test('what is lacking is not given up with the medicine that is', () => {
  const line = 'Losartan 50 mg OD as potassium or ramipril replacement';
  const statusOf = (name: string, others: string[]) =>
    actIn([{ title: 'Plan', text: line }], name, others)?.status;
  expect(statusOf('ramipril', ['Losartan', 'potassium'])).toBe('stopped');
  expect(statusOf('Losartan', ['ramipril', 'potassium'])).toBe('ordered');
});

test('a short form of “tablet” behind a stop does not end its sentence', () => {
  const line = 'Tab clarithromycin 500 mg BD (hold t. simvastatin)';
  expect(actIn([{ title: 'Plan', text: line }], 'clarithromycin', ['simvastatin'])?.status).toBe(
    'ordered',
  );
});

test.each(['TAB', 'Tab.', 'tab', 'INJ', 'Oral', 'ORAL', 'IV'])(
  'a medicine is given up for another behind "%s", in any letters',
  (form) => {
    expect(inPlan(`Ramipril replaced by ${form} losartan`, 'ramipril')).toBe('stopped');
    expect(inPlan(`Ramipril replaced by ${form} losartan`, 'losartan')).toBe('ordered');
  },
);

test.each(['No cough', 'No dose was missed', 'No pain at night'])(
  '"%s" before an exchange does not make it none',
  (before) => {
    expect(inPlan(`${before}, change ramipril to losartan`, 'ramipril')).not.toBe('ordered');
  },
);

test.each(['Tab', 'Tab. ', 'inj', ''])(
  'a medicine of the note whose name is %j stands nowhere: nothing is given up for a sign',
  (name) => {
    const names = ['ramipril', name];
    expect(inPlan('Substitute ramipril with “a cheaper brand”', 'ramipril', names)).toBe('unclear');
    expect(inPlan('Substitute ramipril with *', 'ramipril', names)).toBe('unclear');
  },
);

describe('a finding that is denied before the comma leaves the exchange as it is', () => {
  const at = (text: string, name: string) => {
    const start = text.indexOf(name);
    return actAt(text, [start, start + name.length], medicines).status;
  };
  const alone = 'change ramipril to losartan 50 mg OD';
  test.each([
    'No cough, ',
    'No pedal oedema, ',
    'No cough or swelling, ',
    'Denies giddiness, ',
    'No new side effects, ',
    'No rash today, ',
    'Without any cramps, ',
  ])('%s', (before) => {
    const text = before + alone;
    expect([inPlan(text, 'ramipril'), inPlan(text, 'losartan')]).toEqual(['stopped', 'ordered']);
    for (const name of ['ramipril', 'losartan']) expect(at(text, name)).toBe(at(alone, name));
    expect(at(text, 'ramipril')).toBe('stopped');
  });

  test.each([
    'No, ',
    // It may be a condition.
    'No relief, ',
    'No improvement, ',
    'No fever, ',
    'No need, ',
    'No plan, ',
    'Not now, ',
    'Never mind, ',
    'No consent, ',
    'No cough, may ',
    'No cough, do not ',
    'No cough, if BP is high, ',
    'If no cough, ',
    'No cough, patient refuses to ',
    'No need as no cough, ',
    'No indication or cough, ',
    'No cough, would not ',
    'No plan to, with no cough, ',
    // What was done without is an act, and no finding.
    'Without anaesthesia, ',
    'Dressing without anaesthesia, ',
    'Without cough or consent, ',
  ])('what leaves it undone still does: %s', (before) => {
    const text = before + alone;
    expect(inPlan(text, 'losartan')).not.toBe('ordered');
    expect(inPlan(text, 'ramipril')).not.toBe('ordered');
    expect(inPlan(text, 'ramipril')).not.toBe('stopped');
  });
});
