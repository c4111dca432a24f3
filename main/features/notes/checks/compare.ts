/**
 * Comparisons of a section of the note with the transcript, one function for each kind of
 * difference.
 */
import type { Span, Status } from '../../../../shared/model/coding/entities.ts';
import type { DifferenceKind } from '../../../../shared/model/note/checks.ts';
import { type Action, actions, doctorSpeaks, impliedActions } from './actions.ts';
import { type Allergy, allergies, spokenAllergies, writtenAllergies } from './allergies.ts';
import { type Circumstances, circumstances } from './circumstances.ts';
import { type Drug, drugs, isNoName, namesOf, sameName, soundsLike } from './drugs.ts';
import { examined } from './examined.ts';
import { layConcepts } from './lay-wordings.ts';
import { type Meal, meals } from './meals.ts';
import { quantities } from './quantities.ts';
import type { Quantity } from './quantity.ts';
import { type Timed, timedAmounts } from './schedules.ts';
import { isLowerLimb, isPart, mentions, type Sided, sides } from './sides.ts';

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
  readonly timed: readonly Timed[];
  readonly circumstances: Circumstances;
  readonly meals: readonly Meal[];
  readonly sides: readonly Sided[];
  readonly drugs: readonly (Drug & { readonly isDenied: boolean })[];
  /** Medicines, and words that stand before a dose as the name of one does. */
  readonly names: readonly (Span & { readonly name: string })[];
  readonly allergies: readonly Allergy[];
  /** What is done with medicines; of a conversation, by the doctor's words. */
  readonly actions: readonly Action[];
  readonly concepts: readonly Concept[];
  /** Says whether a place of a note tells what was seen and measured, not what was told. */
  readonly isExamined: (at: number) => boolean;
  /** Of the words at a place. */
  readonly statusOf: (start: number, end: number) => Status;
};
export type Found = {
  readonly kind: DifferenceKind;
  readonly span: Span;
  readonly said?: Span | undefined;
  readonly isUncertain?: true | undefined;
};

export type ReadDeps = {
  readonly isDrug: (word: string) => boolean;
  readonly concepts: (text: string, title: string) => readonly Concept[];
  /** Judges words at places of a text by the words around them. */
  readonly statuses: (text: string) => (start: number, end: number) => Status;
};

/** `speech`: a transcript; `section`: of the note; `language`: BCP 47. */
export type TextKind = {
  readonly speech: boolean;
  readonly section: 'medicines' | 'allergies' | 'other';
  readonly language: string;
};

export function read(text: string, title: string, kind: TextKind, deps: ReadDeps): Reading {
  const { isDrug, concepts } = deps;
  const statusOf = lazily(() => deps.statuses(text));
  const named = drugs(text, isDrug, kind.section === 'medicines');
  const all = quantities(text, kind.language, named);
  // "Except the methotrexate day" names a day.
  const names = namesByDose(text, all, named).filter(
    ({ start, end }) =>
      !all.some((one) => one.kind === 'frequency' && one.start <= start && one.end >= end),
  );
  const acts = actions(text, names, kind.speech ? doctorSpeaks(text) : undefined);
  return {
    text,
    statusOf,
    isExamined: kind.speech ? () => false : examined(text, title),
    quantities: all,
    timed: timedAmounts(text, all, named),
    circumstances: circumstances(text, all),
    meals: meals(text, names, { abbreviations: !kind.speech }),
    sides: sides(text, { abbreviations: !kind.speech }),
    drugs: named.map((one) => ({ ...one, isDenied: kind.speech && isDenied(one, statusOf) })),
    names,
    actions: kind.speech ? acts : [...acts, ...impliedActions(text, names, acts)],
    allergies: kind.speech
      ? [...allergies(text, statusOf), ...spokenAllergies(text, isDrug, statusOf)]
      : writtenAllergies(text, kind.section === 'allergies', isDrug),
    concepts: [
      ...(kind.speech ? concepts(text, title) : conceptsOfLines(text, title, concepts)),
      ...(kind.speech ? layConcepts(text, (name) => concepts(name, '')[0]?.key, statusOf) : []),
    ],
  };
}

/** A term never goes from one line of a note into the next. */
function conceptsOfLines(
  text: string,
  title: string,
  concepts: ReadDeps['concepts'],
): readonly Concept[] {
  const whole = concepts(text, title);
  if (!whole.some(({ start, end }) => text.slice(start, end).includes('\n'))) return whole;
  return [...text.matchAll(/[^\n]+/g)].flatMap(({ 0: line, index }) =>
    concepts(line, title).map((one) => ({
      ...one,
      start: one.start + index,
      end: one.end + index,
    })),
  );
}

const BEFORE_DOSE = /(?<!\p{L})([\p{L}][\p{L}\p{M}-]{2,})[,:]?\s+$/u;

/** "Zinc 20 mg": a medicine that no list has, whose doses are not those of another one. */
function namesByDose(
  text: string,
  all: readonly Quantity[],
  named: readonly Drug[],
): (Span & { readonly name: string })[] {
  const byDose = all.flatMap(({ kind, dimension, start }) => {
    if (kind !== 'dose' || !/^(?:mass|volume|units)/.test(dimension ?? '')) return [];
    const word = BEFORE_DOSE.exec(text.slice(Math.max(0, start - 40), start))?.[1];
    if (word === undefined || isNoName(word.toLowerCase())) return [];
    // A short form counts where it is known.
    if (word.length < 4 && namesOf(word.toLowerCase()).length < 2) return [];
    const at = text.lastIndexOf(word, start - 1);
    return named.some((one) => one.start <= at && one.end > at)
      ? []
      : [{ name: word.toLowerCase(), start: at, end: at + word.length }];
  });
  return [...named, ...byDose].sort((one, other) => one.start - other.start);
}

const lazily = (make: () => (start: number, end: number) => Status) => {
  let made: ReturnType<typeof make> | undefined;
  return (start: number, end: number) => {
    made ??= make();
    return made(start, end);
  };
};

const isDenied = ({ start, end }: Span, statusOf: (start: number, end: number) => Status) =>
  statusOf(start, end) === 'absent';

export const place = ({ start, end }: Span): Span => ({ start, end });

/** A line of figures of the eyes. */
const OF_EYES =
  /(?<!\p{L})(?:va|bcva|ucva|vision|visual acuity|iop|tensions?|refraction|nct)(?!\p{L})/iu;
const TREATED =
  /(?<!\p{L})(?:surgery|cataract|operat\p{L}*|phaco\p{L}*|drops?|gtts?|injection|laser|lens|iol)(?!\p{L})/iu;
function isMeasured({ text }: Reading, { start }: Span): boolean {
  const line = text.slice(text.lastIndexOf('\n', start) + 1).split('\n', 1)[0] ?? '';
  return OF_EYES.test(line) && !TREATED.test(line);
}
const isSaidWithoutPart = ({ sides }: Reading, mine: Sided) =>
  sides.some(({ side, of }) => of === '' && side === mine.side);

export function compareSides(note: Reading, said: Reading): Found[] {
  const found = note.sides.flatMap((mine): Found[] => {
    if (mine.isOwn || mine.side === 'either') return [];
    // "24 in the left": said without the part. An operation of that eye is not told by a figure.
    if (mine.of === 'eye' && isMeasured(note, mine) && isSaidWithoutPart(said, mine)) return [];
    const isSwelling = mine.side === 'both' && swells(note, mine);
    const spoken = said.sides.filter(
      (one) =>
        !one.isOwn && (one.of === mine.of || (isSwelling && isSameSwelling(said, mine, one))),
    );
    const spokenSides = new Set(spoken.map(({ side }) => side));
    if (
      spokenSides.has(mine.side) ||
      (mine.side === 'both' && spokenSides.has('left') && spokenSides.has('right'))
    )
      return [];
    // Another word may have been used for the part; the side itself was said.
    if (
      spoken.length === 0 &&
      said.sides.some(({ side, of }) => side === mine.side && (of !== '' || !isPart(mine.of)))
    )
      return [];
    // "Clear bilaterally": an examination, which is rarely spoken aloud.
    const isHeard = spoken.some((one) => isSwelling && swells(said, one));
    if (mine.side === 'both' && (spoken.length === 0 || (note.isExamined(mine.start) && !isHeard)))
      return [];
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
  const nowhere = once.filter(({ span }) => isNowhere(note, said, found, span));
  const moved = swapped(note, said).filter(
    ({ span }) => !nowhere.some((one) => one.span.start === span.start),
  );
  return firstOfSide(note, [...nowhere, ...moved]);
}

const SWELLING = /(?<!\p{L})(?:swell|swollen|swelled|o?edema|sujan)/iu;
/** Letters around a side in which a swelling is told of. */
const AROUND = 40;
const swells = ({ text }: Reading, { start, end }: Span) => {
  const before = text.slice(Math.max(0, start - AROUND), start).split(/[.;?!\n]/);
  const behind = text.slice(end, end + AROUND).split(/[.;?!\n]/);
  return SWELLING.test(`${before.at(-1)} ${behind[0]}`);
};
/** "B/L pedal oedema", and "my left ankle is swollen". */
const isSameSwelling = (said: Reading, mine: Sided, one: Sided) =>
  isLowerLimb(mine.of) && isLowerLimb(one.of) && swells(said, one);

/** A side that was never spoken is one look for all its places. */
function firstOfSide(note: Reading, found: readonly Found[]): Found[] {
  const word = ({ span }: Found) => note.text.slice(span.start, span.end).toLowerCase();
  const unspoken = found.filter(({ said }) => said === undefined);
  return found.filter(
    (one) => one.said !== undefined || unspoken.find((other) => word(other) === word(one)) === one,
  );
}

/** "Cataract right, glaucoma left": each disease was told of the other side alone. */
const swapped = (note: Reading, said: Reading): Found[] =>
  note.sides.flatMap((mine): Found[] => {
    if (!mine.isOwn || mine.side === 'both') return [];
    const spoken = said.sides.filter(({ of, isOwn }) => isOwn && of === mine.of);
    const [first] = spoken;
    return first && spoken.every(({ side }) => side !== mine.side && side !== 'both')
      ? [{ kind: 'side', span: place(mine), said: place(first) }]
      : [];
  });

const isNowhere = (note: Reading, said: Reading, found: readonly Found[], span: Span) =>
  note.sides
    .filter(({ start, isOwn }) => start === span.start && !isOwn)
    .every(
      (mine) =>
        found.some((one) => one.span.start === mine.start) &&
        !said.sides.some(({ of, side }) => of === mine.of && side === mine.side),
    );

/** Sides spoken of a part of the body that the note names without a side. */
export function missingSides(note: Reading, said: Reading): Found[] {
  const sided = new Set(note.sides.map(({ of }) => of));
  const meant = said.sides.filter(
    ({ side, of, end }) =>
      side !== 'both' &&
      isPart(of) &&
      mentions(said.text.slice(end, end + 24), of).length > 0 &&
      !note.sides.some((one) => one.side === side || !['left', 'right'].includes(one.side)),
  );
  return [...new Map(meant.map((one) => [one.of, one])).values()].flatMap((spoken): Found[] => {
    const [first] = sided.has(spoken.of) ? [] : mentions(note.text, spoken.of);
    return first
      ? [{ kind: 'side', span: { start: first.start, end: first.start }, said: place(spoken) }]
      : [];
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
    if (said.allergies.some(({ to }) => to !== '' && sameName(to, mine.to))) return [];
    const denied = said.allergies.find(({ to }) => to === '');
    return [{ kind: 'allergy', span: place(mine), said: denied && place(denied) }];
  });
}

const sameWord = (text: string, name: string) =>
  namesOf(name).some((its) =>
    new RegExp(`(?<![\\p{L}])${its.replace(/[^\p{L}\p{N}]/gu, '.')}`, 'iu').test(text),
  );
