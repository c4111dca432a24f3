/**
 * Everything of one visit in one file, for a doctor who leaves or a patient who asks: the sound, every document, what was decided
 * about its codes, and an index that says what is what. In forms that any computer opens without Scriba.
 */

import type { Decision } from '../../../../shared/model/coding/desk.ts';
import type { NoteEntity } from '../../../../shared/model/coding/entities.ts';
import type { Note, NoteDocument } from '../../../../shared/model/note/note.ts';
import type { NoteBranch, Signed } from '../../../../shared/model/note/note-versions.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { type ZipFile, zipOf } from './zip.ts';

/** One file of sound, whoever has it; as `recordings/sound.ts` hands it over. */
export type Sound = {
  readonly name: string;
  readonly seconds?: number | undefined;
  readonly missing: readonly (readonly [from: number, to: number])[];
  read(): AsyncIterable<Uint8Array>;
};
export type WholeVisit = {
  readonly visit: Visit;
  readonly note: Note | undefined;
  /** What was made of its documents, and what was signed, newest first. */
  readonly branches?: readonly NoteBranch[];
  readonly signed?: readonly Signed[];
  /** Some of that could not be read, and none of it is here. */
  readonly unread?: boolean;
  /** What was decided at the code desk: each with the words it is about. */
  readonly desk: {
    readonly decisions: readonly { readonly entity: NoteEntity; readonly decision: Decision }[];
    readonly marks: readonly NoteEntity[];
  };
  readonly sound: readonly Sound[];
  /** Some of the sound could not be read; what could is here. */
  readonly damaged: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
};
export type VisitFile = {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: AsyncIterable<Uint8Array>;
};

/** The bytes are read as they are asked for; see `zipOf` for what they throw. */
export function wholeVisit({
  visit,
  note,
  desk,
  branches = [],
  signed = [],
  unread = false,
  sound,
  damaged,
  now,
}: WholeVisit): VisitFile {
  const documents = (note?.documents ?? []).map((document, index) => ({
    document,
    file: fileOf(document, index),
  }));
  // What the machine wrote is among the documents already.
  const edited = branches
    .filter(
      ({ head, versions }) => versions.find(({ number }) => number === head)?.made !== 'platform',
    )
    .map((branch, index) => ({ branch, file: editedFile(branch, index) }));
  const signatures = signed
    .map((one, index) => ({
      one,
      file: textFile(
        `signed/${String(signed.length - index).padStart(2, '0')}.json`,
        `${JSON.stringify(one.note, undefined, 2)}\n`,
      ),
    }))
    .reverse();
  const decided = desk.decisions.length + desk.marks.length > 0;
  const index = {
    form: 'scriba-visit',
    version: 1,
    practice: note?.practice ?? false,
    savedAt: iso(now),
    visit: {
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
      noteAt: iso(note?.receivedAt),
      imported: visit.imported,
    },
    sound: {
      damaged,
      files: sound.map(({ name, seconds, missing }) => ({
        file: `sound/${name}`,
        seconds,
        silentBecauseUnreadable: missing,
      })),
    },
    /** What the doctor added to lines of the note. */
    additions: visit.additions,
    decisions: decided ? 'decisions.json' : undefined,
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
    edited: edited.map(({ branch: { templateId, language, head, document }, file }) => ({
      file: file.name,
      template: templateId,
      language,
      version: head,
      document: document === undefined ? undefined : documents[document]?.file?.name,
    })),
    signed: signatures.map(({ one: { id, at, who, sha256, version }, file }) => ({
      file: file.name,
      id,
      at: iso(at),
      who,
      sha256,
      version,
    })),
  };
  const files: ZipFile[] = [
    textFile('index.json', `${JSON.stringify(index, undefined, 2)}\n`),
    ...documents.flatMap(({ file }) => file ?? []),
    ...edited.map(({ file }) => file),
    ...signatures.map(({ file }) => file),
    ...(decided
      ? [
          textFile(
            'decisions.json',
            `${JSON.stringify({ form: 'scriba-decisions', version: 1, decisions: desk.decisions.map(({ entity, decision: { at, ...rest } }) => ({ words: entity.text, kind: entity.kind, status: rest.status ?? entity.status, ...rest, at: iso(at), entity })), marks: desk.marks }, undefined, 2)}\n`,
          ),
        ]
      : []),
    ...sound.map(({ name, read }) => ({ name: `sound/${plain(name)}`, read })),
  ];
  // Neither name nor number of the patient: browsers and desktops remember the names of files.
  return {
    name: `${index.practice ? 'practice-' : ''}visit-${localTime(visit.createdAt)}.zip`,
    contentType: 'application/zip',
    bytes: zipOf(files, visit.createdAt),
  };
}

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
  return textFile(
    `documents/${String(index + 1).padStart(2, '0')}-${plain(templateId)}.${endings[kind]}`,
    words,
  );
}

/** As a doctor left it: headings, and the lines below them. */
const editedFile = ({ templateId, head, sections }: NoteBranch, index: number): ZipFile =>
  textFile(
    `edited/${String(index + 1).padStart(2, '0')}-${plain(templateId)}-v${head}.txt`,
    `${sections.map(({ key, title, text }) => [title || key, text].filter(Boolean).join('\n')).join('\n\n')}\n`,
  );

const textFile = (name: string, words: string): ZipFile => ({
  name,
  read: () => [new TextEncoder().encode(words)],
});

/** What the platform names may be anything; a name in a zip is a path on somebody's disk. */
const plain = (word: string) =>
  word
    .replace(/[^\w.-]+/g, '_')
    .replace(/^\.+/, '_')
    .slice(0, 60) || '_';

const iso = (at: number | undefined) => (at === undefined ? undefined : new Date(at).toISOString());

/** `2026-11-21-1015`, by this computer's own time. */
function localTime(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}-${two(date.getHours())}${two(date.getMinutes())}`;
}
