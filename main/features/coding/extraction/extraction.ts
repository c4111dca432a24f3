/**
 * Extracts the entities of a note: those that the EMR template names, then those that its words
 * name, each with place and status.
 */
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
import { type Context, createContext, type Judged } from './context/context.ts';
import { byConcept, byPlace, fromText, statusAsSaid, type TextEntity } from './from-text.ts';
import { type Finder, type Mention, mentionsOf } from './mentions.ts';
import { onceIfPresent } from './once-if-present.ts';
import { spokenSpans } from './spoken-spans.ts';
import { staysPresent } from './statuses.ts';
import { kindOfSection, rawItems, type TemplateItem, templateItem } from './template.ts';

export type Extraction = {
  /**
   * All entities, in the order of the note. An EMR document's items come first; other documents add
   * what it does not name with the same status; a transcript is read for entities only where
   * nothing else is there, and else for where things were said.
   */
  ofNote(note: Pick<Note, 'documents'>): NoteEntity[];
  /**
   * The same in steps, for a thread that has other work: a step reads some thousand letters at
   * most.
   */
  steps(note: Pick<Note, 'documents'>): Generator<void, NoteEntity[]>;
  /**
   * One text; `title`: the heading it stands under, or the platform's key of its section. One
   * entity a concept and status.
   */
  ofText(text: string, title?: string): TextEntity[];
  /** One text, with each place where an entity is named. */
  everywhereIn(text: string): TextEntity[];
};

/**
 * `terminology`: the installed lists; without any, only the template and the form of the words
 * tell.
 */
export function createExtraction({ terminology }: { readonly terminology: Finder }): Extraction {
  return {
    steps: (note) => extractNote(terminology, note),
    ofNote: (note) => runToEnd(extractNote(terminology, note)),
    ofText: (text, title = '') => runToEnd(fromText(terminology, text, title, undefined)),
    everywhereIn: (text) => runToEnd(fromText(terminology, text, '', undefined, byPlace)),
  };
}

type Place = { readonly document: NoteDocument; readonly at: number };

function* extractNote(
  finder: Finder,
  note: Pick<Note, 'documents'>,
): Generator<void, NoteEntity[]> {
  const { read, spoken } = documentsToRead(note);
  const entities: NoteEntity[] = [];
  const concepts = new Map<NoteEntity, string>();
  const known = new Set<string>();
  const spokenSpan = spokenSpans(spoken);
  yield;
  for (const { document, at } of read) {
    const own: string[] = [];
    const items = templateItems(document);
    for (const [place, section] of sectionsOf(document).entries()) {
      for (const one of yield* entitiesOf(finder, section, items[place] ?? [])) {
        // A row without a code would ask a decision of the doctor for nothing.
        if (one.inside) continue;
        const same = byConcept(one);
        if (known.has(same) && one.source === 'text') continue;
        own.push(same);
        const transcript =
          document.kind === 'transcript' ? one.span : spokenSpan(one.text, statusAsSaid(one));
        const { concept, readAs: _, unlisted: __, inside: ___, ...rest } = one;
        const entity: NoteEntity = {
          ...rest,
          id: idOf(at, section.id, one.span, one.text),
          document: at,
          section: section.id,
          ...(transcript && { transcript }),
        };
        concepts.set(entity, concept);
        entities.push(entity);
      }
      yield;
    }
    for (const same of own) known.add(same);
  }
  return onceIfPresent(entities, concepts);
}

/** Documents in the order in which they are read, and the transcript's text. */
function documentsToRead(note: Pick<Note, 'documents'>): {
  readonly read: readonly Place[];
  readonly spoken: string;
} {
  const usable = note.documents
    .map((document, at): Place => ({ document, at }))
    .filter(
      ({ document }) =>
        (document.text !== undefined || document.emr !== undefined) && !isTooLong(document),
    );
  const written = usable.filter(({ document }) => document.kind !== 'transcript');
  const hasWords = written.some(({ document }) => sectionsOf(document).length > 0);
  return {
    read: (hasWords ? written : usable).sort(
      (a, b) => rankOf(a.document) - rankOf(b.document) || a.at - b.at,
    ),
    spoken: usable.find(({ document }) => document.kind === 'transcript')?.document.text ?? '',
  };
}

function rankOf({ kind }: NoteDocument): number {
  if (kind === 'emr') return 0;
  return kind === 'transcript' ? 2 : 1;
}

/** An item of the template: as it came, and its line in the note. */
type RawItem = { readonly raw: unknown; readonly line: string };

/** By section; empty where the document is no EMR document. */
function templateItems({ kind, emr }: NoteDocument): readonly (readonly RawItem[])[] {
  const raw = kind === 'emr' && emr !== undefined ? rawItems(emr) : [];
  if (raw.length === 0) return [];
  return emrSections(emr).map(({ items }, place) =>
    items.map((item, at) => ({ raw: raw[place]?.[at], line: lineOf(item) })),
  );
}

function* entitiesOf(
  finder: Finder,
  section: NoteSection,
  items: readonly RawItem[],
): Generator<void, Drafted[]> {
  const kind = kindOfSection(section.key);
  const title = section.key ?? section.title;
  const said: Drafted[] = (yield* fromText(finder, section.text, title, kind)).map((one) => ({
    ...one,
    source: 'text',
    given: [],
  }));
  if (kind === undefined) return said;
  const named = fromTemplate(finder, section, items, kind);
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

type Drafted = TextEntity & {
  readonly source: 'template' | 'text';
  readonly given: readonly GivenCode[];
};

/** Depends on words and place only, so that the same note always gives the same ids. */
const idOf = (document: number, section: string, { start }: Span, text: string) =>
  `${document}-${createHash('sha256')
    .update(JSON.stringify([section, start, text]))
    .digest('base64url')
    .slice(0, 16)}`;

function runToEnd<T>(walk: Generator<void, T>): T {
  for (let step = walk.next(); ; step = walk.next()) if (step.done) return step.value;
}

function fromTemplate(
  finder: Finder,
  section: NoteSection,
  items: readonly RawItem[],
  kind: EntityKind,
): Drafted[] {
  const context = createContext(section.text, section.key);
  const drafted: Drafted[] = [];
  let from = 0;
  for (const item of items) {
    drafted.push(...fromItem({ finder, section, context, kind }, item, from));
    from += item.line.length + 1;
  }
  return drafted;
}

type ItemDeps = {
  readonly finder: Finder;
  readonly section: NoteSection;
  readonly context: Context;
  readonly kind: EntityKind;
};

/**
 * Kinds that are done or measured: their names are not read for findings, and they are always
 * present.
 */
const NOT_READ: readonly EntityKind[] = ['medication', 'vital', 'order', 'procedure'];

/** At most one entity. `start`: of the item's line in the section's text. */
function fromItem(
  { finder, section, context, kind }: ItemDeps,
  { raw, line }: RawItem,
  start: number,
): Drafted[] {
  const item = templateItem(raw, kind);
  const name = section.text.slice(start, start + nameLength(raw, line));
  const inName = NOT_READ.includes(kind) ? [] : mentionsOf(finder, name);
  // "Fever, no cough" in one name is two findings, and is read like any text.
  if (item.given.length === 0 && inName.length > 1 && /[,;/+&\n]|\band\b|\bno\b/i.test(name))
    return [];
  const [only] = inName;
  const judged = context.judge(start + (only?.start ?? 0), start + (only?.end ?? name.length));
  const whole = only === undefined || judged.by === 'heading' || judged.status === 'present';
  const span = whole
    ? trimmed(section.text, start, start + name.length)
    : { start: start + only.start, end: start + only.end };
  if (span.start >= span.end) return [];
  return [
    {
      text: section.text.slice(span.start, span.end),
      kind,
      status: NOT_READ.includes(kind) ? 'present' : itemStatus(item, only, judged),
      span,
      source: 'template',
      given: item.given,
      concept: only?.concept ?? `${kind} ${name.trim().toLowerCase()}`,
      ...(Object.keys(item.hints).length > 0 && { hints: item.hints }),
    },
  ];
}

/** Words that deny, or name a relative, count more than the item's own status. */
function itemStatus(item: TemplateItem, mention: Mention | undefined, judged: Judged): Status {
  if (judged.status === 'absent' || judged.status === 'family') return judged.status;
  if (item.status !== undefined) return item.status;
  const icd = mention?.icd ?? item.given.find(({ ontology }) => ontology === 'icd-10-cm')?.code;
  return staysPresent(judged, icd) ? 'present' : judged.status;
}

/** Length of the item's name in its line; a measured value is no part of the name. */
function nameLength(raw: unknown, line: string): number {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return line.length;
  const name = 'name' in raw && typeof raw.name === 'string' ? raw.name.trim() : '';
  return name !== '' && line.startsWith(name) ? name.length : line.length;
}

function trimmed(text: string, start: number, end: number): Span {
  const words = text.slice(start, end);
  const lead = words.length - words.trimStart().length;
  return { start: start + lead, end: start + lead + words.trim().length };
}
