import { expect, test } from 'vitest';
import {
  eventKey,
  hintsOf,
  type WebhookView,
  webhookHints,
} from '../../../../../renderer/features/settings/webhooks/webhooks-format.ts';
import { en } from '../../../../../renderer/locales/en/index.ts';
import {
  actedEvents,
  type DeliveryOutcome,
  deliveryOutcomes,
  type Subscription,
  type WebhookState,
} from '../../../../../shared/model/clinic/webhooks.ts';

const one = (key: Subscription['key']): Subscription => ({
  id: '1',
  endpoint: 'https://relay.example',
  events: [],
  key,
});
const came = (...outcomes: DeliveryOutcome[]) =>
  outcomes.map((outcome, index) => ({ at: 100 - index, outcome, times: 1 }));
const state = (more: Partial<WebhookState> = {}): WebhookState => ({
  on: true,
  port: 47815,
  receiver: 'listening',
  relayTo: '',
  header: '',
  keys: 1,
  delivered: came('woke'),
  ...more,
});
const hints = (more: Partial<WebhookView> = {}) =>
  hintsOf({ state: state(), list: [one('ours')], account: 'signed-in', ...more });

test('where all is well, and where the door is closed or could not be opened, nothing is said', () => {
  expect(hints()).toEqual([]);
  expect(
    hints({ state: state({ on: false, receiver: 'off' }), list: [], account: 'signed-out' }),
  ).toEqual([]);
  expect(hints({ state: state({ receiver: 'failed', trouble: 'port-busy' }), list: [] })).toEqual(
    [],
  );
});

test('the troubleshooting table: not signed in, not registered, nothing received', () => {
  expect(hints({ account: 'needs-sign-in' })).toEqual(['authentication']);
  expect(hints({ list: [] })).toEqual(['not-registered']);
  expect(hints({ list: [one('other')] })).toEqual(['not-registered']);
  expect(hints({ list: undefined })).toEqual([]);
  expect(hints({ state: state({ delivered: [] }) })).toEqual(['nothing-yet']);
  expect(hints({ list: [one('ours'), one('none')] })).toEqual(['unsigned']);
});

test.each<[DeliveryOutcome, readonly string[]]>([
  ['bad_signature', ['other-key']],
  ['stale', ['clock']],
  ['bad_header', ['relay']],
  ['too_large', ['relay']],
  ['too_slow', ['relay']],
  ['bad_json', ['relay']],
  ['already-here', []],
  ['other-visit', []],
])('the last event was %s: %j', (outcome, said) => {
  expect(hints({ state: state({ delivered: came(outcome, 'woke') }) })).toEqual(said);
  // A later success outweighs the failure; an outcome without meaning does not hide it.
  expect(hints({ state: state({ delivered: came('woke', outcome) }) })).toEqual([]);
  expect(hints({ state: state({ delivered: came('repeated', 'other-event', outcome) }) })).toEqual(
    said,
  );
});

test('every hint, outcome and event has words', () => {
  expect(Object.keys(en.webhooks.hint).sort()).toEqual([...webhookHints].sort());
  expect(Object.keys(en.webhooks.delivery).sort()).toEqual([...deliveryOutcomes].sort());
  expect(Object.keys(en.webhooks.event).sort()).toEqual(actedEvents.map(eventKey).sort());
});
