/**
 * Everything of one visit in one file, for a doctor who leaves or a patient who asks: the sound,
 * every document, the decisions about codes, and an index of the files. Any computer opens these
 * forms without Scriba.
 */
import type { Decision } from '../../../../shared/model/coding/desk.ts';
import type { NoteEntity } from '../../../../shared/model/coding/entities.ts';
import type { Note, NoteDocument } from '../../../../shared/model/note/note.ts';
import type { NoteBranch, Signed } from '../../../../shared/model/note/note-versions.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { type ZipFile, zipOf } from './zip.ts';

/** One file of sound (`main/features/recordings/playback/sound-files.ts`). */
type Sound = {
  readonly name: string;
  readonly seconds?: number | undefined;
  readonly missing: readonly (readonly [from: number, to: number])[];
  read(): AsyncIterable<Uint8Array>;
};
export type WholeVisit = {
  readonly visit: Visit;
  readonly note: Note | undefined;
  /** Branches of its documents, and signatures, newest first. */
  readonly branches?: readonly NoteBranch[];
  readonly signed?: readonly Signed[];
  /** Branches or signatures could not be read; then none of them is here. */
  readonly unread?: boolean;
  /** Decisions at the code desk, each with its entity. */
  readonly desk: {
    readonly decisions: readonly { readonly entity: NoteEntity; readonly decision: Decision }[];
    readonly marks: readonly NoteEntity[];
  };
  readonly sound: readonly Sound[];
  /** A part of the sound could not be read; the rest is here. */
  readonly damaged: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
};
export type VisitFile = {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: AsyncIterable<Uint8Array>;
};

/** The bytes are read while the zip is written; see `zipOf` for what they throw. */
export function wholeVisit(given: WholeVisit): VisitFile {
  const { visit, note, desk, sound } = given;
  const parts = partsOf(given);
  const files: ZipFile[] = [
    jsonFile('index.json', indexOf(given, parts)),
    ...parts.documents.flatMap(({ file }) => file ?? []),
    ...parts.edited.map(({ file }) => file),
    ...parts.signatures.map(({ file }) => file),
    ...(hasDecisions(given) ? [jsonFile(DECISIONS, decisionsOf(desk))] : []),
    ...sound.map(({ name, read }) => ({ name: `sound/${plain(name)}`, read })),
  ];
  // Neither name nor number of the patient: browsers and desktops remember the names of files.
  return {
    name: `${note?.practice ? 'practice-' : ''}visit-${localTime(visit.createdAt)}.zip`,
    contentType: 'application/zip',
    bytes: zipOf(files, visit.createdAt),
  };
}

const DECISIONS = 'decisions.json';
const hasDecisions = ({ desk }: WholeVisit) => desk.decisions.length + desk.marks.length > 0;

type Parts = {
  readonly documents: readonly {
    readonly document: NoteDocument;
    readonly file: ZipFile | undefined;
  }[];
  readonly edited: readonly { readonly branch: NoteBranch; readonly file: ZipFile }[];
  /** Oldest first. */
  readonly signatures: readonly { readonly signature: Signed; readonly file: ZipFile }[];
};

function partsOf({ note, branches = [], signed = [] }: WholeVisit): Parts {
  const documents = (note?.documents ?? []).map((document, index) => ({
    document,
    file: fileOf(document, index),
  }));
  // A branch that nobody edited is among the documents already, but for a draft of this computer.
  const edited = branches
    .filter(
      ({ head, versions, fallback }) =>
        fallback !== undefined ||
        versions.find(({ number }) => number === head)?.made !== 'platform',
    )
    .map((branch, index) => ({ branch, file: editedFile(branch, index) }));
  const signatures = signed.map((signature, index) => ({
    signature,
    file: jsonFile(`signed/${twoDigits(signed.length - index)}.json`, signature.note),
  }));
  return { documents, edited, signatures: signatures.reverse() };
}

function indexOf(given: WholeVisit, { documents, edited, signatures }: Parts) {
  const { visit, note, sound, damaged, unread = false, now } = given;
  return {
    form: 'scriba-visit',
    version: 1,
    practice: note?.practice ?? false,
    savedAt: iso(now),
    visit: presentVisit(visit, note),
    sound: {
      damaged,
      files: sound.map(({ name, seconds, missing }) => ({
        file: `sound/${plain(name)}`,
        seconds,
        silentBecauseUnreadable: missing,
      })),
    },
    /** Additions of the doctor to lines of the note. */
    additions: visit.additions,
    decisions: hasDecisions(given) ? DECISIONS : undefined,
    documents: documents.map(
      ({ document: { templateId, name, kind, status, errors, warnings }, file }) => ({
        file: file?.name,
        template: templateId,
        name,
        kind,
        status,
        errors,
        warnings,
      }),
    ),
    editedUnreadable: unread,
    edited: edited.map(({ branch: { templateId, language, head, document, fallback }, file }) => ({
      file: file.name,
      ...(fallback && { draftOfThisComputer: true }),
      template: templateId,
      language,
      version: head,
      document: document === undefined ? undefined : documents[document]?.file?.name,
    })),
    signed: signatures.map(({ signature: { id, at, who, sha256, version }, file }) => ({
      file: file.name,
      id,
      at: iso(at),
      who,
      sha256,
      version,
    })),
  };
}

const presentVisit = (visit: Visit, note: Note | undefined) => ({
  id: visit.id,
  transaction: visit.transactionId,
  state: visit.state,
  patient: visit.patient,
  mode: visit.mode,
  spoken: visit.inputLanguages,
  noteIn: visit.outputLanguage,
  createdAt: iso(visit.createdAt),
  startedAt: iso(visit.startedAt),
  consentAt: iso(visit.consentAt),
  consent: visit.consent && { ...visit.consent, at: iso(visit.consent.at) },
  noteAt: iso(note?.receivedAt),
  imported: visit.imported,
});

const decisionsOf = ({ decisions, marks }: WholeVisit['desk']) => ({
  form: 'scriba-decisions',
  version: 1,
  decisions: decisions.map(({ entity, decision: { at, ...rest } }) => ({
    words: entity.text,
    kind: entity.kind,
    status: rest.status ?? entity.status,
    ...rest,
    at: iso(at),
    entity,
  })),
  marks,
});

const endings: Record<NoteDocument['kind'], string> = {
  markdown: 'md',
  emr: 'json',
  transcript: 'txt',
  text: 'txt',
};

/** Undefined where nothing usable came. */
function fileOf({ templateId, kind, text, emr }: NoteDocument, index: number): ZipFile | undefined {
  const words =
    kind === 'emr' && emr !== undefined ? `${JSON.stringify(emr, undefined, 2)}\n` : text;
  if (words === undefined) return undefined;
  return textFile(`documents/${twoDigits(index + 1)}-${plain(templateId)}.${endings[kind]}`, words);
}

/** The doctor's version: headings with the lines below them. */
const editedFile = ({ templateId, head, sections }: NoteBranch, index: number): ZipFile =>
  textFile(
    `edited/${twoDigits(index + 1)}-${plain(templateId)}-v${head}.txt`,
    `${sections.map(({ key, title, text }) => [title || key, text].filter(Boolean).join('\n')).join('\n\n')}\n`,
  );

const jsonFile = (name: string, value: unknown): ZipFile =>
  textFile(name, `${JSON.stringify(value, undefined, 2)}\n`);
const textFile = (name: string, words: string): ZipFile => ({
  name,
  read: () => [new TextEncoder().encode(words)],
});

/** A safe file name: the platform's names may hold anything, and a name in a zip becomes a path. */
const plain = (word: string) =>
  word
    .replace(/[^\w.-]+/g, '_')
    .replace(/^\.+/, '_')
    .slice(0, 60) || '_';

const iso = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString());

/** `2026-11-21-1015`, by this computer's own time. */
function localTime(at: number): string {
  const date = new Date(at);
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())];
  return `${day.join('-')}-${twoDigits(date.getHours())}${twoDigits(date.getMinutes())}`;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');
