/** Catalogue keys of a visit's state and of the reason why it waits, chosen in one place. */
import type { Visit } from '../../../../shared/model/visit.ts';
import { isActive } from '../../../../shared/model/visit-state.ts';

/** Look of a state; each tone has its own icon, never colour alone. */
export type Tone = 'quiet' | 'live' | 'moving' | 'good' | 'ask';
export type StateWord = {
  readonly key: string;
  readonly tone: Tone;
  readonly values?: { readonly percent: number };
};

/** The visits that are on their way or need a person: what the Queue shows. */
export const isQueued = ({ state }: Visit) => isActive(state) || state === 'attention';

/** Something stands in its way, so that trying again now makes sense. */
export const waits = ({ state, hold, trouble, waitsUntil }: Visit) =>
  state === 'attention' ||
  hold !== undefined ||
  trouble !== undefined ||
  (waitsUntil !== undefined && state !== 'processing');

/** An attempt failed, and it is made again by itself. */
export const retries = ({ state, hold, trouble, locked }: Visit) =>
  trouble !== undefined && hold === undefined && !locked && isActive(state);

export const hasNote = ({ state, readyAt }: Visit) =>
  state === 'ready' ||
  state === 'partial' ||
  state === 'reviewed' ||
  (state === 'purged' && readyAt !== undefined);

/** From 0 to 100, by parts that the platform has. */
export const percentSent = ({ parts }: Visit) =>
  parts.of === 0 ? 0 : Math.round((100 * parts.sent) / parts.of);

/** Its speech is being recognised, or its note drafted, on this computer; no platform has it. */
const isWorkedOnHere = ({ worksHere, state }: Visit): boolean =>
  worksHere === true &&
  (state === 'prepared' ||
    state === 'uploading' ||
    state === 'committing' ||
    state === 'processing');

/** `live`: this very page is recording it; otherwise a visit in `recording` is unfinished. */
export function stateWord(visit: Visit, live = false): StateWord {
  if (visit.locked) return { key: 'state.locked', tone: 'quiet' };
  // A visit that failed and is tried again is neither on its way nor simply saved.
  if (retries(visit)) return { key: 'state.retrying', tone: 'ask' };
  // For the doctor, a visit that waits is saved; the reason stands beside it.
  if (visit.hold && (visit.state === 'uploading' || visit.state === 'committing'))
    return { key: 'state.sealed', tone: 'quiet' };
  if (isWorkedOnHere(visit)) return { key: 'state.here', tone: 'moving' };
  switch (visit.state) {
    case 'draft':
      return { key: 'state.draft', tone: 'quiet' };
    case 'recording':
      return live
        ? { key: 'state.recording', tone: 'live' }
        : { key: 'state.unfinished', tone: 'ask' };
    case 'sealed':
      return { key: 'state.sealed', tone: 'quiet' };
    case 'prepared':
      return { key: 'state.prepared', tone: 'quiet' };
    case 'uploading':
      return { key: 'state.uploading', tone: 'moving', values: { percent: percentSent(visit) } };
    case 'committing':
      return { key: 'state.committing', tone: 'moving' };
    case 'processing':
      return { key: 'state.processing', tone: 'moving' };
    case 'ready':
      return visit.signedAt === undefined
        ? { key: 'state.ready', tone: 'good' }
        : { key: 'state.reviewed', tone: 'good' };
    case 'partial':
      return { key: 'state.partial', tone: 'ask' };
    case 'reviewed':
      return { key: 'state.reviewed', tone: 'good' };
    case 'purged':
      return visit.signedAt === undefined
        ? { key: 'state.purged', tone: 'quiet' }
        : { key: 'state.signedPurged', tone: 'good' };
    case 'attention':
      return { key: 'state.attention', tone: 'ask' };
    case 'discarded':
      return { key: 'state.discarded', tone: 'quiet' };
  }
}

export type Reason =
  | { readonly kind: 'hold' | 'plain'; readonly key: string }
  /**
   * `message` is the platform's or the core's own sentence, for codes the catalogue does not know.
   */
  | { readonly kind: 'trouble'; readonly key: string; readonly message: string };

/** The reason for the visit's state; undefined when there is nothing to explain. */
export function reasonFor(visit: Visit): Reason | undefined {
  if (visit.locked) return { kind: 'plain', key: 'reason.locked' };
  if (visit.hold) return { kind: 'hold', key: `hold.${visit.hold}` };
  if (visit.trouble && !hasNote(visit) && visit.state !== 'discarded')
    return {
      kind: 'trouble',
      key: `trouble.${visit.trouble.code}`,
      message: visit.trouble.message,
    };
  if (isWorkedOnHere(visit)) return { kind: 'plain', key: 'reason.here' };
  switch (visit.state) {
    case 'sealed':
      return { kind: 'plain', key: 'reason.sealed' };
    case 'prepared':
      return { kind: 'plain', key: 'reason.prepared' };
    case 'committing':
      return { kind: 'plain', key: 'reason.committing' };
    case 'processing':
      return { kind: 'plain', key: 'reason.processing' };
    case 'partial':
      return { kind: 'plain', key: 'reason.partial' };
    case 'attention':
      return { kind: 'plain', key: 'reason.attention' };
    default:
      return undefined;
  }
}
