/** What the parts of a delivery have in common: what they are handed, and the words for what went wrong. */

import { asFailure, Failure } from '../../../shared/failure.ts';
import type { AccountState } from '../../../shared/model/account/account.ts';
import type { NeutralNote } from '../../../shared/model/export/export.ts';
import type { NoteState } from '../../../shared/model/note/note-versions.ts';
import type { Clock, Disk, KeyStore, Net, Random, Save } from '../../infrastructure/ports.ts';
import type { Store } from '../../infrastructure/store/store.ts';

/** What stands in the editor now, as it would be signed. */
export type Draft = {
  readonly branch: string;
  readonly version: number;
  readonly note: NeutralNote;
};

export type DeliveryDeps = {
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly random: Pick<Random, 'uuid' | 'bytes' | 'fraction'>;
  readonly disk: Disk;
  readonly net: Net;
  readonly store: Pick<
    Store,
    'visits' | 'signatures' | 'exports' | 'settings' | 'values' | 'transaction'
  >;
  readonly secrets: Pick<KeyStore, 'get' | 'set' | 'remove'>;
  readonly version: string;
  readonly account: () => AccountState;
  readonly notes: { state(id: string): NoteState; draft(id: string): Draft };
  /** https, or http on this very machine. Throws Failure `invalid`. */
  readonly readAddress: (text: string) => URL;
  /** Milliseconds; see `outbox/schedule.ts`. */
  readonly backOff: (tries: number, fraction: number) => number;
  /** Removes a `.part` of ours (`vault/purge.ts`). */
  readonly removePart: (file: string) => void;
  /** Inside the data folder, where nobody chose or named another. */
  readonly ownFolder: string;
  /** CRLF is the end of a line on this computer. */
  readonly windows: boolean;
  readonly save?: Save | undefined;
  /** A whole page as PDF. Throws Failure `broken` / `print-failed`, `missing` / `no-browser`. */
  readonly print?: ((html: string) => Promise<Uint8Array>) | undefined;
  readonly clipboard?:
    | { write(content: { readonly html: string; readonly text: string }): Promise<void> }
    | undefined;
  /** Asks a person; undefined when they thought better of it. */
  readonly chooseFolder?: (() => Promise<string | undefined>) | undefined;
  /** Named when Scriba was started. */
  readonly dropFolder?: string | undefined;
  /** A receipt of this visit came or changed. */
  readonly changed: (visitId: string) => void;
  /** It arrived at a target, whoever tried it. */
  readonly delivered: (visitId: string) => void;
};

/** The other side is not there, or asks to wait: it goes on by itself. All else waits for a person. */
export const goesOn = (error: unknown): boolean =>
  ['offline', 'busy', 'locked'].includes(asFailure(error).code);
export const noVisit = () =>
  new Failure('missing', 'There is no such visit on this computer.', { detail: 'no-consultation' });
