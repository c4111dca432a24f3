/**
 * Rules for a visit of the wrong patient, or with two patients in one recording: what its stage
 * still allows.
 */
import type {
  CutMark,
  Rearrangement,
  SoundPiece,
} from '../../../../shared/model/note/note-versions.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { allows } from '../../../../shared/model/visit-state.ts';
import { hasNote } from '../../visits/state/visit-format.ts';

export type Stage =
  | 'unfinished'
  | 'unsent'
  | 'imported'
  | 'sending'
  | 'note'
  | 'discarded'
  | 'locked';
/** `unsent`: its sound can be cut and joined. `note`: notes can be joined, the sound stays. */
export function stageOf(visit: Visit): Stage {
  if (visit.locked) return 'locked';
  if (!allows(visit.state, 'save-sound')) return 'unfinished';
  if (visit.state === 'discarded') return 'discarded';
  if (hasNote(visit)) return 'note';
  if (!allows(visit.state, 'rearrange')) return 'sending';
  return visit.imported ? 'imported' : 'unsent';
}

/** Samples: the first and the last second have no cut. */
const EDGE = 16_000;
/** Samples: marks within half a second count as one place. */
const SAME_PLACE = 8_000;
/**
 * Places where the recording may be cut, each once; a pause is preferred to a silence at the same
 * place.
 */
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
      kept.every((one) => Math.abs(one.sample - mark.sample) >= SAME_PLACE)
    )
      kept.push(mark);
  }
  return kept.sort((one, other) => one.sample - other.sample);
}

/** Splits the sound in two pieces that make up the whole. `cut`: samples. */
export const splitAt = (
  { id, samples }: Pick<Visit, 'id' | 'samples'>,
  cut: number,
): readonly [SoundPiece, SoundPiece] => [
  { id, from: 0, to: cut },
  { id, from: cut, to: samples },
];
/** Both sounds in the order in which they were recorded. */
export const mergeOf = (
  one: Pick<Visit, 'id' | 'samples' | 'createdAt'>,
  other: Pick<Visit, 'id' | 'samples' | 'createdAt'>,
): SoundPiece[] =>
  [one, other]
    .sort((a, b) => a.createdAt - b.createdAt)
    .map(({ id, samples }) => ({ id, from: 0, to: samples }));

/**
 * Visits whose sound can be merged with this one: unsent too, the nearest in time first, the
 * earlier before the later.
 */
export const mergeable = (visit: Visit, all: readonly Visit[]): Visit[] =>
  all
    .filter((one) => one.id !== visit.id && stageOf(one) === 'unsent' && one.samples > 0)
    .sort((a, b) => nearness(visit, a) - nearness(visit, b));
const nearness = (visit: Visit, { createdAt }: Visit) =>
  createdAt <= visit.createdAt ? visit.createdAt - createdAt : createdAt - visit.createdAt + 1;

const folded = (text = '') => text.trim().replace(/\s+/gu, ' ').toLowerCase();
/** Visits of the same patient whose notes are here and not yet joined with this one. */
export const joinable = (visit: Visit, all: readonly Visit[], joined: readonly string[]): Visit[] =>
  all
    .filter(
      (one) =>
        one.id !== visit.id &&
        !joined.includes(one.id) &&
        stageOf(one) === 'note' &&
        visit.patient.name !== '' &&
        folded(one.patient.name) === folded(visit.patient.name) &&
        folded(one.patient.recordNumber) === folded(visit.patient.recordNumber),
    )
    .sort((a, b) => nearness(visit, a) - nearness(visit, b));

const DAY = 86_400_000;
/**
 * Rearrangements of this visit that can still be undone, and until when (milliseconds since 1970).
 */
export const undoableOf = (
  id: string,
  rearrangements: readonly Rearrangement[],
  now: number,
): (Rearrangement & { readonly until: number; readonly kind: RearrangementKind })[] =>
  rearrangements
    .filter(
      ({ at, sources, made }) => now - at <= DAY && (sources.includes(id) || made.includes(id)),
    )
    .map((one) => ({ ...one, until: one.at + DAY, kind: kindOf(one) }));

type RearrangementKind = 'split' | 'merge' | 'move';

function kindOf({ made, sources }: Rearrangement): RearrangementKind {
  if (made.length > sources.length) return 'split';
  return made.length < sources.length ? 'merge' : 'move';
}
