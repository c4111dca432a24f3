/** Which visits may have a prescription, and when two names are surely two people. */
import { expect, test } from 'vitest';
import {
  namesDiffer,
  visitOf,
  visitsWithPrescription,
} from '../../../../../renderer/features/clinic/orders/orders-format.ts';
import { visit } from '../../../../support/fakes/fake-visits.ts';

test.each([
  ['Asha Rao', 'Farhan Shaikh', true],
  ['Asha Rao', 'asha  RAO', false],
  ['Asha', 'Asha Rao', false],
  ['Rao Asha', 'Asha Kumari Rao', false],
  ['Dr. Asha Rao', 'Mrs Asha Rao', false],
  ['José Núñez', 'Jose Nunez', false],
  ['आशा शर्मा', 'आशा देवी शर्मा', false],
  ['आशा', 'उषा', true],
  ['Asha Rao', 'Usha Rao', true],
  ['', 'Asha', false],
  ['Asha', '', false],
  ['Mr', 'Asha', false],
])('%s and %s differ: %s', (one, other, expected) =>
  expect(namesDiffer(one, other)).toBe(expected),
);

test('only visits with a note are offered, and an order finds its visit by the transaction', () => {
  const now = 1_760_000_000_000;
  const visits = [
    visit(now, 0, 'ready', { transactionId: 'txn-a' }),
    visit(now, 0, 'processing'),
    visit(now, 0, 'partial'),
    visit(now, 0, 'ready', { locked: true }),
    visit(now, 0, 'discarded'),
  ];
  expect(visitsWithPrescription(visits).map(({ state }) => state)).toEqual(['ready', 'partial']);
  const many = Array.from({ length: 120 }, (_, index) =>
    visit(now, index, 'ready', { transactionId: `txn-${index}-x` }),
  );
  expect(visitsWithPrescription(many)).toHaveLength(100);
  expect(visitsWithPrescription(many, 'txn-117-x').at(-1)).toBe(many[117]);
  expect(visitOf('txn-a', visits)).toBe(visits[0]);
  expect([visitOf('', visits), visitOf('other', visits)]).toEqual([undefined, undefined]);
});
