/** Catalogue keys of a note's versions and sections, chosen in one place. Pure. */
import type { NoteSection } from '../../../../shared/model/note/note-sections.ts';
import type {
  NoteBranch,
  NoteState,
  VersionInfo,
} from '../../../../shared/model/note/note-versions.ts';

/** A key under `versions.made`: who wrote it, and by what. */
export const madeWord = ({ made, author }: VersionInfo) =>
  made === 'dictionary' || made === 'platform' ? made : `${author}.${made}`;

/** Throws where the core sent a branch without its head, which it never does. */
export function headOf({ versions, head }: NoteBranch): VersionInfo {
  const found = versions.find(({ number }) => number === head);
  if (!found) throw new Error(`Version ${head} is missing from its branch.`);
  return found;
}

/** The machine's document says the same as the head, so that it is shown with its own layout. */
export function saysAsItCame(branch: NoteBranch): boolean {
  const { made } = headOf(branch);
  if (branch.versions.filter((one) => one.made === 'platform').length > 1) return false;
  return (
    made === 'platform' ||
    (made === 'details' && !branch.versions.some((one) => one.made === 'dictionary'))
  );
}

/**
 * The dictionary's version where it is the one in hand: what it changed can be looked at and taken
 * back.
 */
export function dictionaryIn(
  branch: NoteBranch,
): { readonly number: number; readonly before: number } | undefined {
  const head = headOf(branch);
  return head.made === 'dictionary' && head.basedOn !== undefined
    ? { number: head.number, before: head.basedOn }
    : undefined;
}

/** `was`: signed once, and changed since. */
export function signedHow({ signed }: Pick<NoteState, 'signed'>): 'not' | 'is' | 'was' {
  if (signed === undefined) return 'not';
  return signed.changedSince ? 'was' : 'is';
}

export const sameSections = (one: readonly NoteSection[], other: readonly NoteSection[]) =>
  one.length === other.length &&
  one.every(({ id, title, text }, at) => {
    const its = other[at];
    return id === its?.id && title === its.title && text === its.text;
  });

const branchOf = (state: NoteState | undefined, id: string | undefined): NoteBranch | undefined =>
  state?.branches.find((one) => one.id === id);
export const noteBranch = (state: NoteState | undefined): NoteBranch | undefined =>
  branchOf(state, state?.note);
