/** Contract 3.7: what the platform tells about a transaction besides its result. */
import { z } from 'zod';
import { looseList } from './common.ts';

export const sessionAnswer = z.object({
  data: z.object({
    session_id: z.string().optional(),
    user_status: z.string().nullish(),
    status: z.string().nullish(),
    client_generated_files: looseList(z.string()),
    additional_data: z.record(z.string(), z.unknown()).nullish().catch(undefined),
    documents: looseList(
      z.object({
        document_id: z.string().nullish(),
        template_id: z.string().nullish(),
        document_name: z.string().nullish(),
        status: z.string().nullish(),
      }),
    ),
  }),
});
