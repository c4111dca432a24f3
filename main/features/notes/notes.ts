/**
 * The note as a document: edited in versions, compared, restored, signed. Each operation is one
 * transaction; a version that was kept is never changed.
 */
import { failures } from '../../../shared/failures.ts';
import type { NeutralNote } from '../../../shared/model/export/export.ts';
import type { Difference } from '../../../shared/model/note/checks.ts';
import type { Addition } from '../../../shared/model/note/findings.ts';
import type { Note } from '../../../shared/model/note/note.ts';
import type {
  NoteBranch,
  NoteState,
  NoteVersion,
  SectionDiff,
  Signed,
} from '../../../shared/model/note/note-versions.ts';
import type { Patient } from '../../../shared/model/visit.ts';
import { presentSigned } from '../../infrastructure/store/tables/signatures.ts';
import type { BranchAddress, NotesDeps, VersionAddress } from './deps.ts';
import { noteFailures } from './failures.ts';
import { noteOf } from './versions/branches.ts';
import { diffSections } from './versions/diff.ts';
import {
  applyAddition,
  type EditInput,
  editBranch,
  keepDraft,
  type RestoreInput,
  restoreVersion,
} from './versions/edit.ts';
import { type LeaveAsInput, leaveAs } from './versions/leave-as.ts';
import { checkVersion, noteState, transcriptFor } from './versions/note-state.ts';
import { branchOf, openNote, openWords, versionOf } from './versions/open-note.ts';
import { replaceDocuments } from './versions/replace-documents.ts';
import { neutralOf } from './versions/sign.ts';
import { type SignInput, signVersion } from './versions/sign-version.ts';
import { type PutInName, takeBackName } from './versions/take-back.ts';
import { chooseBranch, correctPatient, setJoined } from './versions/visit-details.ts';

export type { NotesDeps } from './deps.ts';

/**
 * All throw Failure `missing` / `no-consultation`, `refused` / `no-note-yet`, `missing` /
 * `no-branch` or `no-version`, and what the store throws.
 */
export type NotesFeature = {
  state(id: string): NoteState;
  version(id: string, at: VersionAddress): NoteVersion;
  /** Throws Failure `busy` / `stale` for an old rev, `refused` / `not-editable`. */
  edit(input: EditInput): NoteBranch;
  /**
   * Puts an addition to a line of the machine's note into every branch made of it; replaces
   * `before`. `row.details` must have the addition already.
   */
  added(id: string, after: Addition, before: Addition | undefined): void;
  keep(at: BranchAddress): NoteBranch;
  /** Throws like `edit`. */
  restore(input: RestoreInput): NoteBranch;
  diff(id: string, from: VersionAddress, to: VersionAddress): SectionDiff[];
  /** Throws Failure `refused` / `not-the-note`. */
  choose(at: BranchAddress): NoteState;
  checks(id: string, at: VersionAddress): readonly Difference[];
  /** What was said, as it was recognised by who wrote this branch; undefined where none came. */
  transcript(id: string, branch: string): string | undefined;
  /** Throws what `checkSignable` and `checkSeen` throw. */
  sign(input: SignInput): Signed;
  signed(id: string): readonly Signed[];
  /** Throws what the request says. */
  leaveAs(input: LeaveAsInput): NoteState;
  /**
   * The version in the editor as it would be signed now, marked as a draft. Throws Failure
   * `refused` / `not-the-note` where no document is one.
   */
  draft(id: string): Draft;
  /** `was`: as it was in view. Throws Failure `busy` / `stale` where it is another by now. */
  correctPatient(id: string, patient: Patient, was?: Patient): NoteState;
  /** Throws Failure `refused` / `other-patient`, `invalid` / `same-visit`. */
  join(id: string, other: string): NoteState;
  part(id: string, other: string): NoteState;
  /** Puts what was heard in place of a name. Throws Failure `invalid` / `no-such-words`. */
  takeBack(id: string, name: PutInName): NoteState;
  /**
   * Stores a note whose documents the machine wrote anew, in the transaction of the caller. An edit
   * of one as it was before is then refused.
   */
  replace(note: Note): void;
};

type Draft = {
  readonly branch: string;
  readonly version: number;
  readonly note: NeutralNote;
};

export function createNotesFeature(deps: NotesDeps): NotesFeature {
  return {
    state: (id) => noteState(deps, id),
    version: (id, at) => presentVersion(deps, id, at),
    edit: (input) => editBranch(deps, input),
    added: (id, after, before) => applyAddition(deps, id, after, before),
    keep: (at) => keepDraft(deps, at),
    restore: (input) => restoreVersion(deps, input),
    diff: (id, from, to) => diffVersions(deps, id, from, to),
    choose: (at) => chooseBranch(deps, at),
    checks: (id, at) => differencesOf(deps, id, at),
    transcript(id, branch) {
      const opened = openWords(deps, id);
      return transcriptFor(opened, branchOf(opened, branch));
    },
    sign: (input) => signVersion(deps, input),
    leaveAs(input) {
      leaveAs(deps, input);
      return noteState(deps, input.id);
    },
    signed: (id) => signaturesOf(deps, id),
    draft: (id) => draftOf(deps, id),
    correctPatient: (id, patient, was) => correctPatient(deps, id, patient, was),
    join: (id, other) => setJoined(deps, id, other, true),
    part: (id, other) => setJoined(deps, id, other, false),
    takeBack(id, name) {
      takeBackName(deps, id, name);
      return noteState(deps, id);
    },
    replace: (note) => replaceDocuments(deps, note),
  };
}

function presentVersion(deps: NotesDeps, id: string, at: VersionAddress): NoteVersion {
  const { source: _source, ...version } = versionOf(
    branchOf(openWords(deps, id), at.branch),
    at.version,
  );
  return version;
}

function diffVersions(
  deps: NotesDeps,
  id: string,
  from: VersionAddress,
  to: VersionAddress,
): SectionDiff[] {
  const opened = openWords(deps, id);
  const [one, two] = [branchOf(opened, from.branch), branchOf(opened, to.branch)];
  return diffSections(versionOf(one, from.version).sections, versionOf(two, to.version).sections, {
    sameBranch: one === two,
    language: two.root.language,
  });
}

function differencesOf(deps: NotesDeps, id: string, at: VersionAddress): readonly Difference[] {
  const opened = openWords(deps, id);
  const branch = branchOf(opened, at.branch);
  return checkVersion(deps, opened, branch, versionOf(branch, at.version));
}

function signaturesOf({ store }: NotesDeps, id: string): Signed[] {
  if (!store.visits.has(id)) throw failures.noVisit();
  return store.signatures.list(id).map(presentSigned);
}

function draftOf(deps: NotesDeps, id: string): Draft {
  const { row, branches } = openNote(deps, id);
  const branch = noteOf(branches, row.details.noteBranch);
  if (!branch) throw noteFailures.notTheNote();
  const { signedAt: _never, ...note } = neutralOf({
    id,
    row,
    branch,
    version: branch.head,
    entities: deps.decisions(id),
    profile: deps.store.settings.get().exportProfile,
    signedAt: 0,
  });
  return { branch: branch.branch, version: branch.head.number, note: { ...note, draft: true } };
}
