/** Contract 3.7 and 3.8: what the platform has of earlier visits, and single documents. */
import { z } from 'zod';
import { looseList } from './common.ts';

export const pastTransaction = z.object({
  txn_id: z.string().min(1),
  mode: z.string().nullish().catch(undefined),
  model_type: z.string().nullish().catch(undefined),
  processing_status: z.string().nullish().catch(undefined),
  user_status: z.string().nullish().catch(undefined),
  created_at: z.union([z.string(), z.number()]).nullish().catch(undefined),
});
export const historyAnswer = z.object({ data: looseList(pastTransaction) });
export const transactionAnswer = z.object({ data: pastTransaction });

export const documentAnswer = z.object({
  data: z.object({
    document_id: z.string().nullish(),
    template_id: z.string().nullish(),
    document_name: z.string().nullish(),
    type: z.string().nullish(),
    document_type: z.string().nullish(),
    status: z.string().nullish(),
    errors: looseList(z.unknown()),
    warnings: looseList(z.unknown()),
    presigned_url: z.string().nullish().catch(undefined),
    download_url: z.string().nullish().catch(undefined),
  }),
});
