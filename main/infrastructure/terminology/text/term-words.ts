/**
 * Reads one term into the words that a question must have and those that it may have, such as words
 * in brackets or "unspecified".
 */
import type { WordsOf } from './normalise.ts';

export type TermWords = {
  readonly essential: readonly string[];
  readonly optional: readonly string[];
};

const BRACKETS = /\(([^()]*)\)|\[([^[\]]*)\]/g;
/**
 * `, unspecified eye`, `unspecified site`: a code that leaves it open is right for a question that
 * does not say. `Burn of unspecified foot` leaves the side open, not the foot.
 */
const LEFT_OPEN =
  /(?<!\b(?:with|due to|by|from|of|in|to|on|at|for) )\b(?:unspecified|not specified as)\b.*?(?=\s(?:of|with|without|in|and|due|to|by|from|on|for|as)\b|,|;|$)/g;
const FIRST_VISIT =
  /,?\s*\binitial encounter(?: for (?:closed|nondisplaced)[a-z ]*fracture| for closed fracture)?/g;
const OPEN_PLACE =
  /\bunspecified (?:site|side|part|parts|degree|region|body region|area|quadrant|type|severity|trimester|organism|cause|level|location|portion|lobe|segment|eye|eyelid|ear)\b/g;
const SAYS_NOTHING = /\b(?:specified|unspecified|site unspecified|so stated)\b/g;

/** Words of an index for the rest that has no place of its own. */
const LEFT_OVER = /\bspecified\b[^,]*\bnec\b/g;

/**
 * `modifiers` are words beside the text that need not be said (the nonessential modifiers of an
 * index).
 */
export function termWords(wordsOf: WordsOf, text: string, modifiers = ''): TermWords {
  const aside: string[] = modifiers === '' ? [] : [modifiers];
  const keep = (piece: string) => {
    aside.push(piece);
    return ' ';
  };
  let core = text.toLowerCase();
  // Most terms have none of this, and there may be millions of them.
  const open = core.includes('specified');
  if (open) core = core.replace(LEFT_OVER, 'other');
  if (/[([]/.test(core))
    core = core.replace(BRACKETS, (_, round: string | undefined, square: string | undefined) =>
      keep(round ?? square ?? ''),
    );
  if (open || core.includes('encounter for'))
    core = core.trim().replace(/^(?:unspecified|encounter for)\s+/, keep);
  if (core.includes('initial encounter')) core = core.replace(FIRST_VISIT, keep);
  if (open) core = core.replace(OPEN_PLACE, keep).replace(LEFT_OPEN, keep);
  if (open || core.includes('so stated')) core = core.replace(SAYS_NOTHING, keep);
  const essential = [...new Set(wordsOf(core))];
  if (aside.length === 0) return { essential, optional: [] };
  const optional = [...new Set(aside.flatMap((piece) => wordsOf(piece)))].filter(
    (word) => !essential.includes(word),
  );
  return essential.length > 0 ? { essential, optional } : { essential: optional, optional: [] };
}
