/** Moves over the rows of the board by the arrow keys; one row at a time is reached by Tab. */
import { type KeyboardEvent, useState } from 'react';

const steps: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_at, last) => last,
};

/** The row that a key leads to; undefined for a key that leads nowhere. */
export function rowAfter(
  key: string,
  ids: readonly string[],
  from: string | undefined,
): string | undefined {
  const step = steps[key];
  if (!step || ids.length === 0) return undefined;
  return ids[step(Math.max(0, ids.indexOf(from ?? '')), ids.length - 1)];
}

/** Tab reaches the first row until another was chosen. */
export function useRowKeys(ids: readonly string[]) {
  const [chosen, setChosen] = useState<string | undefined>();
  const active = chosen !== undefined && ids.includes(chosen) ? chosen : ids[0];
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = rowAfter(event.key, ids, active);
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next);
    document.getElementById(rowId(next))?.focus();
  };
  return { active, setActive: setChosen, onKeyDown };
}

/** Id of the button of a row. */
export const rowId = (id: string) => `board-row-${id}`;
