/** Requests about the note as a document. */
import type { Handlers } from '../../shared/contract.ts';
import { Failure } from '../../shared/failure.ts';
import { notesRequests } from '../../shared/requests/notes.ts';

type NoteRequests = keyof typeof notesRequests;

export function createNoteHandlers(): Pick<Handlers, NoteRequests> {
  const later = () => {
    throw new Failure('missing', 'This Scriba cannot do that yet.', { detail: 'no-such-request' });
  };
  return Object.fromEntries(Object.keys(notesRequests).map((name) => [name, later])) as unknown as Pick<Handlers, NoteRequests>;
}
