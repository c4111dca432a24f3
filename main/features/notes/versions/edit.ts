/**
 * Edits a branch: drafts while the doctor types, versions that are kept, restored versions. Each
 * operation is one transaction.
 */
import { Failure } from '../../../../shared/failure.ts';
import type { Addition } from '../../../../shared/model/note/findings.ts';
import type { NoteSection } from '../../../../shared/model/note/note-sections.ts';
import type { NoteBranch } from '../../../../shared/model/note/note-versions.ts';
import { MINUTE } from '../../../../shared/time.ts';
import type { VersionRow } from '../../../infrastructure/store/tables/note-versions.ts';
import { fold } from '../additions.ts';
import type { BranchAddress, NotesDeps } from '../deps.ts';
import { type Branch, presentBranch, sameWords } from './branches.ts';
import {
  byDoctor,
  nextNumber,
  openNote,
  readBranch,
  versionOf,
  writeVersions,
} from './open-note.ts';

/**
 * A draft that rests longer is kept, and the next edit begins a version of its own; milliseconds.
 */
const DRAFT_PAUSE = 5 * MINUTE;

export type EditInput = BranchAddress & {
  readonly rev: number;
  readonly sections: readonly NoteSection[];
};
export type RestoreInput = BranchAddress & { readonly rev: number; readonly version: number };

/** Throws Failure `busy` / `stale` for an old rev, `refused` / `not-editable`. */
export function editBranch(deps: NotesDeps, { rev, sections, ...at }: EditInput): NoteBranch {
  return changeBranch(deps, at, (found) => {
    // The same request again: its first answer was lost.
    if (sameWords(found.head.sections, sections)) return false;
    checkRev(found, rev);
    writeEdit(deps, at.id, found, sections);
    return true;
  });
}

function writeEdit(
  deps: NotesDeps,
  id: string,
  found: Branch,
  sections: readonly NoteSection[],
): void {
  const { clock, account } = deps;
  const draft = draftOf(found);
  if (draft && clock.now() - draft.at <= DRAFT_PAUSE) {
    const who = account().clientId;
    writeVersions(deps, id, found, { ...draft, at: clock.now(), who, sections });
    return;
  }
  const basedOn = draft?.number ?? found.head.number;
  const edited: VersionRow = {
    ...byDoctor(deps, nextNumber(found), basedOn, sections),
    made: 'edit',
    kept: false,
  };
  if (draft) writeVersions(deps, id, found, { ...draft, kept: true }, edited);
  else writeVersions(deps, id, found, edited);
}

/**
 * Puts an addition to a line of the machine's note into every branch made of it; replaces `before`.
 * `row.details` must have the addition already.
 */
export function applyAddition(
  deps: NotesDeps,
  id: string,
  after: Addition,
  before: Addition | undefined,
): void {
  for (const { branch, rev, root, head, fresh, versions } of openNote(deps, id).branches) {
    // A branch without a row of its own gets the addition whenever it is read.
    if (root.kind === 'emr' && root.purpose === 'note' && fresh.length < versions.length)
      editBranch(deps, { id, branch, rev, sections: fold(head.sections, after, before) });
  }
}

/** Keeps the draft of a branch, if there is one. */
export const keepDraft = (deps: NotesDeps, at: BranchAddress): NoteBranch =>
  changeBranch(deps, at, (found) => keepDraftOf(deps, at.id, found));

/** Throws like `editBranch`. */
export function restoreVersion(deps: NotesDeps, { rev, version, ...at }: RestoreInput): NoteBranch {
  return changeBranch(deps, at, (found) => {
    const { sections } = versionOf(found, version);
    if (sameWords(found.head.sections, sections) && found.head.kept) return false;
    checkRev(found, rev);
    keepDraftOf(deps, at.id, found);
    const current = readBranch(deps, at.id, at.branch);
    writeVersions(deps, at.id, current, {
      ...byDoctor(deps, nextNumber(current), version, sections),
      made: 'restore',
      kept: true,
    });
    return true;
  });
}

/**
 * Keeps the draft; drops one whose words are those of the version below it. Returns whether there
 * was one.
 */
export function keepDraftOf(deps: NotesDeps, id: string, found: Branch): boolean {
  const draft = draftOf(found);
  if (!draft) return false;
  const below = found.versions.find(({ number }) => number === draft.basedOn);
  if (below && sameWords(below.sections, draft.sections)) {
    deps.store.noteVersions.dropDraft(id, found.branch, draft.number);
    writeVersions(deps, id, found);
  } else writeVersions(deps, id, found, { ...draft, kept: true });
  return true;
}

const draftOf = ({ versions }: Branch): VersionRow | undefined =>
  versions.find(({ kept }) => !kept);

/**
 * Runs a change of one branch in one transaction. `run` returns whether it changed anything; then
 * `changed` is called.
 */
function changeBranch(
  deps: NotesDeps,
  { id, branch }: BranchAddress,
  run: (found: Branch) => boolean,
): NoteBranch {
  const didChange = deps.store.transaction(() => run(checkEditable(readBranch(deps, id, branch))));
  if (didChange) deps.changed(id);
  return presentBranch(readBranch(deps, id, branch));
}

function checkEditable(found: Branch): Branch {
  if (found.root.purpose === 'transcript')
    throw new Failure('refused', 'What was said stays as it was said.', {
      detail: 'not-editable',
    });
  return found;
}

function checkRev(found: Branch, rev: number): void {
  if (found.rev !== rev)
    throw new Failure(
      'busy',
      'This note was changed in another window. Look again, then repeat what you did.',
      { detail: 'stale' },
    );
}
