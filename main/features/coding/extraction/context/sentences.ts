/**
 * Splits a text into sentences with speaker and heading. A negation never reaches beyond a
 * sentence.
 */

import { type Turn, turnsOf } from './turns.ts';

export type Sentence = {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The speaker, in a dialogue. */
  readonly turn?: Turn | undefined;
  /** The heading before a colon on the same line, in lower case: "family history". */
  readonly label: string;
};

/** A full stop behind these does not end a sentence. */
const SHORT =
  /(?<![\p{L}])(?:dr|mr|mrs|ms|tab|tabs|cap|caps|inj|syp|syr|vs|e\.?g|i\.?e|approx|no|yrs?|hrs?|wks?|mths?|c|st|dept|pvt|govt|temp|resp|abd|neuro|incl|esp|viz|h|\p{L})$/iu;
/** "PMH: …", "Family history - …" */
const LABEL = /^[\s*#\-–•>\d.)]*([\p{L}][\p{L}/&' ]{0,40}?)\s*(?::(?!\d)|\s[-–]\s)/u;

export function sentencesOf(text: string): Sentence[] {
  const turns = turnsOf(text);
  const sentences: Sentence[] = [];
  const piece = (start: number, end: number, turn?: Turn) => {
    let label = '';
    let line = -1;
    for (const [from, to] of cuts(text, start, end)) {
      const words = text.slice(from, to);
      if (!/[\p{L}\p{N}+?-]/u.test(words)) continue;
      const thisLine = text.lastIndexOf('\n', from);
      if (thisLine !== line) label = '';
      line = thisLine;
      const own = turn === undefined ? LABEL.exec(words)?.[1] : undefined;
      if (own !== undefined && own.split(/\s+/).length <= 5) label = own.trim().toLowerCase();
      sentences.push({ start: from, end: to, text: words, label, ...(turn && { turn }) });
    }
  };
  piece(0, turns[0]?.start ?? text.length);
  for (const [at, { end, turn }] of turns.entries())
    piece(end, turns[at + 1]?.start ?? text.length, turn);
  return sentences;
}

function* cuts(text: string, start: number, end: number): Generator<[number, number]> {
  let from = start;
  const ENDS = /[.?!\u0964\n]+/g;
  ENDS.lastIndex = start;
  for (let found = ENDS.exec(text); found && found.index < end; found = ENDS.exec(text)) {
    const at = found.index;
    const behind = Math.min(at + found[0].length, end);
    if (!ends(text, from, at, behind, found[0])) continue;
    yield [from, behind];
    from = behind;
  }
  if (from < end) yield [from, end];
}

function ends(text: string, from: number, at: number, behind: number, signs: string): boolean {
  const next = text[behind] ?? '';
  if (signs.includes('\n')) {
    // A long line may break within a sentence.
    const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
    return !(
      signs === '\n' &&
      line.length > 55 &&
      /^\s*\p{Ll}/u.test(text.slice(behind, behind + 3)) &&
      /[\p{L},]\s*$/u.test(line)
    );
  }
  if (signs.startsWith('.')) return endsAtFullStop(text, from, at, behind);
  const isFree = next === '' || /\s/.test(next);
  // "?UTI", "fever ? cause", "X ?, Y": a doubt; "Any fever? No": a question.
  if (signs.startsWith('?') && !/\S/.test(text[at - 1] ?? ' ') && next !== '')
    return (
      isFree &&
      /^\s+\p{Lu}/u.test(text.slice(behind, behind + 3)) &&
      wordsBefore(text.slice(from, at)) > 3
    );
  return isFree;
}

function endsAtFullStop(text: string, from: number, at: number, behind: number): boolean {
  const next = text[behind] ?? '';
  if (/\d/.test(next)) return false;
  // "Denies: 1. Chest pain 2. Orthopnoea": numbers of one list.
  if (ITEM_NUMBER.test(text.slice(Math.max(from, at - 4), at)) && LISTED.test(text.slice(from, at)))
    return false;
  if (/\p{L}/u.test(next)) return /\p{Lu}/u.test(next) && /\p{Ll}{2}$/u.test(text.slice(from, at));
  // "ROS neg. for headache": the list goes on.
  if (
    NEGATIVE.test(text.slice(Math.max(from, at - 4), at)) &&
    GOES_ON.test(text.slice(behind, behind + 6))
  )
    return false;
  if (!SHORT.test(text.slice(Math.max(from, at - 6), at))) return true;
  return (
    !/^\s+\p{Ll}/u.test(text.slice(behind, behind + 3)) &&
    /\s{2}|^$/.test(text.slice(behind, behind + 2))
  );
}

const NEGATIVE = /(?:^|[^\p{L}])neg$/iu;
const GOES_ON = /^\s+for(?!\p{L})/u;
const ITEM_NUMBER = /(?:^|[\s:])\d$/;
/** A list of what is denied, up to the number of one of its items. */
const LISTED =
  /^[^.:\n]*(?<!\p{L})(?:den(?:y|ies|ied)|negatives?|absent|without|no|none|nil)(?!\p{L})[^.:\n]*:\s*(?:1$|1\.[^\n]*$)/iu;

const wordsBefore = (text: string) => text.trim().split(/\s+/).filter(Boolean).length;
