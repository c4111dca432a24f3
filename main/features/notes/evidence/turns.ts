/** What was said, in pieces of a sentence each: who speaks and time stamps left out, questions and answers told apart. */
import type { Span } from '../../../../shared/model/coding/entities.ts';
import { sentencesIn } from './sentences.ts';

export type Utterance = Span & {
  readonly question: boolean /** It begins by saying no. */;
  readonly denies: boolean /** There is a word of negation in it. */;
  readonly negative: boolean;
};

/** Speech without marks of punctuation is cut after so many words. */
const LONGEST = 40;
const CUT = 20;

const STAMP = String.raw`[[(]?\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d+)?[\])]?`;
const KNOWN =
  'doctor|dr|patient|clinician|physician|nurse|attendant|attender|relative|mother|father|speaker ?\\d*|डॉक्टर|मरीज|मरीज़';
/** When, and who in brackets or by a common word, at the beginning of a line: of them nothing is evidence. */
const LABEL = new RegExp(
  `^[ \\t]*(?:(?:${STAMP}|[-–]|-->|\\[[^\\]\\n]{1,40}\\]|(?:${KNOWN}) ?:)[ \\t]*)*`,
  'iu',
);
/** Any name with a colon; one who speaks does so more than twice. */
const NAME = /^\p{L}[\p{L}\p{M}.]*(?: [\p{L}\p{M}\d.]+){0,2} ?:(?!\d)[ \t]*/u;
const OFTEN = 3;
const SPEAKER = new RegExp(`(?<=\\s)(?:${KNOWN}) ?:`, 'giu');

export const NEGATION =
  /(?<![\p{L}])(?:no|not|none|nope|nah|never|nil|neither|without|deny|denies|denied|denying|negative|absent|free of|lack of|n['’]t|\p{L}+n['’]t|dont|doesnt|didnt|havent|hasnt|isnt|arent|wasnt|cant|nahi|nahin|नहीं|नही|ना|இல்லை|లేదు|ಇಲ್ಲ|ഇല്ല|না|નથી|ਨਹੀਂ)(?![\p{L}])/iu;
const DENIAL =
  /^\W*(?:(?:um|uh|well|oh|hmm|ah|so)\W+)*(?:no|nope|nah|not|never|none|nahi|nahin|नहीं|नही|i (?:do|did|have|am)(?:n['’]t| n['’]t| not))(?![\p{L}])/iu;
const QUESTION = /[?？]\W*$/u;

export function utterances(text: string): Utterance[] {
  const all: Utterance[] = [];
  const names = namesIn(text);
  let from = 0;
  for (const line of text.split('\n')) {
    const starts = [...new Set([0, ...[...line.matchAll(SPEAKER)].map(({ index }) => index)])].sort(
      (one, other) => one - other,
    );
    for (const [at, start] of starts.entries()) {
      const part = line.slice(start, starts[at + 1] ?? line.length);
      const label = labelOf(part, names);
      for (const sentence of sentencesIn(part.slice(label))) {
        for (const { start: begins, end } of pieces(part.slice(label), sentence)) {
          const words = part.slice(label + begins, label + end);
          const place = from + start + label;
          all.push({
            start: place + begins,
            end: place + end,
            question: QUESTION.test(words),
            denies: DENIAL.test(words),
            negative: NEGATION.test(words),
          });
        }
      }
    }
    from += line.length + 1;
  }
  return all;
}

/** How much of a line says only when, or who. */
function labelOf(part: string, names: ReadonlySet<string>): number {
  const known = LABEL.exec(part)![0].length;
  const name = NAME.exec(part.slice(known))?.[0] ?? '';
  return names.has(name.trim()) ? known + name.length : known;
}

function namesIn(text: string): Set<string> {
  const count = new Map<string, number>();
  for (const line of text.split('\n')) {
    const name = NAME.exec(line.slice(LABEL.exec(line)![0].length))?.[0].trim();
    if (name !== undefined) count.set(name, (count.get(name) ?? 0) + 1);
  }
  return new Set([...count].filter(([, times]) => times >= OFTEN).map(([name]) => name));
}

function pieces(text: string, { start, end }: Span): Span[] {
  const words = [...text.slice(start, end).matchAll(/\S+/g)];
  if (words.length <= LONGEST) return [{ start, end }];
  const cuts: Span[] = [];
  for (let at = 0; at < words.length; at += CUT) {
    const last = words[Math.min(at + CUT, words.length) - 1]!;
    cuts.push({ start: start + words[at]!.index, end: start + last.index + last[0].length });
  }
  return cuts;
}
