/**
 * Finds what a text denies in words that no code list has: "no acute distress", "murmurs, gallops or
 * rubs", "denies tobacco". A denied finding has no code, so its words are enough; it must not be
 * lost, because the note is read as complete without it.
 */
import type { Span } from '../../../../shared/model/coding/entities.ts';
import { wordSet } from '../../../infrastructure/terminology/text/word-list.ts';
import type { Context } from './context/context.ts';
import deniedData from './denied.json' with { type: 'json' };

const EDGES = wordSet(deniedData.edges);
const NO_FINDINGS = wordSet(deniedData.notFindings);
const FINDINGS = wordSet([...deniedData.findings, ...deniedData.adjectives]);
const WORD = /\p{L}[\p{L}\p{M}'’-]*/gu;
/** Between two words of a phrase. */
const BLANK = /^[ \t\u00a0]+$|^[ \t]*\n[ \t]*$/;
/** Words of a phrase before the one that names the finding. */
const MOST_BEFORE = 4;
/** A place behind it: "in the upper pharynx", "proximal to his wrist". */
const PLACE =
  /^(?:[ \t]+(?:visuali[sz]ed|proximal|distal))?[ \t]+(?:in|of|to|over|at|along)[ \t]+(?:(?:the|his|her|their|either|both|left|right|upper|lower)[ \t]+){0,3}(?!(?:the|his|her|anterior|posterior|this|that|be|any|suggest|left|right|upper|lower)(?![\p{L}]))\p{L}{3,}(?:[ \t]+(?:quadrant|pharynx|extremit(?:y|ies)|region|area|side|lobe|fossa))?(?![\p{L}])/iu;
/** Whatever is denied so is a finding. */
const DENIES =
  /(?<![\p{L}])(?:den(?:ies|ied|ying)(?:\s+(?:any|having|current|recent|associated|other|use of|ever))*|negative for|(?:no|without)(?:\s+\p{L}+)?\s+(?:evidence|history|complaints?|signs?|findings?)\s+(?:of|to suggest|suggesting|suggestive of|for))(?:\s+(?:any|other))?\s+/giu;
/** Between two phrases that are denied together. */
const BETWEEN = /\s*,\s*(?:(?:and|or|nor)\s+)?|\s+(?:and|or|nor)\s+|\s*\/\s*/iu;
const ENDS =
  /[.;:!?\n(]|\s(?:but|however|although|except|which|who|since|for|with|when|while|because)\s/iu;
/** Words of such a phrase at most. */
const LONGEST = 5;
/** Denials stand in notes; a text without one is not read again. */
const DENIAL =
  /(?<![\p{L}])(?:no|not|nor|nil|none|never|without|den(?:y|ies|ied|ying)|negative|absent|free|n['’]t|resolved|ruled out|unremarkable for)(?![\p{L}])/iu;

type Word = Span & { readonly lower: string };

/** Stretches whose status is absent, in the order of the text; none lies over one of `listed`. */
export function deniedIn(
  text: string,
  context: Pick<Context, 'judge'>,
  listed: readonly Span[],
): Span[] {
  if (!DENIAL.test(text)) return [];
  const found: Span[] = [];
  for (const one of [...named(text), ...objects(text)]) {
    const overlaps = ({ start, end }: Span) => start < one.end && one.start < end;
    const isTaken = found.some(overlaps) || listed.some(overlaps);
    if (!isTaken && context.judge(one.start, one.end).status === 'absent') found.push(one);
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Phrases whose last word names a finding. */
function named(text: string): Span[] {
  const words = [...text.matchAll(WORD)].map(
    ({ 0: word, index: start }): Word => ({
      start,
      end: start + word.length,
      lower: word.toLowerCase(),
    }),
  );
  return words.flatMap((last, at) => {
    const next = words[at + 1];
    const goesOn =
      next !== undefined &&
      FINDINGS.has(next.lower) &&
      BLANK.test(text.slice(last.end, next.start));
    if (!FINDINGS.has(last.lower) || goesOn) return [];
    // "Blood in the stool", not "blood pressure".
    if (
      last.lower === 'blood' &&
      !/^(?:\s+(?:in|on|per|or|and)\s|\s*(?:[,.;/\n]|$))/.test(text.slice(last.end))
    )
      return [];
    const place = PLACE.exec(text.slice(last.end, last.end + 80))?.[0].length ?? 0;
    return [{ start: startOf(text, words, at), end: last.end + place }];
  });
}

function startOf(text: string, words: readonly Word[], last: number): number {
  let first = last;
  while (first > 0 && last - first < MOST_BEFORE) {
    const [before, word] = [words[first - 1], words[first]];
    if (!before || !word || EDGES.has(before.lower)) break;
    if (!BLANK.test(text.slice(before.end, word.start))) break;
    first -= 1;
  }
  return words[first]?.start ?? 0;
}

/** Phrases behind "denies" and the like, over a list. */
function objects(text: string): Span[] {
  return [...text.matchAll(DENIES)].flatMap(({ 0: trigger, index }) => {
    const from = index + trigger.length;
    const rest = text.slice(from, from + 300);
    const end = rest.search(ENDS);
    let at = from;
    return (end < 0 ? rest : rest.slice(0, end))
      .split(new RegExp(`(${BETWEEN.source})`, 'iu'))
      .flatMap((piece, place) => {
        const start = at;
        at += piece.length;
        return place % 2 === 0 && isPhrase(piece) ? [{ start, end: start + piece.length }] : [];
      });
  });
}

function isPhrase(piece: string): boolean {
  const words = piece.toLowerCase().split(/\s+/);
  const last = words.at(-1) ?? '';
  return (
    /^\p{L}[\p{L}\p{M}\s'’-]{2,}$/u.test(piece) &&
    words.length <= LONGEST &&
    !words.some((word) => EDGES.has(word)) &&
    !NO_FINDINGS.has(last)
  );
}
