/** What versions and sections of a note are called: keys of the catalogue, chosen in one place. Pure. */
import type { NoteSection } from '../../../../shared/model/note/note-sections.ts';
import type {
  NoteBranch,
  NoteState,
  VersionInfo,
} from '../../../../shared/model/note/note-versions.ts';

/** A key under `versions.made`: who wrote it, and by what. */
export const madeWord = ({ made, author }: VersionInfo) =>
  made === 'dictionary' || made === 'platform' ? made : `${author}.${made}`;

export const headOf = ({ versions, head }: NoteBranch): VersionInfo =>
  versions.find(({ number }) => number === head)!;

/** Whether the machine's document, as it is laid out, says what the head says: then it is shown that way. */
export function saysAsItCame(branch: NoteBranch): boolean {
  const { made } = headOf(branch);
  if (branch.versions.filter((one) => one.made === 'platform').length > 1) return false;
  return (
    made === 'platform' ||
    (made === 'details' && !branch.versions.some((one) => one.made === 'dictionary'))
  );
}

/** The dictionary's version where it is the one in hand: what it changed can be looked at and taken back. */
export function dictionaryIn(
  branch: NoteBranch,
): { readonly number: number; readonly before: number } | undefined {
  const head = headOf(branch);
  return head.made === 'dictionary' && head.basedOn !== undefined
    ? { number: head.number, before: head.basedOn }
    : undefined;
}

/** `was`: signed once, and something of it is another now. */
export const signedHow = ({ signed }: Pick<NoteState, 'signed'>): 'not' | 'is' | 'was' =>
  signed === undefined ? 'not' : signed.changedSince ? 'was' : 'is';

export const sameSections = (one: readonly NoteSection[], other: readonly NoteSection[]) =>
  one.length === other.length &&
  one.every(
    ({ id, title, text }, at) =>
      id === other[at]!.id && title === other[at]!.title && text === other[at]!.text,
  );

export const branchOf = (
  state: NoteState | undefined,
  id: string | undefined,
): NoteBranch | undefined => state?.branches.find((one) => one.id === id);
export const noteBranch = (state: NoteState | undefined): NoteBranch | undefined =>
  branchOf(state, state?.note);
