/**
 * Another profile is shown, here or from another window: it has other patients. Nothing that was
 * read in the earlier one stays, and no answer of it that is still on its way is shown in the next.
 */
import { beforeEach, expect, test, vi } from 'vitest';
import { openBridge } from '../../../renderer/common/bridge.ts';
import { connectStores, loadAll, useOpening } from '../../../renderer/common/lifecycle.ts';
import { registeredStores } from '../../../renderer/common/store-registry.ts';
import { isProfileLeft, openDoor } from '../../../renderer/common/stores/core.ts';
import '../../../renderer/common/stores/desktop.ts';
import '../../../renderer/common/stores/health.ts';
import { loadProfile, usePlatform } from '../../../renderer/common/stores/platform.ts';
import {
  askReachable,
  chooseProfile,
  createVault,
  lockVault,
  signOut,
  useSession,
} from '../../../renderer/common/stores/session.ts';
import { changeSettings } from '../../../renderer/common/stores/settings.ts';
import { loadOwnWords } from '../../../renderer/common/stores/spelling.ts';
import { setWorkHere } from '../../../renderer/common/stores/work-here.ts';
import { loadDocuments } from '../../../renderer/features/clinic/documents/documents-store.ts';
import { loadUnclear, lookUp } from '../../../renderer/features/clinic/orders/orders-store.ts';
import { loadPeople } from '../../../renderer/features/clinic/people/people-store.ts';
import { openDesk } from '../../../renderer/features/codes/desk-store.ts';
import { openExports } from '../../../renderer/features/export/exports-store.ts';
import { searchFor } from '../../../renderer/features/history/history-store.ts';
import { loadDay } from '../../../renderer/features/record/board/day-store.ts';
import { loadStandings } from '../../../renderer/features/record/board/standing-store.ts';
import { findEarlier } from '../../../renderer/features/record/earlier-store.ts';
import {
  followTerminology,
  useTerminology,
} from '../../../renderer/features/settings/codes/terminology-store.ts';
import {
  loadTargets,
  useTargets,
} from '../../../renderer/features/settings/export/targets-store.ts';
import {
  followWebhooks,
  loadSubscriptions,
  useWebhooks,
} from '../../../renderer/features/settings/webhooks/webhooks-store.ts';
import { openNoteWork } from '../../../renderer/features/visits/note/note-versions-store.ts';
import {
  loadDocumentRequests,
  loadNote,
  rename,
  useVisits,
} from '../../../renderer/features/visits/visits-store.ts';
import type { fakeHost } from '../../support/fakes/fake-bridge.ts';

vi.stubGlobal('window', { addEventListener: () => {} });
vi.stubGlobal('document', { addEventListener: () => {}, getElementById: () => null });

const { fakeHost: makeHost } = (await import('../../support/fakes/fake-bridge.ts')) as unknown as {
  fakeHost: typeof fakeHost;
};
const host = makeHost({
  profile: 'practice',
  host: 'electron',
  visits: 'every',
  dayList: true,
  unfinished: true,
  documents: 'every',
  webhooks: true,
});
/** Answers that the core has given and that are still on their way, by the names of requests. */
const held = new Map<string, () => void>();
let hold: string | undefined;
/** No notice comes any more. */
let isDeaf = false;
const bridge = openBridge({
  listen: (listener) => host.listen((name, payload) => void (isDeaf || listener(name, payload))),
  async ask(name, input) {
    const answer = structuredClone(await host.ask(name, input));
    if (hold !== name) return answer as never;
    await new Promise<void>((release) => held.set(name, release));
    return asLate(answer) as never;
  },
});
openDoor(bridge);
connectStores(bridge);

beforeEach(async () => {
  hold = undefined;
  held.clear();
  isDeaf = false;
  await changeProfile('practice');
});

const vault = () => useSession.getState().vault?.state;

/** Runs `work` while the answer to that request is on its way, after the core gave it. */
async function meanwhile(asked: string, run: () => unknown, work: () => unknown) {
  hold = asked;
  const running = run();
  await vi.waitFor(() => expect(held.has(asked)).toBe(true));
  hold = undefined;
  await work();
  for (const release of held.values()) release();
  await running;
  await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Every word of an answer that comes late. */
const late = 'Zyxquatica';
const asLate = (one: unknown, key = ''): unknown => {
  if (typeof one === 'string') return key === 'code' ? one : late;
  if (Array.isArray(one)) return one.map((each) => asLate(each));
  if (one === null || typeof one !== 'object' || one instanceof Uint8Array) return one;
  return Object.fromEntries(Object.entries(one).map(([name, part]) => [name, asLate(part, name)]));
};
/** What all stores hold; the door holds the bridge, and no answer. */
const contents = () =>
  JSON.stringify(
    registeredStores().flatMap(({ name, store }) =>
      name === 'core' ? [] : [[name, store.getState()]],
    ),
  );

/** As another window changes it: this page learns of it by the notice alone. */
async function changeProfile(profile: 'practice' | 'clinic') {
  await host.ask('profile.choose', { profile });
  await host.ask('vault.unlock', {});
  await loadAll();
  expect(vault()).toBe('open');
  expect(useSession.getState().info?.profile).toBe(profile);
}

const anId = () => useVisits.getState().list.find(({ state }) => state === 'ready')!.id;
/** One row a request whose late answer a store would show; beside it, what asks. */
const asksOfProfile: Readonly<Record<string, (id: string) => unknown>> = {
  'settings.get': loadAll,
  'settings.change': () => changeSettings({ theme: 'dark' }),
  'app.health': loadAll,
  'desktop.state': loadAll,
  'here.get': loadAll,
  'here.set': () => setWorkHere({ sections: ['Plan'] }),
  'account.offer': loadAll,
  'account.state': loadAll,
  'account.signOut': signOut,
  'vault.lock': lockVault,
  'platform.profile': loadProfile,
  'platform.reachable': askReachable,
  'visits.current': loadAll,
  'recordings.unfinished': loadAll,
  'visits.rename': (id) => rename(id, { name: 'Ravi Das' }),
  'notes.get': loadNote,
  'notes.asked': loadDocumentRequests,
  'notes.versions': openNoteWork,
  'desk.open': openDesk,
  'exports.list': openExports,
  'exports.targets.get': loadTargets,
  'day.list': loadDay,
  'day.standing': (id) => loadStandings([id]),
  'visits.page': () => searchFor({}),
  'patients.find': () => findEarlier('a', ''),
  'documents.list': loadDocuments,
  'users.list': loadPeople,
  'admissions.get': () => lookUp('IP-2025-0017'),
  'orders.unclear': loadUnclear,
  'spelling.words': loadOwnWords,
  'webhooks.list': loadSubscriptions,
  'webhooks.state': () => followWebhooks()(),
  'terminology.server.get': () => followTerminology()(),
};

test.for(Object.entries(asksOfProfile))(
  'a late answer to %s, of the profile that was shown before, is not shown in the next one',
  async ([name, ask]) => {
    const id = anId();

    await meanwhile(
      name,
      async () => {
        const asking = Promise.resolve(ask(id));
        await asking.catch((error) => expect(isProfileLeft(error)).toBe(true));
      },
      () => changeProfile('clinic'),
    );
    expect(contents()).not.toContain(late);
    expect(useOpening.getState()).toEqual({ opened: true, failure: undefined });
    expect(useVisits.getState().list).not.toEqual([]);
  },
);

test('the answer to what is asked once the other profile is shown counts', async () => {
  await changeProfile('clinic');

  await meanwhile('documents.list', loadDocuments, () =>
    host.tell('profile.changed', { profile: 'clinic' }),
  );
  expect(contents()).toContain(late);
});

test('settings that were read in one profile are not those of the next one', async () => {
  await Promise.all([loadProfile(), loadTargets(), loadSubscriptions()]);
  followTerminology()();
  followWebhooks()();
  await vi.waitFor(() => expect(useWebhooks.getState().state).toBeDefined());
  await vi.waitFor(() => expect(useTerminology.getState().server).toBeDefined());
  await changeProfile('clinic');
  const all = [usePlatform, useTargets, useTerminology, useWebhooks];
  for (const one of all) expect(one.getState()).toEqual(one.getInitialState());
});

test('a recovery code is told although another profile is shown before it comes', async () => {
  let code: string | undefined;
  await meanwhile(
    'vault.create',
    async () => {
      code = await createVault({ kind: 'keychain' });
    },
    () => changeProfile('clinic'),
  );
  expect(code).toMatch(/-/);
});

test('the profile that is chosen here is shown, although its notice comes before or after the answer', async () => {
  await chooseProfile('clinic');
  expect(useSession.getState().info?.profile).toBe('clinic');
  isDeaf = true;
  await chooseProfile('practice');
  expect(useSession.getState()).toMatchObject({
    info: { profile: 'practice' },
    vault: { state: 'none' },
  });
  await meanwhile('account.state', loadAll, () =>
    host.tell('profile.changed', { profile: 'practice' }),
  );
  expect(useOpening.getState()).toEqual({ opened: true, failure: undefined });
});
