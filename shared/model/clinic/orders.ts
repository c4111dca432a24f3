/** Orders of a ward and the admissions they belong to (contract 8), as the pages see them. */

export type OrderStatus = 'CREATED' | 'DISPATCHED';

export type Order = {
  readonly id: string;
  readonly owner: string;
  readonly admissionId: string;
  /** The platform's word; `CREATED` or `DISPATCHED` so far. */
  readonly status: string;
  readonly createdBy: string;
  /** The prescription it carries out; empty where there is none. */
  readonly rxId: string;
  /** Milliseconds since 1970, where the platform told it. */
  readonly createdAt?: number | undefined;
  readonly updatedAt?: number | undefined;
};

export type OrderDraft = {
  readonly admissionId: string;
  readonly rxId?: string | undefined;
  /** The business and the user of the token where they are left out. */
  readonly owner?: string | undefined;
  readonly createdBy?: string | undefined;
};

/** An order that was sent and whose answer never came: it may be there or not. */
export type UnclearOrder = OrderDraft & {
  readonly key: string /** Milliseconds since 1970. */;
  readonly at: number;
};

/** `found`: it had been made by an attempt whose answer was lost. */
export type OrderOutcome = { readonly order: Order; readonly found: boolean };

export type Admission = {
  readonly id: string;
  readonly ipid: string;
  readonly stage: string;
  readonly status: string;
  readonly patientName: string;
  readonly doctor: string;
  readonly department: string;
  readonly facility: string;
  readonly bed: string;
  readonly attendee: string;
  /** As the platform wrote it. */
  readonly admittedAt: string;
};
