/** Every published form of an event says the same to Scriba, and no other form says anything. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readHint } from '../../../../../main/features/clinic/webhooks/event.ts';

const COMPLETED = 'v2rx.completed';
const acts = { event: COMPLETED, transactionId: 'txn-1', acts: true };

test.each<[string, unknown]>([
  [
    'the seed form',
    {
      event: COMPLETED,
      data: { transaction_id: 'txn-1', status: 'completed', session_id: 'txn-1' },
      timestamp: '2026-09-21T14:13:20Z',
    },
  ],
  [
    'another session id',
    { event: COMPLETED, data: { transaction_id: 'txn-1', status: 'failed', session_id: 'other' } },
  ],
  [
    'the nested form',
    {
      business_id: 'b-1',
      client_id: 'c',
      service_id: 'v2rx',
      event_id: COMPLETED,
      payload: {
        service: 'v2rx',
        event: COMPLETED,
        event_time: 1790000000,
        transaction_id: 'txn-1',
        data: {},
      },
    },
  ],
  [
    'the flat form',
    { service: 'v2rx', event: COMPLETED, event_time: 'now', transaction_id: 'txn-1', data: {} },
  ],
  ['event_type', { event_type: COMPLETED, transaction_id: 'txn-1' }],
  [
    'members of other types beside it',
    { event: COMPLETED, event_id: 7, data: { transaction_id: 'txn-1', event: [] }, payload: 'x' },
  ],
])('%s', (_name, event) => expect(readHint(event)).toEqual(acts));

test('the first place that says it counts', () => {
  expect(
    readHint({
      event: 'a.b',
      event_id: COMPLETED,
      data: { transaction_id: 'one' },
      transaction_id: 'two',
    }),
  ).toEqual({ event: 'a.b', transactionId: 'one', acts: false });
});

test.each([
  ['scribe.session.transcript.completed', true],
  ['scribe.session.document.generated', true],
  ['scribe.session.init', false],
  ['prescription.created', false],
  ['', false],
])('%s makes Scriba look: %s', (event, expected) => {
  expect(readHint({ event, transaction_id: 'txn-1' }).acts).toBe(expected);
});

test('a name that has not the form of one is not shown, and an id that is none leads nowhere', () => {
  for (const event of ['Asha Rao', 'V2RX.completed', 'a'.repeat(80), '<b>', 'a b'])
    expect(readHint({ event }).event).toBeUndefined();
  for (const transaction_id of ['../x', 'a b', 'x'.repeat(65), '', 7, null])
    expect(readHint({ event: COMPLETED, transaction_id }).transactionId).toBeUndefined();
});

test('whatever it is, it is read without a throw', () => {
  fc.assert(fc.property(fc.anything(), (event) => void readHint(event)));
  fc.assert(
    fc.property(
      fc.record(
        {
          event: fc.anything(),
          event_id: fc.anything(),
          data: fc.anything(),
          payload: fc.anything(),
          transaction_id: fc.anything(),
        },
        { requiredKeys: [] },
      ),
      (event) => void readHint(event),
    ),
  );
});
