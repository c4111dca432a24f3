/**
 * Merges, splits and moves recordings that were not sent yet.
 *
 * A file of the vault says itself whose it is, so nothing in it is changed: new visits are made of
 * copies of the sound, and the old ones are discarded in the same step, to be brought back for a
 * day. Every sample of every source is in exactly one of the new visits.
 */

import { Failure } from '../../../../shared/failure.ts';
import { failures } from '../../../../shared/failures.ts';
import type {
  CutMark,
  Rearrangement,
  SoundPiece,
} from '../../../../shared/model/note/note-versions.ts';
import { SAMPLE_RATE } from '../../../../shared/model/recording.ts';
import type { Patient, VisitSetup } from '../../../../shared/model/visit.ts';
import { allows, firstStates } from '../../../../shared/model/visit-state.ts';
import { templatesHere } from '../../../../shared/model/work-here.ts';
import { MINUTE } from '../../../../shared/time.ts';
import type { VisitRow } from '../../../infrastructure/store/rows.ts';
import { draft, ignoreErrors, type RecordingsDeps, rowOf, segmentFiles, setupOf } from '../deps.ts';
import { UNDO_TIME } from '../erase/expire.ts';
import { removeTombstone, writeTombstone } from '../erase/tombstone.ts';
import { scanSteps } from '../recovery/scan-recording.ts';
import { runInSlices } from '../run-in-slices.ts';
import { readableDisk } from '../session/disk-trouble.ts';
import { LEAST_ROOM, roomOn } from '../session/reserve.ts';
import { checkPieces, misfit } from './check-pieces.ts';
import { type Copy, copySound, type Source } from './copy-sound.ts';
import {
  type JournalEntry,
  readJournal,
  reconcileJournal,
  writeEntry,
} from './rearrangement-journal.ts';

/** `like`: whose settings it has, and whose patient unless one is given. */
type AskedVisit = {
  readonly like: string;
  readonly patient?: Patient | undefined;
  readonly pieces: readonly SoundPiece[];
};

export type Rearranging = {
  /**
   * Returns the places at which a recording may be cut, in order. Throws Failure `missing` /
   * `consultation-gone`, `busy` / `still-recording`.
   */
  marks(id: string): Promise<CutMark[]>;
  /**
   * Returns the ids of the new visits, in the order asked for; they are sealed. Throws Failure
   * `refused` / `too-late`, `imported-sound`, `sound-unread`, `disk-full`, `invalid` /
   * `pieces-do-not-fit`, `busy` / `still-recording`, `stale`, `disk-failing`: then nothing is
   * changed.
   */
  rearrange(
    visits: readonly AskedVisit[],
  ): Promise<{ readonly deed: string; readonly made: readonly string[] }>;
  /**
   * Returns the ids of the visits that are back. Throws Failure `missing` / `no-rearrangement`,
   * `refused` / `too-late` or `rearranged`.
   */
  undo(deed: string): readonly string[];
  list(): readonly Rearrangement[];
};

/** A source visit as it was read before anything is changed. */
type ReadVisit = { readonly row: VisitRow; readonly source: Source };
/** A visit that is being made, before it has sound. */
type NewVisit = { readonly row: VisitRow; readonly pieces: readonly SoundPiece[] };
type CopiedVisit = { readonly row: VisitRow; readonly copy: Copy };

export const createRearranging = (deps: RecordingsDeps): Rearranging => ({
  marks: (id) => marks(deps, id),
  rearrange: (visits) => rearrange(deps, visits),
  undo: (name) => undo(deps, name),
  list: () => list(deps),
});

async function marks(deps: RecordingsDeps, id: string): Promise<CutMark[]> {
  if (!allows(rowOf(deps.store, id).state, 'save-sound')) throw failures.stillRecording();
  const { scan } = await readSource(deps, id);
  return scan.marks
    .filter(({ kind }) => kind !== 'clock')
    .map(({ kind, sample, text }) => ({ kind, sample, ...(text !== undefined && { text }) }))
    .sort((one, other) => one.sample - other.sample);
}

const list = ({ store, clock }: RecordingsDeps): Rearrangement[] =>
  readJournal(store)
    .filter(({ state, at }) => state === 'done' && clock.now() - at <= UNDO_TIME)
    .map(({ deed, at, sources, made }) => ({ deed, at, sources, made }))
    .reverse();

async function rearrange(
  deps: RecordingsDeps,
  visits: readonly AskedVisit[],
): Promise<{ deed: string; made: readonly string[] }> {
  const { store, clock, random, changed } = deps;
  const sources = await readSources(deps, visits);
  const fresh = visits.map(({ like, patient, pieces }) => ({
    row: rowLike(deps, setupLike(sources, like, pieces), sourceOf(sources, like).row, patient),
    pieces,
  }));
  const plan: JournalEntry = {
    deed: random.uuid(),
    at: Math.floor(clock.now() / MINUTE) * MINUTE,
    sources: [...sources.keys()],
    made: fresh.map(({ row }) => row.id),
    state: 'planned',
    settled: true,
  };
  const copied: CopiedVisit[] = [];
  try {
    writeEntry(store, clock, plan);
    // Without the database, what is half made must not count beside what it was made of.
    for (const id of plan.made) writeTombstone(deps, id);
    for (const visit of fresh)
      copied.push({ row: visit.row, copy: await copyPieces(deps, visit, sources) });
    exchange(deps, sources, copied, plan);
  } catch (error) {
    abandon(deps, plan, copied);
    throw readableDisk(error);
  }
  reconcileJournal(deps);
  for (const id of [...plan.made, ...plan.sources]) changed(id);
  return { deed: plan.deed, made: plan.made };
}

/** Throws where not every sample can be moved: before anything is changed. */
async function readSources(
  deps: RecordingsDeps,
  visits: readonly AskedVisit[],
): Promise<Map<string, ReadVisit>> {
  const pieces = visits.flatMap((visit) => visit.pieces);
  const ids = [...new Set(pieces.map(({ id }) => id))];
  if (visits.some(({ like }) => !ids.includes(like))) throw misfit();
  const rows = ids.map((id) => rowOf(deps.store, id));
  for (const row of rows) checkSource(deps, row);
  const sources = new Map<string, ReadVisit>();
  for (const row of rows) {
    const source = await readSource(deps, row.id);
    checkWhole(source);
    sources.set(row.id, { row, source });
  }
  checkPieces(pieces, new Map([...sources].map(([id, { source }]) => [id, source.scan.samples])));
  checkRoom(deps, [...sources.values()]);
  return sources;
}

function checkSource(deps: RecordingsDeps, { id, state, details }: VisitRow): void {
  if (!allows(state, 'save-sound')) throw failures.stillRecording();
  if (!allows(state, 'rearrange') || mayBeSent(deps, id)) throw tooLate();
  if (details.imported)
    throw new Failure(
      'refused',
      'A recording that was brought along as a file stays whole. Nothing was changed.',
      { detail: 'imported-sound' },
    );
}

/** A visit that was made anew from its files counts as sent until the platform was asked. */
const mayBeSent = ({ store }: RecordingsDeps, id: string) =>
  store.transactions
    .list(id)
    .some(
      ({ status, commitAttempts }) =>
        status !== 'dead' && (commitAttempts > 0 || status === 'committed'),
    );

async function readSource(deps: RecordingsDeps, id: string): Promise<Source> {
  const files = segmentFiles(deps, id);
  const scan = await runInSlices(scanSteps(deps.disk, files));
  return { files, scan };
}

function checkWhole({ files, scan }: Source): void {
  const damaged = scan.files.some(
    ({ failure, verdict }) => failure !== undefined || verdict.state === 'damaged',
  );
  if (files.length === 0 || scan.samples === 0 || damaged)
    throw new Failure(
      'refused',
      'Some of this recording cannot be read. It stays as it is; nothing was changed.',
      { detail: 'sound-unread' },
    );
}

function checkRoom({ disk, vault }: RecordingsDeps, sources: readonly ReadVisit[]): void {
  const samples = sources.reduce((sum, { source }) => sum + source.scan.samples, 0);
  if (roomOn(disk, vault.keys().folder) < samples / SAMPLE_RATE + LEAST_ROOM)
    throw new Failure(
      'refused',
      'There is not enough room on the disk for this. Nothing was changed.',
      { detail: 'disk-full' },
    );
}

function sourceOf(sources: ReadonlyMap<string, ReadVisit>, id: string): ReadVisit {
  const found = sources.get(id);
  if (!found) throw misfit();
  return found;
}

function copyPieces(
  deps: RecordingsDeps,
  { row, pieces }: NewVisit,
  sources: ReadonlyMap<string, ReadVisit>,
): Promise<Copy> {
  const { id: visitId, transactionId, details } = row;
  const { createdAt, startedAt = createdAt } = details;
  return copySound(
    deps,
    { visitId, transactionId, setup: setupOf(details), createdAt, startedAt },
    pieces.map(({ id, from, to }) => ({ source: sourceOf(sources, id).source, from, to })),
  );
}

/** One transaction: from here on the new visits count, and the old ones do not. */
function exchange(
  deps: RecordingsDeps,
  sources: ReadonlyMap<string, ReadVisit>,
  copied: readonly CopiedVisit[],
  plan: JournalEntry,
): void {
  const { store, clock } = deps;
  const now = clock.now();
  store.transaction(() => {
    for (const { row: before } of sources.values()) {
      const row = rowOf(store, before.id);
      checkSource(deps, row);
      if (
        row.details.samples !== before.details.samples ||
        row.details.patient.name !== before.details.patient.name
      )
        throw new Failure(
          'busy',
          'One of these visits was changed meanwhile. Look again, then repeat what you did.',
          { detail: 'stale' },
        );
      discard(deps, row, now);
    }
    for (const { row, copy } of copied) {
      store.visits.insert({
        ...row,
        state: firstStates.rearranged,
        details: { ...row.details, samples: copy.samples, sealedAt: now },
      });
      for (const segment of copy.rows) store.segments.put(segment);
    }
    writeEntry(store, clock, { ...plan, state: 'done', settled: false });
  });
}

const discard = ({ store }: RecordingsDeps, row: VisitRow, now: number) =>
  store.visits.apply(row.id, row.rev, 'discarded', {
    hold: undefined,
    waitsUntil: undefined,
    details: { ...row.details, discardedAt: now },
  });

/**
 * Removes the copies, only where it is certain that no row counts on them. The plan stays: what the
 * disk did not let go of must not come back beside its source.
 */
function abandon(deps: RecordingsDeps, plan: JournalEntry, copied: readonly CopiedVisit[]): void {
  const unused = ignoreErrors(() => plan.made.every((id) => !deps.store.visits.has(id)));
  if (!unused) return;
  for (const { copy } of copied) copy.abandon();
  ignoreErrors(() => {
    for (const id of plan.made) removeTombstone(deps, id);
  });
}

/** Sound of a visit that is worked on here goes to no platform, whatever it is joined with. */
function setupLike(
  sources: ReadonlyMap<string, ReadVisit>,
  like: string,
  pieces: readonly SoundPiece[],
): VisitSetup {
  const setup = setupOf(sourceOf(sources, like).row.details);
  const isHere = pieces.some(({ id }) => sourceOf(sources, id).row.details.worksHere);
  if (!isHere || setup.worksHere) return setup;
  return { ...setup, worksHere: true, templates: templatesHere, practiceCase: undefined };
}

/** With the times of the visit it is like; another patient has not been asked for consent yet. */
function rowLike(
  deps: RecordingsDeps,
  setup: VisitSetup,
  { details }: VisitRow,
  patient: Patient | undefined,
): VisitRow {
  const isSame = patient?.name === details.patient.name;
  const answer = isSame ? {} : { consentAt: undefined, consent: undefined };
  const row = draft(deps, { ...setup, ...(patient && { patient, ...answer }) }, false);
  return {
    ...row,
    details: { ...row.details, createdAt: details.createdAt, startedAt: details.startedAt },
  };
}

function undo(deps: RecordingsDeps, name: string): readonly string[] {
  const { store, clock, changed } = deps;
  const entry = undoableEntry(deps, name);
  const now = clock.now();
  store.transaction(() => {
    for (const id of entry.made.filter((each) => store.visits.has(each))) {
      const row = rowOf(store, id);
      if (row.state === 'discarded') continue;
      if (!allows(row.state, 'rearrange') || mayBeSent(deps, id)) throw tooLate();
      discard(deps, row, now);
    }
    for (const id of entry.sources) {
      const { rev, details } = rowOf(store, id);
      store.visits.apply(id, rev, 'discard-undone', {
        details: { ...details, discardedAt: undefined },
      });
    }
    writeEntry(store, clock, { ...entry, state: 'undone', settled: false });
  });
  reconcileJournal(deps);
  for (const id of entry.made.filter((each) => store.visits.has(each))) changed(id);
  for (const id of entry.sources) changed(id);
  return entry.sources;
}

/** Throws Failure `missing` / `no-rearrangement`, `refused` / `rearranged`. */
function undoableEntry({ store, clock }: RecordingsDeps, name: string): JournalEntry {
  const journal = readJournal(store);
  const entry = journal.find((one) => one.deed === name && one.state === 'done');
  if (
    !entry ||
    clock.now() - entry.at > UNDO_TIME ||
    !entry.sources.every((id) => store.visits.stateOf(id) === 'discarded')
  )
    throw new Failure('missing', 'This can no longer be undone.', { detail: 'no-rearrangement' });
  const usedAgain = journal.some(
    (other) =>
      other !== entry &&
      other.state !== 'undone' &&
      other.sources.some((id) => entry.made.includes(id)),
  );
  if (usedAgain)
    throw new Failure('refused', 'The new visits were merged or split again. Undo that first.', {
      detail: 'rearranged',
    });
  return entry;
}

const tooLate = () =>
  new Failure(
    'refused',
    'One of these recordings is on its way to the platform already. It stays as it is; nothing was changed.',
    { detail: 'too-late' },
  );
