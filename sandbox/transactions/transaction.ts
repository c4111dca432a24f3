/**
 * A transaction: how it begins, who owns it, and which user status may follow which (contract 3.7).
 */
import type { InitRequest, userStatuses } from '../../shared/wire/transcription.ts';
import type { TransactionFault } from '../faults/faults.ts';
import type { TransactionRecord } from '../state/record-schemas.ts';

export type UserStatus = (typeof userStatuses)[number];

export const newTransaction = (given: {
  txnId: string;
  clientId: string;
  folder: string;
  now: number;
}): TransactionRecord => ({
  txn_id: given.txnId,
  clientId: given.clientId,
  folder: given.folder,
  created_at: given.now,
  files: [],
  extra: {},
  inits: 0,
  presigns: 0,
  user_status: 'init',
  processing_status: 'in-progress',
  additional_data: {},
  archived: false,
  ordered: [],
});

const follows: Readonly<Record<UserStatus, readonly UserStatus[]>> = {
  init: ['recording_started', 'commit', 'stopped', 'cancelled'],
  recording_started: ['commit', 'stopped', 'cancelled'],
  stopped: ['commit', 'cancelled'],
  commit: [],
  cancelled: [],
};

/** Staying where one is counts as allowed: it changes nothing. */
export const mayFollow = (from: UserStatus, to: UserStatus) =>
  from === to || follows[from].includes(to);

/** The refusal that sessions, documents, history and commit share. */
export const failed = (code: string, message: string, record?: TransactionRecord) => ({
  status: 'failed',
  error: { code, message, display_message: message },
  ...(record && { txn_id: record.txn_id, b_id: businessOf(record) }),
});

export const businessOf = ({ folder }: TransactionRecord) => folder.split('/')[0] ?? '';

/** One template that is asked for. */
export type Wanted = NonNullable<InitRequest['output_format_template']>[number];

/** The templates asked for; clinical notes when none is named. */
export const wantedOf = ({ output_format_template: asked = [] }: InitRequest): readonly Wanted[] =>
  asked.length > 0 ? asked : [{ template_id: 'clinical_notes_template' }];

/** Whether a fault of this kind was ordered for the transaction. */
export const isOrdered = ({ ordered }: TransactionRecord, kind: TransactionFault['do']) =>
  ordered.some((fault) => fault.do === kind);

/** The same before and after the document is written. */
export const documentId = (txnId: string, index: number) => `doc-practice-${txnId}-${index + 1}`;

/** Files may be named by their full address; only the last part counts. */
export const baseName = (file: string) => file.split('/').at(-1) ?? file;
