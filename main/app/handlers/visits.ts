/**
 * Requests about visits: list, patient, consent, note, everything as one file, and where they wait.
 */
import type { Handlers, Input } from '../../../shared/contract/contract.ts';
import { asFailure, Failure } from '../../../shared/failure.ts';
import { failures } from '../../../shared/failures.ts';
import { agreedAt, isDeclined } from '../../../shared/model/consent.ts';
import type { Saved } from '../../../shared/model/export/saving.ts';
import type { Visit } from '../../../shared/model/visit.ts';
import { allows } from '../../../shared/model/visit-state.ts';
import type { CodingFeature } from '../../features/coding/decisions/code-desk.ts';
import { checkAllowed } from '../../features/delivery/allowed.ts';
import { type WholeVisit, wholeVisit } from '../../features/delivery/forms/whole-visit.ts';
import { withdrawalText } from '../../features/delivery/forms/withdrawal-text.ts';
import type { NotesFeature } from '../../features/notes/notes.ts';
import { checkPatientSeen } from '../../features/notes/versions/seen.ts';
import type { Outbox } from '../../features/outbox/outbox.ts';
import type { Recordings } from '../../features/recordings/recordings.ts';
import type { Search } from '../../features/search/search.ts';
import { readUsage } from '../usage.ts';
import type { Core } from '../wiring/core.ts';
import type { VisitRows } from './rows.ts';

export type VisitRequests =
  | (`visits.${string}` & keyof Handlers)
  | 'patients.find'
  | 'notes.get'
  | 'outbox.retry'
  | 'outbox.sendNow';

export type VisitHandlersDeps = {
  readonly core: Pick<Core, 'ports' | 'store' | 'visits'>;
  readonly rows: VisitRows;
  readonly search: Pick<Search, 'page' | 'patients'>;
  readonly outbox: Outbox;
  readonly recordings: Pick<Recordings, 'sound' | 'withdraw' | 'withdrawals'>;
  readonly desk: Pick<CodingFeature, 'saved'>;
  readonly notes: Pick<NotesFeature, 'state' | 'signed'>;
};

export function createVisitHandlers(deps: VisitHandlersDeps): Pick<Handlers, VisitRequests> {
  const { core, rows, outbox } = deps;
  const { visits } = core;
  return {
    'visits.list': () => visits.list(),
    'visits.current': () => visits.current(),
    async 'visits.page'(query) {
      const { rows: found, ...rest } = await deps.search.page(query);
      return { visits: visits.shown(found), ...rest };
    },
    'visits.usage': ({ days }) => readUsage(core.store, days, core.ports.clock.now()),
    'patients.find': ({ typed }) => deps.search.patients(typed),
    'visits.get': ({ id }) => visits.show(id),
    'visits.rename': (input) => rename(deps, input),
    'visits.consent': (answer) => setConsent(deps, answer),
    'visits.withdraw': ({ id }) => deps.recordings.withdraw(rows.get(id).id),
    'visits.withdrawals': () => deps.recordings.withdrawals(),
    'visits.saveReceipt': ({ receipt }) => saveReceipt(deps, receipt),
    'visits.saveAll': ({ id }) => saveAll(deps, id),
    'notes.get': ({ id }) => readNote(deps, id),
    'outbox.retry': ({ id }) => rows.toPage(outbox.retry(rows.get(id).id)),
    'outbox.sendNow': () => outbox.sendNow(),
  };
}

function rename(
  { core, rows }: VisitHandlersDeps,
  { id, patient, was }: Input<'visits.rename'>,
): Visit {
  const { store, visits } = core;
  const row = rows.get(id);
  // A signed note belongs to its patient: `notes.correctPatient` makes a new version, to be signed
  // again.
  if (!allows(row.state, 'rename') || row.cameFrom === 'reviewed' || store.signatures.has(id)) {
    throw new Failure('refused', 'This visit is signed: its patient can no longer be changed.', {
      detail: 'already-signed',
    });
  }
  checkPatientSeen(row.details.patient, patient, was);
  store.visits.change(id, row.rev, { details: { ...row.details, patient } });
  visits.changed(id);
  return visits.show(id);
}

function setConsent({ core, rows }: VisitHandlersDeps, answer: Input<'visits.consent'>): Visit {
  const { ports, store, visits } = core;
  const { id, agreed, consent } = answer;
  const row = rows.get(id);
  const consentAt = agreed && !consent ? ports.clock.now() : agreedAt(consent);
  const { mode } = store.settings.get().visit;
  const details = {
    ...row.details,
    consentAt,
    consent,
    // Declined: the doctor dictates alone. Agreed after that: as the doctor usually works.
    ...(isDeclined({ consent }) && { mode: 'dictation' as const }),
    ...(isDeclined(row.details) && !isDeclined({ consent }) && { mode }),
  };
  store.visits.change(id, row.rev, { details });
  visits.changed(id);
  return visits.show(id);
}

function readNote({ core: { store }, rows, outbox }: VisitHandlersDeps, id: string) {
  const row = rows.get(id);
  try {
    return store.notes.get(row.id);
  } catch (error) {
    if (asFailure(error).detail !== 'row-damaged') throw error;
    outbox.fetchAgain(id);
    throw new Failure(
      'busy',
      'This note was damaged on the disk. Scriba fetches it from the platform again.',
      { detail: 'note-damaged', cause: error },
    );
  }
}

async function saveAll(deps: VisitHandlersDeps, id: string): Promise<Saved> {
  const { core, rows, recordings, desk } = deps;
  const { ports, store } = core;
  if (!ports.save) throw failures.cannotSave();
  checkAllowed(ports.policy, 'whole-visit');
  const visit = rows.toPage(rows.get(id));
  const note = store.notes.get(id);
  const { files, damaged } = await recordings.sound(id);
  if (files.length === 0 && !note)
    throw new Failure('missing', 'There is neither sound nor a note of this visit.', {
      detail: 'nothing-to-save',
    });
  const { name, contentType, bytes } = wholeVisit({
    visit,
    note,
    desk: desk.saved(id),
    ...versionsOf(deps, id),
    sound: files,
    damaged,
    now: ports.clock.now(),
  });
  return ports.save(name, contentType, bytes);
}

async function saveReceipt({ core, recordings }: VisitHandlersDeps, id: string): Promise<Saved> {
  const { ports } = core;
  if (!ports.save) throw failures.cannotSave();
  const receipt = recordings.withdrawals().find((one) => one.id === id);
  if (!receipt) throw failures.visitGone();
  const { name, contentType, bytes } = withdrawalText(receipt);
  return ports.save(
    name,
    contentType,
    (async function* () {
      yield bytes;
    })(),
  );
}

/** Versions that cannot be read must not keep the rest from being saved; the index says so. */
function versionsOf(
  { notes, core: { store } }: VisitHandlersDeps,
  id: string,
): Pick<WholeVisit, 'branches' | 'signed' | 'unread'> {
  if (!store.notes.get(id) && store.fallbackDrafts.stage(id) !== 'made') return {};
  try {
    return { branches: notes.state(id).branches, signed: notes.signed(id) };
  } catch (error) {
    if (asFailure(error).detail !== 'row-damaged') throw error;
    return { unread: true };
  }
}
