/** Contract 9: symptoms and diagnoses by name, and what may be said about each. */
import { z } from 'zod';
import { looseList } from './common.ts';

const text = z
  .string()
  .nullish()
  .catch('')
  .transform((value) => value ?? '');
const found = { id: z.string().min(1), name: text, common_name: text };

export const searchAnswer = z.object({
  symptoms: z.array(z.object(found)),
  diagnoses: z.array(z.object({ ...found, icd10_code: text, icd10_name: text })),
});

export const propertyTypes = ['prefix_suggest', 'open_text', 'date', 'choice'] as const;
export const resources = ['Observation', 'Condition', 'ServiceRequest'] as const;

export const propertiesAnswer = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      context: text,
      groups: looseList(
        z.object({
          id: z.string().min(1),
          name: text,
          type: z.enum(propertyTypes).catch('open_text'),
          options: looseList(z.string()),
        }),
      ),
    }),
  ),
});
