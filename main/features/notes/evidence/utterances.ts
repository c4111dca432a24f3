/**
 * Splits a transcript into utterances, about a sentence each, without speaker names and time
 * stamps; marks questions, denials, negations.
 */
import type { Span } from '../../../../shared/model/coding/entities.ts';
import { sentencesIn } from './sentences.ts';

export type Utterance = Span & {
  readonly question: boolean;
  /** Begins by saying no. */
  readonly denies: boolean;
  /** Has a word of negation. */
  readonly negative: boolean;
};

/**
 * Speech without punctuation is cut into pieces of `CUT` words where it is longer than `LONGEST`
 * words.
 */
const LONGEST = 40;
const CUT = 20;

const STAMP = String.raw`[[(]?\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d+)?[\])]?`;
const KNOWN =
  'doctor|dr|patient|clinician|physician|nurse|attendant|attender|relative|mother|father|speaker ?\\d*|डॉक्टर|मरीज|मरीज़';
/**
 * Time stamp, and speaker in brackets or by a common word, at the beginning of a line: no evidence.
 */
const LABEL = new RegExp(
  `^[ \\t]*(?:(?:${STAMP}|-->|[-–]|\\[[^\\]\\n]{1,40}\\]|(?:${KNOWN}) ?:)[ \\t]*)*`,
  'iu',
);
/** Any name with a colon is a speaker if it begins at least so many lines. */
const NAME = /^\p{L}[\p{L}\p{M}.]*(?: [\p{L}\p{M}\d.]+){0,2} ?:(?!\d)[ \t]*/u;
const OFTEN = 3;
const SPEAKER = new RegExp(`(?<=\\s)(?:${KNOWN}) ?:`, 'giu');

export const NEGATION =
  /(?<![\p{L}])(?:no|not|none|nope|nah|never|nil|neither|without|deny|denies|denied|denying|negative|absent|free of|lack of|n['’]t|\p{L}+n['’]t|dont|doesnt|didnt|havent|hasnt|isnt|arent|wasnt|cant|nahi|nahin|नहीं|नही|ना|இல்லை|లేదు|ಇಲ್ಲ|ഇല്ല|না|નથી|ਨਹੀਂ)(?![\p{L}])/iu;
const DENIAL =
  /^\W*(?:(?:um|uh|well|oh|hmm|ah|so)\W+)*(?:no|nope|nah|not|never|none|nahi|nahin|नहीं|नही|i (?:do|did|have|am)(?:n['’]t| n['’]t| not))(?![\p{L}])/iu;
const QUESTION = /[?？]\W*$/u;

export const utterances = (text: string): Utterance[] =>
  turnsOf(text).flatMap(({ said }) =>
    said.map((span) => utterance(text.slice(span.start, span.end), span)),
  );

/** What one person says at a time; without a speaker where the transcript names none. */
export type Turn = { readonly speaker?: string | undefined; readonly said: readonly Span[] };

/** A line begins a turn, and so does a speaker within a line. Turns without words are left out. */
export function turnsOf(text: string): Turn[] {
  const names = namesIn(text);
  const all: Turn[] = [];
  let from = 0;
  for (const line of text.split('\n')) {
    for (const { label, start: begin, end: over } of turnsIn(line, names)) {
      const words = line.slice(begin, over);
      const said = sentencesIn(words)
        .flatMap((sentence) => pieces(words, sentence))
        .map(({ start, end }) => ({ start: from + begin + start, end: from + begin + end }));
      const speaker = speakerIn(label);
      if (said.length > 0) all.push({ said, ...(speaker !== '' && { speaker }) });
    }
    from += line.length + 1;
  }
  return all;
}

/** The name of a label, without time stamps and brackets. */
const speakerIn = (label: string): string =>
  label.replace(new RegExp(STAMP, 'gu'), ' ').replace(/^[^\p{L}]+|[^\p{L}\p{M}\d.]+$/gu, '');

const utterance = (words: string, span: Span): Utterance => ({
  ...span,
  question: QUESTION.test(words),
  denies: DENIAL.test(words),
  negative: NEGATION.test(words),
});

/** Turns of a line, behind the label of each: several speakers may stand in one line. */
function turnsIn(line: string, names: ReadonlySet<string>): (Span & { label: string })[] {
  const starts = [0, ...[...line.matchAll(SPEAKER)].map(({ index }) => index)];
  return starts.map((start, at) => {
    const end = starts[at + 1] ?? line.length;
    const begin = start + labelLength(line.slice(start, end), names);
    return { label: line.slice(start, begin), start: begin, end };
  });
}

const knownLabel = (text: string) => LABEL.exec(text)?.[0] ?? '';

/** Length of the time stamp and the speaker's name at the beginning. */
function labelLength(part: string, names: ReadonlySet<string>): number {
  const known = knownLabel(part).length;
  const name = NAME.exec(part.slice(known))?.[0] ?? '';
  return names.has(name.trim()) ? known + name.length : known;
}

function namesIn(text: string): Set<string> {
  const count = new Map<string, number>();
  for (const line of text.split('\n')) {
    const name = NAME.exec(line.slice(knownLabel(line).length))?.[0].trim();
    if (name !== undefined) count.set(name, (count.get(name) ?? 0) + 1);
  }
  return new Set([...count].filter(([, times]) => times >= OFTEN).map(([name]) => name));
}

function pieces(text: string, { start, end }: Span): Span[] {
  const words = [...text.slice(start, end).matchAll(/\S+/g)];
  if (words.length <= LONGEST) return [{ start, end }];
  const cuts: Span[] = [];
  for (let at = 0; at < words.length; at += CUT) {
    const some = words.slice(at, at + CUT);
    const [first, last] = [some[0], some.at(-1)];
    if (first && last)
      cuts.push({ start: start + first.index, end: start + last.index + last[0].length });
  }
  return cuts;
}
