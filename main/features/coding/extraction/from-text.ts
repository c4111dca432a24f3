/** What a text names, step by step: each entity with its place and status. */
import type { Span, Status } from '../../../../shared/model/coding/entities.ts';
import type { EntityKind } from '../../../../shared/model/export/export.ts';
import { evenBlanks } from '../../../infrastructure/terminology/text/blanks.ts';
import { type Context, createContext } from './context/context.ts';
import { deniedIn } from './denied.ts';
import { isAllergy, kindOf, kindOfDenied } from './kinds.ts';
import { type Finder, type Mention, mentionsOf } from './mentions.ts';
import { type Pattern, patternsIn } from './patterns.ts';
import { isLeftOpen, statusOfPattern, withStatus } from './statuses.ts';
import { unlistedIn } from './unlisted/unlisted.ts';

export type TextEntity = {
  readonly text: string;
  readonly kind: EntityKind;
  readonly status: Status;
  readonly span: Span;
  readonly concept: string;
  readonly readAs?: string | undefined;
  /** True for words that no code list has as they stand. */
  readonly unlisted?: boolean | undefined;
  /**
   * True for what is recognised in a text and is no entity of a note: a finding without a code that
   * is not denied, and how a part is (decision 0270).
   */
  readonly inside?: boolean | undefined;
  /**
   * True where no word says that it is not there, and yet a word stands beside it that Scriba does
   * not understand: its status is `possible`.
   */
  readonly unread?: boolean | undefined;
  readonly hints?: Readonly<Record<string, string>> | undefined;
};

/** The status that the words alone give, where what stands beside them does not count. */
export const statusAsSaid = ({ status, unread }: Pick<TextEntity, 'status' | 'unread'>): Status =>
  unread ? 'present' : status;

/** Letters that are read in one step: some milliseconds. */
const PIECE = 4_000;

/** Cuts where a line or a sentence ends, so that no term is split. */
function pieceEnd(text: string, from: number): number {
  if (text.length - from <= PIECE) return text.length;
  const piece = text.slice(from, from + PIECE);
  const end = Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf('. '), piece.lastIndexOf('? '));
  return from + (end > PIECE / 2 ? end + 1 : Math.max(piece.lastIndexOf(' '), PIECE / 2) + 1);
}

/** Mentions in steps of `PIECE` letters. */
function* mentionsInSteps(finder: Finder, text: string): Generator<void, Mention[]> {
  const mentions: Mention[] = [];
  for (let from = 0; from < text.length; ) {
    const start = from;
    from = pieceEnd(text, start);
    mentions.push(
      ...mentionsOf(finder, text.slice(start, from)).map((mention) => ({
        ...mention,
        start: mention.start + start,
        end: mention.end + start,
      })),
    );
    if (from < text.length) yield;
  }
  return mentions;
}

export const byConcept = (one: TextEntity) => `${one.concept} ${statusAsSaid(one)}`;
export const byPlace = ({ span, kind }: TextEntity) => `${span.start} ${kind}`;

/** Two blanks behind a full stop end a sentence, also behind what may be a short form ("2 wks."). */
const BETWEEN_WORDS = /(?<![.?!])(?:[^\S\n][\u200b-\u200d\u2060]*)+/g;
/** What a text names, in the text as it was given; it is read with one blank between its words. */
export function* fromText(
  finder: Finder,
  given: string,
  title: string,
  sectionKind: EntityKind | undefined,
  sameBy = byConcept,
): Generator<void, TextEntity[]> {
  const { text, origin } = evenBlanks(given, BETWEEN_WORDS);
  const found = yield* fromEvenText(finder, text, title, sectionKind, sameBy);
  if (text === given) return found;
  return found.map((one) => {
    const span = origin(one.span);
    return { ...one, span, text: given.slice(span.start, span.end) };
  });
}

/** The first of all that are the same. */
function* fromEvenText(
  finder: Finder,
  text: string,
  title: string,
  sectionKind: EntityKind | undefined,
  sameBy: (one: TextEntity) => string,
): Generator<void, TextEntity[]> {
  const context = createContext(text, title);
  const found = new Map<string, TextEntity>();
  const add = (one: TextEntity) => {
    const same = sameBy(one);
    const before = found.get(same);
    // One place that is understood is enough.
    if (!before || (before.unread && one.status === 'present')) found.set(same, one);
  };
  const all = yield* mentionsInSteps(finder, text);
  const medicines = all.filter(({ kind }) => kind === 'medication');
  const patterns = patternsIn(text).filter(
    (one) =>
      !one.unlessListed || !medicines.some(({ start, end }) => start < one.end && one.start < end),
  );
  const mentions = all.filter((mention) => {
    const isInPattern = patterns.some(
      ({ start, end, kind }) => kind !== 'allergy' && mention.start < end && start < mention.end,
    );
    return !isInPattern && !context.isSaying(mention.start, mention.end);
  });
  const listed = [...patterns, ...mentions];
  for (const [mention, said] of withStatus(context, mentions, { text, title, named: listed })) {
    const unread =
      sectionKind !== 'allergy' &&
      isLeftOpen(context, mention, said, { text, title, named: listed });
    const status = unread ? 'possible' : said;
    add({
      text: text.slice(mention.start, mention.end),
      kind: isAllergy(text, mention) ? 'allergy' : kindOf(mention, status, title, sectionKind),
      status,
      span: { start: mention.start, end: mention.end },
      concept: mention.concept,
      ...(mention.readAs !== undefined && { readAs: mention.readAs }),
      ...(unread && { unread }),
    });
  }
  for (const pattern of patterns) {
    const { start, end, kind } = pattern;
    // An allergy to a listed substance was found above, with its concept.
    const isFound =
      kind === 'allergy' &&
      [...found.values()].some(({ span }) => span.start < end && start < span.end);
    if (!isFound)
      add(
        patternEntity(
          pattern,
          text,
          statusOfPattern(context, pattern, { text, title, named: listed }),
        ),
      );
  }
  // Whoever asks for each place compares what the lists name.
  if (sameBy === byConcept) {
    const denied = deniedIn(text, context, listed);
    for (const span of denied) add(deniedEntity(span, text, sectionKind));
    const rest = { text, context, title, sectionKind, listed };
    for (const one of unlistedEntities(rest, [...listed, ...denied])) add(one);
  }
  return [...found.values()].sort((a, b) => a.span.start - b.span.start);
}

type Rest = {
  readonly text: string;
  readonly context: Context;
  readonly title: string;
  readonly sectionKind: EntityKind | undefined;
  readonly listed: readonly (Mention | Pattern)[];
};

/** What is said in words that no list has, where nothing else was found. */
function unlistedEntities(
  { text, context, title, sectionKind, listed }: Rest,
  found: readonly Span[],
): TextEntity[] {
  const free = unlistedIn(text).filter(
    (one) =>
      !found.some(({ start, end }) => start < one.end && one.start < end) &&
      !context.isSaying(one.start, one.end),
  );
  const mentions = free.map(
    ({ start, end }): Mention => ({
      start,
      end,
      kind: 'symptom',
      concept: `unlisted ${text.slice(start, end).toLowerCase().replace(/\s+/g, ' ')}`,
      icd: undefined,
    }),
  );
  return withStatus(context, mentions, { text, title, named: listed }).map(
    ([mention, said], at) => {
      const { start, end, concept } = mention;
      const named = free[at]?.named;
      const unread = named && isLeftOpen(context, mention, said, { text, title, named: listed });
      const status = unread ? 'possible' : said;
      return {
        text: text.slice(start, end),
        kind: named ? kindOf(mention, status, title, sectionKind) : 'examination',
        status,
        span: { start, end },
        concept,
        unlisted: true,
        ...(!(named && status === 'absent') && { inside: true }),
        ...(unread && { unread }),
      };
    },
  );
}

function deniedEntity(span: Span, text: string, sectionKind: EntityKind | undefined): TextEntity {
  const words = text.slice(span.start, span.end);
  return {
    text: words,
    kind: kindOfDenied(words, sectionKind),
    status: 'absent',
    span,
    concept: `denied ${words.toLowerCase().replace(/\s+/g, ' ')}`,
    unlisted: true,
  };
}

function patternEntity(
  { start, end, kind, hints }: Pattern,
  text: string,
  status: Status,
): TextEntity {
  const words = text.slice(start, end);
  return {
    text: words,
    kind,
    status,
    span: { start, end },
    concept: `${kind} ${words.toLowerCase()}`,
    ...(Object.keys(hints).length > 0 && { hints }),
  };
}
