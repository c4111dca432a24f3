/**
 * Parts of a screen that are drawn one after the other, so that the page answers between them. A key
 * that is pressed meanwhile waits for all of them: it does what it does on the whole screen.
 */
import { startTransition } from 'react';
import { flushSync } from 'react-dom';

type Draw = () => void;
/** In the order in which they came into the page; the first one is being drawn. */
const waiting = new Set<Draw>();
/** What had the focus when the first of them began to wait. */
let focusBefore: Element | null | undefined;

/** Draws a part when those before it are there. Returns what ends the wait: it is there, or gone. */
export function waitForTurn(draw: Draw): () => void {
  if (focusBefore === undefined) focusBefore = document.activeElement;
  waiting.add(draw);
  if (waiting.size === 1) startTransition(draw);
  return () => {
    const [first] = waiting;
    waiting.delete(draw);
    const [next] = waiting;
    if (draw === first && next) startTransition(next);
    if (!next) forgetFocusSoon();
  };
}

/** A part may bring another one with it, which begins to wait only a moment later. */
const forgetFocusSoon = () =>
  setTimeout(() => {
    if (waiting.size === 0) focusBefore = undefined;
  });

/** Parts wait for their turn. */
export const isDrawing = (): boolean => waiting.size > 0;

/** False when somebody has moved the focus since parts wait: none of them takes it away. */
export function isFocusFree(): boolean {
  const { activeElement, body } = document;
  return focusBefore === undefined || activeElement === body || activeElement === focusBefore;
}

/** Draws all that wait, at once; returns false when none did. */
export function drawNow(): boolean {
  if (waiting.size === 0) return false;
  // What is drawn may bring parts of its own.
  while (waiting.size > 0) {
    const now = [...waiting];
    flushSync(() => {
      for (const draw of now) draw();
    });
    for (const draw of now) waiting.delete(draw);
  }
  forgetFocusSoon();
  return true;
}

/**
 * Draws what waits before a key is heard. When that moves the focus, the key goes where it would
 * have gone; then this returns true, and nobody else hears the first one.
 */
export function drawBeforeKey(event: KeyboardEvent): boolean {
  if (!drawNow()) return false;
  const focused = document.activeElement;
  if (!focused || focused === event.target) return false;
  event.stopImmediatePropagation();
  if (!focused.dispatchEvent(new KeyboardEvent(event.type, event))) event.preventDefault();
  return true;
}
