/**
 * Fills every store of the page with patients through the functions that the screens use, locks,
 * and looks at what is left (P12).
 */
import { beforeEach, expect, test, vi } from 'vitest';
import { openBridge } from '../../../renderer/common/bridge.ts';
import {
  connectStores,
  loadAll,
  resetAll,
  useOpening,
} from '../../../renderer/common/lifecycle.ts';
import {
  createStore,
  type RegisteredStore,
  registeredStores,
} from '../../../renderer/common/store-registry.ts';
import { openDoor } from '../../../renderer/common/stores/core.ts';
import { useHealth } from '../../../renderer/common/stores/health.ts';
import { say, useMessages } from '../../../renderer/common/stores/messages.ts';
import { askToFinish, openNote } from '../../../renderer/common/stores/navigation.ts';
import { loadProfile } from '../../../renderer/common/stores/platform.ts';
import { lockVault, useSession } from '../../../renderer/common/stores/session.ts';
import { useSettings } from '../../../renderer/common/stores/settings.ts';
import {
  loadDocuments,
  readDocument,
  useDocuments,
} from '../../../renderer/features/clinic/documents/documents-store.ts';
import { lookUp, setWard } from '../../../renderer/features/clinic/orders/orders-store.ts';
import { keepDraft, loadPeople } from '../../../renderer/features/clinic/people/people-store.ts';
import { showPlace } from '../../../renderer/features/codes/desk-place-store.ts';
import { linkAll, openDesk, pick, setStatus } from '../../../renderer/features/codes/desk-store.ts';
import { openExports, run } from '../../../renderer/features/export/exports-store.ts';
import { importFile, useImport } from '../../../renderer/features/record/imports-store.ts';
import { showCheck } from '../../../renderer/features/review/checks/check-place-store.ts';
import { followTerminology } from '../../../renderer/features/settings/codes/terminology-store.ts';
import { loadTargets } from '../../../renderer/features/settings/export/targets-store.ts';
import { followWebhooks } from '../../../renderer/features/settings/webhooks/webhooks-store.ts';
import { showCode } from '../../../renderer/features/unlock/first-run/first-run-store.ts';
import '../../../renderer/features/visits/alerts/SystemAlerts.tsx';
import { hear, useListening } from '../../../renderer/features/visits/listen/listen-store.ts';
import {
  beginDraft,
  type,
  useDrafts,
} from '../../../renderer/features/visits/note/note-drafts-store.ts';
import {
  look,
  openNoteWork,
  useNoteWork,
} from '../../../renderer/features/visits/note/note-versions-store.ts';
import { noteBranch } from '../../../renderer/features/visits/note/versions-format.ts';
import { useRecorder } from '../../../renderer/features/visits/recorder/recorder-store.ts';
import {
  loadDocumentRequests,
  loadNote,
  useVisits,
} from '../../../renderer/features/visits/visits-store.ts';
import type { Visit } from '../../../shared/model/visit.ts';
import type { fakeHost } from '../../support/fakes/fake-bridge.ts';
import { visit as setup } from '../../support/rigs/recorder.ts';

const patient = 'Zyxquatica Canary';
const silent = { addEventListener: () => {}, removeEventListener: () => {} };
/** Names of all requests. */
const asked: string[] = [];
/** Focus events that were sent to the page, and whether the vault was locked by then. */
const left: string[] = [];
vi.stubGlobal('window', silent);
vi.stubGlobal('document', {
  ...silent,
  getElementById: () => ({
    firstElementChild: { dispatchEvent: ({ type: what }: Event) => left.push(what) },
  }),
});
vi.stubGlobal('FocusEvent', Event);

const { fakeHost: makeHost } = (await import('../../support/fakes/fake-bridge.ts')) as unknown as {
  fakeHost: typeof fakeHost;
};
const host = makeHost({
  profile: 'practice',
  visits: 'every',
  unfinished: true,
  review: 'differences',
  documents: 'every',
  webhooks: true,
});
let heldBack: { readonly name: string; readonly release: () => void } | undefined;
const bridge = openBridge({
  listen: host.listen,
  /** The name of a request that is to wait stands in `waitFor`. */
  async ask(name, input) {
    asked.push(name);
    const answer = await host.ask(name, input);
    if (name === waitFor)
      await new Promise<void>((release) => {
        heldBack = { name, release };
      });
    return answer as never;
  },
});
let waitFor: string | undefined;
openDoor(bridge);
connectStores(bridge);

const ready = (): Visit => {
  const found = useVisits.getState().list.find(({ state }) => state === 'ready');
  if (!found) throw new Error('The fake has no visit with a note.');
  return found;
};

/**
 * One row a store that resets itself: puts patients into it. A store that is not here fails the
 * test below.
 */
const fill: Record<string, () => unknown> = {
  visits: async () => {
    await loadNote(ready().id);
    await loadDocumentRequests(ready().id);
  },
  messages: () => say(`${patient} was renamed.`),
  navigation: () => {
    openNote(ready().id);
    askToFinish(true);
  },
  documents: async () => {
    await loadDocuments();
    await readDocument(useDocuments.getState().list[0]!.id);
  },
  orders: async () => {
    await lookUp('IP-2025-0017');
    await lookUp('65f0c0ffee65f0c0ffee65f0');
    setWard({ search: patient });
  },
  people: async () => {
    await loadPeople();
    keepDraft({ fn: patient } as never);
  },
  'check-place': () => showCheck('d1'),
  'desk-place': () => showPlace('e1'),
  desk: async () => {
    await openDesk(ready().id);
    await linkAll();
    pick('e1', 'icd-10-cm', null);
    setStatus('e1', 'absent');
  },
  exports: async () => {
    await openExports(ready().id);
    await run({ kind: 'save', form: 'pdf' });
  },
  import: async () => {
    waitFor = 'imports.append';
    const bytes = new Uint8Array(600_000);
    bytes.set([0x49, 0x44, 0x33]);
    const file = Object.assign(new Blob([bytes]), { name: 'a.mp3' });
    void importFile(setup({ patient: { name: patient } }), file).catch(() => {});
    await vi.waitFor(() => expect(heldBack?.name).toBe('imports.append'), { timeout: 60_000 });
  },
  'note-versions': async () => {
    await openNoteWork(ready().id);
    const [first] = useNoteWork.getState().differences ?? [];
    if (first) look(first);
  },
  'note-drafts': async () => {
    const { id } = ready();
    await openNoteWork(id);
    const branch = noteBranch(useNoteWork.getState().state)!;
    beginDraft(id, branch);
    type(branch.id, branch.sections[0]!.id, `${patient} coughs.`);
  },
  recorder: () =>
    useRecorder.setState({
      status: 'recording',
      visit: { ...ready(), patient: { name: patient } },
    }),
  listening: async () => {
    // Not while a recording goes on: then nothing is played.
    useRecorder.setState({ status: 'idle' });
    await hear({ visit: ready().id, from: 0, to: 16_000 }, () => () => {});
  },
};
/** The place of a recording that goes on over a lock. */
const survives: Record<string, readonly string[]> = { recorder: ['status', 'visit'] };

const resetting = () => registeredStores().filter(({ reset }) => typeof reset === 'function');
const own = ({ name }: RegisteredStore) => !name.startsWith('test-');
function withoutSurvivors({ name }: RegisteredStore, state: unknown) {
  const kept = survives[name] ?? [];
  return Object.fromEntries(
    Object.entries(state as object).filter(
      // Counters go on over a lock; a number says nothing of a patient.
      ([key, value]) => !kept.includes(key) && value !== undefined && typeof value !== 'number',
    ),
  );
}
const initialOf = (one: RegisteredStore) => withoutSurvivors(one, one.store.getInitialState());
const stateOf = (one: RegisteredStore) => withoutSurvivors(one, one.store.getState());

beforeEach(async () => {
  waitFor = undefined;
  heldBack = undefined;
  left.length = 0;
  await host.ask('vault.unlock', {});
  await loadAll();
});

test('every store that a lock empties has a row here that fills it', () => {
  expect(Object.keys(fill).sort()).toEqual(
    resetting()
      .filter(own)
      .map(({ name }) => name)
      .sort(),
  );
});

test.for(Object.keys(fill))(
  'filled with patients, then locked: %s is as it began',
  async (name) => {
    const one = registeredStores().find((each) => each.name === name)!;
    await fill[name]!();
    if (name !== 'recorder') expect(stateOf(one)).not.toEqual(initialOf(one));
    await lockVault();
    expect(useSession.getState().vault?.state).toBe('locked');
    expect(stateOf(one)).toEqual(initialOf(one));
  },
);

test('with all of it in the page, a lock leaves no word of a patient in any store', async () => {
  for (const run of Object.values(fill)) await run();
  await followAll();
  const words = [
    patient,
    ...useVisits.getState().list.flatMap(({ patient: { name } }) => (name ? [name] : [])),
    'Fever up to 38.9',
    'Farhan Shaikh',
  ];
  const holding = () => {
    const all = registeredStores()
      // The core's own door and the recorder hold functions, whose memory p12-lock.spec.ts looks
      // through.
      .map(({ name, store }) => ({ name, text: JSON.stringify(store.getState()) ?? '' }));
    return all
      .filter(({ text }) => words.some((word) => text.includes(word)))
      .map(({ name }) => name);
  };
  expect(holding()).toEqual(
    expect.arrayContaining(['visits', 'messages', 'import', 'note-drafts', 'note-versions']),
  );
  await lockVault();
  expect(holding()).toEqual([]);
  // An import whose piece was on its way at the lock brings nothing back either.
  heldBack?.release();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(holding()).toEqual([]);
  expect(useImport.getState()).toEqual({});
  expect(left).toEqual(['focusout']);
});

/** Loads the data that the settings and the first start read; none of it names a patient. */
async function followAll() {
  await Promise.all([loadProfile(), loadTargets()]);
  followTerminology()();
  followWebhooks()();
  showCode('MFRG-GZDF');
}

test('an outcome that a lock overtook is not said; one of the locked page, or a Failure, is', async () => {
  await lockVault();
  say(`${patient} was renamed.`);
  expect(useMessages.getState().list).toEqual([]);
  say('The recording is finished.', { fromLocked: true });
  say('The disk is full.', { tone: 'trouble' });
  expect(useMessages.getState().list.map(({ text }) => text)).toEqual([
    'The recording is finished.',
    'The disk is full.',
  ]);
  await host.ask('vault.unlock', {});
});

test('what a recording shows goes on over a lock, without its patient', async () => {
  useRecorder.setState({
    status: 'recording',
    visit: { ...ready(), patient: { name: patient, recordNumber: 'U-1' } },
  });
  const { id } = useRecorder.getState().visit!;
  await lockVault();
  expect(useRecorder.getState()).toMatchObject({
    status: 'recording',
    visit: { id, patient: { name: '' } },
  });
  expect(useRecorder.getState().visit?.patient).toEqual({ name: '' });
});

test('a store of a screen that is loaded later is connected and filled, not while locked, and emptied at the lock like the others', async () => {
  const connect = vi.fn();
  const reset = vi.fn();
  const run = vi.fn(async () => {});
  createStore('test-late', {}, { connect, reset, load: { needs: 'open-vault', run } });
  await Promise.resolve();
  expect(connect).toHaveBeenCalledWith(bridge);
  expect(run).toHaveBeenCalledTimes(1);
  await lockVault();
  expect(reset).toHaveBeenCalledTimes(1);
  createStore('test-late', {}, { connect, reset, load: { needs: 'open-vault', run } });
  await Promise.resolve();
  expect(connect).toHaveBeenCalledTimes(2);
  expect(run).toHaveBeenCalledTimes(1);
  createStore('test-late', {}, { reset: 'holds no patient data' });
});

test('a reset that fails does not keep the others from theirs', async () => {
  createStore(
    'test-failing',
    {},
    {
      reset: () => {
        throw new Error('broken on purpose');
      },
    },
  );
  const later = vi.fn();
  createStore('test-later', {}, { reset: later });
  expect(resetAll).toThrow('broken on purpose');
  expect(later).toHaveBeenCalled();
  createStore('test-failing', {}, { reset: 'holds no patient data' });
  createStore('test-later', {}, { reset: 'holds no patient data' });
});

test('a start asks in two rounds: the session, and everything that it decides about', async () => {
  const rounds: string[][] = [];
  for (const held of ['app.info', 'account.offer']) {
    asked.length = 0;
    waitFor = held;
    heldBack = undefined;
    const loading = loadAll();
    await vi.waitFor(() => expect(heldBack?.name).toBe(held));
    await new Promise(setImmediate);
    rounds.push([...asked]);
    waitFor = undefined;
    heldBack!.release();
    await loading;
  }
  const [first = [], both = []] = rounds;
  expect(first.toSorted()).toEqual([
    'account.state',
    'app.info',
    'platform.reachable',
    'vault.state',
  ]);
  expect(both.slice(first.length)).toEqual(
    expect.arrayContaining(['account.offer', 'settings.get', 'app.health', 'visits.current']),
  );
});

test('what needs a profile or the open vault is read, and a locked vault is not', async () => {
  expect(useOpening.getState().opened).toBe(true);
  expect(useSettings.getState().settings).toBeDefined();
  expect(useHealth.getState().conditions).toEqual([]);
  expect(useVisits.getState().loaded).toBe(true);
  await lockVault();
  await loadAll();
  expect(useVisits.getState()).toMatchObject({ loaded: false, list: [] });
  expect(useListening.getState().status).toBe('still');
  expect(useDrafts.getState().drafts).toEqual({});
});
