/** What was said, as an engine on this computer recognised it, sealed; part by part. */
import { z } from 'zod';
import { Failure } from '../../../../shared/failure.ts';
import type { SpokenStretch } from '../../speech/speech.ts';
import { type Sqlite, statements } from '../database.ts';
import { openJson, type RowCipher, sealJson } from '../sealed-columns.ts';

/** One part of the sound. Times are those of the part. */
export type SpokenPart = {
  readonly name: string;
  /** Of its sound. */
  readonly seconds: number;
  /** Which engine heard it. */
  readonly engine: string;
  readonly stretches: readonly (SpokenStretch & {
    /** Of all its words, in their order; with the voice in which each was said. */
    readonly sentences?:
      | readonly { readonly words: number; readonly voice?: readonly number[] | undefined }[]
      | undefined;
  })[];
};

/** All parts are there. */
type SpokenWhole = {
  /** Names of the parts, in the order of the sound. */
  readonly parts: readonly string[];
  /** As the outbox gave it along. */
  readonly additional: Readonly<Record<string, string>>;
};

/** One stretch that was heard while its recording ran. Times are those of the recording. */
export type SpokenAhead = {
  /** Which engine heard it. */
  readonly engine: string;
  readonly stretch: SpokenStretch;
};

export type Spoken = {
  /** Inserts or replaces. */
  putPart(transactionId: string, visitId: string, part: SpokenPart): void;
  part(transactionId: string, name: string): SpokenPart | undefined;
  putWhole(transactionId: string, visitId: string, whole: SpokenWhole): void;
  whole(transactionId: string): SpokenWhole | undefined;
  /** Of all transactions of the visit. */
  removeOfVisit(visitId: string): void;
  /** Of its other transactions. */
  removeOthers(visitId: string, transactionId: string): void;
  /** Adds one behind those that are there. They belong to the recording, not to a transaction. */
  addAhead(visitId: string, ahead: SpokenAhead): void;
  /** In the order of the sound; `last`: so many of the newest. */
  ahead(visitId: string, last?: number): SpokenAhead[];
  /** Removes each that reaches behind this second of the recording, and all behind it. */
  cutAhead(visitId: string, from: number): void;
};

const WHOLE = '';
const UNDER_ITS_NUMBERS =
  'transaction_id IN (SELECT transaction_id FROM transactions WHERE consultation_id = ?)';
/** In place of the number of a transaction: these rows are of a recording that was not sent yet. */
const aheadOf = (visitId: string) => `ahead ${visitId}`;
const DIGITS = 9;
const EVERY = -1;

const times = { text: z.string(), from: z.number(), to: z.number() };
const stretchSchema = z.object({
  ...times,
  words: z.array(z.object({ ...times, confidence: z.number(), heard: z.string().optional() })),
});
const partSchema: z.ZodType<SpokenPart> = z.object({
  name: z.string(),
  seconds: z.number(),
  engine: z.string(),
  stretches: z.array(
    stretchSchema.extend({
      sentences: z
        .array(z.object({ words: z.number(), voice: z.array(z.number()).optional() }))
        .optional(),
    }),
  ),
});
const aheadSchema: z.ZodType<SpokenAhead> = z.object({
  engine: z.string(),
  stretch: stretchSchema,
});
const wholeSchema: z.ZodType<SpokenWhole> = z.object({
  parts: z.array(z.string()),
  additional: z.record(z.string(), z.string()),
});

export function createSpoken(db: Sqlite, cipher: () => RowCipher): Spoken {
  const sql = statements(db);
  const place = (transactionId: string, part: string) => ({
    table: 'spoken',
    column: 'said',
    row: `${transactionId} ${part}`,
  });
  const put = (transactionId: string, visitId: string, part: string, said: unknown) => {
    sql(`INSERT INTO spoken (transaction_id, part, consultation_id, said) VALUES (?, ?, ?, ?)
      ON CONFLICT (transaction_id, part) DO UPDATE SET said = excluded.said`).run(
      transactionId,
      part,
      visitId,
      sealJson(cipher(), place(transactionId, part), said),
    );
  };
  const get = <T>(transactionId: string, part: string, schema: z.ZodType<T>): T | undefined => {
    const row = sql('SELECT said FROM spoken WHERE transaction_id = ? AND part = ?').get(
      transactionId,
      part,
    ) as { said: Uint8Array } | undefined;
    return row && openJson(cipher(), place(transactionId, part), row.said, schema);
  };
  return {
    putPart: (transactionId, visitId, part) => put(transactionId, visitId, part.name, part),
    part: (transactionId, name) => get(transactionId, name, partSchema),
    putWhole: (transactionId, visitId, whole) => put(transactionId, visitId, WHOLE, whole),
    whole: (transactionId) => get(transactionId, WHOLE, wholeSchema),
    removeOfVisit(visitId) {
      sql(`DELETE FROM spoken WHERE ${UNDER_ITS_NUMBERS}`).run(visitId);
    },
    removeOthers(visitId, transactionId) {
      sql(`DELETE FROM spoken WHERE ${UNDER_ITS_NUMBERS} AND transaction_id <> ?`).run(
        visitId,
        transactionId,
      );
    },
    ...aheadTable(db, put, get),
  };
}

type Put = (transactionId: string, visitId: string, part: string, said: unknown) => void;
type Get = <T>(transactionId: string, part: string, schema: z.ZodType<T>) => T | undefined;

/** One that does not open counts as reaching behind it. */
function endsBefore(open: () => readonly SpokenAhead[], from: number): boolean {
  try {
    return open().every(({ stretch }) => stretch.to < from);
  } catch (error) {
    if (error instanceof Failure && error.detail === 'row-damaged') return false;
    throw error;
  }
}

function aheadTable(
  db: Sqlite,
  put: Put,
  get: Get,
): Pick<Spoken, 'addAhead' | 'ahead' | 'cutAhead'> {
  const sql = statements(db);
  /** The newest first. */
  const partsOf = (visitId: string, most = EVERY) =>
    sql('SELECT part FROM spoken WHERE transaction_id = ? ORDER BY part DESC LIMIT ?').all(
      aheadOf(visitId),
      most,
    ) as { part: string }[];
  const open = (visitId: string, part: string) => {
    const found = get(aheadOf(visitId), part, aheadSchema);
    return found ? [found] : [];
  };
  return {
    addAhead(visitId, ahead) {
      const next = Number(partsOf(visitId, 1)[0]?.part ?? 0) + 1;
      put(aheadOf(visitId), visitId, String(next).padStart(DIGITS, '0'), ahead);
    },
    ahead: (visitId, last) =>
      partsOf(visitId, last)
        .reverse()
        .flatMap(({ part }) => open(visitId, part)),
    cutAhead(visitId, from) {
      for (const { part } of partsOf(visitId)) {
        if (endsBefore(() => open(visitId, part), from)) return;
        sql('DELETE FROM spoken WHERE transaction_id = ? AND part = ?').run(aheadOf(visitId), part);
      }
    },
  };
}
