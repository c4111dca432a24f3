/** The id that follows a dead one: the same for the same, of the same moment, and no other's. */
import { expect, test } from 'vitest';
import { nextTransactionId } from '../../../../main/features/outbox/next-transaction.ts';

const FORM = /^txn-[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

test('it keeps the moment of a ULID, and is another id each time', () => {
  const first = 'txn-01KBCDEFGHJKMNPQRSTVWXYZ01';
  const second = nextTransactionId(first);
  expect(second).toMatch(FORM);
  expect(second.slice(0, 14)).toBe(first.slice(0, 14));
  expect(second).not.toBe(first);
  expect(nextTransactionId(first)).toBe(second);
  const chain = new Set([first]);
  let present = first;
  for (let at = 0; at < 100; at++) {
    present = nextTransactionId(present);
    expect(present).toMatch(FORM);
    chain.add(present);
  }
  expect(chain.size).toBe(101);
  // Asked for again after a lost database: it must be the same in every version.
  expect(second).toMatchInlineSnapshot(`"txn-01KBCDEFGHXT1NGW61Q8DCD5HQ"`);
});

test.each([
  'txn-a',
  'txn-01KBCDEFGHJKMNPQRSTVWXYZ01x',
  'xtxn-01KBCDEFGHJKMNPQRSTVWXYZ01',
  'txn-81KBCDEFGHJKMNPQRSTVWXYZ01',
  'txn-01kbcdefghjkmnpqrstvwxyz01',
  'txn-01KBCDEFGHJKMNPQRSTVWXYZI1',
])('of an id in another form (%s) it is an id in the contract’s form, too', (before) => {
  const next = nextTransactionId(before);
  expect(next).toMatch(FORM);
  expect(next.slice(0, 5)).toBe('txn-0');
  expect(next.slice(0, 14)).not.toBe(before.slice(0, 14));
});

test('of an id in another form it is the same id in every version, too', () => {
  expect(nextTransactionId('txn-a')).toMatchInlineSnapshot(`"txn-0W74D421THCM0Y7VTHQS21EQ8S"`);
});
