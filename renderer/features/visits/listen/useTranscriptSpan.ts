/** Words of the transcript with those around them, read anew for each place. */
import { useEffect, useState } from 'react';
import type { Span } from '../../../../shared/model/coding/entities.ts';
import type { Said } from '../../../../shared/model/note/evidence.ts';
import { isLocked } from '../../../common/stores/locked.ts';
import { readSaid } from './listen-store.ts';

type State = { readonly said?: Said | undefined; readonly problem?: unknown };

/** Both are undefined until an answer is here. */
export function useTranscriptSpan(visit: string, span: Span | undefined): State {
  const [state, setState] = useState<State>({});
  const { start, end } = span ?? {};
  useEffect(() => {
    setState({});
    if (start === undefined || end === undefined) return undefined;
    let over = false;
    const take = (next: State) => void (over || isLocked() || setState(next));
    readSaid(visit, { start, end }).then(
      (said) => take({ said }),
      (problem: unknown) => take({ problem }),
    );
    return () => {
      over = true;
    };
  }, [visit, start, end]);
  return state;
}
