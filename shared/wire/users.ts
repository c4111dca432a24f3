/**
 * Contract 6: the people of a clinic on the wire. What is refused comes as a map of fields, read by
 * `readProblems` of the client.
 */
import { z } from 'zod';
import { looseList } from './common.ts';

const word = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .catch(undefined);

const serviceUser = z.object({
  id: z.union([z.string().min(1), z.number().transform(String)]),
  firstname: word,
  lastname: word,
  mobile: word,
  email: word,
  /** Not published; read where a platform sends it. */
  auth_userid: word,
  is_admin: z.boolean().nullish().catch(undefined),
  seat_type: word,
  partner_id: word,
  doctors: looseList(z.object({ id: word, firstname: word, lastname: word })),
  clinics: looseList(z.object({ id: word, name: word })),
});
export type WireUser = z.infer<typeof serviceUser>;

/** One entry that cannot be read takes no other with it. */
export const usersAnswer = z.object({
  users: z
    .array(serviceUser.nullable().catch(null))
    .transform((list) => list.filter((user) => user !== null)),
});
export const userAnswer = z.object({ user: serviceUser });
/** The id stands under `{brand}id` (contract 6.1). */
export const userDone = (brand: string) =>
  z.object({ [`${brand}id`]: z.union([z.string().min(1), z.number().transform(String)]) });
