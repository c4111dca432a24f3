/**
 * ConText: the status of a finding (present, absent, possible, historical, a relative's,
 * hypothetical) by the words around it.
 */
import type { Span, Status } from '../../../../../shared/model/coding/entities.ts';
import { unifyWithPlaces } from '../../../../infrastructure/terminology/text/scripts.ts';
import {
  type Answer,
  answers,
  asksToConfirm,
  confirmed,
  deniedBy,
  isAsked,
  isPlainlyAsked,
  isQuestion,
} from './answers.ts';
import { placeIn, sentenceAt } from './find-place.ts';
import { statusByBox } from './form-boxes.ts';
import { isValueOfField } from './form-fields.ts';
import { framesAround } from './frames.ts';
import { lowerCase } from './lower-case.ts';
import { allMarksOf, type Mark, marksThatCount } from './marks.ts';
import { openingEnd } from './opening.ts';
import { endsForOther } from './others-end.ts';
import { beginsOwnClause } from './own-clause.ts';
import { type Prior, priorOf } from './priors.ts';
import { type Sentence, sentencesOf } from './sentences.ts';
import type { Kind } from './triggers.ts';
import { harmlessPlaces, wordsThatLeaveOpen } from './understood.ts';

export type Judged = {
  readonly status: Status;
  /** `heading`: the heading says so, not the sentence. */
  readonly by: 'words' | 'heading';
};
export type Context = {
  /**
   * Positions are UTF-16 code units of the whole text; `end` is behind the last. `stays`: it is an
   * illness that stays once one has it.
   */
  judge(start: number, end: number, stays?: boolean): Judged;
  /**
   * Returns whether these words are part of a trigger: in "in the last pregnancy" there is no
   * finding "pregnancy".
   */
  isSaying(start: number, end: number): boolean;
  /**
   * Words around a finding that leave open whether it is there. `named`: the places of all that is
   * named in the text.
   */
  wordsLeftOpen(finding: Span, named: readonly Span[]): string[];
  /** In the text as it is read: with one form of each letter of the scripts of India. */
  readonly sentences: readonly Sentence[];
};

/** Ends the reach of a trigger before it. */
const STOP =
  /[;:]|,\s*(?:just|mainly|mostly)(?![a-z])|(?<![a-z])(?:but|lekin|magar|par|however|nevertheless|although|though|except(?:ing)?(?:\s+for)?|apart\s+from|aside\s+from|other\s+than|besides|yet|whereas|which|who|only|given|because|due\s+to|secondary\s+to|instead|otherwise|then)(?![a-z])/;
/** Begins a new clause, which no trigger before it reaches. */
const NEW_CLAUSE =
  /(?:,|(?<![a-z])and|\s-)\s+(?:(?:now|also|then|there|patient|pt|he|she|i|it|they|we|this|but)\s+)*(?:(?:[a-z]+\s+){0,2}?(?:is|are|was|were|has|have|had|shows?|showed|reveals?|revealed|appears?|demonstrates?|demonstrated|remain(?:s|ed)?|feels?|states?|notes?|noted|looks?|does|did|gets?|got|i['’](?:m|ve))(?![a-z]))|(?:,|(?<![a-z])(?:aur|par|lekin))\s+(?:mujhe|mujhko|मुझे|मुझको)\s/;
/** The same without a comma, as people speak: "no necrosis you have some edema". */
const SPOKEN_CLAUSE =
  /(?<!(?:that|if|whether|think|believes?|feels?|says?|deny|denies)\s)(?<![a-z])(?:you|there|i|he|she|it|we|they)(?:\s+(?:do|also|still|really))?(?:\s+(?:have|has|had|is|are|was|think|see|got|get)|['’](?:ve|s|re|m))(?![a-z])/;
const SELF =
  /(?:[,;.]|(?<![a-z])(?:and|but|while|aur|par|lekin))\s+(?:the\s+)?(?:patient|pt|he|she|himself|herself|i|my|self|c\/o|complain|presents?|now|mujhe|mujhko|mareez|मुझे|मुझको|मरीज)(?![a-z])/;
const NOW =
  /(?<![a-z])(?:now|currently|today|presently|at present|who|presents?|presenting|admitted|on examination|o\/e)(?![a-z])/;

const CLAUSE_ENDS =
  /^\s*(?:[.,;)]|$|(?:after|since|now|with|on|once|when|for|and|themselves|itself|up|again|either|at all|so far|yet|here|there|today|lately|of late)(?![a-z]))/;
/** Opens a list behind a trigger: "Denies:", "denies any of the following symptoms:". */
const LIST_OPENS =
  /^(?:\s+(?:any|all|each|one|of|the|following|below|above|these|those|symptoms?|complaints?|features?|findings?|conditions?|illnesses|diseases))*\s*:/;

/** `title`: the heading that the text stands under, or the platform's key of the section. */
export function createContext(typed: string, title = ''): Context {
  const { text, places } = unifyWithPlaces(typed);
  const isSame = text === typed;
  const placeOf = (at: number) => (isSame ? at : placeIn(places, at));
  const sentences = sentencesOf(text);
  const state: TextState = {
    text,
    title,
    sentences,
    dialogue: sentences.some(({ turn }) => turn !== undefined),
    read: new Map(),
    harmless: new Map(),
  };
  return {
    sentences,
    isSaying: (start, end) => isSaying(state, placeOf(start), placeOf(end)),
    judge: (start, end, stays = false) => judge(state, placeOf(start), placeOf(end), stays),
    wordsLeftOpen: (finding, named) => {
      const asRead = ({ start, end }: Span) => ({ start: placeOf(start), end: placeOf(end) });
      return wordsLeftOpen(state, asRead(finding), named.map(asRead));
    },
  };
}

type ReadSentence = {
  readonly lower: string;
  readonly marks: readonly Mark[];
  /** All places of triggers, also of those that say nothing here. */
  readonly read: readonly Span[];
  readonly prior: Prior | undefined;
  /** It is open whether the patient or another has it (`opening.ts`). */
  readonly opens: boolean;
};
type TextState = {
  readonly text: string;
  readonly title: string;
  readonly sentences: readonly Sentence[];
  readonly dialogue: boolean;
  /** Sentences that were asked for. */
  readonly read: Map<Sentence, ReadSentence>;
  readonly harmless: Map<Sentence, readonly Span[]>;
};

function readSentence(state: TextState, sentence: Sentence): ReadSentence {
  const { read, sentences, title } = state;
  const before = read.get(sentence);
  if (before) return before;
  const lower = lowerCase(sentence.text);
  const opening = openingEnd(sentences, sentence, lower);
  const all = allMarksOf(lower, opening);
  const fresh = {
    lower,
    marks: marksThatCount(lower, all),
    read: all,
    opens: opening > 0,
    prior: priorOf(sentence.label) ?? priorOf(title),
  };
  read.set(sentence, fresh);
  return fresh;
}

function isSaying(state: TextState, start: number, end: number): boolean {
  const sentence = state.sentences[sentenceAt(state.sentences, start)];
  if (!sentence) return false;
  const from = sentence.start;
  return readSentence(state, sentence).marks.some(
    (mark) =>
      mark.start <= start - from && mark.end >= end - from && mark.end - mark.start > end - start,
  );
}

function wordsLeftOpen(state: TextState, finding: Span, named: readonly Span[]): string[] {
  const at = sentenceAt(state.sentences, finding.start);
  const sentence = state.sentences[at];
  if (!sentence) return [];
  const inSentence = ({ start, end }: Span) => ({
    start: start - sentence.start,
    end: end - sentence.start,
  });
  const { lower, marks, read } = readSentence(state, sentence);
  const harmless = state.harmless.get(sentence) ?? harmlessPlaces(sentence.text);
  state.harmless.set(sentence, harmless);
  const others = named
    .filter(({ start, end }) => start < sentence.end && end > sentence.start)
    .map(inSentence);
  const place = inSentence(finding);
  const unused = unusedMarks(lower, marks, place, others);
  const used = read.filter(
    ({ start, end }) => !unused.some((one) => one.start <= start && end <= one.end),
  );
  return [
    ...framesAround(sentence.text, place, state.sentences[at + 1]?.text),
    ...wordsThatLeaveOpen(sentence.text, place, [...others, ...used, ...harmless]),
  ];
}

/**
 * Triggers beside a finding that reach nothing that is named: "the ache is on the left, I think".
 * What they say is of the finding or of nothing, so their words are looked at like any others.
 */
function unusedMarks(
  lower: string,
  marks: readonly Mark[],
  finding: Span,
  named: readonly Span[],
): Mark[] {
  const isUsed = (mark: Mark): boolean => {
    const { kind, reach } = mark;
    if (kind === 'present' || kind === 'current' || reach === '<1') return true;
    // "No radiation", "no relief": what is denied there has no name in a list.
    if (kind === 'absent' && reach[0] === '>' && !CLAUSE_ENDS.test(lower.slice(mark.end)))
      return true;
    return named.some(({ start, end }) => {
      if (reach[0] === '<') return end <= mark.start && reachesBack(lower, marks, mark, end);
      const before = marks.filter((one) => one.end <= start && one.reach[0] === '>');
      return mark.end <= start && reachesForward(lower, before, mark, [start, end], false);
    });
  };
  // "Leaflet on asthma": a trigger that looks back, with nothing there.
  const aside = marks.filter(
    ({ start, end, reach }) => start >= finding.end || (end <= finding.start && reach[0] === '<'),
  );
  const used = marks.filter(isUsed);
  return aside.filter(
    (mark) => !used.some(({ start, end }) => start < mark.end && mark.start < end),
  );
}

function judge(state: TextState, start: number, end: number, stays: boolean): Judged {
  const at = sentenceAt(state.sentences, start);
  const sentence = state.sentences[at];
  if (!sentence) return { status: 'present', by: 'words' };
  const { lower, marks, prior, opens } = readSentence(state, sentence);
  const boxed = statusByBox(sentence.text, start - sentence.start, end - sentence.start);
  if (boxed) return { status: boxed, by: 'words' };
  const told = statusIn(lower, marks, start - sentence.start, end - sentence.start);
  const said = opens && told === 'family' ? 'possible' : told;
  const place = [start - sentence.start, end - sentence.start] as const;
  const answered = statusByAnswer(state, at, place, { said, stays });
  if (answered === 'possible') return withHeading(answered, prior);
  return answered ? { status: answered, by: 'words' } : withHeading(said, prior);
}

/** `start`, `end`: within the sentence. Undefined: nothing was asked, or the answer decides nothing. */
function statusByAnswer(
  { sentences, dialogue }: TextState,
  at: number,
  [start, end]: readonly [number, number],
  { said, stays }: { readonly said: Status | undefined; readonly stays: boolean },
): Status | undefined {
  const sentence = sentences[at];
  if (!sentence) return undefined;
  if (!isQuestion(sentence, dialogue, start)) {
    if (!dialogue || !asksToConfirm(sentence)) return undefined;
    // "You have a fever, right? - No."
    const answer = confirmed(sentences, at, [start, end]);
    if (answer === 'none') return undefined;
    return answer === 'no' ? 'absent' : 'possible';
  }
  const answer = answers(sentences, at, { words: sentence.text.slice(start, end), stays });
  const denial = dialogue ? deniedBy(sentence, [start, end]) : 'absent';
  if (answer === 'no' && denial === 'open') return 'possible';
  // "Has the fever gone? - No."
  if (answer === 'no' && denial === 'stays') return said === 'absent' ? 'present' : undefined;
  const onlyAsked = dialogue || !/\?\s*$/.test(sentence.text);
  const isOpen = dialogue ? isAsked(sentence, start) : isPlainlyAsked(sentence);
  // Without speakers an answer that is not understood leaves open what was asked.
  const isLast = /^[^,;:]*\?\s*$/.test(sentence.text.slice(end));
  if (!dialogue && (isOpen || isLast) && answer === 'none')
    return said === undefined || said === 'present' ? 'possible' : said;
  const claims = said ?? (isOpen ? 'possible' : undefined);
  return answeredStatus(answer, claims, onlyAsked);
}

/**
 * Undefined: the answer decides nothing. `onlyAsked`: without an answer, the words were asked and
 * no more.
 */
function answeredStatus(
  answer: Answer,
  said: Status | undefined,
  onlyAsked: boolean,
): Status | undefined {
  if (answer === 'no') return 'absent';
  const isClaim = said === 'present' || said === 'possible';
  if (answer === 'none' && isClaim && onlyAsked) return 'hypothetical';
  // A yes to one of several things says of no other that it is there.
  if (answer === 'some' && (isClaim || said === undefined)) return 'possible';
  return answer === 'yes' && said === 'possible' ? 'present' : undefined;
}

function withHeading(said: Status | undefined, prior: Prior | undefined): Judged {
  if (said === undefined)
    return prior ? { status: prior, by: 'heading' } : { status: 'present', by: 'words' };
  if (said === 'present' && (prior === 'family' || prior === 'hypothetical'))
    return { status: prior, by: 'heading' };
  if ((said === 'historical' || said === 'possible') && prior === 'family')
    return { status: 'family', by: 'heading' };
  return { status: said, by: 'words' };
}

/** Undefined: no trigger reaches it. */
function statusIn(
  sentence: string,
  marks: readonly Mark[],
  start: number,
  end: number,
): Status | undefined {
  const before = marks.filter((mark) => mark.end <= start && mark.reach[0] === '>');
  // "Ulti aana" may be the term, and "aana band ho gaya" the trigger: they share a word.
  const after = marks.filter(
    (mark) =>
      mark.reach[0] === '<' &&
      (mark.start >= end || (mark.reach === '<1' && mark.start > start && mark.end > end)),
  );
  const behind = (kind: Kind) =>
    after.some((mark) => mark.kind === kind && reachesBack(sentence, marks, mark, end));
  const holds = behind('present');
  const ahead = (kind: Kind) =>
    before.some(
      (mark) => mark.kind === kind && reachesForward(sentence, before, mark, [start, end], holds),
    );
  if (ahead('hypothetical') || behind('hypothetical')) return 'hypothetical';
  if (ahead('absent') || behind('absent')) return 'absent';
  if (ahead('family') || behind('family')) return 'family';
  if (ahead('possible') || behind('possible')) return 'possible';
  if (behind('current')) return 'present';
  if (ahead('historical') && !holds) return 'historical';
  if (behind('historical') && !ahead('present') && !holds) return 'historical';
  return ahead('present') || holds ? 'present' : undefined;
}

const words = (text: string) => text.match(/[^\s\p{P}]+/gu)?.length ?? 0;
const stops: Readonly<Partial<Record<Kind, readonly Kind[]>>> = {
  absent: ['present', 'possible', 'family', 'historical'],
  possible: ['present', 'absent', 'historical'],
  historical: ['present', 'possible', 'absent'],
  present: ['absent', 'possible', 'historical', 'family', 'hypothetical'],
};

function reachesForward(
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
      words(gap) <= (/,/.test(gap) ? 18 : 10) &&
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
      words(gap) <= 2 &&
      !/[,]|\b(?:for|to|with|in|of|by|from|ke)\b|(?:^|\s)(?:के|से|में)(?=\s)/i.test(gap)
    );
  if (NEW_CLAUSE.test(gap) || SPOKEN_CLAUSE.test(gap)) return false;
  // Speech without full stops: a negation over a dozen words has a comma or an "or".
  if (words(gap) > 12 && !/,|\bor\b|\band\b|\/|\n/.test(gap)) return false;
  return !before.some((other) => {
    if (other.start < mark.end || !stops[mark.kind]?.includes(other.kind)) return false;
    const between = sentence.slice(mark.end, other.start);
    return /,|\b(?:and|or)\b/i.test(between) || words(between) > 2;
  });
}

function reachesBack(sentence: string, marks: readonly Mark[], mark: Mark, end: number): boolean {
  const gap = sentence.slice(end, mark.start);
  const isFieldValue =
    (mark.kind === 'absent' || mark.kind === 'possible') &&
    isValueOfField(sentence, end, [mark.start, mark.end]);
  if (isFieldValue) return true;
  if (mark.reach === '<1') return /^[\s)]*$/.test(gap);
  if (STOP.test(gap) || words(gap) > 9) return false;
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
    gap.split(',').every((part) => words(part) <= 4)
  );
}
