/**
 * Compares a note with the transcript: numbers, units, doses, frequencies, sides, negations,
 * medicines, allergies. Differences have to be looked at before the note is signed. A check points
 * at what may be wrong; that it finds nothing proves nothing.
 */
import { createHash } from 'node:crypto';
import type { CheckInput, Checks, Difference } from '../../../../shared/model/note/checks.ts';
import type { NoteSection } from '../../../../shared/model/note/note-sections.ts';
import { type Even, evenBlanks } from '../../../infrastructure/terminology/text/blanks.ts';
import { compareActions } from './actions.ts';
import { UNNAMED } from './allergies.ts';
import { compareCircumstances } from './circumstances.ts';
import {
  compareAllergies,
  compareDrugs,
  compareSides,
  type Found,
  missingSides,
  type ReadDeps,
  type Reading,
  read,
  type TextKind,
} from './compare.ts';
import { compareConcepts } from './compare-findings.ts';
import { compareQuantities } from './compare-quantities.ts';
import { namesOf, sameName } from './drugs.ts';
import { compareMeals } from './meals.ts';

/**
 * More than a person could look at, and than any note has; protects the page from a hostile
 * platform. What the note lacks comes first.
 */
const MOST = 1000;

export type { Concept, ReadDeps } from './compare.ts';

/**
 * Pure but for the look-ups of its dependencies. Returns nothing where there is no
 * transcript to compare with.
 */
export const createChecks =
  (deps: ReadDeps): Checks =>
  (input) =>
    checkNote(deps, input);

/** A text as it is read, and as it was given. */
type Source = { readonly given: string; readonly even: Even; readonly reading: Reading };
type SectionReading = Source & { readonly section: NoteSection };

function checkNote(
  deps: ReadDeps,
  { sections, transcript, language }: CheckInput,
): readonly Difference[] {
  if (transcript === undefined || transcript.trim() === '') return [];
  const spoken = sourceOf(transcript, '', { speech: true, section: 'other', language }, deps);
  const said = spoken.reading;
  const readings = sections.map((section): SectionReading => {
    const title = titleOf(section);
    const kind = { speech: false, section: sectionKind(title), language };
    return { section, ...sourceOf(section.text, title, kind, deps) };
  });
  const acts = compareActions(
    readings.map(({ reading }) => reading),
    said,
  );
  const found = readings.flatMap((one, at) =>
    [...compareSection(one.reading, said), ...(acts[at] ?? [])].map((each) =>
      difference(one, spoken, each),
    ),
  );
  const missing = unsaid(
    readings.map(({ reading }) => reading),
    said,
  ).flatMap((one) => missingDifference(one, readings, spoken) ?? []);
  return [...missing, ...found].slice(0, MOST);
}

function sourceOf(given: string, title: string, kind: TextKind, deps: ReadDeps): Source {
  const even = evenBlanks(given);
  return { given, even, reading: read(even.text, title, kind, deps) };
}

const compareSection = (reading: Reading, said: Reading): Found[] => [
  ...compareQuantities(reading, said),
  ...compareCircumstances(reading, said),
  ...compareMeals(reading, said),
  ...compareSides(reading, said),
  ...compareConcepts(reading, said),
  ...compareDrugs(reading, said),
  ...compareAllergies(reading, said),
];

type Missing = Required<Pick<Found, 'span'>> & {
  readonly kind: 'drug' | 'allergy' | 'side';
  readonly said: Found['span'];
  /** Index of the section where it is missing; undefined: where such things stand. */
  readonly at?: number | undefined;
};

/** Medicines, allergies and sides that were said and stand nowhere in the note. */
function unsaid(readings: readonly Reading[], said: Reading): Missing[] {
  const text = readings.map((one) => one.text.toLowerCase()).join('\n');
  const written = (name: string) =>
    namesOf(name).some((its) => text.includes(its.slice(0, Math.max(5, its.length - 2))));
  // A name very like one in the note was compared with that one.
  const drugs = firstOfEach(said.drugs, ({ name }) => name).filter(
    ({ name, isDenied, isNamed }) =>
      isNamed &&
      !isDenied &&
      !written(name) &&
      !readings.some((one) => one.drugs.some((mine) => near(mine.name, name))),
  );
  const allergies = firstOfEach(
    said.allergies.filter(({ to }) => to !== '' && to !== UNNAMED),
    ({ to }) => to,
    // A medicine of the plan does not tell of the allergy to it.
  ).filter(
    ({ to }) => !readings.some((one) => one.allergies.some((mine) => sameName(mine.to, to))),
  );
  return [
    ...drugs
      .filter(({ name }) => !allergies.some(({ to }) => to === name))
      .map((one): Missing => ({ kind: 'drug', span: NOWHERE, said: spanOf(one) })),
    ...allergies.map((one): Missing => ({ kind: 'allergy', span: NOWHERE, said: spanOf(one) })),
    ...readings.flatMap((reading, at) => unsaidSides(readings, reading, at, said)),
  ];
}

const NOWHERE = { start: 0, end: 0 };
const spanOf = ({ start, end }: Found['span']) => ({ start, end });
const firstOfEach = <T>(all: readonly T[], name: (one: T) => string): T[] =>
  [...new Map(all.toReversed().map((one) => [name(one), one])).values()].toReversed();

/** Sides that are missing in one section; none where another section names sides. */
function unsaidSides(
  readings: readonly Reading[],
  reading: Reading,
  at: number,
  said: Reading,
): Missing[] {
  if (readings.some((other) => other !== reading && other.sides.length > 0)) return [];
  return missingSides(reading, said).flatMap(({ span, said: spoken }): Missing[] =>
    spoken ? [{ kind: 'side', at, span, said: spoken }] : [],
  );
}

function missingDifference(
  { kind, span, said: spoken, at }: Missing,
  readings: readonly SectionReading[],
  transcript: Source,
): Difference | undefined {
  const sections = readings.map(({ section }) => section);
  const home = readings[at ?? sectionFor(kind, sections)];
  return home && difference(home, transcript, { kind, span, said: spoken });
}

const titleOf = ({ key, title }: Pick<NoteSection, 'key' | 'title'>) => key ?? title;
const near = (one: string, other: string) =>
  one[0] === other[0] &&
  Math.abs(one.length - other.length) <= 3 &&
  one.slice(0, 4) === other.slice(0, 4);
const sectionKind = (title: string): TextKind['section'] => {
  if (isMedicines(title)) return 'medicines';
  return isAllergies(title) ? 'allergies' : 'other';
};
const isMedicines = (title: string) =>
  /^(?:medications?|medicines?|prescription|rx|treatment|drugs)\b/i.test(title);
const isAllergies = (title: string) => /^allerg/i.test(title);

/** Index of the section where it belongs: the one with that heading, else the last. */
function sectionFor(kind: Missing['kind'], sections: readonly NoteSection[]): number {
  const fits = sections.findIndex((section) =>
    (kind === 'allergy' ? isAllergies : isMedicines)(titleOf(section)),
  );
  return fits === -1 ? sections.length - 1 : fits;
}

function difference(
  { section, given, even }: SectionReading,
  transcript: Source,
  found: Found,
): Difference {
  const { kind, isUncertain } = found;
  const span = even.origin(found.span);
  const spoken = found.said && transcript.even.origin(found.said);
  const inNote = given.slice(span.start, span.end);
  const words = spoken && transcript.given.slice(spoken.start, spoken.end);
  const id = createHash('sha256')
    .update(JSON.stringify([kind, section.id, span.start, inNote, words]))
    .digest('hex')
    .slice(0, 16);
  return {
    id,
    kind,
    section: section.id,
    span,
    inNote,
    ...(spoken && words !== undefined && { inTranscript: { text: words, span: spoken } }),
    text: lineOf(given, span.start),
    ...(isUncertain && { isUncertain }),
  };
}

function lineOf(text: string, at: number): string {
  const start = text.lastIndexOf('\n', Math.max(0, at - 1)) + 1;
  const end = text.indexOf('\n', at);
  return text.slice(start, end === -1 ? text.length : end).trim();
}
