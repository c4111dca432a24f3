/** The kind under which a medicine, a test or a procedure leaves, by what the note says of it. */
import { describe, expect, test } from 'vitest';
import { isEndedInPlan, linesNaming } from '../../../../../shared/model/export/acts/act-status.ts';
import {
  medicinesOf,
  withAct,
  withKinds,
  withSignedActs,
} from '../../../../../shared/model/export/acts/acts.ts';
import type { NeutralEntity } from '../../../../../shared/model/export/export.ts';
import { neutralEntity as entity, plan } from '../../../../support/acts.ts';

const history = (text: string) => [{ title: 'History', text }];
/** In short: decision, kind, state of a medicine, whether and when it was done, a suspicion. */
const shown = ({ decision, kind, taking, performed, suspected }: NeutralEntity) =>
  [
    decision === 'accepted' ? '' : decision,
    kind,
    taking ?? '',
    performed === false ? '' : String(performed),
    suspected ? 'suspected' : '',
  ]
    .filter(Boolean)
    .join(' ');
type Sections = Parameters<typeof withAct>[1];
const read = (
  kind: string,
  text: string,
  sections: Sections,
  more: Partial<NeutralEntity> = {},
  options?: Parameters<typeof withAct>[2],
) => shown(withAct(entity(kind, text, more), sections, options));

describe('a medicine', () => {
  test.each<[string, Sections, string]>([
    ['that the plan orders', plan('Aspirin 75 mg OD'), 'prescription'],
    ['that is taken', history('On aspirin'), 'medication active'],
    ['that was taken', history('Previously on aspirin'), 'medication completed'],
    ['that is stopped', plan('Stop aspirin'), 'medication stopped'],
    ['that is held', plan('Hold aspirin'), 'medication on-hold'],
    ['that was not taken', history('Never took aspirin'), 'medication not-taken'],
    [
      'of a list of the past',
      [{ title: 'Past medications', text: 'Aspirin' }],
      'medication unknown',
    ],
    ['of which nothing is said', history('Aspirin'), 'medication unknown'],
    ['that stands nowhere', plan('Rest'), 'medication unknown'],
    ['of a relative', [{ title: 'Family history', text: 'Aspirin' }], 'pending medication'],
    ['that is not wanted', plan('Avoid aspirin'), 'pending medication'],
    ['that is an allergy', [{ title: 'Allergies', text: 'Aspirin' }], 'allergy'],
  ])('%s', (_, sections, expected) =>
    expect(read('medication', 'Aspirin', sections)).toBe(expected),
  );

  test('that is only suspected is neither ordered nor known to be taken', () => {
    const more = { suspected: true };
    expect(read('medication', 'Aspirin', plan('Aspirin 75 mg OD'), more)).toBe(
      'pending medication suspected',
    );
    expect(read('medication', 'Aspirin', history('On aspirin'), more)).toBe(
      'medication unknown suspected',
    );
  });

  test('that is over, as the doctor says, is neither ordered nor taken any more', () => {
    const past = { past: true };
    for (const sections of [
      plan('Aspirin 75 mg OD'),
      history('On aspirin'),
      history('Aspirin'),
      [{ title: 'Past medications', text: 'Aspirin' }],
    ])
      expect(read('medication', 'Aspirin', sections, {}, past)).toBe('medication completed');
    expect(read('medication', 'Aspirin', plan('Stop aspirin'), {}, past)).toBe(
      'medication stopped',
    );
    expect(read('medication', 'Aspirin', plan('Avoid aspirin'), {}, past)).toBe(
      'pending medication',
    );
  });

  test('gives way to another one of the note by its name', () => {
    const said = plan('Change aspirin to clopidogrel');
    const names = ['aspirin', 'clopidogrel'];
    expect(read('medication', 'aspirin', said, {}, { names })).toBe('medication stopped');
    expect(read('medication', 'clopidogrel', said, {}, { names })).toBe('prescription');
    expect(read('medication', 'aspirin', said)).toBe('medication unknown');
    expect(
      withKinds([entity('medication', 'aspirin'), entity('medication', 'clopidogrel')], said).map(
        shown,
      ),
    ).toEqual(['medication stopped', 'prescription']);
    expect(
      withSignedActs(
        [entity('prescription', 'aspirin'), entity('prescription', 'clopidogrel')],
        said,
      ).map(shown),
    ).toEqual(['medication stopped', 'prescription']);
  });

  test('is one whatever its state, and nothing else is', () =>
    expect(
      medicinesOf([
        entity('medication', 'a'),
        entity('prescription', 'b'),
        entity('order', 'c'),
        entity('allergy', 'd'),
      ]),
    ).toEqual(['a', 'b']));
});

describe('a test', () => {
  test.each<[string, Sections, Partial<NeutralEntity>, string]>([
    ['that the plan orders', plan('HbA1c after 3 months'), {}, 'order'],
    [
      'that has a value was done',
      plan('HbA1c 7 %'),
      { components: [['', '', '7', '%']] },
      'order true',
    ],
    ['that was done has no value, and stays words', history('HbA1c was done'), {}, 'pending order'],
    [
      'that is only suspected',
      plan('HbA1c after 3 months'),
      { suspected: true },
      'pending order suspected',
    ],
    ['that was declined', plan('HbA1c declined'), {}, 'pending order'],
  ])('%s', (_, sections, more, expected) =>
    expect(read('order', 'HbA1c', sections, more)).toBe(expected),
  );
});

describe('a procedure', () => {
  test.each<[string, Sections, string]>([
    ['that the plan orders', plan('Appendicectomy tomorrow'), 'procedure'],
    [
      'that was done, with its date',
      history('Appendicectomy done in 2004'),
      'history_procedure 2004',
    ],
    ['that was done some time', history('Appendicectomy done'), 'history_procedure true'],
    [
      'of the past',
      [{ title: 'Past history', text: 'Appendicectomy in 2004' }],
      'history_procedure 2004',
    ],
    ['that is over', history('S/p appendicectomy'), 'history_procedure true'],
    [
      'of which nothing is said may have been done',
      history('Appendicectomy'),
      'history_procedure true suspected',
    ],
    ['of a relative', [{ title: 'Family history', text: 'Appendicectomy' }], 'pending procedure'],
    ['that was declined', plan('Appendicectomy declined'), 'pending procedure'],
    ['that is held', plan('Hold appendicectomy'), 'pending procedure'],
    ['that is cancelled', plan('Appendicectomy cancelled'), 'pending procedure'],
    [
      'that stands among allergies',
      [{ title: 'Allergies', text: 'Appendicectomy' }],
      'pending procedure',
    ],
  ])('%s', (_, sections, expected) =>
    expect(read('procedure', 'Appendicectomy', sections)).toBe(expected),
  );

  test('that is only suspected stays words, in the plan and in the past', () => {
    for (const said of [plan('Appendicectomy tomorrow'), history('Appendicectomy done')])
      expect(read('procedure', 'Appendicectomy', said, { suspected: true })).toBe(
        'pending procedure suspected',
      );
  });
});

test('other kinds stay as they are', () => {
  for (const kind of ['symptom', 'allergy', 'advice', 'prescription'])
    expect(read(kind, 'Aspirin', plan('Stop aspirin'))).toBe(kind);
});

describe('the signed words', () => {
  const signed = (kind: string, sections: Sections, more: Partial<NeutralEntity> = {}) =>
    shown(withSignedActs([entity(kind, 'Aspirin', more)], sections)[0] as NeutralEntity);

  test('change a medicine that is taken only where they say more of it', () => {
    const taken = { taking: 'active' } as const;
    expect(signed('medication', history('Aspirin'), taken)).toBe('medication active');
    expect(signed('medication', [{ title: 'Past medications', text: 'Aspirin' }], taken)).toBe(
      'medication active',
    );
    expect(signed('medication', history('Stopped aspirin'), taken)).toBe('medication stopped');
    expect(signed('medication', plan('Hold aspirin'), taken)).toBe('medication on-hold');
  });

  test('take back an order of a medicine, a test or a procedure that they do not order', () => {
    expect(signed('prescription', history('Aspirin'))).toBe('medication unknown');
    expect(signed('order', history('Aspirin'))).toBe('pending order');
    expect(signed('procedure', history('Aspirin'))).toBe('history_procedure true suspected');
  });

  test('leave a procedure that was done, and kinds that order nothing', () => {
    expect(signed('procedure', history('Aspirin'), { performed: true })).toBe('procedure true');
    expect(signed('history_procedure', plan('Stop aspirin'), { performed: true })).toBe(
      'history_procedure true',
    );
    expect(signed('symptom', plan('Stop aspirin'))).toBe('symptom');
  });

  test.each([
    ['CABG 2019 refused', 'pending history_procedure 2019'],
    ['Mother had CABG in 2019\nCABG 2019 was cancelled', 'pending history_procedure 2019'],
    ['CABG recommended in 2019', 'history_procedure true suspected'],
    ['CABG 2019', 'history_procedure 2019'],
    ['CABG 2019\nNo need for another CABG', 'history_procedure 2019'],
    ['TKR 2019 refused', 'history_procedure 2019'],
  ])('“%s” take back an operation where no line says that it was done', (text, expected) => {
    const past = [{ title: 'History', text }];
    const [read] = withSignedActs(
      [entity('history_procedure', 'CABG', { performed: '2019' })],
      past,
    );
    expect(read && shown(read)).toBe(expected);
  });

  test('keep a dosage in other blanks and letters, of any of the lines that name it', () => {
    const dosage = (line: string, own = '1-0-1 After Food') =>
      withSignedActs([entity('prescription', 'Aspirin', { dosage: own })], plan(line))[0]?.dosage;
    expect(dosage('aspirin: 1-0-1  after food')).toBe('1-0-1 After Food');
    expect(dosage('Aspirin 75 mg\nAspirin 1-0-1 after food', ' 1-0-1 after food ')).toBe(
      ' 1-0-1 after food ',
    );
    expect(dosage('Aspirin 75 mg\nClopidogrel 1-0-1 after food')).toBeUndefined();
    expect(dosage('Rest')).toBe('1-0-1 After Food');
  });

  test('keep values only where all of them stand in one line, each as a whole number', () => {
    const values = (line: string, ...all: (string | number)[]) =>
      withSignedActs(
        [
          entity('vital', 'Pulse', {
            components: all.map((value) => ['', '', value, ''] as [string, string, string, string]),
          }),
        ],
        history(line),
      )[0]?.components.length;
    expect(values('Pulse 72', 72)).toBe(1);
    expect(values('Pulse 72.', '72')).toBe(1);
    expect(values('Pulse 172', '72')).toBe(0);
    expect(values('Pulse 0.72', '72')).toBe(0);
    expect(values('Pulse 720', '72')).toBe(0);
    expect(values('Pulse 72.5', '72')).toBe(0);
    expect(values('Pulse 72.5', '72.5')).toBe(1);
    expect(values('Pulse 7285', '72.5')).toBe(0);
    expect(values('Pulse REGULAR', 'regular')).toBe(1);
    expect(values('Pulse 72 and 80', '72', '80')).toBe(2);
    expect(values('Pulse 72\nPulse 80', '72', '80')).toBe(0);
  });
});

test('lines that name a thing name it in whole words, whatever blanks stand between', () => {
  const sections = [
    { title: 'A', text: 'Folic  acid 5 mg\nfolic acids\nRest' },
    { title: 'B', text: 'Stop FOLIC\u00a0ACID' },
  ];
  expect(linesNaming(sections, ' folic \t acid ')).toEqual(['Folic acid 5 mg', 'Stop FOLIC ACID']);
});

describe('a medicine ends in a plan', () => {
  const ended = (sections: Sections) => isEndedInPlan(sections, ' aspirin ', []);
  test('where it is stopped, held, or not taken', () => {
    expect(ended(plan('Stop aspirin'))).toBe(true);
    expect(ended(plan('Hold aspirin for 3 days'))).toBe(true);
    expect(ended(plan('Never took aspirin'))).toBe(true);
    expect(ended([...history('On aspirin'), ...plan('Stop aspirin')])).toBe(true);
  });
  test('and neither where another section tells of it, nor where it is only unwanted', () => {
    expect(ended(history('Stopped aspirin'))).toBe(false);
    expect(ended(plan('Avoid aspirin'))).toBe(false);
    expect(ended(plan('Aspirin 75 mg OD'))).toBe(false);
    expect(ended(plan('Stop smoking'))).toBe(false);
    expect(ended([])).toBe(false);
  });
  test('by the name that comes in its place', () => {
    const said = plan('Change aspirin to clopidogrel');
    expect(isEndedInPlan(said, 'aspirin', ['clopidogrel'])).toBe(true);
    expect(isEndedInPlan(said, 'aspirin', [])).toBe(false);
  });
});
