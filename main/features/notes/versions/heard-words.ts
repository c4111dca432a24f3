/**
 * Finds in a version of a note the words of which the recogniser was unsure. They hold as long as
 * they stand in the note as the machine wrote them: who words them anew has decided.
 */
import { createHash } from 'node:crypto';
import type { Span } from '../../../../shared/model/coding/entities.ts';
import { certainOf, type Difference } from '../../../../shared/model/note/checks.ts';
import {
  type DoubtfulLine,
  mustBeLookedAt,
  type PlacedDoubt,
  placedDoubts,
} from '../../../../shared/model/note/doubts.ts';
import type { Note } from '../../../../shared/model/note/note.ts';
import { readable } from '../../../../shared/model/note/note-layout.ts';
import { isTooLong, type NoteSection } from '../../../../shared/model/note/note-sections.ts';
import type { SectionDiff } from '../../../../shared/model/note/note-versions.ts';
import type { Branch } from './branches.ts';
import { diffSections } from './diff.ts';

/** With the differences of the checks, no more than `notes.sign` takes as looked at. */
const MOST = 3000;

/** In the text of a section, which is readable: its places are those of the written one. */
export type HeardPlace = Span & { readonly section: string; readonly doubt: number };

type Heard = {
  /** What must be looked at, or may be. */
  readonly differences: readonly Difference[];
  /** Doubted words of the transcript in whose place somebody has put other words. */
  readonly wordedAnew: readonly Span[];
};

/** Of a version of the branch, which has these sections. */
export function heardIn(
  note: Note | undefined,
  branch: Branch,
  sections: readonly NoteSection[],
): Heard {
  const doubts = new Map((note ? doubtsIn(note) : []).map((one) => [one.doubt, one]));
  if (!note || doubts.size === 0) return { differences: [], wordedAnew: [] };
  const places = heardPlaces(note, branch, sections);
  const texts = new Map(readable(sections).map(({ id, text }) => [id, text]));
  const found = places.flatMap((place) => {
    const doubt = doubts.get(place.doubt);
    return doubt ? [difference(place, texts.get(place.section) ?? '', doubt)] : [];
  });
  const left = new Set(places.map(({ doubt }) => doubt));
  const written = linesOf(note, branch).flatMap((line) => line.places.map(({ doubt }) => doubt));
  return {
    differences: found.length > MOST ? certainOf(found).slice(0, MOST) : found,
    wordedAnew: written.flatMap((doubt) => (left.has(doubt) ? [] : (doubts.get(doubt) ?? []))),
  };
}

const linesOf = ({ documents }: Note, { document, drafted }: Branch): readonly DoubtfulLine[] =>
  (drafted ?? documents[document ?? -1])?.doubtfulLines ?? [];

/** Where the doubted words of the machine's lines stand in these sections. */
export function heardPlaces(
  note: Note,
  branch: Branch,
  sections: readonly NoteSection[],
): HeardPlace[] {
  const lines = linesOf(note, branch);
  const machine = branch.versions.findLast(({ made }) => made === 'platform');
  if (lines.length === 0 || !machine) return [];
  const [old, now] = [readable(machine.sections), readable(sections)];
  const diffs = diffSections(old, now, { sameBranch: true, language: branch.root.language });
  const found = placesOf(lines, old).flatMap(({ line, place }) => {
    const kept = keptIn(diffs, place);
    if (kept) return [{ ...place, ...kept }];
    const moved = movedTo(now, line);
    return moved
      ? [{ ...place, ...moved.at(place.start - line.start, place.end - line.start) }]
      : [];
  });
  const keyOf = ({ section, start, doubt }: HeardPlace) => JSON.stringify([section, start, doubt]);
  return [...new Map(found.map((one) => [keyOf(one), one])).values()];
}

/** Of the transcripts as the checks join them (`transcriptOf`). */
function doubtsIn({ documents }: Note): PlacedDoubt[] {
  let before = 0;
  return documents.flatMap((one) => {
    if (one.kind !== 'transcript' || one.text === undefined || isTooLong(one)) return [];
    const from = before;
    before += one.text.length + 1;
    return placedDoubts(one).map((doubt) => ({
      ...doubt,
      start: from + doubt.start,
      end: from + doubt.end,
    }));
  });
}

/** A line of the machine's note, and where it begins in its section. */
type Line = { readonly text: string; readonly start: number };

/** Lines are taken in their order, so that of two that say the same each is found. */
function placesOf(lines: readonly DoubtfulLine[], sections: readonly NoteSection[]) {
  const left = sections.flatMap(({ id, text }) =>
    linesIn(text).map((line) => ({ section: id, line, key: unmarked(line.text) })),
  );
  return lines.flatMap((doubtful) => {
    const wanted = unmarked(doubtful.text);
    const at = left.findIndex(({ key }) => key === wanted);
    const found = left[at];
    if (!found) return [];
    left.splice(0, at + 1);
    const { section, line } = found;
    const whole = { start: 0, end: line.text.length };
    return doubtful.places.map(({ doubt, ...place }) => {
      // Signs of a layout were taken out of it: then it is the line that is doubted.
      const { start, end } = line.text === doubtful.text ? place : whole;
      return {
        line,
        place: { section, doubt, start: line.start + start, end: line.start + end },
      };
    });
  });
}

const unmarked = (line: string) => line.replace(/[\\*_\s]/g, '');

const linesIn = (text: string): Line[] =>
  [...text.matchAll(/[^\n]+/g)].map(({ 0: line, index }) => ({
    text: line.trim(),
    start: index + line.length - line.trimStart().length,
  }));

/** Its new place, where all of it is as it was. */
function keptIn(diffs: readonly SectionDiff[], { section, start, end }: HeardPlace) {
  let [old, now] = [0, 0];
  for (const { kind, text } of diffs.find((one) => one.section === section)?.parts ?? []) {
    if (kind === 'same' && old <= start && end <= old + text.length)
      return { start: start - old + now, end: end - old + now };
    if (kind !== 'added') old += text.length;
    if (kind !== 'removed') now += text.length;
  }
  return undefined;
}

/** The same line in another place: it was moved, and nobody changed its words. */
function movedTo(sections: readonly NoteSection[], { text }: Line) {
  for (const { id, text: whole } of sections) {
    const found = linesIn(whole).find((line) => line.text === text);
    if (found)
      return {
        at: (start: number, end: number) => ({
          section: id,
          start: found.start + start,
          end: found.start + end,
        }),
      };
  }
  return undefined;
}

function difference(
  { section, start, end, doubt }: HeardPlace,
  text: string,
  said: PlacedDoubt,
): Difference {
  const inNote = text.slice(start, end);
  const id = createHash('sha256')
    .update(JSON.stringify(['heard', section, start, inNote, doubt, said.words]))
    .digest('hex')
    .slice(0, 16);
  return {
    id,
    kind: 'heard',
    section,
    span: { start, end },
    inNote,
    inTranscript: { text: said.words, span: { start: said.start, end: said.end } },
    text: linesIn(text).findLast((line) => line.start <= start)?.text ?? '',
    ...(!mustBeLookedAt(said) &&
      fold(said.words).includes(fold(inNote)) && { isUncertain: true as const }),
    ...(said.heard !== undefined && { putIn: { heard: said.heard, doubt } }),
  };
}

const fold = (text: string) => text.toLowerCase();
