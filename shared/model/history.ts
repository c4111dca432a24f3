export type PastVisit = {
  readonly transactionId: string;
  /** Milliseconds since 1970; undefined where the platform does not say. */
  readonly createdAt?: number | undefined;
  readonly mode?: string | undefined;
  /** The platform's words: in-progress, success, system_failure, request_failure, cancelled. */
  readonly processing: string;
  readonly userStatus: string;
  /** The visit on this computer, where it is one of ours. */
  readonly id?: string | undefined;
};

/** A document as the platform lists it for a visit. */
export type PastDocument = {
  readonly id: string;
  readonly templateId: string;
  readonly name: string;
  readonly status: string;
};

export type PastDetails = {
  readonly userStatus: string;
  readonly files: number;
  readonly documents: readonly PastDocument[];
};

/**
 * A document that was asked for after its note was here. `trouble`: a Failure's detail, when
 * nothing will come of it.
 */
export type DocumentRequest = {
  readonly templateId: string;
  readonly askedAt: number;
  /** Language of the document, if it is not the visit's. */
  readonly language?: string | undefined;
  readonly trouble?: string | undefined;
};
