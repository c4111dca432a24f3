/** Contract 3: audio in, documents out. */
import { z } from 'zod';
import { looseList } from './common.ts';

export const presignAnswer = z.object({
  uploadData: z.object({ url: z.string().min(1), fields: z.record(z.string(), z.string()) }),
  folderPath: z.string().min(1),
  txn_id: z.string(),
});

const outputTemplate = z.object({
  template_id: z.string().min(1),
  language_output: z.string().optional(),
  codification_needed: z.boolean().optional(),
  template_name: z.string().optional(),
  template_type: z.string().optional(),
});

export const initRequest = z.object({
  mode: z.enum(['dictation', 'consultation']),
  transfer: z.enum(['non-vaded', 'vaded']),
  batch_s3_url: z.string().min(1),
  client_generated_files: z.array(z.string().min(1)).min(1),
  model_type: z.enum(['pro', 'lite']),
  input_language: z.array(z.string()).min(1).max(2).optional(),
  output_language: z.string().optional(),
  speciality: z.string().optional(),
  output_format_template: z.array(outputTemplate).max(2).optional(),
  additional_data: z.record(z.string(), z.unknown()).optional(),
});
export type InitRequest = z.infer<typeof initRequest>;

export const initAnswer = z.object({
  status: z.string().optional(),
  message: z.string().optional(),
  txn_id: z.string().optional(),
  b_id: z.string().optional(),
});

/** Elements of `errors` and `warnings` are strings or objects (contract 3.5). */
const remark = z.union([
  z.string(),
  z.object({
    type: z.string().optional(),
    code: z.string().optional(),
    msg: z.string().optional(),
  }),
]);

export const outputItem = z.object({
  template_id: z.string(),
  value: z.string().nullish(),
  type: z.string().nullish(),
  name: z.string().nullish(),
  status: z.string().nullish(),
  /** Newer deployments only. */
  document_id: z.string().nullish().catch(undefined),
  errors: looseList(remark),
  warnings: looseList(remark),
});
export type OutputItem = z.infer<typeof outputItem>;

export const statusAnswer = z.object({
  data: z.object({
    output: looseList(outputItem),
    template_results: z
      .object({
        integration: looseList(outputItem),
        custom: looseList(outputItem),
        transcript: looseList(outputItem),
      })
      .nullish()
      .catch(undefined),
    additional_data: z.record(z.string(), z.unknown()).nullish().catch(undefined),
  }),
});

const named = z.object({ id: z.string(), name: z.string() });
export const configAnswer = z.object({
  data: z.object({
    supported_languages: looseList(named),
    supported_output_formats: looseList(named),
    my_templates: looseList(named),
    max_selection: z
      .object({
        supported_languages: z.int().positive().optional(),
        supported_output_formats: z.int().positive().optional(),
      })
      .nullish()
      .catch(undefined),
    /** Sent by the practice platform only. */
    practice_consultations: looseList(
      z.object({
        id: z.string(),
        title: z.string(),
        language: z.string(),
        patient_name: z.string().optional().catch(undefined),
        dialogue: z.array(z.string()).max(500).optional().catch(undefined),
      }),
    ),
  }),
});

export const userStatuses = [
  'init',
  'recording_started',
  'commit',
  'stopped',
  'cancelled',
] as const;
export const processingStatuses = [
  'in-progress',
  'success',
  'system_failure',
  'request_failure',
  'cancelled',
] as const;
