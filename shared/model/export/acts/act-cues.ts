/** Words that govern a medicine, a test or a procedure in its sentence, and how far they reach. */
import { TIME_OF_OTHER } from './act-end.ts';
import { GIVEN_WITH } from './act-given.ts';
import { type CueName, words } from './act-words.ts';
import { AS_NEEDED, FREQUENCY } from './dose-words.ts';

const cues = words.cues.map(({ cue, reach, narrow, phrases }) => ({
  cue,
  reach,
  narrow,
  pattern: new RegExp(`(?<![\\p{L}\\p{M}\\d])(?:${phrases.join('|')})(?![\\p{L}\\p{M}])`, 'giu'),
}));
/** Words of other scripts than Latin that a line of a plan may have and still order. */
const dosageWords: ReadonlySet<string> = new Set(words.dosageWords);

export type Cue = {
  readonly cue: CueName;
  readonly reach: 'before' | 'after' | 'both';
  readonly narrow: boolean;
  readonly start: number;
  readonly end: number;
};

/** A cue inside a longer one does not count; of two that are as long, the one that forbids. */
export function cuesIn(sentence: string): Cue[] {
  const all: Cue[] = cues.flatMap(({ cue, reach, narrow, pattern }) =>
    [...sentence.matchAll(pattern)].map(({ 0: said, index }) => ({
      cue,
      reach,
      narrow,
      start: index,
      end: index + said.trimEnd().length,
    })),
  );
  const inner = insideOthers(all);
  return all.filter((one) => one.cue !== 'none' && !inner.has(one));
}

/** Each that a longer one holds. */
function insideOthers(all: readonly Cue[]): ReadonlySet<Cue> {
  const inner = new Set<Cue>();
  let widest: Cue | undefined;
  for (const one of [...all].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (widest && widest.end >= one.end) {
      if (widest.start < one.start || widest.end > one.end) inner.add(one);
    } else widest = one;
  }
  return inner;
}

/** Ends the reach of a cue before it. */
const TURN =
  /(?<![\p{L}])(?:but|however|whereas|while|then|hence|therefore)(?![\p{L}])|[,;]\s*(?:and\s+)?so(?![\p{L}])|[,;]\s*(?:and\s+)?now(?!\s*[,.;]|\s+(?:also\s+)?(?:off|stop|hold|held|on hold|finish|complet|done|not)\p{L}*)(?![\p{L}])/iu;
/** Ends the reach of a narrow cue: "warned against alcohol with metronidazole". */
const NARROW = /[,;:(]|\s[-–]\s|(?<![\p{L}])(?:with|and)(?![\p{L}])/iu;
/** "Losartan, metformin all held". */
const ALL = /(?<![\p{L}])(?:all|both|each)\s*(?:of (?:these|them)\s*)?$/iu;
/** Not "15 mg/kg/dose". */
const LIST =
  /[,;+&()]|\/(?!(?:kg|dose|day|min|hr|hour|ml)(?![\p{L}]))|(?<![\p{L}])(?:and|or|with|then|but|plus)(?![\p{L}])/iu;
export const FORBIDS: readonly CueName[] = ['not-ordered', 'not-taken', 'stopped', 'on-hold'];
const IS_OVER: readonly CueName[] = ['done', 'completed'];
const CONDITION = /^(?:if|unless|in case)/i;
const NOT_NEEDED = /(?:not (?:needed|required|indicated|necessary|warranted)|later|next visit)$/i;

export function cueBefore(sentence: string, all: readonly Cue[], start: number): Cue | undefined {
  const near = all
    .filter((one) => {
      if (one.reach === 'after' || one.end > start) return false;
      const gap = sentence.slice(one.end, start);
      if (TURN.test(gap) || (one.narrow && NARROW.test(gap))) return false;
      if (GIVEN_WITH.test(sentence.slice(one.start, one.end)) && /[,;:(]|\s[-–]\s/.test(gap))
        return false;
      if (/^after/i.test(sentence.slice(one.start, one.end)) && TIME_OF_OTHER.test(gap))
        return false;
      if (!gap.includes(',')) return true;
      const leads = sentence.slice(0, one.start).trim() !== '';
      const said = sentence.slice(one.start, one.end);
      // "Antibiotics not needed, cetirizine 10 mg": it has its subject.
      const isNext = /^\s*[,;]/.test(gap);
      if (leads && isNext && NOT_NEEDED.test(said) && isTakenAt(sentence.slice(start)))
        return false;
      // "Wound swab taken, flucloxacillin", "dressing done, paracetamol": the item before it is over.
      if (leads && isNext && IS_OVER.includes(one.cue)) return false;
      // "I&D done under LA, cefixime 200 BD": so it is where the next says when it is taken.
      if (leads && /done$/i.test(said) && isTakenAt(sentence.slice(start))) return false;
      // "Metformin after food, glimepiride"; "paracetamol if fever, ondansetron": of the first alone.
      const isAfter = /^after/i.test(said);
      if (isAfter && isNextStep(gap, sentence.slice(start))) return false;
      return !((isAfter || CONDITION.test(said)) && leads);
    })
    .sort((one, other) => other.end - one.end || forbidsFirst(one, other));
  return near[0];
}

/** "After chemo, ondansetron 8 mg BD": that is over, and this comes then. */
const isNextStep = (gap: string, item: string): boolean =>
  !/\d/.test(gap) && isTakenAt(item) && !IN_VAIN.test(item);
/** Whether the item that begins here says when it is taken. */
const isTakenAt = (item: string): boolean => TAKEN_AT.test(/^[^,;]*/.exec(item)?.[0] ?? '');
const TAKEN_AT = new RegExp(`(?<![\\p{L}])(?:${FREQUENCY}|${AS_NEEDED})`, 'iu');
const IN_VAIN = /(?<![\p{L}])no (?:relief|response|improvement|effect|benefit)(?![\p{L}])/iu;

const forbidsFirst = (one: Cue, other: Cue) =>
  Number(FORBIDS.includes(other.cue)) - Number(FORBIDS.includes(one.cue));

/** So many words that are not read, between a name and a cue: the cue is about what they name. */
const OTHERS = 2;

/** "Pantoprazole 40 OD, avoid spicy food": it forbids what is named behind it. */
const FORBIDS_OTHER =
  /^(?:(?:strictly )?avoid|stop|no|never|do(?: not|n['’]t) \p{L}+|refrain from|cut down)(?: on)?$/iu;
const ITEM_BEFORE =
  /(?:[,;]|(?<![\p{L}])(?:and|but))\s*(?:(?:and|but|also|please|pls|to|should|must)\s+)*$/iu;
const OTHER_BEHIND =
  /^\s+(?!(?:it|this|that|these|those|them|same|the|all|both|each|any|now|today|tomorrow|tonight|at|once|if|when|unless|for|after|before|from|in|on|by|till|until|as|and|or|with|while|because|due|since|immediately|taking|using|giving|further|more|morning|evening|night|completely|altogether|abruptly)(?![\p{L}]))\p{L}/iu;
const isOfOther = (sentence: string, end: number, cue: Cue): boolean =>
  FORBIDS_OTHER.test(sentence.slice(cue.start, cue.end)) &&
  ITEM_BEFORE.test(sentence.slice(end, cue.start)) &&
  OTHER_BEHIND.test(sentence.slice(cue.end));

const OWN_REST =
  /^\s*(?:$|[.,;)]|\d|(?:in|on|by|due|because|for|since|last|as|after|from|of|ago|due)(?![a-z]))/i;

/** "Stop it", "discontinue the same", "stop now": it names nothing, and is about what was named. */
export const isStopOfIt = (sentence: string, { cue, start, end }: Cue): boolean =>
  FORBIDS.includes(cue) &&
  / (?:it|this|that|same|now)(?: \p{L}+)*$/iu.test(sentence.slice(start, end));

/** `list`: a list stands between, and the cue may be that of its last member alone. */
export function cueAfter(
  sentence: string,
  all: readonly Cue[],
  end: number,
): (Cue & { readonly list: boolean }) | undefined {
  const [next] = all
    .filter(({ reach, start }) => reach !== 'before' && start >= end)
    .sort((one, other) => one.start - other.start || forbidsFirst(one, other));
  if (!next || isOfOther(sentence, end, next)) return undefined;
  const rest = sentence.slice(next.end);
  // "Aspirin, stopped in June" is about aspirin; "aspirin, stopped atenolol" is not.
  const trailing = OWN_REST.test(rest) ? /[\s(:,–-]+$/ : /[\s(:–-]+$/;
  const gap = sentence.slice(end, next.start).replace(trailing, '');
  // "Was given outside, stop it": "it" is what was spoken of, whatever stands between.
  const between =
    !isStopOfIt(sentence, next) &&
    all.some(
      (one) =>
        one !== next &&
        one.start >= end &&
        one.end <= next.start &&
        one.reach !== 'after' &&
        // "- to stop": the words before the stop are its own.
        sentence.slice(one.end, next.start).trim() !== '',
    );
  return between || gap.split(/\s+/).length > 14 || unreadIn(gap).length >= OTHERS
    ? undefined
    : { ...next, list: LIST.test(gap) && !ALL.test(gap) };
}

/** "Stop aspirin" may be one item's name: the cue is no part of the medicine. */
export function withoutCues(
  all: readonly Cue[],
  start: number,
  end: number,
): readonly [start: number, end: number] {
  const first = all.find(
    (one) => one.reach !== 'after' && one.start <= start && one.end > start && one.end < end,
  );
  const last = all.find(
    (one) => one.reach !== 'before' && one.start > start && one.start < end && one.end >= end,
  );
  return [first?.end ?? start, last?.start ?? end];
}

/** Words of a script that the cues do not read might stop what they stand beside. */
const OTHER_SCRIPT = /(?=[^\p{Script=Latin}\p{Script=Greek}\p{Script=Common}])\p{L}[\p{L}\p{M}]*/gu;
export const unreadIn = (words: string): string[] =>
  (words.normalize('NFC').match(OTHER_SCRIPT) ?? []).filter((word) => !dosageWords.has(word));
