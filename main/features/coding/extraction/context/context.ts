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
  isAskedBare,
  isPlainlyAsked,
  isQuestion,
} from './answers.ts';
import { cutsOf, type Word, wordsOf, wordsWithin } from './clauses.ts';
import { placeIn, sentenceAt } from './find-place.ts';
import { statusByBox } from './form-boxes.ts';
import { framesAround } from './frames.ts';
import { lowerCase } from './lower-case.ts';
import { allMarksOf, type Mark, marksThatCount } from './marks.ts';
import { openingEnd } from './opening.ts';
import { type Prior, priorOf } from './priors.ts';
import { reachesBack, reachesForward } from './reach.ts';
import { type Sentence, sentencesOf } from './sentences.ts';
import type { Kind } from './triggers.ts';
import { harmlessPlaces, type LeftOpen, wordsThatLeaveOpen } from './understood.ts';

export type Judged = {
  readonly status: Status;
  /** `heading`: the heading says so, not the sentence. */
  readonly by: 'words' | 'heading';
  /** A trigger says that it is there, or somebody said yes to the question. */
  readonly isTold?: boolean;
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
  wordsLeftOpen(finding: Span, named: readonly Span[]): LeftOpen;
  /** In the text as it is read: with one form of each letter of the scripts of India. */
  readonly sentences: readonly Sentence[];
};

const CLAUSE_ENDS =
  /^\s*(?:[.,;)]|$|(?:after|since|now|with|on|once|when|for|and|themselves|itself|up|again|either|at all|so far|yet|here|there|today|lately|of late)(?![a-z]))/;

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
    framed: new Map(),
  };
  return {
    sentences,
    isSaying: (start, end) => isSaying(state, placeOf(start), placeOf(end)),
    judge: (start, end, stays = false) => judge(state, placeOf(start), placeOf(end), stays),
    wordsLeftOpen: (finding, named) => {
      const asRead = ({ start, end }: Span) => ({ start: placeOf(start), end: placeOf(end) });
      if (state.around?.given !== named)
        state.around = { given: named, named: named.map(asRead), bySentence: new Map() };
      return wordsLeftOpen(state, asRead(finding), state.around);
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
  /** Frames of findings whose words and neighbours were the same. */
  readonly framed: Map<string, readonly string[]>;
  /** What is named in the text, as it was asked for last. */
  around?: Around;
};
type Around = {
  readonly given: readonly Span[];
  readonly named: readonly Span[];
  readonly bySentence: Map<Sentence, InSentence>;
};
/** What is the same for every finding of a sentence. */
type InSentence = {
  readonly named: readonly Span[];
  /** Triggers that reach nothing that is named. */
  readonly unused: readonly Mark[];
  /** Places whose words leave nothing open by themselves. */
  readonly harmless: readonly Span[];
  /** Between its clauses. */
  readonly cuts: readonly Span[];
  readonly words: readonly Word[];
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

function wordsLeftOpen(state: TextState, finding: Span, around: Around): LeftOpen {
  const at = sentenceAt(state.sentences, finding.start);
  const sentence = state.sentences[at];
  if (!sentence) return { words: [], isOnlyUnknown: true };
  const { read } = readSentence(state, sentence);
  const { named, unused: idle, harmless, cuts, words } = inSentence(state, sentence, around);
  const place = within(sentence, finding);
  const unused = unusedBeside(idle, place);
  const used = read.filter(
    (one) =>
      isNear(one, place, farIn(read)) &&
      !unused.some(({ start, end }) => start <= one.start && one.end <= end),
  );
  const frames = framesAround(sentence.text, place, state.sentences[at + 1]?.text, state.framed);
  const beside = [...named, ...used, ...harmless];
  const left = wordsThatLeaveOpen(sentence.text, place, beside, { cuts, words });
  // "Breast cancer sister": a trigger that reaches nothing says something of the finding beside it.
  const isOfTrigger = unused.some((mark) =>
    wordsWithin(words, mark.start, mark.end).some(({ word }) => left.words.includes(word)),
  );
  return {
    words: [...frames, ...left.words],
    isOnlyUnknown: frames.length === 0 && left.isOnlyUnknown && !isOfTrigger,
  };
}

const within = (sentence: Sentence, { start, end }: Span): Span => ({
  start: start - sentence.start,
  end: end - sentence.start,
});

function inSentence(state: TextState, sentence: Sentence, around: Around): InSentence {
  const before = around.bySentence.get(sentence);
  if (before) return before;
  const { lower, marks } = readSentence(state, sentence);
  const named = around.named
    .filter(({ start, end }) => start < sentence.end && end > sentence.start)
    .map((one) => within(sentence, one));
  const fresh = {
    named,
    unused: marksWithoutUse(lower, marks, named),
    harmless: harmlessPlaces(sentence.text),
    cuts: cutsOf(sentence.text),
    words: wordsOf(sentence.text),
  };
  around.bySentence.set(sentence, fresh);
  return fresh;
}

/**
 * A sentence with more triggers is no list of a note but speech without full stops, and each of them
 * reaches no further than so many letters. Else its reading would take the third power of its length.
 */
const MANY = 30;
const FAR = 1500;
const farIn = ({ length }: readonly Span[]) => (length > MANY ? FAR : Number.POSITIVE_INFINITY);
const isNear = (one: Span, { start, end }: Span, far: number) =>
  one.end >= start - far && one.start <= end + far;

/**
 * Triggers beside a finding that reach nothing that is named: "the ache is on the left, I think".
 * What they say is of the finding or of nothing, so their words are looked at like any others.
 */
const unusedBeside = (unused: readonly Mark[], finding: Span): Mark[] =>
  // "Leaflet on asthma": a trigger that looks back, with nothing there.
  unused.filter(
    (mark) =>
      isNear(mark, finding, farIn(unused)) &&
      (mark.start >= finding.end || (mark.end <= finding.start && mark.reach[0] === '<')),
  );

function marksWithoutUse(lower: string, marks: readonly Mark[], named: readonly Span[]): Mark[] {
  const used = usedMarks(lower, marks, named);
  return marks.filter(
    (mark) => !used.some(({ start, end }) => start < mark.end && mark.start < end),
  );
}

/** Triggers that say something of what is named. */
function usedMarks(lower: string, marks: readonly Mark[], named: readonly Span[]): Mark[] {
  const far = farIn(marks);
  const forward = marks.filter(({ reach }) => reach[0] === '>');
  const isUsed = (mark: Mark): boolean => {
    const { kind, reach } = mark;
    if (kind === 'present' || kind === 'current' || reach === '<1') return true;
    // "No radiation", "no relief": what is denied there has no name in a list.
    if (
      kind === 'absent' &&
      reach[0] === '>' &&
      !CLAUSE_ENDS.test(lower.slice(mark.end, mark.end + FAR))
    )
      return true;
    const around = named.filter((one) => isNear(one, mark, far));
    // What is nearest first: where a trigger reaches anything, it is that, mostly.
    if (reach[0] === '<')
      return (
        around.findLast(({ end }) => end <= mark.start && reachesBack(lower, marks, mark, end)) !==
        undefined
      );
    const behind = forward.filter((one) => one.start >= mark.start && isNear(one, mark, far));
    return around.some(({ start, end }) => {
      if (mark.end > start) return false;
      const before = behind.filter((one) => one.end <= start);
      return reachesForward(lower, before, mark, [start, end], false);
    });
  };
  return marks.filter(isUsed);
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
  return answered
    ? { status: answered, by: 'words', ...(answered === 'present' && { isTold: true }) }
    : { ...withHeading(said, prior), ...(told === 'present' && { isTold: true }) };
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
  // "Kya fever hai? - Let me sit down first."
  const isBare = dialogue && said === undefined && !isOpen && isAskedBare(sentence, [start, end]);
  if (isBare && answer === 'none') return 'possible';
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
  const near = marks.filter((mark) => isNear(mark, { start, end }, farIn(marks)));
  const before = near.filter((mark) => mark.end <= start && mark.reach[0] === '>');
  // "Ulti aana" may be the term, and "aana band ho gaya" the trigger: they share a word.
  const after = near.filter(
    (mark) =>
      mark.reach[0] === '<' &&
      (mark.start >= end || (mark.reach === '<1' && mark.start > start && mark.end > end)),
  );
  const behind = (kind: Kind) =>
    after.some((mark) => mark.kind === kind && reachesBack(sentence, near, mark, end));
  const holds = behind('present');
  // The nearest first: where any reaches it, that one does, mostly.
  const ahead = (kind: Kind) =>
    before.findLast(
      (mark) => mark.kind === kind && reachesForward(sentence, before, mark, [start, end], holds),
    ) !== undefined;
  if (ahead('hypothetical') || behind('hypothetical')) return 'hypothetical';
  if (ahead('absent') || behind('absent')) return 'absent';
  if (ahead('family') || behind('family')) return 'family';
  if (ahead('possible') || behind('possible')) return 'possible';
  if (behind('current')) return 'present';
  if (ahead('historical') && !holds) return 'historical';
  if (behind('historical') && !ahead('present') && !holds) return 'historical';
  return ahead('present') || holds ? 'present' : undefined;
}
