/** Visits as commands show them and wait for them. */
import { Failure } from '../../shared/failure.ts';
import type { Hold, Visit } from '../../shared/model/visit.ts';
import type { OpenProfile } from '../hosts/common/profiles.ts';

const finished = ({ state }: Visit) => ['ready', 'partial', 'reviewed', 'purged'].includes(state);
/** Whether nothing more comes of it by itself. */
export const settled = (visit: Visit) =>
  finished(visit) || visit.state === 'attention' || visit.state === 'discarded';
/** Whether the platform has it all. */
export const handedOver = (visit: Visit) => visit.state === 'processing' || settled(visit);

/** The line of a visit on standard output. */
export const shown = ({
  id,
  transactionId,
  state,
  hold,
  trouble,
  patient,
  createdAt,
  waitsUntil,
  parts,
  fallback,
  missingSeconds,
}: Visit) => ({
  transaction: transactionId,
  id,
  patient: patient.name,
  state,
  hold,
  trouble,
  parts,
  /** Seconds by which the file holds less than it says. */
  missing: missingSeconds,
  /** Of this computer, while the platform is out of reach; absent: none was asked for. */
  draft: fallback?.state,
  createdAt: new Date(createdAt).toISOString(),
  waitsUntil: waitsUntil === undefined ? undefined : new Date(waitsUntil).toISOString(),
});

/** A hold that lasts longer is not one that the start itself resolves, such as signing in again. */
export const HOLD_COUNTS_AFTER = 5_000;

const holdWords: Readonly<Record<Hold, string>> = {
  offline: 'the platform was not reached',
  'sign-in': 'nobody is signed in to the platform: run "sign-in"',
  'rate-limit': 'the platform asks to wait',
  clock: 'the clock of this computer is wrong: set it',
  disk: 'the disk is full or does not take it: free some room',
  locked: 'the vault is locked',
};

/** A sentence's end: why a visit waits. */
export async function holdReason(core: OpenProfile, hold: Hold): Promise<string> {
  const words = holdWords[hold];
  if (hold !== 'offline') return words;
  const reached = await core.handlers['platform.reachable'](undefined);
  return reached?.why === undefined ? words : `${words}. ${reached.why}`;
}

/** `transactionId`: or the visit's own id. Throws Failure `missing` / `no-consultation`. */
export async function findVisit(core: OpenProfile, transactionId: string): Promise<Visit> {
  const list = await core.handlers['visits.list'](undefined);
  const found = list.find(
    (visit) => visit.transactionId === transactionId || visit.id === transactionId,
  );
  if (!found)
    throw new Failure(
      'missing',
      'There is no visit of that transaction on this computer. "status" shows those that are.',
      { detail: 'no-consultation' },
    );
  return found;
}

export type Until = {
  is(visit: Visit): boolean;
  /** Milliseconds of one hold after which the visit counts as held; absent: it is waited for. */
  readonly orHeldFor?: number;
  /** Called once for each hold that lasts. */
  readonly held?: (hold: Hold) => void;
};

/** Resolves when the visit is as wished, or on hold for as long as is asked for. */
export function until(
  core: OpenProfile,
  id: string,
  { is, orHeldFor, held }: Until,
): Promise<Visit> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    const stop = core.onNotice((name, payload) => {
      if (name === 'visits.changed') look(payload as Visit);
    });
    const done = (visit: Visit) => {
      stop();
      clearTimeout(timer);
      resolve(visit);
    };
    const look = (visit: Visit) => {
      if (visit.id !== id) return;
      if (is(visit)) return done(visit);
      if (visit.hold === undefined) {
        clearTimeout(timer);
        timer = undefined;
        return;
      }
      const { hold } = visit;
      timer ??= setTimeout(() => {
        if (orHeldFor === undefined) held?.(hold);
        else done(visit);
      }, orHeldFor ?? HOLD_COUNTS_AFTER);
    };
    // It may be so already, before we listened.
    Promise.resolve(core.handlers['visits.get']({ id })).then(look, reject);
  });
}
