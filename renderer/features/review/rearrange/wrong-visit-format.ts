/** A visit that is not what it should be, and what can still be made of it: words and offers, by how far it is on its way. */

import type {
  CutMark,
  Rearrangement,
  SoundPiece,
} from '../../../../shared/model/note/note-versions.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { allows } from '../../../../shared/model/visit-state.ts';
import { hasNote } from '../../visits/state/visit-format.ts';

export type Standing =
  | 'unfinished'
  | 'unsent'
  | 'imported'
  | 'sending'
  | 'note'
  | 'discarded'
  | 'locked';
/** `unsent`: its sound can be cut and joined. `note`: notes can be joined, the sound stays. */
export function standingOf(visit: Visit): Standing {
  if (visit.locked) return 'locked';
  if (!allows(visit.state, 'save-sound')) return 'unfinished';
  if (visit.state === 'discarded') return 'discarded';
  if (hasNote(visit)) return 'note';
  if (!allows(visit.state, 'rearrange')) return 'sending';
  return visit.imported ? 'imported' : 'unsent';
}

/** Seconds at the ends of a recording in which nobody parts two patients. */
const EDGE = 16_000;
/** Marks closer than this are one place to a person: half a second. */
const SAME = 8_000;
/** Where it may be cut, each place once; a pause rather than a silence at the same place. */
export function cutsOf(marks: readonly CutMark[], samples: number): CutMark[] {
  const order = [
    'pause',
    'resume',
    'gap',
    'sleep',
    'wake',
    'device-lost',
    'device-changed',
    'silence',
  ];
  const rank = ({ kind }: CutMark) =>
    order.indexOf(kind) < 0 ? order.length : order.indexOf(kind);
  const kept: CutMark[] = [];
  for (const mark of [...marks].sort(
    (one, other) => rank(one) - rank(other) || one.sample - other.sample,
  )) {
    if (
      mark.sample >= EDGE &&
      mark.sample <= samples - EDGE &&
      kept.every((one) => Math.abs(one.sample - mark.sample) >= SAME)
    )
      kept.push(mark);
  }
  return kept.sort((one, other) => one.sample - other.sample);
}

/** Two visits out of one; the pieces make up the whole. */
export const splitAt = (
  { id, samples }: Pick<Visit, 'id' | 'samples'>,
  cut: number,
): readonly [SoundPiece, SoundPiece] => [
  { id, from: 0, to: cut },
  { id, from: cut, to: samples },
];
/** One visit out of two, in the order in which they were spoken. */
export const mergeOf = (
  one: Pick<Visit, 'id' | 'samples' | 'createdAt'>,
  other: Pick<Visit, 'id' | 'samples' | 'createdAt'>,
): SoundPiece[] =>
  [one, other]
    .sort((a, b) => a.createdAt - b.createdAt)
    .map(({ id, samples }) => ({ id, from: 0, to: samples }));

/** Whose sound this one's may be joined to: unsent as well; the one before first. */
export const mergeable = (visit: Visit, all: readonly Visit[]): Visit[] =>
  all
    .filter((one) => one.id !== visit.id && standingOf(one) === 'unsent' && one.samples > 0)
    .sort((a, b) => nearness(visit, a) - nearness(visit, b));
const nearness = (visit: Visit, { createdAt }: Visit) =>
  createdAt <= visit.createdAt ? visit.createdAt - createdAt : createdAt - visit.createdAt + 1;

const plainly = (text = '') => text.trim().replace(/\s+/gu, ' ').toLowerCase();
/** Whose notes are of the same patient, and are here; not those that are joined already. */
export const joinable = (visit: Visit, all: readonly Visit[], joined: readonly string[]): Visit[] =>
  all
    .filter(
      (one) =>
        one.id !== visit.id &&
        !joined.includes(one.id) &&
        standingOf(one) === 'note' &&
        plainly(one.patient.name) === plainly(visit.patient.name) &&
        plainly(one.patient.recordNumber) === plainly(visit.patient.recordNumber),
    )
    .sort((a, b) => nearness(visit, a) - nearness(visit, b));

const DAY = 86_400_000;
/** What can be taken back of this visit, and until when; milliseconds since 1970. */
export const undoableOf = (
  id: string,
  deeds: readonly Rearrangement[],
  now: number,
): (Rearrangement & { readonly until: number; readonly kind: 'split' | 'merge' | 'move' })[] =>
  deeds
    .filter(
      ({ at, sources, made }) => now - at <= DAY && (sources.includes(id) || made.includes(id)),
    )
    .map((deed) => ({
      ...deed,
      until: deed.at + DAY,
      kind:
        deed.made.length > deed.sources.length
          ? 'split'
          : deed.made.length < deed.sources.length
            ? 'merge'
            : 'move',
    }));
