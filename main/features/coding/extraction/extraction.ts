/** From a note to its entities: what the EMR template named, then what its words name, each with its place and its status. */
import { createHash } from 'node:crypto';
import type {
  GivenCode,
  NoteEntity,
  Span,
  Status,
} from '../../../../shared/model/coding/entities.ts';
import type { EntityKind } from '../../../../shared/model/export/export.ts';
import { emrSections } from '../../../../shared/model/note/emr-sections.ts';
import type { Note, NoteDocument } from '../../../../shared/model/note/note.ts';
import {
  isTooLong,
  lineOf,
  type NoteSection,
  sectionsOf,
} from '../../../../shared/model/note/note-sections.ts';
import { isChronic } from './chronic.ts';
import { type Context, createContext } from './context/context.ts';
import { type Finder, type Mention, mentionsOf } from './mentions.ts';
import { patternsIn } from './patterns.ts';
import { kindOfSection, rawItems, templateItem } from './template.ts';

export type TextEntity = {
  readonly text: string;
  readonly kind: EntityKind;
  readonly status: Status;
  readonly span: Span;
  readonly concept: string;
  readonly readAs?: string | undefined;
  readonly hints?: Readonly<Record<string, string>> | undefined;
};

export type Extraction = {
  /**
   * All entities, in the order of the note. An EMR document's items come first; other documents add what it does not name with
   * the same status; a transcript is read for entities only where nothing else is there, and else for where things were said.
   */
  ofNote(note: Pick<Note, 'documents'>): NoteEntity[];
  /** The same in steps, for a thread that has other work: a step reads some thousand letters at most. */
  steps(note: Pick<Note, 'documents'>): Generator<void, NoteEntity[]>;
  /** One text; `title`: the heading it stands under, or the platform's key of its section. One entity a concept and status. */
  ofText(text: string, title?: string): TextEntity[];
};

/** `terminology`: whatever lists are installed; none: only what a template or the form of the words tells. */
export function createExtraction({ terminology }: { readonly terminology: Finder }): Extraction {
  const ofText = (text: string, title = '', kind?: EntityKind) =>
    drained(fromText(terminology, text, title, kind));
  function* steps(note: Pick<Note, 'documents'>): Generator<void, NoteEntity[]> {
    const usable = note.documents
      .map((document, at) => ({ document, at }))
      .filter(
        ({ document }) =>
          (document.text !== undefined || document.emr !== undefined) && !isTooLong(document),
      );
    const rank = ({ kind }: NoteDocument) => (kind === 'emr' ? 0 : kind === 'transcript' ? 2 : 1);
    const written = usable.filter(({ document }) => document.kind !== 'transcript');
    const spoken =
      usable.find(({ document }) => document.kind === 'transcript')?.document.text ?? '';
    const read = (
      written.some(({ document }) => sectionsOf(document).length > 0) ? written : usable
    ).sort((a, b) => rank(a.document) - rank(b.document) || a.at - b.at);
    const entities: NoteEntity[] = [];
    const known = new Set<string>();
    const evidence = evidenceIn(spoken);
    yield;
    for (const { document, at } of read) {
      const own: string[] = [];
      const raw =
        document.kind === 'emr' && document.emr !== undefined ? rawItems(document.emr) : [];
      const items =
        raw.length > 0 ? emrSections(document.emr).map((section) => section.items.map(lineOf)) : [];
      for (const [place, section] of sectionsOf(document).entries()) {
        for (const one of yield* entitiesOf(section, raw[place] ?? [], items[place] ?? [])) {
          const same = `${one.concept} ${one.status}`;
          if (known.has(same) && one.source === 'text') continue;
          own.push(same);
          const { concept: _, readAs: __, ...rest } = one;
          const transcript =
            document.kind === 'transcript' ? one.span : evidence(one.text, one.status);
          entities.push({
            ...rest,
            id: idOf(at, section.id, one.span, one.text),
            document: at,
            section: section.id,
            ...(transcript && { transcript }),
          });
        }
        yield;
      }
      for (const same of own) known.add(same);
    }
    return entities;
  }
  function* entitiesOf(
    section: NoteSection,
    raw: readonly unknown[],
    lines: readonly string[],
  ): Generator<void, Drafted[]> {
    const kind = kindOfSection(section.key);
    const title = section.key ?? section.title;
    const said: Drafted[] = (yield* fromText(terminology, section.text, title, kind)).map(
      (one) => ({ ...one, source: 'text', given: [] }),
    );
    if (kind === undefined) return said;
    const named = fromTemplate(terminology, section, raw, lines, kind);
    const free = said.filter(
      ({ span, concept, status }) =>
        !named.some(
          (one) =>
            (span.start < one.span.end && one.span.start < span.end) ||
            (one.concept === concept && one.status === status),
        ),
    );
    return [...named, ...free].sort((a, b) => a.span.start - b.span.start);
  }
  return {
    steps,
    ofNote: (note) => drained(steps(note)),
    ofText: (text, title) => ofText(text, title),
  };
}

type Drafted = TextEntity & {
  readonly source: 'template' | 'text';
  readonly given: readonly GivenCode[];
};

/** The same for the same words in the same place, however often the note is read. */
const idOf = (document: number, section: string, { start }: Span, text: string) =>
  `${document}-${createHash('sha256')
    .update(JSON.stringify([section, start, text]))
    .digest('base64url')
    .slice(0, 16)}`;

function drained<T>(walk: Generator<void, T>): T {
  for (let step = walk.next(); ; step = walk.next()) if (step.done) return step.value;
}

/** Letters that are read in one go: some milliseconds. */
const PIECE = 4_000;

/** Cut where a line or a sentence ends, so that no term is parted. */
function pieceEnd(text: string, from: number): number {
  if (text.length - from <= PIECE) return text.length;
  const piece = text.slice(from, from + PIECE);
  const end = Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf('. '), piece.lastIndexOf('? '));
  return from + (end > PIECE / 2 ? end + 1 : Math.max(piece.lastIndexOf(' '), PIECE / 2) + 1);
}

function* fromText(
  finder: Finder,
  text: string,
  title: string,
  sectionKind: EntityKind | undefined,
): Generator<void, TextEntity[]> {
  const context = createContext(text, title);
  const found: TextEntity[] = [];
  const seen = new Set<string>();
  const add = (one: TextEntity) => {
    const same = `${one.concept} ${one.status}`;
    if (seen.has(same)) return;
    seen.add(same);
    found.push(one);
  };
  const patterns = patternsIn(text);
  const mentions: Mention[] = [];
  for (let from = 0; from < text.length; ) {
    const end = pieceEnd(text, from);
    const here = from;
    mentions.push(
      ...mentionsOf(finder, text.slice(here, end)).map((mention) => ({
        ...mention,
        start: mention.start + here,
        end: mention.end + here,
      })),
    );
    if (end < text.length) yield;
    from = end;
  }
  for (const mention of mentions) {
    if (
      context.isSaying(mention.start, mention.end) ||
      patterns.some(
        ({ start, end, kind }) => kind !== 'allergy' && mention.start < end && start < mention.end,
      )
    )
      continue;
    const status = statusOf(context, mention, text);
    add({
      text: text.slice(mention.start, mention.end),
      kind: isAllergy(text, mention) ? 'allergy' : kindOf(mention, status, title, sectionKind),
      status,
      span: { start: mention.start, end: mention.end },
      concept: mention.concept,
      ...(mention.readAs !== undefined && { readAs: mention.readAs }),
    });
  }
  for (const { start, end, kind, hints } of patterns) {
    // What a list names has its concept.
    if (kind === 'allergy' && found.some(({ span }) => span.start < end && start < span.end))
      continue;
    const words = text.slice(start, end);
    const { status } = context.judge(start, end);
    add({
      text: words,
      kind,
      status: kind === 'vital' ? 'present' : status,
      span: { start, end },
      concept: `${kind} ${words.toLowerCase()}`,
      ...(Object.keys(hints).length > 0 && { hints }),
    });
  }
  return found.sort((a, b) => a.span.start - b.span.start);
}

/** An illness that stays does not become past by standing in the history. */
function statusOf(context: Context, { start, end, icd }: Mention, text: string): Status {
  const { status, by } = context.judge(start, end);
  // "Old MI" has a code of its own, and says itself that it is past.
  if (
    status === 'present' &&
    /^(?:old|healed|previous|past|childhood)\b/i.test(text.slice(start, end))
  )
    return 'historical';
  return status === 'historical' && by === 'heading' && isChronic(icd) ? 'present' : status;
}

/** "Allergic to aspirin": the medicine is not taken. */
const isAllergy = (text: string, { kind, start, end }: Mention) =>
  kind === 'medication' &&
  (/allerg(?:y|ic|ies)(?: reaction)? (?:to|with|from)(?: [\p{L}]+(?: and|,| or))?\s*$/iu.test(
    text.slice(Math.max(0, start - 60), start),
  ) ||
    /^\s+allerg(?:y|ic)/iu.test(text.slice(end, end + 12)));

function kindOf(
  { kind }: Mention,
  status: Status,
  title: string,
  sectionKind: EntityKind | undefined,
): EntityKind {
  const isFinding = kind === 'symptom' || kind === 'diagnosis';
  if (!isFinding) return kind;
  if (
    sectionKind === 'symptom' ||
    sectionKind === 'diagnosis' ||
    sectionKind === 'history' ||
    sectionKind === 'examination' ||
    sectionKind === 'allergy'
  )
    return sectionKind;
  if (status === 'family' || status === 'historical') return 'history';
  return /^(?:on )?(?:physical )?exam/i.test(title) && kind === 'symptom' ? 'examination' : kind;
}

function fromTemplate(
  finder: Finder,
  section: NoteSection,
  raw: readonly unknown[],
  lines: readonly string[],
  kind: EntityKind,
): Drafted[] {
  const context = createContext(section.text, section.key);
  const drafted: Drafted[] = [];
  let from = 0;
  for (const [at, line] of lines.entries()) {
    const start = from;
    from += line.length + 1;
    const item = templateItem(raw[at], kind);
    const name = section.text.slice(start, start + nameLength(raw[at], line));
    const inName =
      kind === 'medication' || kind === 'vital' || kind === 'order' || kind === 'procedure'
        ? []
        : mentionsOf(finder, name);
    // "Fever, no cough" under one name is two, and is read like any text.
    if (item.given.length === 0 && inName.length > 1 && /[,;/+&\n]|\band\b|\bno\b/i.test(name))
      continue;
    const [only] = inName;
    const judged = context.judge(start + (only?.start ?? 0), start + (only?.end ?? name.length));
    const byItem =
      item.status ??
      (judged.by === 'heading' &&
      judged.status === 'historical' &&
      isChronic(only?.icd ?? item.given.find(({ ontology }) => ontology === 'icd-10-cm')?.code)
        ? 'present'
        : judged.status);
    // What the words deny no other field affirms; a relative's stays a relative's.
    const status =
      kind === 'vital' || kind === 'order' || kind === 'medication' || kind === 'procedure'
        ? 'present'
        : judged.status === 'absent' || judged.status === 'family'
          ? judged.status
          : byItem;
    const whole = only === undefined || judged.by === 'heading' || judged.status === 'present';
    const span = whole
      ? trimmed(section.text, start, start + name.length)
      : { start: start + only.start, end: start + only.end };
    if (span.start >= span.end) continue;
    drafted.push({
      text: section.text.slice(span.start, span.end),
      kind,
      status,
      span,
      source: 'template',
      given: item.given,
      concept: only?.concept ?? `${kind} ${name.trim().toLowerCase()}`,
      ...(Object.keys(item.hints).length > 0 && { hints: item.hints }),
    });
  }
  return drafted;
}

/** How much of the line is the item's name; a value that was measured belongs to the facts. */
function nameLength(raw: unknown, line: string): number {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return line.length;
  const name = 'name' in raw && typeof raw.name === 'string' ? raw.name.trim() : '';
  return name !== '' && line.startsWith(name) ? name.length : line.length;
}

function trimmed(text: string, start: number, end: number): Span {
  while (start < end && /\s/.test(text[start]!)) start++;
  while (end > start && /\s/.test(text[end - 1]!)) end--;
  return { start, end };
}

/** Where words were said: where they have the same status, else where they come first. */
function evidenceIn(spoken: string): (words: string, status: Status) => Span | undefined {
  const lower = spoken.toLowerCase();
  let context: Context | undefined;
  return (words, status) => {
    const wanted = words.toLowerCase();
    // Lower case may be longer than what it was made from; then places would not agree.
    if (wanted === '' || lower.length !== spoken.length) return undefined;
    let first: Span | undefined;
    for (
      let at = lower.indexOf(wanted), looked = 0;
      at >= 0 && looked < 20;
      at = lower.indexOf(wanted, at + 1), looked++
    ) {
      if (
        /[\p{L}\p{N}]/u.test(lower[at - 1] ?? ' ') ||
        /[\p{L}\p{N}]/u.test(lower[at + wanted.length] ?? ' ')
      )
        continue;
      const span = { start: at, end: at + wanted.length };
      context ??= createContext(spoken);
      if (context.judge(span.start, span.end).status === status) return span;
      first ??= span;
    }
    return first;
  };
}
