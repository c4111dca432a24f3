/** A part of a screen that is drawn after what is around it, in its turn (`common/pieces.ts`). */
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { waitForTurn } from '../common/pieces.ts';

type Props = { readonly children: ReactNode; readonly meanwhile?: ReactNode };

export function Later({ children, meanwhile = null }: Props) {
  return useTurn(true) ? children : meanwhile;
}

/** True from the turn on that a part waits for; it waits as soon as it `wants` one. */
export function useTurn(wants: boolean): boolean {
  // Without a page there are no turns: what is drawn into a text is drawn whole.
  const [isHere, setHere] = useState(typeof document === 'undefined');
  useLayoutEffect(
    () => (wants && !isHere ? waitForTurn(() => setHere(true)) : undefined),
    [wants, isHere],
  );
  return isHere;
}
