/** Medicines, tests and procedures by the words that are signed, and of notes signed before. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { presentSigned } from '../../../../../main/infrastructure/store/tables/signatures.ts';
import { actIn } from '../../../../../shared/model/export/acts/act-status.ts';
import { withSignedActs } from '../../../../../shared/model/export/acts/acts.ts';
import { neutralNote } from '../../../../../shared/model/export/export.ts';
import { neutralEntity as entity, plan } from '../../../../support/acts.ts';

describe('the signed words', () => {
  test('may take an order back, however it was coded', () => {
    const [stopped] = withSignedActs([entity('prescription', 'Aspirin')], plan('Stop aspirin'));
    expect(stopped).toMatchObject({ kind: 'medication', taking: 'stopped' });
    const [moved] = withSignedActs(
      [entity('prescription', 'Aspirin')],
      [{ title: 'Past medications', text: 'Aspirin 75 mg' }],
    );
    expect(moved).toMatchObject({ kind: 'medication', taking: 'unknown' });
    const [done] = withSignedActs(
      [entity('procedure', 'Appendicectomy')],
      plan('S/p appendicectomy in 2004'),
    );
    expect(done).toMatchObject({ kind: 'history_procedure', performed: '2004' });
    const [declined] = withSignedActs([entity('order', 'MRI')], plan('MRI declined'));
    expect(declined?.decision).toBe('pending');
  });

  test('never make an order of what was none, and leave words of other documents as they are', () => {
    const statement = entity('medication', 'Aspirin', { taking: 'completed' });
    expect(withSignedActs([statement], plan('Start aspirin'))).toEqual([statement]);
    const order = entity('prescription', 'Aspirin');
    expect(withSignedActs([order], plan('Rest'))).toEqual([order]);
  });

  test('keep a dosage or a value only where it still stands in its line', () => {
    const tablet = entity('prescription', 'Aspirin', { dosage: '1-0-1, 5 d' });
    const [same, changed] = ['Aspirin,  1-0-1, 5 d', 'Aspirin, 1-0-0, 5 d'].map(
      (line) => withSignedActs([tablet], plan(line))[0]?.dosage,
    );
    expect([same, changed]).toEqual(['1-0-1, 5 d', undefined]);
    const pressure = entity('vital', 'BP', {
      components: [
        ['8480-6', 'Systolic blood pressure', '130', 'mm[Hg]'],
        ['8462-4', 'Diastolic blood pressure', '80', 'mm[Hg]'],
      ],
    });
    const values = (line: string) =>
      withSignedActs([pressure], [{ title: 'Vitals', text: line }])[0]?.components.length;
    expect([values('BP 130/80 mmHg'), values('BP 150/80 mmHg'), values('BP 1130/80')]).toEqual([
      2, 0, 0,
    ]);
  });

  test('count together: the plan says the last word, and against itself it says nothing', () => {
    const said = (history: string, planned: string) =>
      actIn([{ title: 'History', text: history }, ...plan(planned)], 'aspirin')?.status;
    expect(said('On aspirin', 'Stop aspirin')).toBe('stopped');
    expect(said('Stopped aspirin himself', 'Restart aspirin 75 mg')).toBe('ordered');
    expect(said('On aspirin', 'Rest')).toBe('taken');
    expect(said('On aspirin', 'Stop aspirin\nAspirin 75 mg OD')).toBe('unclear');
  });

  test('a sentence without an end, or a name said hundreds of times, is not read and orders nothing', () => {
    for (const unit of ['in aspirin ', 'stop aspirin, ', 'Aspirin 75 mg OD. '])
      expect(actIn(plan(unit.repeat(8000)), 'aspirin')?.status).toBe('unclear');
    const long = `Start aspirin 75 mg ${'daily '.repeat(400)}`;
    expect(actIn(plan(long), 'aspirin')?.status).toBe('unclear');
    expect(actIn([{ title: 'Allergies', text: long }], 'aspirin')?.status).toBe('allergy');
  });

  test('are found as whole words, in any text', () => {
    expect(actIn(plan('Start aspirinate'), 'aspirin')).toBeUndefined();
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, name) => {
        actIn([{ title: text, text }], name);
      }),
      { numRuns: 300 },
    );
  });
});

test('a note that was signed before orders nothing that its own words do not order', () => {
  const canonical = JSON.stringify({
    id: 'n',
    patient: { name: 'A' },
    practitioner: { name: 'D' },
    date: '2026-01-01',
    sections: [
      { title: 'History', text: 'Appendicectomy in 2004. Previously on amlodipine.' },
      { title: 'Plan', text: 'Start metformin 500 mg BD' },
    ],
    entities: [
      entity('procedure', 'Appendicectomy'),
      entity('medication', 'amlodipine'),
      entity('medication', 'metformin 500 mg'),
    ],
  });
  const row = {
    id: 's',
    visitId: 'v',
    branch: 'b',
    version: 1,
    at: 0,
    who: 'd',
    sha256: '',
    looked: [],
    practice: false,
  };
  const { note } = presentSigned({ ...row, canonical });
  expect(note.entities.map(({ kind, taking, performed }) => [kind, taking, performed])).toEqual([
    ['history_procedure', undefined, '2004'],
    ['medication', 'completed', false],
    ['prescription', undefined, false],
  ]);
  const fresh = { ...neutralNote.parse(JSON.parse(canonical)), kinds: 2 };
  expect(presentSigned({ ...row, canonical: JSON.stringify(fresh) }).note.entities).toEqual(
    fresh.entities,
  );
});
