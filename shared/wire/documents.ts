/** Contract 10: documents, what became of them, and the sample of an encrypted call. */
import { z } from 'zod';
import { looseList } from './common.ts';

export const documentCreated = z.object({ document_id: z.string().min(1).max(200) });

/** A number or a text, as text; anything else is left out rather than refused. */
const said = z
  .union([z.string(), z.number(), z.boolean()])
  .nullish()
  .catch(undefined)
  .transform((value) => (value === null || value === undefined ? '' : String(value)));

const labLine = z.object({
  test_name: said,
  data: z
    .object({
      value: said,
      unit: said,
      unit_processed: said,
      normal_range_report: said,
      display_range: said,
    })
    .nullish()
    .catch(undefined),
  confidence: said,
  loinc_id: said,
});

const documentStatuses = ['queued', 'inprogress', 'completed', 'deleted', 'error'] as const;
export const documentResult = z.object({
  /** An unknown word is read as work going on. */
  status: z.enum(documentStatuses).catch('inprogress'),
  error: looseList(
    z.object({
      code: z.number().nullish().catch(undefined),
      message: z.string().nullish().catch(undefined),
    }),
  ),
  data: z
    .looseObject({
      fhir: z.string().nullish().catch(undefined),
      output: z
        .object({
          data: z
            .array(labLine.catch({ test_name: '', data: undefined, confidence: '', loinc_id: '' }))
            .nullish()
            .catch([]),
        })
        .nullish()
        .catch(undefined),
      pii: z.record(z.string(), z.unknown()).nullish().catch(undefined),
    })
    .nullish()
    .catch(undefined),
});

/** The plaintext of a sealed upload (contract 5.4). */
export const sealedDocument = z.object({ file: z.string() });
