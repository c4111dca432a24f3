/** Chooses the alerts for a doctor from all that is known, the gravest first. */
import type { AccountState } from '../../../../shared/model/account/account.ts';
import type { Condition, ConditionCode, ConditionNotice } from '../../../../shared/model/health.ts';
import type { Visit } from '../../../../shared/model/visit.ts';

export type SystemAlert = {
  readonly id: 'disk-none' | 'disk-little' | 'sign-in' | 'keys-missing' | ConditionCode;
  readonly tone: 'info' | 'warn' | 'bad';
  /** The screen that helps. */
  readonly remedy?: 'account' | 'privacy' | 'encryption' | 'help' | undefined;
  /** What the core tells of it, with figures that only it knows. */
  readonly notice?: ConditionNotice | undefined;
  readonly count?: number | undefined;
  /** Told once and done: a person may put it away. */
  readonly once: boolean;
};

/** Two hours: what a long day's visit may need. */
export const LITTLE_ROOM = 2 * 3600;
/** A visit may not end before the disk is full. */
export const NO_ROOM = 15 * 60;

const tones: Readonly<Record<ConditionCode, Pick<SystemAlert, 'tone' | 'once' | 'remedy'>>> = {
  'rows-damaged': { tone: 'bad', once: false, remedy: 'help' },
  'database-rebuilt': { tone: 'warn', once: true },
  'folder-older': { tone: 'warn', once: true },
  'platform-newer': { tone: 'warn', once: true },
  'database-newer': { tone: 'warn', once: true },
  'database-joined': { tone: 'info', once: true },
  'clock-wrong': { tone: 'warn', once: false },
  'answer-not-sealed': { tone: 'warn', once: true, remedy: 'encryption' },
  'policy-wrong': { tone: 'warn', once: false, remedy: 'help' },
  'page-crashed': { tone: 'warn', once: true },
  'app-crashed': { tone: 'warn', once: true },
};
const order: readonly SystemAlert['id'][] = [
  'disk-none',
  'rows-damaged',
  'keys-missing',
  'folder-older',
  'platform-newer',
  'database-newer',
  'database-rebuilt',
  'page-crashed',
  'app-crashed',
  'disk-little',
  'clock-wrong',
  'policy-wrong',
  'sign-in',
  'database-joined',
  'answer-not-sealed',
];

type Known = {
  readonly conditions: readonly Condition[];
  /** Seconds of recording that fit. */
  readonly room: number | undefined;
  readonly account: AccountState | undefined;
  readonly visits: readonly Visit[];
};

export function systemAlertsOf({
  conditions,
  room,
  account,
  visits,
}: Known): readonly SystemAlert[] {
  const found: SystemAlert[] = conditions.map(({ code, ...notice }) => ({
    id: code,
    notice,
    ...tones[code],
  }));
  if (room !== undefined && room < LITTLE_ROOM)
    found.push({
      id: room < NO_ROOM ? 'disk-none' : 'disk-little',
      tone: room < NO_ROOM ? 'bad' : 'warn',
      once: false,
    });
  if (account?.profile === 'clinic' && account.state === 'needs-sign-in')
    found.push({ id: 'sign-in', tone: 'warn', remedy: 'account', once: false });
  const locked = visits.filter((visit) => visit.locked).length;
  if (locked > 0)
    found.push({ id: 'keys-missing', tone: 'warn', remedy: 'privacy', count: locked, once: false });
  // The platform refuses us for the clock before it was measured here.
  if (!found.some(({ id }) => id === 'clock-wrong') && visits.some(({ hold }) => hold === 'clock'))
    found.push({ id: 'clock-wrong', ...tones['clock-wrong'] });
  return found.sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
}
