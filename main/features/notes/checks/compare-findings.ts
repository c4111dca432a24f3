/** Compares the findings that a note names or denies with those of the transcript. */
import type { Span } from '../../../../shared/model/coding/entities.ts';
import { type Concept, type Found, place, type Reading } from './compare.ts';
import { isGeneral, type Named, namedFinding, wordsAlike } from './finding-names.ts';

export function compareConcepts(note: Reading, said: Reading): Found[] {
  const found = note.concepts.flatMap((mine): Found[] => {
    if (mine.status !== 'present' && mine.status !== 'absent') return [];
    const named = namedFinding(note.text.slice(mine.start, mine.end));
    const spoken = said.concepts.filter(
      ({ key, start, end }) => key === mine.key && isSamePart(named, said.text.slice(start, end)),
    );
    if (spoken.some(({ status }) => status === mine.status)) return [];
    const opposite = mine.status === 'present' ? 'absent' : 'present';
    const other = spoken.find(({ status }) => status === opposite);
    if (mine.status === 'present') return asPresent(note, said, mine, other ?? denied(said, named));
    // Denied in the note, but neither asked nor mentioned in the conversation.
    if (!other) return spoken.length === 0 ? deniedAlone(note, said, mine, named) : [];
    // "No pain with movement" tells of a test; the pain that was told of is another one.
    if (isDeniedAlike(said, named) || (note.isExamined(mine.start) && isGeneral(named))) return [];
    return [{ kind: 'negation', span: place(mine), said: place(other) }];
  });
  return onePerSentence(note, said, found);
}

/** A code of pain in a joint is the same for all joints. */
function isSamePart({ parts }: Named, spoken: string): boolean {
  const its = namedFinding(spoken).parts;
  return parts.length === 0 || its.length === 0 || parts.some((part) => its.includes(part));
}

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

/** A finding that the note denies, and that was said under no name of its own. */
function deniedAlone(note: Reading, said: Reading, mine: Concept, named: Named): Found[] {
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
  return isDeniedAlike(said, named) || isDeniedInWords(said.text, words)
    ? []
    : [{ kind: 'negation', span: place(mine), isUncertain: true }];
}

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
    groups.set(
      group,
      first ? { ...first, span: { start: first.span.start, end: one.span.end } } : one,
    );
  }
  return [...groups.values()];
}

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
