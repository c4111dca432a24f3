/**
 * Answers of the core that a notice overtakes: the notice is newer, and stays. A page that takes an
 * old "open" for true would show patients after a lock (P12).
 */
import { beforeEach, expect, test, vi } from 'vitest';
import { openBridge } from '../../../renderer/common/bridge.ts';
import { connectStores, loadAll, useOpening } from '../../../renderer/common/lifecycle.ts';
import { openDoor } from '../../../renderer/common/stores/core.ts';
import { useDesktop } from '../../../renderer/common/stores/desktop.ts';
import { useHealth } from '../../../renderer/common/stores/health.ts';
import { openNote } from '../../../renderer/common/stores/navigation.ts';
import {
  askReachable,
  lockVault,
  signOut,
  unlock,
  useSession,
} from '../../../renderer/common/stores/session.ts';
import { useSettings } from '../../../renderer/common/stores/settings.ts';
import { useDay } from '../../../renderer/features/record/board/day-store.ts';
import { useVisits } from '../../../renderer/features/visits/visits-store.ts';
import type { AccountState } from '../../../shared/model/account/account.ts';
import type { fakeHost } from '../../support/fakes/fake-bridge.ts';

vi.stubGlobal('window', { addEventListener: () => {} });
vi.stubGlobal('document', { getElementById: () => null });

const { fakeHost: makeHost } = (await import('../../support/fakes/fake-bridge.ts')) as unknown as {
  fakeHost: typeof fakeHost;
};
const host = makeHost({
  profile: 'practice',
  host: 'electron',
  visits: 'every',
  dayList: true,
  unfinished: true,
  health: ['clock-wrong'],
});
/** Answers that the core has given and that are still on their way, by the names of requests. */
const held = new Map<string, () => void>();
let hold: readonly string[] = [];
/** Answers that the core gives in place of the fake's. */
let instead: Readonly<Record<string, unknown>> = {};
let areNoticesLost = false;
const bridge = openBridge({
  listen: (listener) =>
    host.listen((name, payload) => void (areNoticesLost || listener(name, payload))),
  async ask(name, input) {
    const answer = structuredClone(instead[name] ?? (await host.ask(name, input)));
    if (hold.includes(name)) await new Promise<void>((release) => held.set(name, release));
    return answer as never;
  },
});
openDoor(bridge);
connectStores(bridge);

beforeEach(async () => {
  hold = [];
  instead = {};
  held.clear();
  areNoticesLost = false;
  await host.ask('vault.unlock', {});
  await loadAll();
  expect(names()).not.toEqual([]);
});

const vault = () => useSession.getState().vault?.state;
/** Everything of a patient that the stores of a first screen hold. */
const names = () => [
  ...useVisits.getState().list.map(({ patient }) => patient.name),
  ...useVisits.getState().unfinished.map(({ patientName }) => patientName),
  ...useDay.getState().appointments.map(({ patient }) => patient.name),
];

/** Runs `work` while the answers to those requests are on their way, after the core gave them. */
async function meanwhile(asked: readonly string[], run: () => unknown, work: () => unknown) {
  hold = asked;
  const running = run();
  await vi.waitFor(() => expect([...held.keys()].toSorted()).toEqual(asked.toSorted()));
  hold = [];
  await work();
  for (const release of held.values()) release();
  held.clear();
  await running;
  await new Promise((resolve) => setTimeout(resolve));
}

test.for([
  'app.info vault.state',
  'app.info',
  'vault.state',
  'account.state',
  'platform.reachable',
])('a lock while %s is read leaves the page locked, without a name', async (asked) => {
  await meanwhile(asked.split(' '), loadAll, () => host.ask('vault.lock', undefined));
  expect(vault()).toBe('locked');
  expect(names()).toEqual([]);
});

test.for(['visits.current', 'recordings.unfinished', 'day.list', 'settings.get', 'account.offer'])(
  'a lock in the second round, while %s is read, leaves no name',
  async (name) => {
    await meanwhile([name], loadAll, () => host.ask('vault.lock', undefined));
    expect(vault()).toBe('locked');
    expect(names()).toEqual([]);
  },
);

test('a lock of which the notice was lost is learnt by reading anew, and empties the page', async () => {
  areNoticesLost = true;
  await host.ask('vault.lock', undefined);
  expect(names()).not.toEqual([]);
  await loadAll();
  expect(vault()).toBe('locked');
  expect(names()).toEqual([]);
});

test('a lock that was asked for here empties the page also where its notice is lost', async () => {
  areNoticesLost = true;
  await lockVault();
  expect(vault()).toBe('locked');
  expect(names()).toEqual([]);
});

test('a lock that came after an unlocking, and was told before its answer, stays', async () => {
  await host.ask('vault.lock', undefined);
  await meanwhile(['vault.unlock'], unlock, () => host.ask('vault.lock', undefined));
  expect(vault()).toBe('locked');
  expect(names()).toEqual([]);
});

test('an unlocking while the state is read stays as well', async () => {
  await host.ask('vault.lock', undefined);
  await meanwhile(['vault.state'], loadAll, async () => {
    await host.ask('vault.unlock', {});
    host.tell('vault.changed', { state: 'open' });
  });
  expect(vault()).toBe('open');
});

test('what a notice told of account and connection while they are read stays', async () => {
  const account = { ...useSession.getState().account, state: 'signed-out' } as AccountState;
  const reachable = { reachable: false, since: 7 };
  await meanwhile(['account.state', 'platform.reachable'], loadAll, () => {
    host.tell('account.changed', account);
    host.tell('platform.reachable', reachable);
  });
  expect(useSession.getState()).toMatchObject({ account, reachable });
  await loadAll();
  expect(useSession.getState().reachable).not.toEqual(reachable);
});

test('what a notice told of the connection while the heartbeat asks for it stays', async () => {
  const reachable = { reachable: false, since: 7 };
  await meanwhile(['platform.reachable'], askReachable, () =>
    host.tell('platform.reachable', reachable),
  );
  expect(useSession.getState().reachable).toEqual(reachable);
  await askReachable();
  expect(useSession.getState().reachable).not.toEqual(reachable);
});

test('an account that was told while it is signed out stays', async () => {
  const account = { ...useSession.getState().account, state: 'expired' } as unknown as AccountState;
  instead = { 'account.signOut': { ok: true, value: { ...account, state: 'signed-out' } } };
  await meanwhile(['account.signOut'], signOut, () => host.tell('account.changed', account));
  expect(useSession.getState().account).toEqual(account);
  await signOut();
  expect(useSession.getState().account?.state).toBe('signed-out');
});

test('a visit that is erased while its note is opened does not come back', async () => {
  const older = { ...useVisits.getState().list[0]!, id: 'of last year', createdAt: 1 };
  instead = { 'visits.get': { ok: true, value: older } };
  const ids = () => useVisits.getState().list.map(({ id }) => id);
  await meanwhile(
    ['visits.get'],
    () => openNote(older.id),
    () => host.tell('visits.gone', { id: older.id }),
  );
  expect(ids()).not.toContain(older.id);
  openNote('another');
  openNote(older.id);
  await vi.waitFor(() => expect(ids()).toContain(older.id));
});

test('a lock at which the core refuses what is read shows the lock, not a failed start', async () => {
  useOpening.setState({ opened: false, failure: undefined });
  instead = { 'visits.current': { ok: false, code: 'locked', message: 'x' } };
  await meanwhile(['visits.current'], loadAll, () => host.ask('vault.lock', undefined));
  expect(useOpening.getState()).toEqual({ opened: true, failure: undefined });
  expect(vault()).toBe('locked');
  instead = { 'settings.get': { ok: false, code: 'broken', message: 'x' } };
  await loadAll();
  expect(useOpening.getState().failure?.code).toBe('broken');
});

test('what a notice told of settings, health and desktop while they are read stays', async () => {
  const settings = { ...useSettings.getState().settings!, theme: 'dark' as const };
  const state = { hotkey: 'on', miniWindow: true } as const;
  await meanwhile(['settings.get', 'app.health', 'desktop.state'], loadAll, () => {
    host.tell('settings.changed', settings);
    host.tell('app.health', []);
    host.tell('desktop.changed', state);
  });
  expect(useSettings.getState().settings).toEqual(settings);
  expect(useHealth.getState().conditions).toEqual([]);
  expect(useDesktop.getState().state).toEqual(state);
  await loadAll();
  expect(useHealth.getState().conditions).not.toEqual([]);
});

test('visits that changed, came or were erased while the list is read are as they were told', async () => {
  const [first, second, third] = useVisits.getState().list;
  const changed = { ...first!, state: 'discarded' as const };
  const came = { ...second!, id: 'came', createdAt: first!.createdAt + 1 };
  await meanwhile(['visits.current', 'recordings.unfinished'], loadAll, () => {
    host.tell('visits.changed', changed);
    host.tell('visits.changed', came);
    host.tell('visits.gone', { id: third!.id });
  });
  const { list } = useVisits.getState();
  expect(list[0]).toEqual(came);
  expect(list.find(({ id }) => id === changed.id)).toEqual(changed);
  expect(list.find(({ id }) => id === third!.id)).toBeUndefined();
  expect(list.map(({ createdAt }) => createdAt)).toEqual(
    list.map(({ createdAt }) => createdAt).toSorted((a, b) => b - a),
  );
  await loadAll();
  expect(useVisits.getState().list).toContainEqual(third);
});

test('a recording that was finished while the list is read is not offered as one cut short', async () => {
  const { id } = useVisits.getState().unfinished[0]!;
  await meanwhile(['visits.current', 'recordings.unfinished'], loadAll, () =>
    host.tell('visits.changed', { ...useVisits.getState().list[0]!, id, state: 'queued' }),
  );
  expect(useVisits.getState().unfinished.map((one) => one.id)).not.toContain(id);
});

test('of a visit that was erased no name stays, also not of what it left unfinished', () => {
  const { id } = useVisits.getState().unfinished[0]!;
  host.tell('visits.gone', { id });
  expect(useVisits.getState().unfinished.map((one) => one.id)).not.toContain(id);
});

test('another profile whose vault is open too shows no visit of the earlier one before its own came', async () => {
  const info = useSession.getState().info;
  instead = { 'app.info': { ok: true, value: { ...info, profile: 'clinic' } } };
  await meanwhile(['visits.current'], loadAll, () => expect(useVisits.getState().list).toEqual([]));
  expect(useVisits.getState().list).not.toEqual([]);
  expect(vault()).toBe('open');
});
