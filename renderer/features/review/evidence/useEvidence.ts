/** Evidence of a document's sentences in the transcript, read again for each of its versions. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { NoteEvidence } from '../../../../shared/model/note/evidence.ts';
import type { NoteSection } from '../../../../shared/model/note/note-sections.ts';
import type { NoteBranch } from '../../../../shared/model/note/note-versions.ts';
import { isLocked } from '../../../common/stores/locked.ts';
import { readEvidence } from '../../visits/listen/listen-store.ts';

type State = {
  readonly evidence?: NoteEvidence | undefined;
  /**
   * The sections that the answer is about: text and evidence stay together until the next answer.
   */
  readonly sections: readonly NoteSection[];
  readonly problem?: unknown;
};

/** `evidence` and `problem` are undefined until an answer is here. */
export function useEvidence(visit: string, { id, head, rev, sections }: NoteBranch): State {
  const [state, setState] = useState<State>({ sections: [] });
  const asked = useRef(sections);
  useLayoutEffect(() => {
    asked.current = sections;
  }, [sections]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft keeps its version number; its rev tells that it changed
  useEffect(() => {
    let over = false;
    const about = asked.current;
    const show = (next: State) => {
      if (!over && !isLocked()) setState(next);
    };
    readEvidence(visit, id, head).then(
      (evidence) => show({ evidence, sections: about }),
      (problem: unknown) => show({ problem, sections: about }),
    );
    return () => {
      over = true;
    };
  }, [visit, id, head, rev]);
  return state;
}
