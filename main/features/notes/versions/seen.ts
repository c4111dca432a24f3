/**
 * Digests of everything that a signature covers, as a page was shown it. A signature names them, so
 * that it never falls on words, a patient, codes or a name that came after the doctor had looked.
 */
import { Failure } from '../../../../shared/failure.ts';
import { failures } from '../../../../shared/failures.ts';
import type { NoteSection } from '../../../../shared/model/note/note-sections.ts';
import type { Seen, SeenFacts } from '../../../../shared/model/note/note-versions.ts';
import type { Patient } from '../../../../shared/model/visit.ts';
import type { BranchRoot } from '../../../infrastructure/store/tables/note-versions.ts';
import type { NotesDeps } from '../deps.ts';
import { canonical, sha256 } from '../neutral.ts';
import type { Branch } from './branches.ts';
import type { OpenNote } from './open-note.ts';

/** Of the words of one version. A draft keeps its number while its words are replaced. */
export const digestOfWords = (
  { name, language }: BranchRoot,
  sections: readonly NoteSection[],
): string =>
  digest([name, language, sections.map(({ id, key, title, text }) => ({ id, key, title, text }))]);

/** What is signed beside the words. */
export function seenFacts(
  { store, decisions }: Pick<NotesDeps, 'store' | 'decisions'>,
  { row }: OpenNote,
): SeenFacts {
  const { patient, consent, startedAt, createdAt } = row.details;
  const { doctorName, registrationNumber } = store.settings.get().exportProfile;
  return {
    patient: digest([patient, consent, startedAt ?? createdAt]),
    codes: digest(decisions(row.id)),
    signer: digest([doctorName, registrationNumber]),
  };
}

/** Throws Failure `busy` / `changed-since-seen`. */
export function checkSeen(deps: NotesDeps, opened: OpenNote, found: Branch, seen: Seen): void {
  const now = { words: digestOfWords(found.root, found.head.sections), ...seenFacts(deps, opened) };
  if (canonical(now) !== canonical(seen)) throw changedSinceSeen();
}

/** `codes`: of `SeenFacts`. Throws Failure `busy` / `changed-since-seen`. */
export function checkCodesSeen(deps: NotesDeps, opened: OpenNote, codes: string): void {
  if (seenFacts(deps, opened).codes !== codes) throw changedSinceSeen();
}

const changedSinceSeen = () =>
  new Failure('busy', 'The note has changed since you opened it. Read it again, then sign.', {
    detail: 'changed-since-seen',
  });

/**
 * `was`: the patient as a page had it in view when the whole of it was entered anew. The same
 * request again (an answer was lost) is no other change. Throws Failure `busy` / `stale`.
 */
export function checkPatientSeen(now: Patient, patient: Patient, was: Patient | undefined): void {
  const text = canonical(now);
  if (was !== undefined && text !== canonical(was) && text !== canonical(patient))
    throw failures.changedMeanwhile();
}

const digest = (value: unknown): string => sha256(canonical(value));
