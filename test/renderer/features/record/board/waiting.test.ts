import { expect, test } from 'vitest';
import { undoneOf } from '../../../../../renderer/features/record/board/close-of-day.ts';
import { waitingOf } from '../../../../../renderer/features/record/board/waiting.ts';
import type { Patient } from '../../../../../shared/model/visit.ts';
import { visit } from '../../../../support/fakes/fake-visits.ts';

const now = 1_760_000_000_000;
const one = (...[state, more]: [Parameters<typeof visit>[2], Parameters<typeof visit>[3]?]) =>
  visit(now, 0, state, more);
const of = (id: string, patient: Patient) => ({ id, patient });
const seen = (patient: Patient) => ({ patient });
const ids = (...given: Parameters<typeof waitingOf>) => waitingOf(...given).map(({ id }) => id);

test('an appointment waits until its patient has a visit: by the number, else by name and birth', () => {
  const list = [
    of('a', { name: 'Asha Rao', recordNumber: 'U-1' }),
    of('b', { name: 'Asha Rao', recordNumber: 'U-2' }),
    of('c', { name: 'Ravi Das', birthDate: '1970-03-02' }),
  ];
  expect(ids(list, [])).toEqual(['a', 'b', 'c']);
  expect(ids(list, [seen({ name: 'Asha  RAO', recordNumber: 'u-2' })])).toEqual(['a', 'c']);
  expect(ids(list, [seen({ name: 'Another Name', recordNumber: 'U-1' })])).toEqual(['b', 'c']);
  expect(ids(list, [seen({ name: 'ravi das', birthDate: '1971-03-02' })])).toEqual(['a', 'b', 'c']);
  expect(ids(list, [seen({ name: 'ravi das' })])).toEqual(['a', 'b']);
});

test('a patient who comes twice has two visits; one visit ends one appointment', () => {
  const list = ['a', 'b'].map((id) => of(id, { name: 'Asha Rao', recordNumber: 'U-1' }));
  const asha = seen({ name: 'Asha Rao', recordNumber: 'U-1' });
  expect(ids(list, [asha])).toEqual(['b']);
  expect(ids(list, [asha, asha])).toEqual([]);
  expect(ids(list, [{ ...asha, locked: true }])).toEqual(['a', 'b']);
});

test('the close of day tells what is left of each visit, the most pressing first', () => {
  const ready = one('ready', { readyAt: now });
  const signed = { ...one('ready', { readyAt: now, signedAt: now }), id: 'signed' };
  const standings = {
    [ready.id]: { id: ready.id, codesLeft: 2, sent: false },
    signed: { id: 'signed', codesLeft: 0, sent: false },
  };
  const kinds = (...given: Parameters<typeof undoneOf>) =>
    undoneOf(...given).map(({ kind, visit: { id } }) => [kind, id]);
  const known = { standings, emrOn: true };
  expect(kinds([signed, ready], known)).toEqual([
    ['unsigned', ready.id],
    ['codes', ready.id],
    ['emr', 'signed'],
    ['sound', 'signed'],
    ['sound', ready.id],
  ]);
  expect(kinds([signed], { ...known, emrOn: false })).toEqual([['sound', 'signed']]);
  expect(kinds([one('attention'), one('recording'), one('uploading')], known)).toHaveLength(3);
  expect(undoneOf([one('recording')], known)[0]?.kind).toBe('unfinished');
  expect(
    kinds(
      [
        one('discarded'),
        { ...one('ready'), locked: true },
        one('purged', { signedAt: now, readyAt: now }),
      ],
      known,
    ),
  ).toEqual([]);
});
