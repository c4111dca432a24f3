/** Made-up recordings that can be cut and joined, notes that can be, and all of it taken back. */

import type { NoteState, Rearrangement } from '../../../shared/model/note/note-versions.ts';
import type { Patient, Visit } from '../../../shared/model/visit.ts';
import type { FakeHandlers } from './fake-handlers.ts';
import { visit } from './fake-visits.ts';

type Deps = {
  readonly find: (id: string) => Visit | undefined;
  readonly state: (id: string) => NoteState;
  readonly change: (id: string, part: Partial<Visit>) => unknown;
  readonly add: (visits: readonly Visit[]) => void;
  readonly tell: (name: string, payload: unknown) => void;
};

export function fakeRearrange(now: number, { find, state, change, add, tell }: Deps): FakeHandlers {
  const joined = new Map<string, readonly string[]>();
  const deeds: Rearrangement[] = [];
  const shown = (id: string) => ({ ...state(id), joined: joined.get(id) ?? [] });
  const join = (id: string, others: readonly string[]) => {
    joined.set(id, others);
    tell('notes.changed', { id });
    return shown(id);
  };
  return {
    'notes.versions': ({ id }) => shown(id),
    'notes.join': ({ id, other }) => join(id, [...(joined.get(id) ?? []), other]),
    'notes.part': ({ id, other }) =>
      join(
        id,
        (joined.get(id) ?? []).filter((one) => one !== other),
      ),
    'recordings.marks': ({ id }) => {
      const end = find(id)!.samples;
      return [
        ['pause', 0.31],
        ['resume', 0.31],
        ['silence', 0.58],
        ['gap', 0.83],
      ].map(([kind, part]) => ({ kind, sample: Math.round(end * Number(part)) }));
    },
    'recordings.rearrange': ({ visits }) => {
      const made = visits.map(({ like, patient, pieces }): Visit => {
        const one = find(like)!;
        return {
          ...visit(now, now - one.createdAt, 'sealed'),
          ...one,
          id: crypto.randomUUID(),
          state: 'sealed',
          hold: undefined,
          ...(patient && { patient: patient as Patient }),
          samples: pieces.reduce((sum, { from, to }) => sum + to - from, 0),
        };
      });
      const sources = [...new Set(visits.flatMap(({ pieces }) => pieces.map(({ id }) => id)))];
      sources.forEach((id) => {
        change(id, { state: 'discarded', discardedAt: Date.now() });
      });
      add(made);
      deeds.unshift({
        deed: crypto.randomUUID(),
        at: Date.now(),
        sources,
        made: made.map(({ id }) => id),
      });
      return { deed: deeds[0]!.deed, made };
    },
    'recordings.undoRearrange': ({ deed }) => {
      const [one] = deeds.splice(
        deeds.findIndex((each) => each.deed === deed),
        1,
      );
      one!.made.forEach((id) => {
        change(id, { state: 'discarded' });
      });
      return one!.sources.map((id) => change(id, { state: 'sealed', discardedAt: undefined }));
    },
    'recordings.rearranged': () => deeds,
  };
}
