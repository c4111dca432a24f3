/**
 * The keys of the code desk. Single letters, so they work only while an entity has the focus and no
 * text is typed (WCAG 2.1.4).
 */
import type { KeyboardEvent } from 'react';
import type { DeskWork } from './useDeskWork.ts';

type Command = (work: DeskWork) => void;

const letters = new Map<string, Command>([
  ['a', (work) => work.accept()],
  ['r', (work) => work.openForm('reject')],
  ['c', (work) => work.openForm('change')],
  ['s', (work) => work.openForm('status')],
  ['u', (work) => void work.undo()],
  ['n', (work) => work.moveToNext()],
  ['l', acceptSection],
  ['j', (work) => work.step(1)],
  ['k', (work) => work.step(-1)],
]);

const namedKeys = new Map<string, Command>([
  ['ArrowDown', (work) => work.step(1)],
  ['ArrowUp', (work) => work.step(-1)],
  ['ArrowRight', (work) => work.stepColumn(1)],
  ['ArrowLeft', (work) => work.stepColumn(-1)],
  ['Home', (work) => work.moveTo(work.order[0])],
  ['End', (work) => work.moveTo(work.order.at(-1))],
  ['Escape', (work) => work.moveTo(work.current)],
]);

function acceptSection(work: DeskWork): void {
  const section = work.sections.find(({ entities }) =>
    entities.some(({ id }) => id === work.current),
  );
  if (section) work.acceptLinked(work.linkedIn(section));
}

const acceptWholeNote: Command = (work) => work.acceptLinked(work.linked());

type Options = {
  /** Asks the second linker; undefined if there is none. */
  readonly askSecond: (() => void) | undefined;
  readonly openMark: () => void;
};

export function deskKeys(work: DeskWork, { askSecond, openMark }: Options) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    if (!isForDesk(event, target)) return;
    // M marks the selection of the note's text, or the line of the entity with the focus.
    if (event.key.toLowerCase() === 'm' && target.closest('[data-note], [data-entity]')) {
      event.preventDefault();
      return openMark();
    }
    const command = target.closest('[data-entity]') ? commandOf(event, askSecond) : undefined;
    if (!command) return;
    event.preventDefault();
    event.stopPropagation();
    command(work);
  };
}

/**
 * False in fields, in menus and dialogs (drawn elsewhere in the page), with a modifier, and for a
 * letter that repeats, unless it moves.
 */
function isForDesk(event: KeyboardEvent<HTMLElement>, target: HTMLElement): boolean {
  const isTyping = target.closest('input, textarea, select, [contenteditable]') !== null;
  if (!event.currentTarget.contains(target) || isTyping) return false;
  if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return false;
  return !(event.repeat && event.key.length === 1 && !/^[jk]$/i.test(event.key));
}

function commandOf(
  { key, shiftKey }: KeyboardEvent,
  askSecond: (() => void) | undefined,
): Command | undefined {
  const named = namedKeys.get(key);
  if (named) return named;
  if (shiftKey) return key.toLowerCase() === 'l' ? acceptWholeNote : undefined;
  if (/^[1-9]$/.test(key)) return (work) => work.choose(Number(key));
  const letter = key.toLowerCase();
  return letter === 'o' ? () => askSecond?.() : letters.get(letter);
}
