/** Makes a failing case smaller, as long as it fails in the same way. */
import type { Case } from './door.ts';

/** Members that hold parts; any other text is a word that the door reads. */
const texts = ['bytes', 'body', 'head'];

/** Smaller values, the smallest first: halves of a text, of a list, of a number. */
function* smaller(value: unknown, isText = false): Generator<unknown> {
  if (typeof value === 'string') {
    if (isText) yield* smallerText(value);
  } else if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) yield value.toSpliced(at, 1);
    for (let at = 0; at < value.length; at += 1)
      for (const one of smaller(value[at], isText)) yield value.with(at, one);
  } else if (typeof value === 'object' && value !== null) {
    const { again, times } = value as { again?: unknown; times?: unknown };
    if (typeof again === 'string' && typeof times === 'number' && times > 1)
      yield { again, times: Math.ceil(times / 2) };
    else
      for (const [name, inner] of Object.entries(value))
        for (const one of smaller(inner, isText || texts.includes(name)))
          yield { ...value, [name]: one };
  }
}

function* smallerText(text: string): Generator<string> {
  for (let size = text.length; size >= 1; size = Math.floor(size / 2)) {
    if (size < 8 && text.length > 400) return;
    for (let at = 0; at < text.length; at += size) yield text.slice(0, at) + text.slice(at + size);
  }
}

/** Tries at most so many smaller ones. `fails`: whether a case fails as the first one did. */
export async function shrink(
  one: Case,
  fails: (smaller: Case) => Promise<boolean>,
  tries: number,
): Promise<Case> {
  let best = one;
  let left = tries;
  for (let found = true; found && left > 0; ) {
    found = false;
    for (const next of smaller(best)) {
      if (left <= 0) break;
      left -= 1;
      if (!(await fails(next as Case))) continue;
      best = next as Case;
      found = true;
      break;
    }
  }
  return best;
}
