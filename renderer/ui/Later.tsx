/** A part of a screen that is drawn after what is around it, in its turn (`common/pieces.ts`). */
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { waitForTurn } from '../common/pieces.ts';

type Props = { readonly children: ReactNode; readonly meanwhile?: ReactNode };

export function Later({ children, meanwhile = null }: Props) {
  return useTurn(true) ? children : meanwhile;
}

/** True from the turn on that a part waits for; it waits as soon as it `wants` one. */
export function useTurn(wants: boolean): boolean {
  const [isHere, setHere] = useState(false);
  useLayoutEffect(
    () => (wants && !isHere ? waitForTurn(() => setHere(true)) : undefined),
    [wants, isHere],
  );
  return isHere;
}
