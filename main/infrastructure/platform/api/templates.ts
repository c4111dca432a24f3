/** Contract 3.8: the templates of an account. The given ones cannot be changed. */
import { z } from 'zod';
import type {
  AccountTemplate,
  TemplateForm,
} from '../../../../shared/model/account/templates-of-account.ts';
import { templateMade, templatesAnswer } from '../../../../shared/wire/templates.ts';
import { segment } from '../client/address.ts';
import type { Client } from '../client/client.ts';
import { sanitizeText } from '../client/sanitize-text.ts';

/**
 * `change` and `remove` throw Failure `missing` / `not-found`, `refused` / `request-refused` for a
 * given one; all throw what the client throws.
 */
export type Templates = {
  list(): Promise<AccountTemplate[]>;
  /** Answers its id. Throws `invalid` / `request-refused`. */
  create(form: TemplateForm): Promise<string>;
  change(id: string, form: TemplateForm): Promise<void>;
  remove(id: string): Promise<void>;
};

const PATH = '/voice/api/v1/template';
const MOST = 300;
const LONGEST = 100;

export function createTemplates({ client }: { readonly client: Client }): Templates {
  const body = ({ title, description, sections }: TemplateForm) => ({
    title,
    desc: description,
    section_ids: [...sections],
  });
  const one = (id: string) => `${PATH}/${segment(id)}`;
  return {
    async list() {
      const { items } = await client.ask(
        { method: 'GET', path: PATH, retry: 'safe' },
        templatesAnswer,
      );
      return items
        .slice(0, MOST)
        .map(({ id, title, desc, section_ids, default: given, is_editable }) => ({
          id,
          title: sanitizeText(title ?? '', LONGEST) || sanitizeText(id, LONGEST),
          description: (desc ?? '').slice(0, 2000),
          sections: section_ids.slice(0, 100),
          given: given === true || is_editable === false,
        }));
    },
    async create(form) {
      // Made twice it would be there twice: asked again only where the table of contract 0 says so.
      return (
        await client.ask(
          { method: 'POST', path: PATH, body: body(form), retry: 'post' },
          templateMade,
        )
      ).template_id;
    },
    async change(id, form) {
      await client.ask(
        { method: 'PATCH', path: one(id), body: body(form), retry: 'safe' },
        z.unknown(),
      );
    },
    async remove(id) {
      const answer = await client.send({ method: 'DELETE', path: one(id), retry: 'safe' });
      // Gone is what was wanted; the answer to an earlier try may have been lost.
      if (answer.status >= 300 && answer.status !== 404) throw client.failureOf(answer);
    },
  };
}
