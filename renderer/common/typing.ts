/**
 * Tells a blank that belongs to typed words from one that presses the button in focus: a name typed
 * where no field is must not pause a recording.
 */

/** Milliseconds: slower than this, letters and a blank are not one flow of typing. */
const ONE_FLOW = 1500;
let typedAt = -Infinity;

/** Call with every key that goes down. */
export function hearKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
  if (key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey)
    typedAt = performance.now();
}

export const isTyping = () => performance.now() - typedAt < ONE_FLOW;
