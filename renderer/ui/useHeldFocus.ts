/**
 * Keeps the place of somebody who works by keyboard: when the control that has the focus goes away
 * or is disabled by its own action, the focus goes to the nearest part of the page that is left,
 * instead of to nowhere.
 */
import { useEffect } from 'react';
import { isDrawing } from '../common/pieces.ts';

/**
 * Parts that can be read as a whole, and take the focus when the control in them is gone. The
 * messages are none.
 */
const PLACES = 'article, section:not(.messages), form';

export function useHeldFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    let around: readonly Element[] = [];
    /** What opened each dialog that is open, and could not hold the focus just then. */
    let beneath: Element[] = [];
    let due: number | undefined;

    const onFocusIn = ({ target }: FocusEvent) => {
      beneath = openersOf(target as Element, last, beneath);
      last = target as Element;
      around = surroundings(last);
    };
    // The focus was left on purpose, by a click on nothing: it is not brought back.
    const onFocusOut = ({ target, relatedTarget }: FocusEvent) =>
      setTimeout(() => {
        if (target === last && relatedTarget === null && canHold(last)) last = null;
      });
    const restore = () => {
      due = undefined;
      if (!last || document.activeElement !== document.body) return;
      // A dialog, or a screen that is new, knows better where the focus belongs. Its parts keep their
      // turns: a key that is pressed meanwhile draws them at once.
      if (isDrawing()) {
        due = window.setTimeout(restore, SETTLED);
        return;
      }
      if (!last.isConnected && dialogOf(last))
        last = beneath.findLast((one) => one.isConnected) ?? last;
      if (last.isConnected) return canHold(last) ? focus(last) : undefined;
      const place = around.find((one) => one.isConnected) ?? document.querySelector('h1');
      last = null;
      if (place) focus(place);
    };
    const observer = new MutationObserver(() => {
      if (last && document.activeElement === document.body)
        due ??= window.setTimeout(restore, SETTLED);
    });

    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', onFocusOut);
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['disabled'],
    });
    return () => {
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', onFocusOut);
      observer.disconnect();
      clearTimeout(due);
    };
  }, []);
}

/** Milliseconds after which other code that moves the focus has moved it. */
const SETTLED = 120;

/** Also of one that has gone: it left with its dialog around it. */
const dialogOf = (one: Element | null) =>
  one?.closest('[role=dialog], [role=alertdialog]') ?? undefined;

/** Outside of dialogs nothing is remembered: what stood there may have a patient's name. */
function openersOf(target: Element, last: Element | null, before: readonly Element[]): Element[] {
  const dialog = dialogOf(target);
  if (!dialog || !last) return [];
  // Back in a dialog that another one lay over.
  const back = before.findIndex((one) => dialogOf(one) === dialog);
  if (back >= 0) return before.slice(0, back);
  return dialogOf(last) === dialog ? [...before] : [...before, last];
}

const canHold = (one: Element | null) => one?.isConnected && !one.matches(':disabled');

/**
 * Returns the parts around a control from the inside out; in a list the next row, else the one
 * before, comes before the whole list.
 */
function surroundings(one: Element): Element[] {
  const row = one.closest('li');
  const rows = [row?.nextElementSibling, row?.previousElementSibling].flatMap((each) =>
    each ? [each.querySelector('article') ?? each] : [],
  );
  const own = row?.querySelector('article');
  const found: Element[] = [...(own?.contains(one) ? [own] : []), ...rows];
  for (let at = one.closest(PLACES); at; at = at.parentElement?.closest(PLACES) ?? null)
    found.push(at);
  return found;
}

function focus(one: Element) {
  if (!(one instanceof HTMLElement)) return;
  // Into the place, not onto its first button: a key pressed twice must not press the next button.
  if (!one.matches('button, input, a, [tabindex]')) one.tabIndex = -1;
  one.focus();
}
