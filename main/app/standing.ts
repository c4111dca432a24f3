/** What is still to be done with the notes of visits, in numbers: for the day's board. */

import { asksForCode, equalityKey } from '../../shared/model/coding/desk-rows.ts';
import type { NoteEntity } from '../../shared/model/coding/entities.ts';
import type { Standing } from '../../shared/model/day.ts';
import { certainOf } from '../../shared/model/note/checks.ts';
import type { CodingFeature } from '../features/coding/decisions/code-desk.ts';
import type { NotesFeature } from '../features/notes/notes.ts';
import type { Store } from '../infrastructure/store/store.ts';

export type StandingDeps = {
  readonly desk: Pick<CodingFeature, 'open' | 'hasNoCodes'>;
  readonly notes: Pick<NotesFeature, 'state' | 'checks'>;
  readonly store: Pick<Store, 'notes' | 'exports'>;
};

/** Targets that are an EMR; the clipboard and files are none. */
const emr: ReadonlySet<string> = new Set(['folder', 'server', 'mllp']);

/** One after the other: a long note takes a while the first time. */
export async function standingsOf(deps: StandingDeps, ids: readonly string[]): Promise<Standing[]> {
  const found: Standing[] = [];
  for (const id of ids) {
    const one = await standingOf(deps, id).catch(() => undefined);
    if (one) found.push(one);
  }
  return found;
}

async function standingOf(
  { desk, notes, store }: StandingDeps,
  id: string,
): Promise<Standing | undefined> {
  const note = store.notes.get(id);
  if (!note) return undefined;
  const { entities, decisions } = await desk.open(id);
  const decided = new Set(decisions.map(({ entityId }) => entityId));
  const { note: chosen, signed } = notes.state(id);
  const hasTranscript = note.documents.some(
    ({ kind, text }) => kind === 'transcript' && text !== undefined,
  );
  return {
    id,
    codesLeft: codesLeft(
      entities.filter((one) => !decided.has(one.id) && !desk.hasNoCodes(id, one)),
    ),
    ...(chosen !== undefined &&
      hasTranscript && {
        differences: certainOf(
          notes.checks(id, { branch: chosen, version: headOf(notes, id, chosen) }),
        ).length,
      }),
    sent: store.exports
      .list(id)
      .some(
        ({ state, target, signature }) =>
          state === 'done' && emr.has(target) && signature === signed?.id,
      ),
  };
}

/** Equal findings are decided together, and counted once. */
const codesLeft = (undecided: readonly NoteEntity[]): number =>
  new Set(
    undecided
      .filter((one) => asksForCode(one, one.status))
      .map((one) => equalityKey(one, one.status)),
  ).size;

const headOf = (notes: StandingDeps['notes'], id: string, branch: string): number =>
  notes.state(id).branches.find((one) => one.id === branch)?.head ?? 1;
