/** The visits that the core knows, and the notes read so far; kept up to date by notices. */

import type { Bridge } from '../../../shared/contract/contract.ts';
import type { Consent } from '../../../shared/model/consent.ts';
import type { DocumentRequest } from '../../../shared/model/history.ts';
import type { Note } from '../../../shared/model/note/note.ts';
import type { Unfinished } from '../../../shared/model/recording.ts';
import type { Patient, Visit } from '../../../shared/model/visit.ts';
import { createStore } from '../../common/store-registry.ts';
import { request } from '../../common/stores/core.ts';
import { takeFile } from '../../common/stores/download-file.ts';
import { isLocked } from '../../common/stores/locked.ts';
import { showFinished, useScreen } from '../../common/stores/navigation.ts';
import { useSession } from '../../common/stores/session.ts';
import { followConsent, useRecorder } from './recorder/recorder-store.ts';

type Visits = {
  readonly loaded: boolean;
  /** Those of the last days, all that wait, and those that were opened; newest first. */
  readonly list: readonly Visit[];
  readonly unfinished: readonly Unfinished[];
  readonly notes: Readonly<Record<string, Note>>;
  /** Additional documents that were requested, by visit. */
  readonly documentRequests: Readonly<Record<string, readonly DocumentRequest[]>>;
};

const nothing: Visits = {
  loaded: false,
  list: [],
  unfinished: [],
  notes: {},
  documentRequests: {},
};
export const useVisits = createStore<Visits>('visits', nothing, {
  connect: connectVisits,
  load: { needs: 'open-vault', run: loadVisits },
  reset: () => useVisits.setState(nothing),
});

/** What notices said of visits since each reading began; undefined: it is erased. */
const readings = new Set<Map<string, Visit | undefined>>();
const remember = (id: string, visit: Visit | undefined) => {
  for (const told of readings) told.set(id, visit);
};

const withResult = new Set<Visit['state']>(['ready', 'partial', 'reviewed', 'purged']);

function connectVisits(bridge: Bridge): void {
  useScreen.subscribe(({ place }) => {
    if (place.name === 'note') void fetchVisit(place.id);
  });
  bridge.on('visits.gone', remove);
  bridge.on('notes.changed', ({ id }) => {
    if (useSession.getState().vault?.state !== 'open') return;
    if (useVisits.getState().notes[id]) void loadNote(id).catch(() => undefined);
    if (useVisits.getState().documentRequests[id])
      void loadDocumentRequests(id).catch(() => undefined);
  });
  bridge.on('visits.changed', (visit) => {
    if (isLocked()) return;
    const before = useVisits.getState().list.find(({ id }) => id === visit.id);
    remember(visit.id, visit);
    if (!before && isOld(visit, useVisits.getState().list)) return;
    applyVisit(visit);
    followConsent(visit);
    // A recording that this page does not make was cut off from its page.
    if (visit.state === 'recording' && useRecorder.getState().status === 'idle')
      void loadUnfinished().catch(() => undefined);
    if (
      before?.state !== visit.state &&
      useVisits.getState().notes[visit.id] &&
      withResult.has(visit.state)
    )
      void loadNote(visit.id);
  });
}

/**
 * A change of a visit from before those at hand: its sound was erased after its days. Whoever opens
 * it reads it then.
 */
function isOld({ state, createdAt }: Visit, list: readonly Visit[]): boolean {
  const oldest = list.at(-1);
  return oldest !== undefined && createdAt < oldest.createdAt && withResult.has(state);
}

/** A visit from before those at hand is opened: from the history, a link, another visit. */
async function fetchVisit(id: string): Promise<void> {
  const { loaded, list } = useVisits.getState();
  if (!loaded || isLocked() || list.some((visit) => visit.id === id)) return;
  const told = new Map<string, Visit | undefined>();
  readings.add(told);
  try {
    const visit = await request('visits.get', { id });
    if (!told.has(id)) applyVisit(visit);
  } catch {
    // The note says what is wrong.
  } finally {
    readings.delete(told);
  }
}

const without = <T>(all: Readonly<Record<string, T>>, id: string): Record<string, T> => {
  const { [id]: _gone, ...others } = all;
  return others;
};

function remove({ id }: { readonly id: string }): void {
  remember(id, undefined);
  useVisits.setState(({ list, unfinished, notes, documentRequests }) => ({
    list: list.filter((visit) => visit.id !== id),
    unfinished: unfinished.filter((one) => one.id !== id),
    notes: without(notes, id),
    documentRequests: without(documentRequests, id),
  }));
}

/** What notices say meanwhile is newer than the answers. */
async function loadVisits(): Promise<void> {
  const told = new Map<string, Visit | undefined>();
  readings.add(told);
  try {
    const [answered, unfinished] = await Promise.all([
      request('visits.current'),
      request('recordings.unfinished'),
    ]);
    if (isLocked()) return;
    const list = withTold([...answered].sort(newestFirst), told);
    useVisits.setState({
      list,
      unfinished: unfinished.filter(
        ({ id }) => !told.has(id) || told.get(id)?.state === 'recording',
      ),
      loaded: true,
    });
    readHeldAnew(new Set(list.map(({ id }) => id)));
  } finally {
    readings.delete(told);
  }
}

function withTold(
  list: readonly Visit[],
  told: ReadonlyMap<string, Visit | undefined>,
): readonly Visit[] {
  const known = new Set(list.map(({ id }) => id));
  const newer = [...told.values()].filter(
    (visit) => visit !== undefined && (known.has(visit.id) || !isOld(visit, list)),
  ) as Visit[];
  return [...list.filter(({ id }) => !told.has(id)), ...newer].sort(newestFirst);
}

/**
 * Reads again what is held beside the list: notices may have been missed. It stays on the screen
 * meanwhile, for a note that was opened while the list was on its way is not asked for a second
 * time.
 */
function readHeldAnew(known: ReadonlySet<string>): void {
  const { notes, documentRequests } = useVisits.getState();
  useVisits.setState({
    notes: only(notes, known),
    documentRequests: only(documentRequests, known),
  });
  for (const id of Object.keys(useVisits.getState().notes))
    void loadNote(id).catch(() => undefined);
  for (const id of Object.keys(useVisits.getState().documentRequests))
    void loadDocumentRequests(id).catch(() => undefined);
}

const only = <T>(held: Readonly<Record<string, T>>, known: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(held).filter(([id]) => known.has(id)));

/** Puts a visit in its place; the order of the list stays. */
export function applyVisit(visit: Visit): void {
  if (isLocked() && !visit.locked) return;
  useVisits.setState(({ list, unfinished }) => {
    const at = list.findIndex(({ id }) => id === visit.id);
    return {
      list: at < 0 ? [...list, visit].sort(newestFirst) : list.with(at, visit),
      unfinished:
        visit.state === 'recording' ? unfinished : unfinished.filter(({ id }) => id !== visit.id),
    };
  });
}

async function loadUnfinished(): Promise<void> {
  const unfinished = await request('recordings.unfinished');
  if (!isLocked()) useVisits.setState({ unfinished });
}

export const forgetUnfinished = (id: string) =>
  useVisits.setState(({ unfinished }) => ({
    unfinished: unfinished.filter((one) => one.id !== id),
  }));

/** Reads the note; undefined while there is none. */
export async function loadNote(id: string): Promise<Note | undefined> {
  const note = await request('notes.get', { id });
  if (note && !isLocked()) useVisits.setState(({ notes }) => ({ notes: { ...notes, [id]: note } }));
  return note;
}

const applyDocumentRequests = (id: string, list: readonly DocumentRequest[]) =>
  void (
    isLocked() ||
    useVisits.setState(({ documentRequests }) => ({
      documentRequests: { ...documentRequests, [id]: list },
    }))
  );
export const loadDocumentRequests = async (id: string) =>
  applyDocumentRequests(id, await request('notes.asked', { id }));
/** Asks the platform for one more document of this visit. */
export const askForDocument = async (
  id: string,
  template: string,
  how: { readonly language?: string; readonly leaflet?: boolean } = {},
) => applyDocumentRequests(id, await request('notes.ask', { id, template, ...how }));
export const cancelVisit = async (id: string) => applyVisit(await request('outbox.cancel', { id }));

export const rename = async (id: string, patient: Patient, was?: Patient) =>
  applyVisit(await request('visits.rename', { id, patient, ...(was && { was }) }));
/**
 * The whole patient; `was`: as it stood in the form when it was opened. Once it is signed, the note
 * gets a new version of the same words, to be signed again.
 */
export async function correctPatient(
  { id, signedAt }: Pick<Visit, 'id' | 'signedAt'>,
  patient: Patient,
  was: Patient,
): Promise<void> {
  if (signedAt === undefined) return rename(id, patient, was);
  await request('notes.correctPatient', { id, patient, was });
}
export const discard = async (id: string) =>
  applyVisit(await request('recordings.discard', { id }));
export const retry = async (id: string) => applyVisit(await request('outbox.retry', { id }));
/** A draft of this computer, while the platform is out of reach. */
export const askForDraft = async (id: string) => applyVisit(await request('here.fallback', { id }));
export const sendNow = () => request('outbox.sendNow');
/**
 * Saves this whole visit as one file, to the place that the host asks for or that the browser
 * chooses. Returns how it was saved; `download`: the browser is fetching it.
 */
export async function saveAll(id: string): Promise<'saved' | 'cancelled' | 'download'> {
  const saved = await request('visits.saveAll', { id });
  if (saved.how === 'download') takeFile(saved.ticket);
  return saved.how;
}

/** Keeps the patient's whole answer; undefined: none is noted. */
export const noteAnswer = async (id: string, consent: Consent | undefined) =>
  applyVisit(await request('visits.consent', { id, agreed: false, ...(consent && { consent }) }));

/** Erases the visit for good; returns the receipt. */
export const withdrawConsent = (id: string) => request('visits.withdraw', { id });
export const withdrawals = () => request('visits.withdrawals');
export async function saveReceipt(receipt: string): Promise<void> {
  const saved = await request('visits.saveReceipt', { receipt });
  if (saved.how === 'download') takeFile(saved.ticket);
}

export async function finishUnfinished(id: string): Promise<void> {
  applyVisit(await request('recordings.finishUnfinished', { id }));
  showFinished(id);
}

export async function undoDiscard(id: string): Promise<void> {
  applyVisit(await request('recordings.undoDiscard', { id }));
  await loadUnfinished();
}

const newestFirst = (a: Visit, b: Visit) => b.createdAt - a.createdAt;
