/** The entity of the code desk that has the focus, and the column in it. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { firstColumn } from '../../columns.ts';
import { nextUndecided, sectionsIn } from '../../desk-format.ts';
import { showPlace } from '../../desk-place-store.ts';
import { type Items, leadsOf, rowId, settledIn } from './desk-items.ts';

type Place = {
  readonly id?: string | undefined;
  /** Set if the doctor moved to a column. */
  readonly column?: number | undefined;
  /** The focus is in the column, not on the entity. */
  readonly inside: boolean;
};

export function useDeskFocus(items: Items) {
  const [place, setPlace] = useState<Place>({ inside: false });
  const sections = useMemo(() => sectionsIn(leadsOf(items).map(({ entity }) => entity)), [items]);
  const order = useMemo(
    () => sections.flatMap(({ entities }) => entities.map(({ id }) => id)),
    [sections],
  );
  const first = useMemo(() => nextUndecided(order, settledIn(items)) ?? order[0], [items, order]);
  // Equal findings are one row, which stands at the first of them.
  const current = (place.id === undefined ? undefined : items.get(place.id)?.lead) ?? first;
  const item = current === undefined ? undefined : items.get(current);
  const column = place.column ?? (item ? firstColumn(item.columns, item.selected) : 0);

  const requested = useRef<Place | undefined>(undefined);
  const moveTo = useCallback((id: string | undefined, toColumn?: number, inside = false) => {
    if (id === undefined) return;
    const goal = { id, column: toColumn, inside };
    requested.current = goal;
    setPlace(goal);
  }, []);
  // After the render that follows `moveTo`, and only then: another render must not take the focus.
  useEffect(() => {
    if (requested.current !== place) return;
    requested.current = undefined;
    if (current !== undefined) focusEntity(current, place.inside ? column : undefined);
  });
  // It stays when another pane comes to the front: the transcript marks its words.
  useEffect(() => showPlace(current), [current]);

  return {
    sections,
    order,
    current,
    column,
    chosenColumn: place.column,
    inside: place.inside,
    moveTo,
  };
}

function focusEntity(id: string, column: number | undefined): void {
  const row = document.getElementById(rowId(id));
  const columns = row?.querySelectorAll<HTMLElement>('.desk-column');
  const goal = (column === undefined ? undefined : columns?.[column]) ?? row;
  goal?.focus();
  goal?.scrollIntoView({ block: 'nearest' });
  // One that is taller than the pane is read from its beginning.
  const pane = goal?.closest('.workplace-panel');
  if (goal && pane && goal.getBoundingClientRect().top < pane.getBoundingClientRect().top)
    goal.scrollIntoView({ block: 'start' });
}
