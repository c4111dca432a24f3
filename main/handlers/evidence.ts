/** Requests about where a note's words come from. */
import type { Handlers } from '../../shared/contract.ts';
import { Failure } from '../../shared/failure.ts';
import type { evidenceRequests } from '../../shared/requests/evidence.ts';
import type { NotesPart } from '../notes/notes.ts';
import type { Store } from '../store/store.ts';

export type EvidenceHandlersNeeds = {
  readonly notes: Pick<NotesPart, 'version'>;
  readonly store: Pick<Store, 'notes' | 'consultations'>;
};

export function createEvidenceHandlers({ notes }: EvidenceHandlersNeeds): Pick<Handlers, keyof typeof evidenceRequests> {
  return {
    'notes.evidence'({ id, ...at }) {
      notes.version(id, at);
      return { comparable: false, why: 'no-transcript', lines: [] };
    },
    'notes.said': () => {
      throw new Failure('missing', 'There is no transcript of this visit.', { detail: 'no-transcript' });
    },
    'recordings.listen': () => {
      throw new Failure('missing', 'The sound of this visit is not on this computer any more.', { detail: 'sound-gone' });
    },
  };
}
