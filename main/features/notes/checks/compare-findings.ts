/** Compares the findings that a note names or denies with those of the transcript. */
import type { Span } from '../../../../shared/model/coding/entities.ts';
import { type Concept, type Found, place, type Reading } from './compare.ts';
import {
  isGeneral,
  type Named,
  namedFinding,
  wordedFindings,
  wordsAlike,
} from './finding-names.ts';
import { isRedFlag, spokenOf } from './unspoken.ts';

export function compareConcepts(listedInNote: Reading, listedInTalk: Reading): Found[] {
  const [note, said] = withUnlisted(listedInNote, listedInTalk);
  const found = note.concepts.flatMap((mine): Found[] => {
    if (mine.status !== 'present' && mine.status !== 'absent') return [];
    const named = namedFinding(note.text.slice(mine.start, mine.end));
    const spoken = said.concepts.filter(
      (one) => one.key === mine.key && isSamePart(named, said, one),
    );
    if (spoken.some(({ status }) => status === mine.status)) return [];
    const opposite = mine.status === 'present' ? 'absent' : 'present';
    const other = spoken.find(({ status }) => status === opposite);
    if (mine.status === 'present') return asPresent(note, said, mine, other ?? denied(said, named));
    // Denied in the note, but neither denied nor affirmed in the conversation.
    if (!other) return deniedAlone(note, said, mine, { named, spoken });
    // "No pain with movement" tells of a test; the pain that was told of is another one.
    if (isDeniedAlike(said, named) || (note.isExamined(mine.start) && isGeneral(named))) return [];
    return [{ kind: 'negation', span: place(mine), said: place(other) }];
  });
  return onePerSentence(note, said, found);
}

/** Denials of red flags that no list of terms has, and what was said of them. */
function withUnlisted(note: Reading, said: Reading): readonly [Reading, Reading] {
  const denied = worded(note, isRedFlag).filter(
    ({ status, start, end }) =>
      status === 'absent' && !note.concepts.some((one) => one.start < end && one.end > start),
  );
  if (denied.length === 0) return [note, said];
  const keys = new Set(denied.map(({ key }) => key));
  const spoken = worded(said, () => true).filter(({ key }) => keys.has(key));
  return [
    { ...note, concepts: [...note.concepts, ...denied] },
    { ...said, concepts: [...said.concepts, ...spoken] },
  ];
}

const worded = ({ text, statusOf }: Reading, isWanted: (words: string) => boolean): Concept[] =>
  wordedFindings(text, isWanted).map((one) => ({ ...one, status: statusOf(one.start, one.end) }));

/** A code of pain in a joint is the same for all joints; "any other joints painful?" is of others. */
function isSamePart({ parts }: Named, { text }: Reading, { start, end }: Span): boolean {
  const its = namedFinding(text.slice(start, end)).parts;
  if (parts.length === 0) return true;
  if (its.length === 0) return !OTHERS.test(text.slice(Math.max(0, start - FAR), start));
  return parts.some((part) => its.includes(part));
}
const OTHERS = /(?<!\p{L})(?:other|others|another|remaining|rest of (?:the|his|her|your))\s+$/iu;

const isDeniedAlike = (said: Reading, named: Named) =>
  wordsAlike(said.text, named).some(({ start, end }) => said.statusOf(start, end) === 'absent');

function asPresent(note: Reading, said: Reading, mine: Concept, other: Span | undefined): Found[] {
  return other === undefined || isSaidOtherwise(note, said, mine)
    ? []
    : [{ kind: 'negation', span: place(mine), said: place(other) }];
}

/** A finding that was asked in words of its own and denied each time. */
function denied(said: Reading, named: Named): Span | undefined {
  const all = named.wording === undefined ? [] : wordsAlike(said.text, named);
  const statuses = all.map(({ start, end }) => said.statusOf(start, end));
  return statuses.every((status) => status === 'absent') ? all[0] : undefined;
}

/** "Any swelling? No fall, no locking. It swells in the evening": the verb tells of it. */
function isSaidOtherwise(note: Reading, said: Reading, mine: Concept): boolean {
  const word = note.text.slice(mine.start, mine.end).toLowerCase();
  const stem = /^(\p{L}{4,})ing$/u.exec(word)?.[1];
  return (
    stem !== undefined &&
    [...said.text.matchAll(new RegExp(`(?<!\\p{L})${stem}(?:s|ed)?(?!\\p{L})`, 'giu'))].some(
      ({ 0: verb, index }) => said.statusOf(index, index + verb.length) === 'present',
    )
  );
}

type Spoken = { readonly named: Named; readonly spoken: readonly Concept[] };

/** A finding that the note denies, and that nobody is known to have, or to have denied. */
function deniedAlone(
  note: Reading,
  said: Reading,
  mine: Concept,
  { named, spoken }: Spoken,
): Found[] {
  const words = wordsOf(note.text.slice(mine.start, mine.end));
  // "Swelling of face or hands" is more than "swelling", and tells of it.
  const wider = said.concepts.filter(({ start, end }) => {
    const its = wordsOf(said.text.slice(start, end));
    return words.length > 0 && words.every((word) => its.includes(word));
  });
  const present = wider.find(
    ({ key, status }) =>
      status === 'present' &&
      !note.concepts.some((one) => one.key === key && one.status === 'present'),
  );
  if (present) return [{ kind: 'negation', span: place(mine), said: place(present) }];
  if (note.isExamined(mine.start) || wider.some(({ status }) => status === 'absent')) return [];
  if (isDeniedAlike(said, named) || isDeniedInWords(said.text, words)) return [];
  if (isOfFamily(note.text, mine.start) && !isFamilyTold(said, spoken)) return [];
  // Asked without a clear answer, a relative's, of another time: it may well be there.
  const finding = note.text.slice(mine.start, mine.end);
  const heard = spoken[0] ?? wordsAlike(said.text, named)[0] ?? spokenOf(finding, said);
  const own = { kind: 'negation', span: place(mine) } as const;
  if (heard === 'unknown') return [own];
  return [heard ? { ...own, said: place(heard) } : { ...own, isUncertain: true }];
}

/** "No family history of cancer". */
const isOfFamily = (text: string, at: number) =>
  /famil|relatives|parents/i.test(text.slice(sentenceStart(text, at) + 1, at));

/** A relative has it; a question says only that it was asked for. */
const isFamilyTold = ({ text }: Reading, spoken: readonly Concept[]) =>
  spoken.some(
    ({ status, end }) => status === 'family' && !/^[^.!?\n]*\?/.test(text.slice(end, end + FAR)),
  );
const FAR = 160;

/**
 * "Denies nausea, vomiting or diarrhoea": one question, one look. The place is that of the whole
 * list.
 */
function onePerSentence(note: Reading, said: Reading, found: readonly Found[]): Found[] {
  const groups = new Map<string, Found>();
  for (const one of found) {
    const status = note.concepts.find(({ start }) => start === one.span.start)?.status;
    const group = [
      status,
      sentenceStart(note.text, one.span.start),
      one.said && sentenceStart(said.text, one.said.start),
    ].join();
    const first = groups.get(group);
    groups.set(group, first ? joined(first, one) : one);
  }
  return [...groups.values()];
}

/** A list with one denial that has to be looked at is looked at. */
const joined = (first: Found, one: Found): Found => ({
  ...(first.isUncertain ? one : first),
  span: { start: first.span.start, end: one.span.end },
});

const sentenceStart = (text: string, at: number) =>
  Math.max(...['. ', '? ', '! ', '\n'].map((sign) => text.lastIndexOf(sign, at - 1)));

/** "The urine has no protein" denies "urine protein". */
const isDeniedInWords = (text: string, words: readonly string[]) =>
  words.length > 1 &&
  text
    .toLowerCase()
    .split(/[.;!?\n]/)
    .some(
      (sentence) =>
        words.every((word) => sentence.includes(word)) &&
        words.some((word) =>
          new RegExp(`(?<![a-z])(?:no|not|nil|without|never)\\s+(?:any\\s+)?${word}`).test(
            sentence,
          ),
        ),
    );

const wordsOf = (text: string) =>
  [...text.toLowerCase().matchAll(/[\p{L}]{3,}/gu)].map(([word]) => word);
