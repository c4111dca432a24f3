/** Contract 4: who is told of what happens on the platform, and how an event looks. */
import { z } from 'zod';

/** The event that says a note is ready. */
export const COMPLETED = 'v2rx.completed';

export const registerRequest = z.object({
  event_names: z.array(z.string().min(1)).min(1).optional(),
  endpoint: z.string().min(1),
  signing_key: z.string().optional(),
  protocol: z.string().default('https'),
});
export type RegisterRequest = z.input<typeof registerRequest>;

export const registerAnswer = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  status: z.string().optional(),
});

const subscription = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  event_names: z
    .array(z.string())
    .nullish()
    .catch([])
    .transform((names) => names ?? []),
  endpoint: z
    .string()
    .nullish()
    .catch('')
    .transform((endpoint) => endpoint ?? ''),
  /** In clear; it goes no further than the client's own chapter. */
  signing_key: z.string().nullish().catch(undefined),
  created_at: z.union([z.string(), z.number()]).nullish().catch(undefined),
});
export const listAnswer = z.object({ data: z.array(subscription) });

const word = z.string().min(1).max(200).optional().catch(undefined);
const place = z.object({ event: word, transaction_id: word }).nullish().catch(undefined);

/**
 * Contract 4.2: the published pages disagree; an event and a transaction are looked for in every
 * place that one of them names.
 */
export const eventBody = z
  .object({
    event: word,
    event_id: word,
    event_type: word,
    transaction_id: word,
    data: place,
    payload: place,
  })
  .transform(({ event, event_id, event_type, transaction_id, data, payload }) => ({
    event: event ?? event_id ?? payload?.event ?? event_type,
    transactionId: data?.transaction_id ?? transaction_id ?? payload?.transaction_id,
  }));
