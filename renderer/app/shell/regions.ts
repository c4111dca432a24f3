/** F6 leads from one part of the window to the next, as in other programs; Shift+F6 back. */

/** In the order in which they stand in the page; a pane of a note lies within its screen. */
const REGIONS =
  '.nav, .strip, .screen, nav.workplace-sections, .workplace-note, .workplace-side, .workplace-foot';
/** What tells where one is: the entry of the screen in view, its heading, the tab that is open. */
const HERE = '[aria-current=page], h1, [role=tab][aria-selected=true]';
const CONTROLS = 'button:not(:disabled), input:not(:disabled), [tabindex="0"]';

export function focusRegion(step: 1 | -1): void {
  const dialogs = document.querySelectorAll<HTMLElement>('[role=dialog], [role=alertdialog]');
  const front = [...dialogs].at(-1);
  // The page behind it cannot be reached: its title is said again.
  if (front) {
    front.focus();
    return;
  }
  const all = [...document.querySelectorAll<HTMLElement>(REGIONS)].filter(isShown);
  const at = all.findLastIndex((one) => one.contains(document.activeElement));
  const from = at < 0 && step < 0 ? 0 : at;
  const next = all[(from + step + all.length) % all.length];
  if (next) placeIn(next).focus();
}

const isShown = (one: HTMLElement) =>
  one.getClientRects().length > 0 && (placeIn(one) !== one || one.hasAttribute('tabindex'));

function placeIn(region: HTMLElement): HTMLElement {
  if (region.hasAttribute('tabindex')) return region;
  return (
    region.querySelector<HTMLElement>(HERE) ?? region.querySelector<HTMLElement>(CONTROLS) ?? region
  );
}
