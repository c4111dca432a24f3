/** Places of triggers in a sentence, and which of them count. */
import { relatives } from './people.ts';
import { type Connectivity, type Kind, rules } from './triggers.ts';

export type Mark = {
  readonly kind: Kind;
  readonly reach: Connectivity;
  readonly start: number;
  readonly end: number;
};

/** A "no" that answers what stands before it ("Fever: no, …", "fever (no)") denies nothing after. */
const ANSWERED = /(?:[-–:=(]\s*)$/;

/** In a sentence in lower case. */
export function allMarksOf(sentence: string): Mark[] {
  const all: Mark[] = rules.flatMap(({ kind, reach, pattern }) =>
    [...sentence.matchAll(pattern)].map(({ 0: words, index }) => ({
      kind,
      reach,
      start: index,
      end: index + words.length,
    })),
  );
  for (const { start, end } of relatives(sentence))
    all.push({ kind: 'family', reach: '>', start, end });
  // "fever - cough +": where pluses are set, a lone dash is a minus.
  if (/[a-z]\s?\(?\++/.test(sentence))
    for (const { index } of sentence.matchAll(/(?<=[a-z]\s?)[-–](?=\s)/g))
      all.push({ kind: 'absent', reach: '<1', start: index, end: index + 1 });
  for (const { index } of sentence.matchAll(/(?<![a-z\d)]\s?)\(\s?[-–]\s?\)/g))
    all.push({ kind: 'absent', reach: '>', start: index, end: index + 3 });
  for (const { index } of sentence.matchAll(/(?<![a-z\d)]\s?)\(\s?\+\s?\)/g))
    all.push({ kind: 'present', reach: '>', start: index, end: index + 3 });
  // "Vomiting n, fever y": a lone n beside a y.
  if (/ y(?=\s*(?:[,;./)]|$))/.test(sentence))
    for (const { 0: sign, index } of sentence.matchAll(/(?<=[a-z] )[ny](?=\s*(?:[,;./)]|$))/g)) {
      const kind = sign === 'n' ? 'absent' : 'present';
      all.push({ kind, reach: '<1', start: index, end: index + 1 });
    }
  return all;
}

/** Without those that say nothing here; in the order of the sentence. */
export function marksThatCount(sentence: string, all: readonly Mark[]): Mark[] {
  // "No, I have a cough" answers a question; it is not "no cough".
  const first = /^\W*(?:no|nope|nah|not really|nahi)\s*[,.]/.exec(sentence);
  const open = all.filter(
    (mark) =>
      !(first && mark.start < first[0].length) &&
      !(
        mark.kind === 'absent' &&
        mark.reach === '>' &&
        /^\s*[),;.]/.test(sentence.slice(mark.end)) &&
        ANSWERED.test(sentence.slice(0, mark.start))
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
