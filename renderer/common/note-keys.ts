/**
 * What the keys do on a note: said by the parts of its screen, which is loaded on demand. Until
 * then no note is in view, and nothing of one is typed.
 */
type Action = (() => void) | undefined;

export type NoteKeys = {
  readonly sign: () => Action;
  readonly edit: () => Action;
  /** What is in view is signed: there is nothing to sign. */
  readonly isSigned: () => boolean;
  /** `key`: pressed with Ctrl and Shift. */
  readonly export: (key: string) => Action;
  /** Locks, after what was typed is in the core. */
  readonly lock: () => Promise<unknown>;
};

let given: Partial<NoteKeys> = {};

/** Called once by each part. */
export function giveNoteKeys(keys: Partial<NoteKeys>): void {
  given = { ...given, ...keys };
}
export const noteKeys = (): Partial<NoteKeys> => given;
