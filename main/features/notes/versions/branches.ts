/**
 * Assembles the branches of a note from the platform's documents and the stored versions. Pure.
 *
 * Reading writes nothing: the machine's version of a document that nobody edited exists here only,
 * and gets a row with the first change. A document that comes again with other words becomes one
 * more version of the machine, beside the doctor's versions.
 */
import { createHash } from 'node:crypto';
import type { Addition } from '../../../../shared/model/note/findings.ts';
import type { Note, NoteDocument } from '../../../../shared/model/note/note.ts';
import {
  isTooLong,
  type NoteSection,
  writtenSectionsOf,
} from '../../../../shared/model/note/note-sections.ts';
import type { NoteBranch, Purpose } from '../../../../shared/model/note/note-versions.ts';
import type {
  BranchRoot,
  BranchRow,
  VersionRow,
} from '../../../infrastructure/store/tables/note-versions.ts';
import { foldAll } from '../additions.ts';
import { correct, type Dictionary } from '../dictionary.ts';
import { digestOfWords } from './seen.ts';

export type Branch = BranchRow & {
  /** Oldest first; at least one. */
  readonly versions: readonly VersionRow[];
  /** Numbers of those that have no row yet. */
  readonly fresh: readonly number[];
  readonly head: VersionRow;
  readonly document: number | undefined;
  /** True where the machine that wrote it is this computer. */
  readonly isHere?: true;
  /** Of a draft of this computer: the document that it was read from, where that is there. */
  readonly drafted?: NoteDocument | undefined;
};
export type StoredBranch = { readonly row: BranchRow; readonly versions: readonly VersionRow[] };

type Context = {
  readonly language: string;
  readonly dictionary: Dictionary;
  readonly additions?: readonly Addition[];
};

/**
 * `stored`: every branch that has rows; `draft`: of this computer, made while the platform was out
 * of reach. In the order of the documents, those of the draft behind them; branches whose document
 * is no longer there come last.
 */
export function assemble(
  note: Note,
  stored: readonly StoredBranch[],
  context: Context,
  draft?: Note,
): Branch[] {
  const living = branchesOf(note, stored, context, originOf);
  const drafted = draft
    ? branchesOf(draft, stored, { ...context, additions: [] }, draftOrigin).map(
        ({ document, ...branch }): Branch => ({
          ...branch,
          document: undefined,
          drafted: document === undefined ? undefined : draft.documents[document],
        }),
      )
    : [];
  const known = [...living, ...drafted];
  const orphans = stored
    .filter(({ row }) => !known.some(({ branch }) => branch === row.branch))
    .flatMap(({ row, versions }) => branchFrom(row, versions, [], undefined) ?? []);
  return [...known, ...orphans];
}

function branchesOf(
  note: Note,
  stored: readonly StoredBranch[],
  { language, dictionary, additions = [] }: Context,
  originFor: typeof originOf,
): Branch[] {
  const times = new Map<string, number>();
  return note.documents.flatMap((document, place): Branch[] => {
    const origin = originFor(document, times);
    if (document.text === undefined || isTooLong(document)) return [];
    const branch = branchId(note.visitId, origin);
    const known = stored.find(({ row }) => row.branch === branch);
    const root: BranchRoot = known?.row.root ?? {
      origin,
      purpose: purposeOf(document),
      templateId: document.templateId,
      name: document.name,
      kind: document.kind,
      language: document.language ?? language,
    };
    const rows = known?.versions ?? [];
    const received = newMachineVersions(document, rows, {
      receivedAt: note.receivedAt,
      dictionary: root.purpose === 'transcript' ? [] : dictionary,
      additions,
    });
    const row = { branch, rev: known?.row.rev ?? 0, root };
    const assembled = branchFrom(row, rows, received, place);
    return assembled ? [{ ...assembled, ...(document.writtenHere && { isHere: true }) }] : [];
  });
}

/** Undefined where there is no version at all. */
function branchFrom(
  row: BranchRow,
  rows: readonly VersionRow[],
  fresh: readonly VersionRow[],
  document: number | undefined,
): Branch | undefined {
  const versions = [...rows, ...fresh];
  const head = versions.findLast(({ author }) => author === 'doctor') ?? versions.at(-1);
  return head && { ...row, versions, fresh: fresh.map(({ number }) => number), head, document };
}

export const newestOf = ({ versions, head }: Branch): VersionRow => versions.at(-1) ?? head;

/**
 * Versions without a row: the platform's words if they are new, the same with the dictionary
 * applied, and with additions folded in if nobody edited yet.
 */
function newMachineVersions(
  document: NoteDocument,
  rows: readonly VersionRow[],
  {
    receivedAt,
    dictionary,
    additions,
  }: {
    readonly receivedAt: number;
    readonly dictionary: Dictionary;
    readonly additions: readonly Addition[];
  },
): VersionRow[] {
  const source = digestOf(document);
  if (rows.findLast(({ made }) => made === 'platform')?.source === source) return [];
  const number = (rows.at(-1)?.number ?? 0) + 1;
  const machine = {
    author: 'machine' as const,
    at: document.addedAt ?? receivedAt,
    who: '',
    kept: true,
  };
  const sections = writtenSectionsOf(document);
  const corrected = correct(sections, dictionary);
  let newest: VersionRow = { ...machine, number, made: 'platform', source, sections };
  const versions = [newest];
  const add = (version: Pick<VersionRow, 'author' | 'made' | 'sections'>) => {
    if (sameWords(newest.sections, version.sections)) return;
    const basedOn = newest.number;
    newest = { ...machine, ...version, number: basedOn + 1, basedOn };
    versions.push(newest);
  };
  add({ author: 'machine', made: 'dictionary', sections: corrected });
  if (document.kind === 'emr' && rows.length === 0)
    add({ author: 'doctor', made: 'details', sections: foldAll(corrected, additions) });
  return versions;
}

const digestOf = ({ kind, text, emr }: NoteDocument) =>
  createHash('sha256')
    .update(JSON.stringify([kind, text, emr]))
    .digest('hex');

/**
 * Identity of a document that stays when it is fetched again: the n-th of its template, or, for one
 * requested afterwards, its own id.
 */
function originOf(
  { templateId, documentId, addedAt }: NoteDocument,
  times: Map<string, number>,
): string {
  if (addedAt !== undefined)
    return JSON.stringify(['further', documentId ?? [templateId, addedAt]]);
  const time = (times.get(templateId) ?? 0) + 1;
  times.set(templateId, time);
  return JSON.stringify(['first', templateId, time]);
}

/** Its own, so that a draft and a platform's document of one template are two branches. */
function draftOrigin({ templateId }: NoteDocument, times: Map<string, number>): string {
  const time = (times.get(templateId) ?? 0) + 1;
  times.set(templateId, time);
  return JSON.stringify([DRAFT, templateId, time]);
}
const DRAFT = 'here';

/** Of a draft that this computer made while the platform was out of reach: never the note. */
export const isFallback = ({ root }: Pick<BranchRow, 'root'>): boolean =>
  root.origin.startsWith(JSON.stringify([DRAFT]).slice(0, -1));

const branchId = (visitId: string, origin: string) =>
  createHash('sha256').update(`${visitId}\n${origin}`).digest('hex').slice(0, 32);
function purposeOf({ kind, leaflet }: NoteDocument): Purpose {
  if (kind === 'transcript') return 'transcript';
  return leaflet ? 'leaflet' : 'note';
}

export const sameWords = (one: readonly NoteSection[], other: readonly NoteSection[]) =>
  JSON.stringify(one.map(plain)) === JSON.stringify(other.map(plain));
const plain = ({ id, key, title, text }: NoteSection) => [id, key ?? null, title, text];

/** The platform's version that this one is based on, directly or over versions of the doctor. */
function platformVersionUnder(versions: readonly VersionRow[], version: VersionRow): VersionRow {
  const below =
    version.basedOn === undefined
      ? undefined
      : versions.find(({ number }) => number === version.basedOn && number < version.number);
  return version.made === 'platform' || !below ? version : platformVersionUnder(versions, below);
}

export function presentBranch(found: Branch): NoteBranch {
  const { branch, rev, root, versions, head, document, drafted } = found;
  const newest = versions.findLast(({ made }) => made === 'platform');
  return {
    id: branch,
    purpose: root.purpose,
    document,
    templateId: root.templateId,
    name: root.name,
    kind: root.kind,
    language: root.language,
    editable: root.purpose !== 'transcript',
    rev,
    head: head.number,
    sections: head.sections,
    digest: digestOfWords(root, head.sections),
    versions: versions.map(({ sections: _words, source: _source, ...info }) => info),
    ...(newest &&
      newest.number > platformVersionUnder(versions, head).number && { arrived: newest.number }),
    ...(found.isHere && { isHere: true }),
    ...(isFallback(found) && {
      fallback: {
        by: drafted?.writtenHere,
        remarks: [...(drafted?.errors ?? []), ...(drafted?.warnings ?? [])],
        ...(drafted?.doubts && { doubts: drafted.doubts }),
      },
    }),
  };
}

/**
 * The branch that is the note: the chosen or signed one, else the first with the purpose `note`.
 */
export function noteOf(
  branches: readonly Branch[],
  chosen: string | undefined,
): Branch | undefined {
  const notes = branches.filter((one) => one.root.purpose === 'note' && !isFallback(one));
  return notes.find(({ branch }) => branch === chosen) ?? notes[0];
}
