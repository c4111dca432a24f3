/** The keys of the code desk. Single letters, so only while an entity has the focus and nothing is typed (WCAG 2.1.4). */
import type { KeyboardEvent } from 'react';
import type { DeskWork } from './useDeskWork.ts';

/** `askSecond`: where somebody else can be asked too. */
export function deskKeys(work: DeskWork, askSecond?: () => void) {
  const item = () => (work.current === undefined ? undefined : work.items.get(work.current));
  const letters: Readonly<Record<string, () => void>> = {
    a: () => work.accept(),
    r: () => work.ask('reject'),
    c: () => work.ask('change'),
    s: () => work.ask('status'),
    u: () => void work.undo(),
    n: () => work.next(),
    m: () => work.ask('mark'),
    b: () => (item()?.alike.length ? work.setTogether(!work.together) : undefined),
    l: () => {
      const here = work.sections.find(({ entities }) =>
        entities.some(({ id }) => id === work.current),
      );
      if (here) work.acceptLinked(work.linkedIn(here));
    },
    o: () => askSecond?.(),
    k: () => work.keepOut(work.absent()),
  };
  const others: Readonly<Record<string, () => void>> = {
    ArrowDown: () => work.step(1),
    ArrowUp: () => work.step(-1),
    ArrowRight: () => work.stepColumn(1),
    ArrowLeft: () => work.stepColumn(-1),
    Home: () => work.moveTo(work.order[0]),
    End: () => work.moveTo(work.order.at(-1)),
    Escape: () => work.moveTo(work.current),
  };
  return (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    // What opens before the page is drawn elsewhere, and its keys are its own.
    if (
      !event.currentTarget.contains(target) ||
      target.closest('input, textarea, select, [contenteditable]')
    )
      return;
    if (
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.nativeEvent.isComposing ||
      (event.repeat && event.key.length === 1)
    )
      return;
    const inEntity = target.closest('[data-entity]') !== null;
    if (!inEntity) return;
    const run =
      others[event.key] ??
      (event.shiftKey
        ? undefined
        : /^[1-9]$/.test(event.key)
          ? () => work.choose(Number(event.key))
          : letters[event.key.toLowerCase()]);
    if (!run) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
}
