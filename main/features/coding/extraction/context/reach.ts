/** Whether a trigger reaches a finding: over which words, clauses and other triggers. */
import { isValueOfField } from './form-fields.ts';
import type { Mark } from './marks.ts';
import { endsForOther } from './others-end.ts';
import { beginsOwnClause } from './own-clause.ts';
import type { Kind } from './triggers.ts';

/** Ends the reach of a trigger before it. */
const STOP =
  /[;:]|,\s*(?:just|mainly|mostly)(?![a-z])|(?<![a-z])(?:but|lekin|magar|par|however|nevertheless|although|though|except(?:ing)?(?:\s+for)?|apart\s+from|aside\s+from|other\s+than|besides|until|till|yet|whereas|which|who|only|given|because|on\s+account\s+of|owing\s+to|thanks\s+to|as\s+a\s+result\s+of|due\s+to|secondary\s+to|instead|otherwise|then)(?![a-z])/;
/** Begins a new clause, which no trigger before it reaches. */
const NEW_CLAUSE =
  /(?:,|(?<![a-z])and|\s-)\s+(?:(?:now|also|then|there|patient|pt|he|she|i|it|they|we|this|but)\s+)*(?:(?:[a-z]+\s+){0,2}?(?:is|are|was|were|has|have|had|shows?|showed|reveals?|revealed|appears?|demonstrates?|demonstrated|remain(?:s|ed)?|feels?|states?|notes?|noted|looks?|does|did|gets?|got|i['’](?:m|ve))(?![a-z]))|(?:,|(?<![a-z])(?:aur|par|lekin))\s+(?:mujhe|mujhko|मुझे|मुझको)\s/;
/** The same without a comma, as people speak: "no necrosis you have some edema". */
const SPOKEN_CLAUSE =
  /(?<!(?:that|if|whether|think|believes?|feels?|says?|deny|denies)\s)(?<![a-z])(?:you|there|i|he|she|it|we|they)(?:\s+(?:do|also|still|really))?(?:\s+(?:have|has|had|is|are|was|think|see|got|get)|['’](?:ve|s|re|m))(?![a-z])|(?<!(?:that|if|whether|think|believes?|feels?|says?|doubt|sure|certain|convinced|likely|suspect|suggest)\s)(?<![a-z])this\s+(?:is|was)(?![a-z])/;
const SELF =
  /(?:[,;.]|(?<![a-z])(?:and|but|while|aur|par|lekin))\s+(?:the\s+)?(?:patient|pt|he|she|himself|herself|i|my|self|c\/o|complain|presents?|now|mujhe|mujhko|mareez|मुझे|मुझको|मरीज)(?![a-z])/;
const NOW =
  /(?<![a-z])(?:now|currently|today|presently|at present|who|presents?|presenting|admitted|on examination|o\/e)(?![a-z])/;

/** Opens a list behind a trigger: "Denies:", "denies any of the following symptoms:". */
const LIST_OPENS =
  /^(?:\s+(?:any|all|each|one|of|the|following|below|above|these|those|symptoms?|complaints?|features?|findings?|conditions?|illnesses|diseases))*\s*:/;

const WORD = /[^\s\p{P}]+/gu;
/** Counts no further than it has to. */
function hasMoreWords(text: string, than: number): boolean {
  let count = 0;
  for (const _ of text.matchAll(WORD)) {
    count += 1;
    if (count > than) return true;
  }
  return false;
}

const stops: Readonly<Partial<Record<Kind, readonly Kind[]>>> = {
  absent: ['present', 'possible', 'family', 'historical'],
  possible: ['present', 'absent', 'historical'],
  historical: ['present', 'possible', 'absent'],
  present: ['absent', 'possible', 'historical', 'family', 'hypothetical'],
};

export function reachesForward(
  sentence: string,
  before: readonly Mark[],
  mark: Mark,
  [start, end]: readonly [number, number],
  holds: boolean,
): boolean {
  if (start >= (mark.until ?? sentence.length)) return false;
  const gap = sentence.slice(mark.end, start).replace(LIST_OPENS, ' ');
  // Of signs in brackets each has its own finding.
  if (sentence[mark.start] === '(' && /\(\s?[-–+]\s?\)/.test(gap)) return false;
  if (mark.reach === '>|' && /,/.test(gap) && !/,\s*(?:or|vs|versus|\?)(?![a-z])/.test(gap))
    return false;
  if (mark.kind === 'absent' && beginsOwnClause(gap, sentence.slice(end))) return false;
  if (mark.kind === 'hypothetical')
    return (
      !hasMoreWords(gap, /,/.test(gap) ? 18 : 10) &&
      !/;|(?<![a-z])but(?![a-z])/.test(gap) &&
      !before.some(
        (other) =>
          other.kind === 'absent' &&
          other.start >= mark.end &&
          /,/.test(sentence.slice(mark.end, other.start)),
      )
    );
  if (mark.kind === 'family') {
    if (endsForOther(sentence.slice(mark.start, mark.end), gap, sentence.slice(start)))
      return false;
  } else if (STOP.test(gap)) return false;
  const last = Math.max(gap.lastIndexOf(','), -1);
  const bareComma =
    last >= 0 &&
    !/^\s*(?:or|nor|and|and\/or)\b/i.test(gap.slice(last + 1)) &&
    !/\b(?:or|nor|and)\b/i.test(gap.slice(last + 1));
  if (holds && bareComma) return false;
  if (mark.kind === 'family') return !SELF.test(gap);
  if (mark.kind === 'historical' && NOW.test(gap)) return false;
  if (mark.reach === '>1')
    return (
      !hasMoreWords(gap, 2) &&
      !/[,]|\b(?:for|to|with|in|of|by|from|ke)\b|(?:^|\s)(?:के|से|में)(?=\s)/i.test(gap)
    );
  if (NEW_CLAUSE.test(gap) || SPOKEN_CLAUSE.test(gap)) return false;
  // Speech without full stops: a negation over a dozen words has a comma or an "or".
  if (hasMoreWords(gap, 12) && !/,|\bor\b|\band\b|\/|\n/.test(gap)) return false;
  return !before.some((other) => {
    if (other.start < mark.end || !stops[mark.kind]?.includes(other.kind)) return false;
    const between = sentence.slice(mark.end, other.start);
    return /,|\b(?:and|or)\b/i.test(between) || hasMoreWords(between, 2);
  });
}

export function reachesBack(
  sentence: string,
  marks: readonly Mark[],
  mark: Mark,
  end: number,
): boolean {
  const gap = sentence.slice(end, mark.start);
  const isFieldValue =
    (mark.kind === 'absent' || mark.kind === 'possible') &&
    isValueOfField(sentence, end, [mark.start, mark.end]);
  if (isFieldValue) return true;
  if (mark.reach === '<1') return /^[\s)]*$/.test(gap) || isEntry(sentence, mark, gap);
  if (STOP.test(gap) || hasMoreWords(gap, 9)) return false;
  // A trigger between them has its own findings.
  if (
    marks.some(
      (other) =>
        other !== mark &&
        other.start >= end &&
        other.end <= mark.start &&
        other.kind !== mark.kind &&
        !(other.kind === 'current' || mark.kind === 'current'),
    )
  )
    return false;
  if (!/,/.test(gap)) return true;
  // "Pedal oedema, absent": a field of a form, and nothing behind it.
  if (/^\s*,\s*$/.test(gap) && /^[\s.]*$/.test(sentence.slice(mark.end))) return true;
  return (
    /(?<![a-z])(?:and|or)(?![a-z])[^,]*$/.test(gap) &&
    gap.split(',').every((part) => !hasMoreWords(part, 4))
  );
}

/** "मिर्गी - नहीं", "दमा (नहीं)": a no by itself behind a name; in "बुखार - नहीं खा रहा" it goes on. */
const isEntry = (sentence: string, { kind, start, end }: Mark, gap: string): boolean =>
  kind === 'absent' &&
  /^[\p{L}ø]/u.test(sentence.slice(start)) &&
  (/^\s*[-–—:=]\s*$/.test(gap)
    ? ENTRY_ENDS.test(sentence.slice(end))
    : /^\s*\(\s*$/.test(gap) && /^\s*\)/.test(sentence.slice(end)));
const ENTRY_ENDS = /^\s*(?:[,;.|।/\n]|$)/;
