/** Requests about the note as a document, and about whose visit a recording is. */
import type { Handlers } from '../../../shared/contract/contract.ts';
import type { notesRequests } from '../../../shared/contract/notes.ts';
import type { NotesFeature } from '../../features/notes/notes.ts';
import type { Rearranging } from '../../features/recordings/rearrange/rearrange.ts';
import type { Visits } from '../visits.ts';

export type NoteHandlersDeps = {
  readonly notes: NotesFeature;
  readonly rearranging: Rearranging;
  readonly visits: Pick<Visits, 'show'>;
  /** Something new is sealed: it goes on its way. */
  readonly wake: (id: string) => void;
};

export function createNoteHandlers({
  notes,
  rearranging,
  visits,
  wake,
}: NoteHandlersDeps): Pick<Handlers, keyof typeof notesRequests> {
  const sent = (ids: readonly string[]) =>
    ids.map((id) => {
      wake(id);
      return visits.show(id);
    });
  return {
    'notes.versions': ({ id }) => notes.state(id),
    'notes.version': ({ id, ...at }) => notes.version(id, at),
    'notes.edit': (at) => notes.edit(at),
    'notes.keep': (at) => notes.keep(at),
    'notes.restore': (at) => notes.restore(at),
    'notes.diff': ({ id, from, to }) => notes.diff(id, from, to),
    'notes.choose': (at) => notes.choose(at),
    'notes.checks': ({ id, ...at }) => notes.checks(id, at),
    'notes.sign': (at) => notes.sign(at),
    'notes.leaveAs': (at) => notes.leaveAs(at),
    'notes.signed': ({ id }) => notes.signed(id),
    'notes.correctPatient': ({ id, patient, was }) => notes.correctPatient(id, patient, was),
    'notes.join': ({ id, other }) => notes.join(id, other),
    'notes.part': ({ id, other }) => notes.part(id, other),
    'notes.takeBack': ({ id, ...name }) => notes.takeBack(id, name),

    'recordings.marks': ({ id }) => rearranging.marks(id),
    async 'recordings.rearrange'({ visits: asked }) {
      const { deed, made } = await rearranging.rearrange(asked);
      return { deed, made: sent(made) };
    },
    'recordings.undoRearrange': ({ deed }) => sent(rearranging.undo(deed)),
    'recordings.rearranged': () => rearranging.list(),
  };
}
