import { expect, test } from 'vitest';
import {
  LITTLE_ROOM,
  NO_ROOM,
  systemAlertsOf,
} from '../../../../../renderer/features/visits/alerts/system-alerts-format.ts';
import { en } from '../../../../../renderer/locales/en/index.ts';
import type { AccountState } from '../../../../../shared/model/account/account.ts';
import { auditWords } from '../../../../../shared/model/audit.ts';
import { conditionCodes } from '../../../../../shared/model/health.ts';
import { visit } from '../../../../support/fakes/fake-visits.ts';

const now = Date.UTC(2026, 10, 21, 10, 0);
const account = (
  state: AccountState['state'],
  profile: AccountState['profile'] = 'clinic',
): AccountState => ({ profile, state, baseUrl: '', brand: '', clientId: '' });
const well = {
  conditions: [],
  room: 40 * 3600,
  account: account('signed-in'),
  visits: [visit(now, 0, 'ready')],
};
const ids = (more: Partial<Parameters<typeof systemAlertsOf>[0]>) =>
  systemAlertsOf({ ...well, ...more }).map(({ id }) => id);

test('where all is well, nothing is said', () => expect(ids({})).toEqual([]));

test('less than two hours of room is said, less than a visit is said louder', () => {
  expect(ids({ room: LITTLE_ROOM })).toEqual([]);
  expect(systemAlertsOf({ ...well, room: LITTLE_ROOM - 1 })).toMatchObject([
    { id: 'disk-little', tone: 'warn' },
  ]);
  expect(systemAlertsOf({ ...well, room: NO_ROOM - 1 })).toMatchObject([
    { id: 'disk-none', tone: 'bad' },
  ]);
  expect(ids({ room: undefined })).toEqual([]);
});

test('a refused sign-in is said, one that was put off is not, and practice has none', () => {
  expect(ids({ account: account('needs-sign-in') })).toEqual(['sign-in']);
  expect(ids({ account: account('signed-out') })).toEqual([]);
  expect(ids({ account: account('needs-sign-in', 'practice') })).toEqual([]);
});

test('visits without their key are counted', () => {
  const locked = [
    visit(now, 0, 'ready', { locked: true }),
    visit(now, 0, 'sealed', { locked: true }),
  ];
  expect(systemAlertsOf({ ...well, visits: locked })).toMatchObject([
    { id: 'keys-missing', count: 2, remedy: 'privacy' },
  ]);
});

test('a wrong clock is said once, whoever noticed it', () => {
  const held = [visit(now, 0, 'uploading', { hold: 'clock' })];
  expect(ids({ visits: held })).toEqual(['clock-wrong']);
  expect(
    systemAlertsOf({
      ...well,
      visits: held,
      conditions: [{ code: 'clock-wrong', message: '17 minutes' }],
    }),
  ).toMatchObject([{ id: 'clock-wrong', notice: { message: '17 minutes' } }]);
});

test('the weightiest comes first, and each has its title', () => {
  const all = systemAlertsOf({
    conditions: conditionCodes.map((code) => ({ code, message: code })),
    room: 10,
    account: account('needs-sign-in'),
    visits: [visit(now, 0, 'ready', { locked: true })],
  });
  expect(all[0]?.tone).toBe('bad');
  expect(all.map(({ id }) => id).indexOf('rows-damaged')).toBeLessThan(
    all.map(({ id }) => id).indexOf('sign-in'),
  );
  const words = en.matter as unknown as Record<string, Record<string, string> | undefined>;
  for (const { id } of all)
    expect(
      Object.keys(words[id] ?? {}).some((key) => key.startsWith('title')),
      id,
    ).toBe(true);
});

test('each word of the audit list can be said', () => {
  expect(auditWords.filter((word) => !(word in en.audit.word))).toEqual([]);
});
