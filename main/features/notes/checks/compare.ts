/**
 * Comparisons of a section of the note with the transcript, one function for each kind of
 * difference.
 */
import type { Span, Status } from '../../../../shared/model/coding/entities.ts';
import type { DifferenceKind } from '../../../../shared/model/note/checks.ts';
import { type Allergy, allergies } from './allergies.ts';
import { type Drug, drugs, sameName, soundsLike } from './drugs.ts';
import { type Quantity, quantities, sameAmount } from './quantities.ts';
import { isPart, mentions, type Sided, sides } from './sides.ts';

/** A finding as the extraction reads it; all wordings of a concept have the same `key`. */
export type Concept = {
  readonly key: string;
  readonly status: Status;
  readonly start: number;
  readonly end: number;
};
export type Reading = {
  readonly text: string;
  readonly quantities: readonly Quantity[];
  readonly sides: readonly Sided[];
  readonly drugs: readonly Drug[];
  readonly allergies: readonly Allergy[];
  readonly concepts: readonly Concept[];
};
export type Found = {
  readonly kind: DifferenceKind;
  readonly span: Span;
  readonly said?: Span | undefined;
};

export type ReadDeps = {
  readonly isDrug: (word: string) => boolean;
  readonly concepts: (text: string, title: string) => readonly Concept[];
};

/** `speech`: a transcript; `medicines`: a list of medicines, one a line. */
export function read(
  text: string,
  title: string,
  { speech, medicines }: { readonly speech: boolean; readonly medicines: boolean },
  { isDrug, concepts }: ReadDeps,
): Reading {
  return {
    text,
    quantities: quantities(text),
    sides: sides(text, { abbreviations: !speech }),
    drugs: drugs(text, isDrug, medicines),
    allergies: allergies(text),
    concepts: concepts(text, title),
  };
}

/** Letters around the name of a medicine in which its dose is said. */
const NEAR = 140;
const place = ({ start, end }: Span): Span => ({ start, end });

export function compareQuantities(note: Reading, said: Reading): Found[] {
  return note.quantities.flatMap((mine): Found[] => {
    if (mine.vague) return [];
    const line = lineAt(note.text, mine.start);
    const drug =
      note.drugs.findLast(
        ({ start }) => start >= line.start && start < line.end && start <= mine.start,
      ) ?? note.drugs.find(({ start }) => start >= line.start && start < line.end);
    const about = drug ? said.drugs.filter(({ name }) => sameName(name, drug.name)) : [];
    const beside =
      mine.kind === 'dose' || mine.kind === 'frequency'
        ? about.flatMap((spoken) => besideOf(spoken, said, mine))
        : [];
    // "Daily" in a sentence about walks is no dose.
    if (
      mine.kind === 'frequency' &&
      !drug &&
      !note.quantities.some(
        ({ kind, start }) => kind === 'dose' && start >= line.start && start < line.end,
      )
    )
      return [];
    // Quantities of this medicine count before those of another.
    const pool = beside.length > 0 ? beside : said.quantities;
    if (pool.some((one) => agrees(mine, one))) return [];
    // An age often comes from the patient's papers, not from the conversation.
    if (isAge(note.text, mine) && !said.quantities.some((one) => isAge(said.text, one))) return [];
    const near = beside[0] ?? closest(mine, said, note.text.slice(line.start, line.end));
    return [{ kind: kindOf(mine, near), span: place(mine), said: near && place(near) }];
  });
}

function kindOf(mine: Quantity, near: Quantity | undefined): DifferenceKind {
  if (mine.kind === 'frequency') return 'frequency';
  if (otherUnit(mine, near)) return 'unit';
  return mine.kind === 'dose' ? 'dose' : 'number';
}

const isAge = (text: string, { start, end }: Span) =>
  /old|y\.?\/?o\.?$/i.test(text.slice(start, end)) || /^[\s-]*old/i.test(text.slice(end));
const like = (one: Quantity, other: Quantity) =>
  other.kind === 'frequency'
    ? one.kind === 'frequency'
    : one.kind === 'dose' || one.kind === 'number';
/** The same figure with another unit. */
const otherUnit = (mine: Quantity, near: Quantity | undefined) =>
  near !== undefined &&
  near.bare === mine.bare &&
  near.dimension !== undefined &&
  mine.dimension !== undefined;

/**
 * Quantities behind the name of a medicine, up to the next name; if there are none, those before it
 * ("500 mg of metformin"), after the last name.
 */
function besideOf(spoken: Span, said: Reading, mine: Quantity): Quantity[] {
  const next = Math.min(
    spoken.end + NEAR,
    said.drugs.find(({ start }) => start > spoken.end)?.start ?? said.text.length + 1,
  );
  const last = Math.max(
    spoken.start - NEAR / 3,
    said.drugs.findLast(({ end }) => end < spoken.start)?.end ?? 0,
  );
  const behind = said.quantities.filter(
    (one) => like(one, mine) && one.start >= spoken.end && one.end <= next,
  );
  return behind.length > 0
    ? behind
    : said.quantities.filter(
        (one) => like(one, mine) && one.start >= last && one.end <= spoken.start,
      );
}

const heat = ({ dimension }: Quantity) =>
  dimension === 'degrees' || dimension === 'celsius' || dimension === 'fahrenheit';

function agrees(mine: Quantity, one: Quantity): boolean {
  if ((mine.kind === 'frequency') !== (one.kind === 'frequency')) return false;
  if (mine.kind === 'frequency') return Math.abs(mine.value - one.value) < 0.01;
  // "38.2 degrees" does not name the scale.
  if (heat(mine) && heat(one) && (mine.dimension === 'degrees' || one.dimension === 'degrees'))
    return mine.bare === one.bare;
  if (mine.dimension !== undefined && one.dimension !== undefined)
    return mine.dimension === one.dimension && sameAmount(mine, one);
  // "Five hundred" may stand for "500 mg"; "2 days" does not stand for "2".
  return mine.bare === one.bare || (one.upTo !== undefined && mine.bare === one.upTo);
}

/**
 * The quantity that may have been meant: of the same kind, in the sentence that shares most words
 * with the line.
 */
function closest(mine: Quantity, said: Reading, line: string): Quantity | undefined {
  const words = new Set(wordsOf(line));
  const alike = said.quantities.filter(
    (one) =>
      !one.vague &&
      (mine.kind === 'frequency'
        ? one.kind === 'frequency'
        : one.kind !== 'frequency' &&
          (one.bare === mine.bare ||
            (mine.dimension !== undefined && one.dimension === mine.dimension))),
  );
  const scored = alike.map((one) => ({
    one,
    shared: wordsOf(said.text.slice(Math.max(0, one.start - 80), one.end + 60)).filter((word) =>
      words.has(word),
    ).length,
  }));
  const best = scored.sort((a, b) => b.shared - a.shared)[0];
  const only =
    scored.filter(({ one }) => one.dimension !== undefined && one.dimension === mine.dimension)
      .length === 1;
  return best && (best.shared > 0 || only || best.one.bare === mine.bare) ? best.one : undefined;
}

export function compareSides(note: Reading, said: Reading): Found[] {
  const found = note.sides.flatMap((mine): Found[] => {
    const spoken = said.sides.filter(({ of }) => of === mine.of);
    const spokenSides = new Set(spoken.map(({ side }) => side));
    if (
      spokenSides.has(mine.side) ||
      (mine.side === 'both' && spokenSides.has('left') && spokenSides.has('right'))
    )
      return [];
    // Another word may have been used for the part; the side itself was said.
    if (spoken.length === 0 && said.sides.some(({ side }) => side === mine.side)) return [];
    // "Clear bilaterally": an examination, which is rarely spoken aloud.
    if (mine.side === 'both' && spoken.length === 0) return [];
    return [{ kind: 'side', span: place(mine), said: spoken[0] && place(spoken[0]) }];
  });
  const once = found.filter(
    ({ span, said: spoken }, at) =>
      found.findIndex(
        (one) => one.span.start === span.start && (one.said !== undefined || spoken === undefined),
      ) === at,
  );
  // Each side word may have been read with the word before and the word behind it: one that agrees
  // is enough.
  return once.filter(({ span }) =>
    note.sides
      .filter(({ start }) => start === span.start)
      .every(
        (mine) =>
          found.some((one) => one.span.start === mine.start) &&
          !said.sides.some(({ of, side }) => of === mine.of && side === mine.side),
      ),
  );
}

/** Sides spoken of a part of the body that the note names without a side. */
export function missingSides(note: Reading, said: Reading): Found[] {
  const sided = new Set(note.sides.map(({ of }) => of));
  const meant = said.sides.filter(
    ({ side, of, end }) =>
      side !== 'both' &&
      isPart(of) &&
      mentions(said.text.slice(end, end + 24), of).length > 0 &&
      !note.sides.some((one) => one.side === side || one.side === 'both'),
  );
  return [...new Map(meant.map((one) => [one.of, one])).values()].flatMap((spoken): Found[] => {
    const [first] = sided.has(spoken.of) ? [] : mentions(note.text, spoken.of);
    return first
      ? [{ kind: 'side', span: { start: first.start, end: first.start }, said: place(spoken) }]
      : [];
  });
}

export function compareConcepts(note: Reading, said: Reading): Found[] {
  return note.concepts.flatMap((mine): Found[] => {
    if (mine.status !== 'present' && mine.status !== 'absent') return [];
    const spoken = said.concepts.filter(({ key }) => key === mine.key);
    const other = spoken.find(
      ({ status }) => status === (mine.status === 'present' ? 'absent' : 'present'),
    );
    if (spoken.some(({ status }) => status === mine.status)) return [];
    // Denied in the note, but neither asked nor mentioned in the conversation.
    if (mine.status === 'absent' && spoken.length === 0)
      return [{ kind: 'negation', span: place(mine) }];
    return other ? [{ kind: 'negation', span: place(mine), said: place(other) }] : [];
  });
}

export function compareDrugs(note: Reading, said: Reading): Found[] {
  return note.drugs.flatMap((mine): Found[] => {
    if (said.drugs.some(({ name }) => sameName(name, mine.name)) || sameWord(said.text, mine.name))
      return [];
    const heard = said.drugs.find(({ name }) => soundsLike(name, mine.name));
    return [{ kind: 'drug', span: place(mine), said: heard && place(heard) }];
  });
}

export function compareAllergies(note: Reading, said: Reading): Found[] {
  return note.allergies.flatMap((mine): Found[] => {
    if (mine.to === '') {
      const spoken = said.allergies.find(({ to }) => to !== '');
      return spoken ? [{ kind: 'allergy', span: place(mine), said: place(spoken) }] : [];
    }
    if (said.allergies.some(({ to }) => sameName(to, mine.to))) return [];
    const denied = said.allergies.find(({ to }) => to === '');
    return [{ kind: 'allergy', span: place(mine), said: denied && place(denied) }];
  });
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}]{4,}/gu) ?? [];
const sameWord = (text: string, name: string) =>
  new RegExp(`(?<![\\p{L}])${name.replace(/[^\p{L}\p{N}]/gu, '.')}`, 'iu').test(text);

function lineAt(text: string, at: number): Span {
  const start = text.lastIndexOf('\n', Math.max(0, at - 1)) + 1;
  const end = text.indexOf('\n', at);
  return { start, end: end === -1 ? text.length : end };
}
