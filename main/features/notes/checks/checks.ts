/**
 * Compares a note with what was said: numbers, units, doses, how often, sides, negations, medicines, allergies. What differs has to be
 * looked at before the note is signed. It finds what may be wrong; that nothing was found proves nothing.
 */
import { createHash } from 'node:crypto';
import type { Checks, Difference, Guarded } from '../../../../shared/model/note/checks.ts';
import {
  compareAllergies,
  compareConcepts,
  compareDrugs,
  compareQuantities,
  compareSides,
  type Found,
  missingSides,
  type ReadDeps,
  type Reading,
  read,
} from './compare.ts';

/** A note with more is looked at as a whole; so is one that hardly agrees in anything (another language, say). */
const MOST = 200;

export type { Concept } from './compare.ts';

/** Pure but for what `isDrug` and `concepts` look up. Without a transcript there is nothing to compare, and it answers nothing. */
export function createChecks(deps: ReadDeps): Checks {
  return ({ sections, transcript }: Guarded) => {
    if (transcript === undefined || transcript.trim() === '') return [];
    const said = read(transcript, '', { speech: true, medicines: false }, deps);
    const readings = sections.map((section) => ({
      section,
      reading: read(
        section.text,
        section.key ?? section.title,
        { speech: false, medicines: isMedicines(section.key ?? section.title) },
        deps,
      ),
    }));
    const found = readings.flatMap(({ section, reading }) => {
      const here: Found[] = [
        ...compareQuantities(reading, said),
        ...compareSides(reading, said),
        ...compareConcepts(reading, said),
        ...compareDrugs(reading, said),
        ...compareAllergies(reading, said),
      ];
      return here.map((one) => difference(section.id, reading, said, one));
    });
    const missing = unsaid(
      readings.map(({ reading }) => reading),
      said,
    ).flatMap(({ kind, said: spoken, at }): Difference[] => {
      const home =
        at ??
        homeOf(
          kind,
          readings.map(({ section }) => section),
        );
      const reading = readings[home];
      return reading
        ? [
            difference(reading.section.id, reading.reading, said, {
              kind,
              span: spoken.place,
              said: spoken.said,
            }),
          ]
        : [];
    });
    return [...found, ...missing].slice(0, MOST);
  };
}

type Missing = {
  readonly kind: 'drug' | 'allergy' | 'side';
  readonly said: {
    readonly place: { start: number; end: number };
    readonly said: { start: number; end: number };
  };
  readonly at?: number | undefined;
};

/** What was said and stands nowhere in the note: medicines, allergies, sides. */
function unsaid(readings: readonly Reading[], said: Reading): Missing[] {
  const text = readings.map((one) => one.text.toLowerCase()).join('\n');
  const nowhere = { start: 0, end: 0 };
  const once = <T extends { start: number; end: number }>(
    all: readonly T[],
    name: (one: T) => string,
  ) => [...new Map(all.toReversed().map((one) => [name(one), one])).values()].toReversed();
  const written = (name: string) => text.includes(name.slice(0, Math.max(5, name.length - 2)));
  // A name so like one in the note was told with that one.
  const drugs = once(said.drugs, ({ name }) => name).filter(
    ({ name }) =>
      !written(name) && !readings.some((one) => one.drugs.some((mine) => near(mine.name, name))),
  );
  const allergies = once(
    said.allergies.filter(({ to }) => to !== ''),
    ({ to }) => to,
  ).filter(({ to }) => !written(to));
  const place = ({ start, end }: { start: number; end: number }) => ({
    place: nowhere,
    said: { start, end },
  });
  return [
    ...drugs
      .filter(({ name }) => !allergies.some(({ to }) => to === name))
      .map((one): Missing => ({ kind: 'drug', said: place(one) })),
    ...allergies.map((one): Missing => ({ kind: 'allergy', said: place(one) })),
    ...readings.flatMap((reading, at) =>
      readings.some((other) => other !== reading && other.sides.length > 0)
        ? []
        : missingSides(reading, said).map(
            (one): Missing => ({ kind: 'side', at, said: { place: one.span, said: one.said! } }),
          ),
    ),
  ];
}

const near = (one: string, other: string) =>
  one[0] === other[0] &&
  Math.abs(one.length - other.length) <= 3 &&
  one.slice(0, 4) === other.slice(0, 4);
const isMedicines = (title: string) =>
  /^(?:medications?|medicines?|prescription|rx|treatment|drugs)\b/i.test(title);
const isAllergies = (title: string) => /^allerg/i.test(title);

/** Where it would have to stand. */
function homeOf(
  kind: Missing['kind'],
  sections: readonly { readonly key?: string | undefined; readonly title: string }[],
): number {
  const fits = sections.findIndex(({ key, title }) =>
    (kind === 'allergy' ? isAllergies : isMedicines)(key ?? title),
  );
  return fits === -1 ? sections.length - 1 : fits;
}

function difference(
  section: string,
  reading: Reading,
  said: Reading,
  { kind, span, said: spoken }: Found,
): Difference {
  const inNote = reading.text.slice(span.start, span.end);
  const id = createHash('sha256')
    .update(
      JSON.stringify([
        kind,
        section,
        span.start,
        inNote,
        spoken && said.text.slice(spoken.start, spoken.end),
      ]),
    )
    .digest('hex')
    .slice(0, 16);
  return {
    id,
    kind,
    section,
    span,
    inNote,
    ...(spoken && {
      inTranscript: { text: said.text.slice(spoken.start, spoken.end), span: spoken },
    }),
    text: lineOf(reading.text, span.start),
  };
}

function lineOf(text: string, at: number): string {
  const start = text.lastIndexOf('\n', Math.max(0, at - 1)) + 1;
  const end = text.indexOf('\n', at);
  return text.slice(start, end === -1 ? text.length : end).trim();
}
