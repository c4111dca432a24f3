/**
 * Dependencies that all operations on a note share. A note has no state of its own beside the
 * store.
 */
import type { AccountState } from '../../../shared/model/account/account.ts';
import type { DecidedEntity, Leaving, SaidLeaving } from '../../../shared/model/export/leaving.ts';
import type { Checks } from '../../../shared/model/note/checks.ts';
import type { Clock, Random } from '../../infrastructure/ports.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import type { SignatureRow } from '../../infrastructure/store/tables/signatures.ts';

export type NotesDeps = {
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'uuid'>;
  readonly store: Pick<
    Store,
    | 'visits'
    | 'notes'
    | 'fallbackDrafts'
    | 'noteVersions'
    | 'signatures'
    | 'settings'
    | 'transaction'
  >;
  readonly account: () => AccountState;
  readonly checks: Checks;
  /** Decisions of the doctor at the code desk about this visit's note, in the neutral form. */
  readonly decisions: (visitId: string) => readonly DecidedEntity[];
  /** Stores how decided entities leave; undefined: as their words are read. `read`: how they are. */
  readonly leaveAs: (
    visitId: string,
    entities: readonly string[],
    as: SaidLeaving | undefined,
    read?: Leaving,
  ) => void;
  /** Called in the database transaction that stores the signature. */
  readonly signed?: (signature: SignatureRow) => void;
  /** The note of this visit was edited or signed. */
  readonly changed: (visitId: string) => void;
  /** The entry of this visit in the list of visits changed. */
  readonly visitChanged: (visitId: string) => void;
};

export type BranchAddress = { readonly id: string; readonly branch: string };
export type VersionAddress = { readonly branch: string; readonly version: number };
