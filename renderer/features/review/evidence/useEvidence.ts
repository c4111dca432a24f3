/** What the transcript has of each sentence of a document, read anew with each of its versions. */
import { useEffect, useState } from 'react';
import type { NoteEvidence } from '../../../../shared/model/note/evidence.ts';
import type { NoteSection } from '../../../../shared/model/note/note-sections.ts';
import type { NoteBranch } from '../../../../shared/model/note/note-versions.ts';
import { isLocked } from '../../../common/stores/locked.ts';
import { readEvidence } from '../../visits/listen/listen-store.ts';

/** `sections`: those the answer is about; what is in view stays together until the next answer is here. */
type State = {
  readonly evidence?: NoteEvidence | undefined;
  readonly sections: readonly NoteSection[];
  readonly problem?: unknown;
};

/** `evidence` and `problem` are undefined until an answer is here. */
export function useEvidence(visit: string, { id, head, rev, sections }: NoteBranch): State {
  const [state, setState] = useState<State>({ sections: [] });
  useEffect(() => {
    let over = false;
    const take = (next: State) => void (over || isLocked() || setState(next));
    readEvidence(visit, id, head).then(
      (evidence) => take({ evidence, sections }),
      (problem: unknown) => take({ problem, sections }),
    );
    return () => {
      over = true;
    };
    // A draft goes on under the same number: with its rev it is read anew.
  }, [visit, id, head, rev]);
  return state;
}
