/**
 * Finds, for each sentence of a note, the words of the transcript that support it. It compares
 * words; its result is a place to look at, and finding nothing does not mean that nothing was said.
 */
import type { Span } from '../../../../shared/model/coding/entities.ts';
import type {
  EvidenceLine,
  NoteEvidence,
  Support,
} from '../../../../shared/model/note/evidence.ts';
import type { NoteSection } from '../../../../shared/model/note/note-sections.ts';
import { sentencesIn } from './sentences.ts';
import { NEGATION, type Utterance, utterances } from './utterances.ts';
import type { ReadWords, Word } from './words.ts';

type EvidenceInput = {
  readonly sections: readonly NoteSection[];
  /** Undefined where none came. */
  readonly transcript: string | undefined;
};

export type Evidence = {
  /** Pure: the same input gives the same result. */
  of(input: EvidenceInput): NoteEvidence;
  /** The same in steps of some milliseconds, for a thread that has other work. */
  steps(input: EvidenceInput): Generator<void, NoteEvidence>;
};

/**
 * Share of a sentence's weight that one place supports. Chosen on dialogues and their notes,
 * against other dialogues (`scripts/bench/evidence.ts`).
 */
const FOUND = 0.5;
const WEAK = 0.3;
/** Longest place, in utterances and in words. */
const WINDOW = 5;
const WINDOW_WORDS = 60;
/** Taken off for each further utterance, so that of two places the shorter wins. */
const LENGTH_PENALTY = 0.02;
/** Factor for support that is spread over several places, clause by clause. */
const SCATTERED = 0.9;
const CLAUSE = /[,;:]\s+|\s+(?:and|but|with|without|or|which|who|while)\s+|\s+[-–]\s+/giu;
/** Lines that claim nothing: the patient's own data, and placeholders. */
const NO_CLAIM =
  /^(?:(?:patient(?:'s)? )?(?:name|age|sex|gender|dob|date of birth|mrn|uhid|record (?:no|number)|id|date|time|doctor|address|phone|age ?\/ ?sex)\s*[:#-].*|(?:none|nil|n\/?a|not (?:mentioned|discussed|applicable|available|recorded|stated|provided|documented|specified|assessed)|unknown|-+|signed .*|electronically signed.*)\W*)$/iu;

/**
 * "Lungs: clear", "Examination: no rash": the label before the colon is hardly ever spoken, so its
 * words count little.
 */
function discountLabel(text: string, words: readonly Word[]): Word[] {
  const end = /^\p{Lu}[\p{L} /&()-]{1,50}:\s/u.exec(text)?.[0].length ?? 0;
  return words.map((word) => (word.start < end ? { ...word, share: word.share * IN_LABEL } : word));
}
const IN_LABEL = 0.2;

/** A heading among the lines. */
const isCapitals = (text: string) =>
  text === text.toUpperCase() && text.length < 80 && !/[.;]$/.test(text);

type Spoken = {
  readonly all: readonly Utterance[];
  /** Of each utterance. */
  readonly words: readonly (readonly Word[])[];
  /** Utterances in which a form was said. */
  readonly where: ReadonlyMap<string, readonly number[]>;
  weight(word: Word): number;
};
/** Utterances `from` to `to`, both included. */
type Place = {
  readonly from: number;
  readonly to: number;
  readonly share: number;
  readonly forms: number;
  readonly hits: ReadonlySet<string>;
};

export function createEvidence(read: ReadWords): Evidence {
  return {
    steps: (input) => evidenceSteps(read, input),
    of(input) {
      const walk = evidenceSteps(read, input);
      for (let step = walk.next(); ; step = walk.next()) if (step.done) return step.value;
    },
  };
}

function* evidenceSteps(
  read: ReadWords,
  { sections, transcript }: EvidenceInput,
): Generator<void, NoteEvidence> {
  if (transcript === undefined || transcript.trim() === '')
    return { comparable: false, why: 'no-transcript', lines: [] };
  const said = yield* readTranscript(transcript, read);
  const lines: EvidenceLine[] = [];
  const forms = { all: 0, known: 0 };
  for (const section of sections) {
    for (const span of sentencesIn(section.text)) {
      const text = section.text.slice(span.start, span.end);
      if (claimsNothing(text, section)) continue;
      const words = discountLabel(text, read(text, 'note'));
      if (words.length === 0) continue;
      for (const form of new Set(words.map((word) => word.form))) {
        forms.all += 1;
        forms.known += said.where.has(form) ? 1 : 0;
      }
      lines.push({ section: section.id, span, ...support(text, words, said) });
    }
    yield;
  }
  const note = sections.map(({ text }) => text).join('\n');
  return otherLanguage(note, transcript, forms)
    ? { comparable: false, why: 'other-language', lines: [] }
    : { comparable: true, lines };
}

const claimsNothing = (text: string, section: NoteSection) =>
  NO_CLAIM.test(text) || /:\s*$/.test(text) || (isCapitals(text) && !isCapitals(section.text));

function* readTranscript(transcript: string, read: ReadWords): Generator<void, Spoken> {
  const all = utterances(transcript);
  const words: Word[][] = [];
  const where = new Map<string, number[]>();
  yield;
  for (const [at, { start, end }] of all.entries()) {
    const own = read(transcript.slice(start, end), 'speech').map((word) => ({
      ...word,
      start: start + word.start,
      end: start + word.end,
    }));
    words.push(own);
    for (const form of new Set(own.map((word) => word.form))) {
      const places = where.get(form);
      if (places) places.push(at);
      else where.set(form, [at]);
    }
    if (at % 25 === 24) yield;
  }
  const weight = ({ form, share }: Word) =>
    share * Math.log((all.length + 2) / ((where.get(form)?.length ?? 0) + 1));
  return { all, words, where, weight };
}

function support(
  text: string,
  words: readonly Word[],
  said: Spoken,
): { support: Support; transcript?: Span } {
  const whole = weigh(words, said);
  const best = bestPlace(whole, said);
  if (!best) return { support: 'none' };
  const parts = clauses(text, words);
  let share = best.share;
  if (parts.length > 1) {
    const each = parts.map((part) => weigh(part, said));
    const sum = each.reduce((all, { total }) => all + total, 0);
    const scattered =
      each.reduce((all, part) => all + (bestPlace(part, said)?.share ?? 0) * part.total, 0) / sum;
    share = Math.max(share, scattered * SCATTERED);
  }
  if (share < WEAK) return { support: 'none' };
  const denied = NEGATION.test(text);
  const isFound =
    share >= FOUND && (best.forms > 1 || whole.weights.size === 1) && agrees(denied, best, said);
  return { support: isFound ? 'found' : 'weak', transcript: placeOf(best, said, denied) };
}

type Weighed = { readonly weights: ReadonlyMap<string, number>; readonly total: number };
function weigh(words: readonly Word[], said: Spoken): Weighed {
  const weights = new Map(words.map((word) => [word.form, said.weight(word)]));
  return { weights, total: [...weights.values()].reduce((sum, one) => sum + one, 0) || 1 };
}

function clauses(text: string, words: readonly Word[]): Word[][] {
  if (words.length < 4) return [];
  const ends = [...[...text.matchAll(CLAUSE)].map(({ index }) => index), text.length];
  const parts: Word[][] = [];
  let open: Word[] = [];
  let at = 0;
  for (const end of ends) {
    const here = words.slice(at).filter(({ start }) => start < end);
    at += here.length;
    open.push(...here);
    // A single word is found anywhere: it joins the next clause.
    if (open.length < 2 && end !== text.length) continue;
    if (open.length > 0) parts.push(open);
    open = [];
  }
  return parts;
}

/** The consecutive utterances with most of the weight; of equal ones the first. */
function bestPlace({ weights, total }: Weighed, { where, words }: Spoken): Place | undefined {
  const hits = new Map<number, string[]>();
  for (const form of weights.keys()) {
    for (const at of where.get(form) ?? []) {
      const forms = hits.get(at);
      if (forms) forms.push(form);
      else hits.set(at, [form]);
    }
  }
  const starts = [...hits.keys()].sort((one, other) => one - other);
  let best: Place | undefined;
  for (const from of starts) {
    const here = new Set<string>();
    let sum = 0;
    let spoken = 0;
    for (let to = from; to < Math.min(from + WINDOW, words.length); to++) {
      spoken += words[to]?.length ?? 0;
      if (to > from && spoken > WINDOW_WORDS) break;
      const fresh = (hits.get(to) ?? []).filter((form) => !here.has(form));
      if (fresh.length === 0) continue;
      for (const form of fresh) {
        here.add(form);
        sum += weights.get(form) ?? 0;
      }
      const share = sum / total - LENGTH_PENALTY * (to - from);
      if (!best || share > best.share + 1e-9)
        best = { from, to, share, forms: here.size, hits: new Set(here) };
    }
  }
  return best;
}

/**
 * Returns whether the negation agrees: a denial in the note was denied in the transcript; a claim
 * was not just asked, in one question or several, and denied.
 */
function agrees(denied: boolean, { from, to }: Place, { all }: Spoken): boolean {
  const answer = all[to]?.question ? all[to + 1] : undefined;
  const here = all.slice(from, to + 1);
  if (denied)
    return (
      here.some(({ negative }) => negative) || answer?.negative === true || answer?.denies === true
    );
  return !(here.every(({ question }) => question) && answer?.denies === true);
}

/** From the first to the last matched word of the place; a question brings its answer. */
function placeOf({ from, to, hits }: Place, { all, words }: Spoken, denied: boolean): Span {
  const matched = words
    .slice(from, to + 1)
    .flat()
    .filter(({ form }) => hits.has(form));
  const start = Math.min(...matched.map((word) => word.start));
  const end = Math.max(...matched.map((word) => word.end));
  const answer =
    all[to]?.question && (denied || all[to + 1]?.denies === true) ? all[to + 1] : undefined;
  // "No, I have never had asthma": the word that denies belongs to the place.
  const first = all.slice(from, to + 1).find((one) => start < one.end);
  return {
    start: denied && first?.negative ? first.start : start,
    end: Math.max(end, answer?.end ?? end),
  };
}

/** Different words that a judgement of the language needs. */
const ENOUGH_WORDS = 12;
function otherLanguage(
  note: string,
  transcript: string,
  { all, known }: { readonly all: number; readonly known: number },
): boolean {
  if (scriptOf(note) !== scriptOf(transcript)) return true;
  if (all < ENOUGH_WORDS || known / all > 0.15) return false;
  const small = (text: string) =>
    new Set(text.toLowerCase().match(/(?<![\p{L}\p{M}])\p{L}{2,4}(?![\p{L}\p{M}])/gu) ?? []);
  const [written, spoken] = [small(note), small(transcript)];
  return [...written].filter((word) => spoken.has(word)).length / (written.size || 1) < 0.2;
}

const SCRIPTS = [
  'Latin',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Arabic',
  'Cyrillic',
  'Han',
].map((name) => ({ name, letters: new RegExp(`\\p{Script=${name}}`, 'gu') }));
/** The script of most letters. */
function scriptOf(text: string): string {
  const counts = SCRIPTS.map(({ name, letters }) => ({
    name,
    count: text.match(letters)?.length ?? 0,
  }));
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).name;
}
