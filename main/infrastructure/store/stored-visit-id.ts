/**
 * The id of a visit inside sealed JSON. Stored rows and files call it `consultationId`, and always
 * will: rows of every version must open. The code calls it `visitId`.
 */
import { z } from 'zod';

export const writeVisitId = <T extends { readonly visitId: string }>({ visitId, ...rest }: T) => ({
  consultationId: visitId,
  ...rest,
});

/**
 * Reads stored JSON whose visit stands under its stored name with a schema that calls it `visitId`.
 */
export const readVisitId = <S extends z.ZodType>(schema: S) =>
  z.preprocess((stored) => {
    if (typeof stored !== 'object' || stored === null) return stored;
    const { consultationId, ...rest } = stored as Record<string, unknown>;
    return { ...rest, visitId: consultationId };
  }, schema);
