/** Dependencies of a delivery. */
import type { AccountState } from '../../../shared/model/account/account.ts';
import type { NeutralNote } from '../../../shared/model/export/export.ts';
import type { NoteState } from '../../../shared/model/note/note-versions.ts';
import type { Policy } from '../../../shared/model/policy.ts';
import type { Clock, Disk, KeyStore, Net, Random, Save, Tcp } from '../../infrastructure/ports.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import type { PlatformCopy } from './targets/save-on-platform.ts';

/** The version in the editor, as it would be signed now. */
type Draft = {
  readonly branch: string;
  readonly version: number;
  readonly note: NeutralNote;
};

export type DeliveryDeps = {
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly random: Pick<Random, 'uuid' | 'bytes' | 'fraction'>;
  readonly disk: Disk;
  readonly net: Net;
  /** Absent: no HL7 receiver can be reached. */
  readonly tcp?: Tcp | undefined;
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
  /** Milliseconds (`main/features/outbox/schedule.ts`). */
  readonly backOff: (tries: number, fraction: number) => number;
  /** Removes a `.part` file of ours (`main/infrastructure/vault`). */
  readonly removePart: (file: string) => void;
  /** The drop folder inside the data folder, used until another one is chosen or named. */
  readonly ownFolder: string;
  /** Lines end with CRLF on this computer. */
  readonly windows: boolean;
  readonly save?: Save | undefined;
  /** A whole page as PDF. Throws Failure `broken` / `print-failed`, `missing` / `no-browser`. */
  readonly print?: ((html: string) => Promise<Uint8Array>) | undefined;
  readonly clipboard?:
    | { write(content: { readonly html: string; readonly text: string }): Promise<void> }
    | undefined;
  /** Asks a person; undefined when the person cancels. */
  readonly chooseFolder?: (() => Promise<string | undefined>) | undefined;
  readonly policy?: Pick<Policy, 'exports'> | undefined;
  /** The folder named when Scriba was started. */
  readonly dropFolder?: string | undefined;
  /** Saves signed notes on the platform that wrote them. */
  readonly platformCopy: PlatformCopy;
  /** A receipt of this visit was added or changed. */
  readonly changed: (visitId: string) => void;
  /** A note of this visit arrived at a target. */
  readonly delivered: (visitId: string) => void;
};
