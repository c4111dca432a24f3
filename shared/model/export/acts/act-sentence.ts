/** The sentence that words stand in, with the label of its list where that stops or forbids. */
import { cuesIn, FORBIDS } from './act-cues.ts';

type Range = readonly [start: number, end: number];

/** A stop that stands alone, and so is about what was said before it. */
const STOP_ALONE = String.raw`(?:(?:to be |is |was |now )?(?:stop(?:ped)?|discontinued?|held|on hold|hold|withheld|declined|refused|completed|omit(?:ted)?|not to be (?:taken|given))(?: (?:it|this|that|them|(?:the )?same|now|today))*(?:\s*(?:[.,;)\n]|$)|\s+(?:in view|i\/v\/o|due|because|since|as|from|for|until|till|by)(?![\p{L}])))`;
const SHORT_FORMS =
  'tab|tabs|cap|caps|inj|syp|syr|dr|mr|mrs|no|approx|vs|oint|susp|(?<=\\((?:hold|stop|withhold|skip|omit|avoid) )t';
/** A full stop ends a sentence, except behind a short form; "X. Stopped", "X\n  - stop" go on. */
const SENTENCE_END = new RegExp(
  [
    String.raw`\n(?!\s*[-–(]+\s*${STOP_ALONE})`,
    String.raw`;(?!\s*${STOP_ALONE})`,
    '[।॥•▪●✓✔]',
    String.raw`(?<=\s)\d{1,2}\)\s`,
    String.raw`(?<!(?<![\p{L}])(?:${SHORT_FORMS}))(?:[.!]|(?<=\S)\?)(?=\s+(?!${STOP_ALONE})|$)`,
  ].join('|'),
  'giu',
);

/** Behind a list: all that stands above it is meant. */
const ABOVE =
  /(?<![\p{L}])(?:stop|hold|discontinue|omit|withhold|avoid|cancel)(?:ped|ed)? (?:both|all|each|any)(?: of)? (?:the )?(?:above|these)(?![\p{L}])/iu;
/** "Discontinued it himself. Restart 25 mg": the dose is of the same medicine. */
const AGAIN =
  /^[.,;!\s]*(?:[\p{L}]+,? ){0,4}(?:re-?start|resume|re-?prescribe|continue)(?: (?:at|with|on))? \d/iu;

/** Whether what follows takes back what was read of a medicine. */
export const isTakenBack = (status: string, behind: string): boolean =>
  status === 'ordered'
    ? ABOVE.test(behind)
    : ['stopped', 'on-hold', 'not-taken'].includes(status) && AGAIN.test(behind);

export function sentenceAround(text: string, start: number, end: number): Range {
  let from = 0;
  for (const { 0: mark, index } of text.matchAll(SENTENCE_END)) {
    if (index >= end) return [from, index];
    if (index + mark.length <= start) from = index + mark.length;
  }
  return [from, text.length];
}

const ITEM = /^\s*(?:[-*•▪●–]|\d{1,2}[.)])/;

/** "Stop:" above a list governs each of its items; another label between ends it. */
export function labelAbove(text: string, from: number): string {
  const lines = text.slice(0, from).split('\n');
  const own = lines.pop() ?? '';
  if (own.trim() !== '' && !new RegExp(`${ITEM.source}\\s*$`).test(own)) return '';
  for (const line of lines.reverse()) {
    if (line.trim() === '') return '';
    const label = /^[\s*#_\d.)-]*([^:.]{2,60}?)\s*:[\s*_-]*$/.exec(line)?.[1];
    if (label !== undefined) {
      const cue = cuesIn(label).find((one) => FORBIDS.includes(one.cue));
      return cue ? `${label.slice(cue.start)} ` : '';
    }
    if (!ITEM.test(line) && !ITEM.test(text.slice(from - own.length))) return '';
  }
  return '';
}
