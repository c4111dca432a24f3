/** Contract 7: the profile of an EMR user on the wire. */
import { z } from 'zod';

const word = z.string().nullish().catch(undefined);

export const emrUser = z.object({
  oid: z.string().min(1),
  bid: word,
  ps: word,
  gen: word,
  dob: word,
  fn: word,
  mn: word,
  ln: word,
  fln: word,
  bg: word,
  mobile: word,
  email: word,
  s: word,
  /** Not published; shown where a platform answers them. */
  extras: z.record(z.string(), z.unknown()).nullish().catch(undefined),
});
