/** Contract 3.8: an account's templates. */
import { z } from 'zod';
import { looseList } from './common.ts';

export const templatesAnswer = z.object({
  items: looseList(
    z.object({
      id: z.string().min(1),
      title: z.string().nullish(),
      desc: z.string().nullish(),
      section_ids: looseList(z.string()),
      default: z.boolean().nullish().catch(undefined),
      is_favorite: z.boolean().nullish().catch(undefined),
      is_editable: z.boolean().nullish().catch(undefined),
    }),
  ),
});
export const templateMade = z.object({
  msg: z.string().optional(),
  template_id: z.string().min(1),
});
