/**
 * The branches of a note, out of the documents that came and what is kept of the work on them. Pure.
 *
 * Nothing is written for looking: a document that nobody worked on has its machine's version here alone, and gets a row with the
 * first deed. A document that came again, with other words, is a further version of the machine's beside whatever the doctor wrote.
 */
import { createHash } from 'node:crypto';
import type { Addition } from '../../../../shared/model/note/findings.ts';
import type { Note, NoteDocument } from '../../../../shared/model/note/note.ts';
import {
  isTooLong,
  type NoteSection,
  sectionsOf,
} from '../../../../shared/model/note/note-sections.ts';
import type { NoteBranch, Purpose } from '../../../../shared/model/note/note-versions.ts';
import type {
  BranchRoot,
  BranchRow,
  VersionRow,
} from '../../../infrastructure/store/tables/note-versions.ts';
import { foldAll } from '../additions.ts';
import { correct, type Dictionary } from '../dictionary.ts';

export type Branch = BranchRow & {
  /** Oldest first; at least one. */
  readonly versions: readonly VersionRow[];
  /** Numbers of those that have no row yet. */
  readonly fresh: readonly number[];
  readonly head: VersionRow;
  readonly document: number | undefined;
};
export type Kept = { readonly row: BranchRow; readonly versions: readonly VersionRow[] };

/** `kept`: every branch that has rows. In the order of the documents; those whose document is gone come last. */
export function assemble(
  note: Note,
  kept: readonly Kept[],
  {
    language,
    dictionary,
    additions = [],
  }: {
    readonly language: string;
    readonly dictionary: Dictionary;
    readonly additions?: readonly Addition[];
  },
): Branch[] {
  const times = new Map<string, number>();
  const living = note.documents.flatMap((document, place): Branch[] => {
    const origin = originOf(document, times);
    if (document.text === undefined || isTooLong(document)) return [];
    const branch = branchId(note.visitId, origin);
    const known = kept.find(({ row }) => row.branch === branch);
    const root: BranchRoot = known?.row.root ?? {
      origin,
      purpose: purposeOf(document),
      templateId: document.templateId,
      name: document.name,
      kind: document.kind,
      language: document.language ?? language,
    };
    return [
      joined(
        { branch, rev: known?.row.rev ?? 0, root },
        known?.versions ?? [],
        arrivals(
          document,
          known?.versions ?? [],
          note.receivedAt,
          root.purpose === 'transcript' ? [] : dictionary,
          additions,
        ),
        place,
      ),
    ];
  });
  const orphans = kept
    .filter(
      ({ row, versions }) =>
        versions.length > 0 && !living.some(({ branch }) => branch === row.branch),
    )
    .map(({ row, versions }) => joined(row, versions, [], undefined));
  return [...living, ...orphans];
}

function joined(
  row: BranchRow,
  rows: readonly VersionRow[],
  fresh: readonly VersionRow[],
  document: number | undefined,
): Branch {
  const versions = [...rows, ...fresh];
  const head = versions.findLast(({ author }) => author === 'doctor') ?? versions.at(-1)!;
  return { ...row, versions, fresh: fresh.map(({ number }) => number), head, document };
}

/** What the machine sent that no version holds yet, the dictionary's reading of it, and what was added to its lines before anybody worked on it otherwise. */
function arrivals(
  document: NoteDocument,
  rows: readonly VersionRow[],
  receivedAt: number,
  dictionary: Dictionary,
  additions: readonly Addition[],
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
  const sections = sectionsOf(document);
  const corrected = correct(sections, dictionary);
  const versions: VersionRow[] = [{ ...machine, number, made: 'platform', source, sections }];
  const add = (version: Pick<VersionRow, 'author' | 'made' | 'sections'>) => {
    if (!sameWords(versions.at(-1)!.sections, version.sections))
      versions.push({
        ...machine,
        ...version,
        number: versions.at(-1)!.number + 1,
        basedOn: versions.at(-1)!.number,
      });
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

/** The same document however often it is fetched: the n-th of its template, or, asked for afterwards, by its own id. */
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

const branchId = (visitId: string, origin: string) =>
  createHash('sha256').update(`${visitId}\n${origin}`).digest('hex').slice(0, 32);
const purposeOf = ({ kind, leaflet }: NoteDocument): Purpose =>
  kind === 'transcript' ? 'transcript' : leaflet ? 'leaflet' : 'note';

export const sameWords = (one: readonly NoteSection[], other: readonly NoteSection[]) =>
  JSON.stringify(one.map(plain)) === JSON.stringify(other.map(plain));
const plain = ({ id, key, title, text }: NoteSection) => [id, key ?? null, title, text];

/** The machine's version that this one was made out of, over however many of the doctor's. */
function machineUnder({ versions }: Branch, version: VersionRow): VersionRow {
  const below =
    version.basedOn === undefined
      ? undefined
      : versions.find(({ number }) => number === version.basedOn && number < version.number);
  return version.made === 'platform' || !below
    ? version
    : machineUnder({ versions } as Branch, below);
}

export function presentBranch(found: Branch): NoteBranch {
  const { branch, rev, root, versions, head, document } = found;
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
    versions: versions.map(({ sections: _words, source: _source, ...info }) => info),
    ...(newest && newest.number > machineUnder(found, head).number && { arrived: newest.number }),
  };
}

/** Which branch is the note: the one that was chosen or signed, else the first that could be. */
export const noteOf = (
  branches: readonly Branch[],
  chosen: string | undefined,
): Branch | undefined =>
  branches.find(({ branch, root }) => branch === chosen && root.purpose === 'note') ??
  branches.find(({ root }) => root.purpose === 'note');
