/**
 * Reasons why no event comes, as far as this computer can tell: the platform's troubleshooting
 * table as hints.
 */
import type { AccountState } from '../../../../shared/model/account/account.ts';
import type {
  DeliveryOutcome,
  Subscription,
  WebhookState,
} from '../../../../shared/model/clinic/webhooks.ts';

export const webhookHints = [
  'authentication',
  'not-registered',
  'unsigned',
  'other-key',
  'relay',
  'clock',
  'nothing-yet',
] as const;
export type WebhookHint = (typeof webhookHints)[number];

export type WebhookView = {
  readonly state: WebhookState;
  readonly list: readonly Subscription[] | undefined;
  readonly account: AccountState['state'] | undefined;
};

/** The most important first; none while the receiver is off, and none if all is well. */
export function hintsOf({ state, list, account }: WebhookView): WebhookHint[] {
  if (!state.on || state.receiver === 'failed') return [];
  const hints: WebhookHint[] = [];
  if (account !== undefined && account !== 'signed-in') hints.push('authentication');
  const ours = list?.filter(({ key }) => key === 'ours') ?? [];
  if (list && ours.length === 0) hints.push('not-registered');
  if (list?.some(({ key }) => key === 'none')) hints.push('unsigned');
  // A delivery that succeeded since then proves more than an earlier failure.
  const latest = state.delivered.find(
    ({ outcome }) => outcome !== 'repeated' && outcome !== 'other-event',
  )?.outcome;
  if (latest === 'bad_signature') hints.push('other-key');
  if (latest === 'stale') hints.push('clock');
  if (latest !== undefined && changedByRelay.includes(latest)) hints.push('relay');
  if (
    hints.length === 0 &&
    ours.length > 0 &&
    state.receiver === 'listening' &&
    state.delivered.length === 0
  )
    hints.push('nothing-yet');
  return hints;
}

const changedByRelay: readonly DeliveryOutcome[] = [
  'bad_header',
  'too_large',
  'too_slow',
  'bad_json',
];

export const toneOf = (hint: WebhookHint): 'info' | 'warn' =>
  hint === 'nothing-yet' || hint === 'unsigned' ? 'info' : 'warn';

/** Names of events have dots, which separate keys of the catalogue. */
export const eventKey = (event: string) => event.replaceAll('.', '-');
