/** What was said, as an engine on this computer recognised it, sealed; part by part. */
import { z } from 'zod';
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
  readonly stretches: readonly SpokenStretch[];
};

/** All parts are there. */
type SpokenWhole = {
  /** Names of the parts, in the order of the sound. */
  readonly parts: readonly string[];
  /** As the outbox gave it along. */
  readonly additional: Readonly<Record<string, string>>;
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
};

const WHOLE = '';
const UNDER_ITS_NUMBERS =
  'transaction_id IN (SELECT transaction_id FROM transactions WHERE consultation_id = ?)';

const times = { text: z.string(), from: z.number(), to: z.number() };
const partSchema: z.ZodType<SpokenPart> = z.object({
  name: z.string(),
  seconds: z.number(),
  engine: z.string(),
  stretches: z.array(
    z.object({ ...times, words: z.array(z.object({ ...times, confidence: z.number() })) }),
  ),
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
  };
}
