/** Places of triggers in a sentence, and which of them count. */
import { relatives } from './people.ts';
import { type Connectivity, type Kind, rules } from './triggers.ts';

export type Mark = {
  readonly kind: Kind;
  readonly reach: Connectivity;
  readonly start: number;
  readonly end: number;
  /** Findings from here on are out of its reach. */
  readonly until?: number;
};

/** A "no" that answers what stands before it ("Fever: no, …", "fever (no)") denies nothing after. */
const ANSWERED = /(?:[-–:=(]\s*)$/;
/** The same by words alone, where another one has a "yes": "Fever no, cough yes". */
const ANSWERED_BESIDE_YES =
  /(?<![a-z])(?!(?:has|have|had|with|is|are|was|were|of|and|or|but|shows?|reveals?|denies|in|to|there|mild|minimal|little)\s)[a-z]+\s+$/;
const YES = /(?<![a-z])(?:yes|haan?|present)(?![a-z])/;

/** In a sentence in lower case. `opening`: the end of words of whom it is open who has it (`opening.ts`). */
export function allMarksOf(sentence: string, opening = 0): Mark[] {
  const all: Mark[] = rules.flatMap(({ kind, reach, pattern }) =>
    [...sentence.matchAll(pattern)].map(({ 0: words, index }) => ({
      kind,
      reach,
      start: index,
      end: index + words.length,
    })),
  );
  for (const place of relatives(sentence)) all.push({ kind: 'family', reach: '>', ...place });
  if (opening > 0) all.push({ kind: 'family', reach: '>', start: 0, end: opening });
  // "fever - cough +": where pluses are set, a lone dash is a minus.
  if (/[a-z]\s?\(?\++/.test(sentence))
    for (const { index } of sentence.matchAll(/(?<=[a-z]\s?)[-–](?=\s)/g))
      all.push({ kind: 'absent', reach: '<1', start: index, end: index + 1 });
  all.push(...signsBefore(sentence), ...answersBehind(sentence));
  // "Vomiting n, fever y": a lone n beside a y.
  if (/ y(?=\s*(?:[,;./)]|$))/.test(sentence))
    for (const { 0: sign, index } of sentence.matchAll(/(?<=[a-z] )[ny](?=\s*(?:[,;./)]|$))/g)) {
      const kind = sign === 'n' ? 'absent' : 'present';
      all.push({ kind, reach: '<1', start: index, end: index + 1 });
    }
  return all;
}

const VALUE = '(?:no|yes|nil|nahi|nahin|haan?|absent|present|y|n)';
/** "Fever no cough no breathlessness yes": names and answers by turns, the answer last. */
const BY_TURNS = new RegExp(
  `^\\W*(?:(?!${VALUE}(?![a-z]))[a-z]+(?:[ /-](?!(?:${VALUE}|and|or|but|has|have|had|with|is|are|was|were|there|denies|shows?|of|in)(?![a-z]))[a-z]+){0,3}[ :=-]+${VALUE}[\\s,.;]+){2,}$`,
);

/** Each answer of such a line, as a mark of the name before it. */
function answersBehind(sentence: string): Mark[] {
  if (!BY_TURNS.test(`${sentence} `)) return [];
  return [...sentence.matchAll(new RegExp(`(?<![a-z])${VALUE}(?![a-z])`, 'g'))].map(
    ({ 0: value, index }) => ({
      kind: /^(?:yes|haan?|present|y)$/.test(value) ? 'present' : 'absent',
      reach: '<1',
      start: index,
      end: index + value.length,
    }),
  );
}

const SIGN = /\(\s?([-–+])\s?\)/g;

/**
 * "(-) cough": a sign in brackets that stands before its finding. Behind a word it belongs to that
 * word, unless the sentence begins with a sign: then each stands before its own.
 */
function signsBefore(sentence: string): Mark[] {
  const allBefore = signsStandBefore(sentence);
  return [...sentence.matchAll(SIGN)]
    .filter(({ index }) => allBefore || !/[a-z\d)]\s?$/.test(sentence.slice(0, index)))
    .map(({ 0: sign, 1: value, index }) => ({
      kind: value === '+' ? 'present' : 'absent',
      reach: '>',
      start: index,
      end: index + sign.length,
    }));
}

const signsStandBefore = (sentence: string): boolean =>
  /^[^\p{L}\d(]*\(\s?[-–+]\s?\)\s*\p{L}/u.test(sentence) &&
  !/\(\s?[-–+]\s?\)[^\p{L}\d]*$/u.test(sentence);

/** Without those that say nothing here; in the order of the sentence. */
export function marksThatCount(sentence: string, all: readonly Mark[]): Mark[] {
  // "No, I have a cough" answers a question; it is not "no cough".
  const first = /^\W*(?:no|nope|nah|not really|nahi)\s*[,.]/.exec(sentence);
  const isBefore = signsStandBefore(sentence);
  const isByTurns = BY_TURNS.test(`${sentence} `);
  const hasYes = YES.test(sentence);
  const isAnswer = (before: string) =>
    ANSWERED.test(before) || (hasYes && ANSWERED_BESIDE_YES.test(before));
  const open = all.filter(
    (mark) =>
      !(isBefore && mark.reach[0] === '<' && /^\(\s?[-–+]/.test(sentence.slice(mark.start))) &&
      !(first && mark.start < first[0].length) &&
      !(isByTurns && mark.reach !== '<1') &&
      !(
        mark.kind === 'absent' &&
        mark.reach === '>' &&
        /^\s*[),;.](?!\s*or(?![a-z]))/.test(sentence.slice(mark.end)) &&
        isAnswer(sentence.slice(0, mark.start))
      ),
  );
  // A mark inside a longer one does not count.
  return open
    .filter(
      (one) =>
        !open.some(
          (other) =>
            other !== one &&
            other.start <= one.start &&
            other.end >= one.end &&
            other.end - other.start > one.end - one.start &&
            (other.kind === 'nothing' || other.reach[0] === one.reach[0] || other.reach[0] === '>'),
        ),
    )
    .filter(({ kind }) => kind !== 'nothing')
    .sort((a, b) => a.start - b.start);
}
