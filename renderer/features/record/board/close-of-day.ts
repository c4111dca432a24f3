/** What a day leaves undone, visit by visit: for the close of the day. */
import type { Standing } from '../../../../shared/model/day.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { isActive } from '../../../../shared/model/visit-state.ts';
import { hasNote } from '../../visits/state/visit-format.ts';

export const undoneKinds = ['unfinished', 'unsent', 'unsigned', 'codes', 'emr', 'sound'] as const;
type UndoneKind = (typeof undoneKinds)[number];
export type Undone = {
  readonly kind: UndoneKind;
  readonly visit: Visit;
  /** Of findings without a decision. */
  readonly count?: number;
};

type Known = {
  readonly standings: Readonly<Record<string, Standing>>;
  /** Notes are sent to an EMR from here. */
  readonly emrOn: boolean;
};

/** In the order in which it matters; a locked visit shows nothing of itself. */
export function undoneOf(visits: readonly Visit[], { standings, emrOn }: Known): Undone[] {
  const found = visits
    .filter(({ state, locked }) => !locked && state !== 'discarded')
    .flatMap((visit) => undoneIn(visit, standings[visit.id], emrOn));
  return undoneKinds.flatMap((kind) => found.filter((one) => one.kind === kind));
}

function undoneIn(visit: Visit, standing: Standing | undefined, emrOn: boolean): Undone[] {
  const { state, signedAt, samples } = visit;
  if (state === 'draft' || state === 'recording') return [{ kind: 'unfinished', visit }];
  const found: Undone[] = [];
  if (isActive(state) || state === 'attention') found.push({ kind: 'unsent', visit });
  if (!hasNote(visit)) return found;
  if (signedAt === undefined) found.push({ kind: 'unsigned', visit });
  if ((standing?.codesLeft ?? 0) > 0)
    found.push({ kind: 'codes', visit, count: standing?.codesLeft ?? 0 });
  if (emrOn && signedAt !== undefined && standing && !standing.sent)
    found.push({ kind: 'emr', visit });
  if (state !== 'purged' && samples > 0) found.push({ kind: 'sound', visit });
  return found;
}
