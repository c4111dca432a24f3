/**
 * Short forms that mean something else between certain words (`short-form-context.json`): there they
 * are no finding, whatever the lists have for the letters.
 */
import { z } from 'zod';
import data from './short-form-context.json' with { type: 'json' };

const table = z.strictObject({
  rows: z.array(
    z.strictObject({
      forms: z.array(z.string().regex(/^[a-z]+$/)).min(1),
      before: z.string().optional(),
      behind: z.string().optional(),
    }),
  ),
  notes: z.string(),
});

type Rule = { readonly before?: RegExp | undefined; readonly behind?: RegExp | undefined };

const rulesOf = new Map<string, Rule[]>();
for (const { forms, before, behind } of table.parse(data).rows) {
  const rule: Rule = {
    before: before === undefined ? undefined : new RegExp(before, 'iu'),
    behind: behind === undefined ? undefined : new RegExp(behind, 'iu'),
  };
  for (const form of forms) rulesOf.set(form, [...(rulesOf.get(form) ?? []), rule]);
}

/** Letters around it that are looked at. */
const NEAR = 40;

/** `end` is behind the last letter. */
export function meansOther(text: string, start: number, end: number): boolean {
  const rules = rulesOf.get(text.slice(start, end).toLowerCase());
  if (!rules) return false;
  const [before] = text
    .slice(Math.max(0, start - NEAR), start)
    .split('\n')
    .slice(-1);
  const [behind] = text.slice(end, end + NEAR).split('\n');
  return rules.some(
    (rule) => rule.before?.test(before ?? '') === true || rule.behind?.test(behind ?? '') === true,
  );
}
