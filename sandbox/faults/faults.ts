/** Faults on demand: the orders of `/__sandbox/faults`, and the one that a request meets. */
import { z } from 'zod';

const count = z.int().min(1).max(1_000_000).default(1);
/**
 * Requests that the fault strikes: a path in which `*` stands for anything, and a method if it
 * matters.
 */
const place = {
  path: z.string().min(1).default('*'),
  method: z.string().toUpperCase().optional(),
  count,
};

const template = z.string().min(1);

/** Faults that a transaction meets when its work begins; it keeps them. */
const onTransaction = [
  /**
   * Declares a transaction dead: its status is 410 from now on. Without `txn`, the next one that is
   * started.
   */
  z.object({ do: z.literal('dead'), txn: z.string().optional(), count }),
  /** Comes back with this template failed (206; 500 when it was the only one). */
  z.object({ do: z.literal('fail-template'), template, count }),
  /** Comes back with every template failed (500). */
  z.object({ do: z.literal('fail-all'), count }),
  /** Never produces this template and does not say so. */
  z.object({ do: z.literal('leave-out'), template, count }),
  /** Writes this text into the document instead; `raw`: as the value itself, not as Base64. */
  z.object({
    do: z.literal('write'),
    template,
    text: z.string(),
    raw: z.boolean().default(false),
    count,
  }),
  /** Answers in the newer form: `output` empty, documents in `template_results`. */
  z.object({ do: z.literal('newer-form'), count }),
  /** Takes this long over the note; milliseconds. */
  z.object({ do: z.literal('slow'), ms: z.number().min(0), count }),
] as const;
export const transactionFault = z.discriminatedUnion('do', onTransaction);
export type TransactionFault = z.infer<typeof transactionFault>;

const faultSchema = z.discriminatedUnion('do', [
  ...onTransaction,
  /**
   * Answers with this status instead of doing anything; with `after` it is done first and the
   * answer replaced.
   */
  z.object({
    do: z.literal('status'),
    ...place,
    status: z.int().min(200).max(599),
    body: z.unknown().optional(),
    contentType: z.string().optional(),
    retryAfter: z.union([z.number(), z.string()]).optional(),
    after: z.boolean().default(false),
    /** Answers in the middle of an upload: when so many bytes of the body are here. */
    afterBytes: z.int().min(1).optional(),
    /** Then holds its answers until so many requests have come as far. */
    together: z.int().min(1).default(1),
  }),
  z.object({ do: z.literal('delay'), ...place, ms: z.number().min(0) }),
  /**
   * Cuts the connection: before anything is done, in the middle of an upload's bytes, or when it is
   * done and the answer is due.
   */
  z.object({
    do: z.literal('cut'),
    ...place,
    when: z.enum(['before', 'middle', 'after']).default('before'),
    bytes: z.int().min(0).default(1024),
  }),
  /** Takes the request and never answers. */
  z.object({ do: z.literal('stall'), ...place }),
  /** A page of some portal instead of JSON. */
  z.object({ do: z.literal('html'), ...place, status: z.int().min(200).max(599).default(200) }),
  /** The next uploads meet an expired policy. */
  z.object({ do: z.literal('expired-policy'), count }),
  /** The next audio of a session finds it expired. */
  z.object({ do: z.literal('expired-session'), count }),
  /** The next stream of a session breaks after its first piece. */
  z.object({ do: z.literal('cut-stream'), count }),
  /** The next session that is created gets a number of the platform's own. */
  z.object({ do: z.literal('own-session-number'), count }),
  /** The next end of a session names the audio by its addresses in a store. */
  z.object({ do: z.literal('storage-names'), count }),
  /** The next presign answers another folder than before. */
  z.object({ do: z.literal('new-folder'), count }),
  /** Withdraws all access tokens given so far, and refresh tokens too when asked. */
  z.object({ do: z.literal('expire-tokens'), refresh: z.boolean().default(false) }),
  /** Puts the platform's clock off by so many milliseconds. */
  z.object({ do: z.literal('skew'), ms: z.number() }),
]);
export type Fault = z.infer<typeof faultSchema>;
/** Fault as a test writes it; the defaults may be left out. */
export type FaultOrder = z.input<typeof faultSchema>;

export const faultOrders = z.union([
  z.array(faultSchema),
  faultSchema.transform((fault) => [fault]),
]);

type OnPath = Extract<Fault, { path: string }>;
type Kind =
  | 'expired-policy'
  | 'new-folder'
  | 'expired-session'
  | 'storage-names'
  | 'cut-stream'
  | 'own-session-number';

export function createFaults() {
  let pending: Fault[] = [];
  const left = (fault: Fault) => ('count' in fault ? fault.count : 0);

  function use<F extends Fault>(fault: F): F {
    if ('count' in fault) fault.count -= 1;
    pending = pending.filter((other) => left(other) > 0);
    return fault;
  }

  return {
    add: (fault: Fault) => void pending.push(fault),
    clear() {
      pending = [];
    },
    list: () => pending,

    /** The first order that this request meets; it counts as used. */
    meet(method: string, path: string): OnPath | undefined {
      const found = pending.find(
        (fault): fault is OnPath =>
          'path' in fault && (fault.method ?? method) === method && fits(fault.path, path),
      );
      return found && use(found);
    },

    /** Every order that a starting transaction meets; each counts as used. */
    meetTransaction(txnId: string, templates: readonly string[]): TransactionFault[] {
      const kinds = onTransaction.map((schema) => schema.shape.do.value as string);
      const isOurs = (fault: Fault): fault is TransactionFault => kinds.includes(fault.do);
      const met = pending
        .filter(isOurs)
        .filter((fault) =>
          'template' in fault
            ? templates.includes(fault.template)
            : !('txn' in fault) || (fault.txn ?? txnId) === txnId,
        );
      return met.map(use).map((fault) => ({ ...fault, count: 1 }));
    },

    /** The first order of a kind that is not bound to a path; it counts as used. */
    take<K extends Kind>(kind: K): Extract<Fault, { do: K }> | undefined {
      const found = pending.find((fault): fault is Extract<Fault, { do: K }> => fault.do === kind);
      return found && use(found);
    },
  };
}
export type Faults = ReturnType<typeof createFaults>;

function fits(pattern: string, path: string) {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(path);
}
