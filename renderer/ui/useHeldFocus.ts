/**
 * Whoever works by keyboard never loses their place: when what had the focus goes away or is switched off
 * by what it did, the focus goes to what is left of its surroundings, instead of to nowhere.
 */
import { useEffect } from 'react';

/** Parts that can be read as a whole, and take the focus when what was in them is gone. */
const PLACES = 'article, section, form';

export function useHeldFocus(): void {
  useEffect(() => {
    let last: Element | null = null;
    let around: readonly Element[] = [];
    let due: number | undefined;

    const arrived = ({ target }: FocusEvent) => {
      last = target as Element;
      around = surroundings(last);
    };
    // Left on purpose, by a click on nothing: then nobody is to be brought back.
    const left = ({ target, relatedTarget }: FocusEvent) =>
      setTimeout(() => {
        if (target === last && relatedTarget === null && canHold(last)) last = null;
      });
    const look = () => {
      due = undefined;
      if (!last || document.activeElement !== document.body) return;
      // A dialog, or a screen that is new, knows better where the focus belongs.
      if (last.isConnected) return canHold(last) ? focus(last) : undefined;
      const place = around.find((one) => one.isConnected) ?? document.querySelector('h1');
      last = null;
      if (place) focus(place);
    };
    const changed = new MutationObserver(() => {
      if (last && document.activeElement === document.body)
        due ??= window.setTimeout(look, SETTLED);
    });

    document.addEventListener('focusin', arrived);
    document.addEventListener('focusout', left);
    changed.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['disabled'],
    });
    return () => {
      document.removeEventListener('focusin', arrived);
      document.removeEventListener('focusout', left);
      changed.disconnect();
      clearTimeout(due);
    };
  }, []);
}

/** Milliseconds after which whoever else moves the focus has moved it. */
const SETTLED = 120;

const canHold = (one: Element | null) => one?.isConnected && !one.matches(':disabled');

/** From the inside out; in a list the next row, else the one before, comes before the whole of it. */
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
  // Into the place, not onto its first button: a key pressed twice must not do what nobody asked for.
  if (!one.matches('button, input, a, [tabindex]')) one.tabIndex = -1;
  one.focus();
}
