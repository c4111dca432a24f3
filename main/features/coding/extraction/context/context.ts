/** ConText: whether what is named is there, is not, may be, was, is a relative's, or is only thought of. */
import type { Status } from '../../../../../shared/model/coding/entities.ts';
import { answers, isQuestion } from './answers.ts';
import { relatives } from './people.ts';
import { type Prior, priorOf } from './priors.ts';
import { type Sentence, sentencesOf } from './sentences.ts';
import { type Connectivity, type Kind, rules } from './triggers.ts';

type Mark = {
  readonly kind: Kind;
  readonly reach: Connectivity;
  readonly start: number;
  readonly end: number;
};
export type Judged = {
  readonly status: Status;
  /** `heading`: nothing in the sentence says so, only where it stands. */
  readonly by: 'words' | 'heading';
};
export type Context = {
  /** Positions are UTF-16 code units of the whole text; `end` is behind the last. */
  judge(start: number, end: number): Judged;
  /** Whether these words only say something of others: "in the last pregnancy" is no pregnancy. */
  isSaying(start: number, end: number): boolean;
  readonly sentences: readonly Sentence[];
};

/** Ends what a word before it says of the words behind it. */
const STOP =
  /[;:]|,\s*(?:just|mainly|mostly)(?![a-z])|(?<![a-z])(?:but|lekin|magar|par|however|nevertheless|although|though|except(?:ing)?(?: for)?|apart from|aside from|other than|besides|yet|whereas|which|who|only|given|because|due to|secondary to|instead|otherwise|then)(?![a-z])/;
/** A new clause: what it says it says for itself. */
const NEW_CLAUSE =
  /(?:,|(?<![a-z])and|\s-)\s+(?:(?:now|also|then|there|patient|pt|he|she|i|it|they|we|this|but)\s+)*(?:(?:[a-z]+\s+){0,2}?(?:is|are|was|were|has|have|had|shows?|showed|reveals?|revealed|appears?|demonstrates?|demonstrated|remain(?:s|ed)?|feels?|states?|notes?|noted|looks?|does|did|gets?|got|i['’](?:m|ve))(?![a-z]))/;
/** The same without a comma, as people speak: "no necrosis you have some edema". */
const SPOKEN_CLAUSE =
  /(?<!(?:that|if|whether|think|believes?|feels?|says?|deny|denies)\s)(?<![a-z])(?:you|there|i|he|she|it|we|they)(?:\s+(?:do|also|still|really))?(?:\s+(?:have|has|had|is|are|was|think|see|got|get)|['’](?:ve|s|re|m))(?![a-z])/;
const SELF =
  /(?:[,;.]|(?<![a-z])(?:and|but|while))\s+(?:the\s+)?(?:patient|pt|he|she|himself|herself|i|my|self|c\/o|complain|presents?|now)(?![a-z])/;
const NOW =
  /(?<![a-z])(?:now|currently|today|presently|at present|who|presents?|presenting|admitted|on examination|o\/e)(?![a-z])/;

/** `title`: the heading that the text stands under, or the platform's key of the section. */
export function createContext(text: string, title = ''): Context {
  const sentences = sentencesOf(text);
  const dialogue = sentences.some(({ turn }) => turn !== undefined);
  const read = new Map<
    number,
    { lower: string; marks: readonly Mark[]; prior: Prior | undefined }
  >();
  const ready = (at: number) => {
    let found = read.get(at);
    if (!found) {
      const lower = small(sentences[at]!.text);
      found = {
        lower,
        marks: marksOf(lower),
        prior: priorOf(sentences[at]!.label) ?? priorOf(title),
      };
      read.set(at, found);
    }
    return found;
  };
  return {
    sentences,
    isSaying(start, end) {
      const at = sentenceAt(sentences, start);
      const from = sentences[at]?.start ?? 0;
      return (
        sentences[at] !== undefined &&
        ready(at).marks.some(
          (mark) =>
            mark.start <= start - from &&
            mark.end >= end - from &&
            mark.end - mark.start > end - start,
        )
      );
    },
    judge(start, end) {
      const at = sentenceAt(sentences, start);
      const sentence = sentences[at];
      if (!sentence) return { status: 'present', by: 'words' };
      const { lower, marks, prior } = ready(at);
      const said = statusIn(lower, marks, start - sentence.start, end - sentence.start);
      if (isQuestion(sentence, dialogue, start - sentence.start)) {
        const answer = answers(sentences, at, text.slice(start, end));
        if (answer === 'no') return { status: 'absent', by: 'words' };
        // Nobody answered: it was only asked.
        if (
          answer === 'none' &&
          (said === 'present' || said === 'possible') &&
          (dialogue || !/\?\s*$/.test(sentence.text))
        )
          return { status: 'hypothetical', by: 'words' };
        if (answer === 'some' && (said === 'present' || said === 'possible'))
          return { status: 'possible', by: 'words' };
        if (answer === 'yes' && said === 'possible') return { status: 'present', by: 'words' };
      }
      if (said === undefined)
        return prior ? { status: prior, by: 'heading' } : { status: 'present', by: 'words' };
      if (said === 'present' && (prior === 'family' || prior === 'hypothetical'))
        return { status: prior, by: 'heading' };
      if ((said === 'historical' || said === 'possible') && prior === 'family')
        return { status: 'family', by: 'heading' };
      return { status: said, by: 'words' };
    },
  };
}

/** Small letters, each in its place: where the language makes two of one, that one stays as it is. */
function small(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length
    ? lower
    : [...text]
        .map((letter) =>
          letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter,
        )
        .join('');
}

function sentenceAt(sentences: readonly Sentence[], position: number): number {
  let low = 0;
  let high = sentences.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sentences[middle]!.end <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

function marksOf(sentence: string): Mark[] {
  const all: Mark[] = rules.flatMap(({ kind, reach, finds }) =>
    [...sentence.matchAll(finds)].map(({ 0: words, index }) => ({
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
  // "No, I have a cough" answers something; it is not "no cough".
  const first = /^\W*(?:no|nope|nah|not really|nahi)\s*[,.]/.exec(sentence);
  const open = all.filter((mark) => !(first && mark.start < first[0].length));
  // What is inside a longer one says nothing by itself.
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

/** Undefined: no word says anything of it. */
function statusIn(
  sentence: string,
  marks: readonly Mark[],
  start: number,
  end: number,
): Status | undefined {
  const before = marks.filter((mark) => mark.end <= start && mark.reach[0] === '>');
  const after = marks.filter((mark) => mark.start >= end && mark.reach[0] === '<');
  const behind = (kind: Kind) =>
    after.some((mark) => mark.kind === kind && reachesBack(sentence, marks, mark, end));
  const holds = behind('present');
  const ahead = (kind: Kind) =>
    before.some((mark) => mark.kind === kind && reachesOn(sentence, before, mark, start, holds));
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

function reachesOn(
  sentence: string,
  before: readonly Mark[],
  mark: Mark,
  start: number,
  holds: boolean,
): boolean {
  const gap = sentence.slice(mark.end, start).replace(/^\s*:/, ' ');
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
  if (STOP.test(gap) && !(mark.kind === 'family' && !/[;]|\bbut\b/i.test(gap))) return false;
  const last = Math.max(gap.lastIndexOf(','), -1);
  const bareComma =
    last >= 0 &&
    !/^\s*(?:or|nor|and|and\/or)\b/i.test(gap.slice(last + 1)) &&
    !/\b(?:or|nor|and)\b/i.test(gap.slice(last + 1));
  if (holds && bareComma) return false;
  if (mark.kind === 'family') return !SELF.test(gap);
  if (mark.kind === 'historical' && NOW.test(gap)) return false;
  if (mark.reach === '>1')
    return words(gap) <= 2 && !/[,]|\b(?:for|to|with|in|of|by|from|ke)\b/i.test(gap);
  if (mark.reach === '>|' && /,/.test(gap) && !/,\s*(?:or|vs|versus|\?)(?![a-z])/.test(gap))
    return false;
  if (NEW_CLAUSE.test(gap) || SPOKEN_CLAUSE.test(gap)) return false;
  // Speech without stops: nobody denies over a dozen words without a comma or an "or".
  if (words(gap) > 12 && !/,|\bor\b|\band\b|\/|\n/.test(gap)) return false;
  return !before.some((other) => {
    if (other.start < mark.end || !stops[mark.kind]?.includes(other.kind)) return false;
    const between = sentence.slice(mark.end, other.start);
    return /,|\b(?:and|or)\b/i.test(between) || words(between) > 2;
  });
}

function reachesBack(sentence: string, marks: readonly Mark[], mark: Mark, end: number): boolean {
  const gap = sentence.slice(end, mark.start);
  if (mark.reach === '<1') return /^[\s)]*$/.test(gap);
  if (STOP.test(gap) || words(gap) > 9) return false;
  // Another word between has its own findings.
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
  return (
    /(?<![a-z])(?:and|or)(?![a-z])[^,]*$/.test(gap) &&
    gap.split(',').every((part) => words(part) <= 4)
  );
}
