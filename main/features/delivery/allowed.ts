/** Which forms and ways an organisation allows notes to leave by (docs/guide/administrators.md). */
import type { Failure } from '../../../shared/failure.ts';
import { failures } from '../../../shared/failures.ts';
import type { ExportForm } from '../../../shared/model/export/export-forms.ts';
import type { ExportWay, Policy } from '../../../shared/model/policy.ts';
import { mayLeave } from '../../../shared/model/policy-rules.ts';

type Rule = Pick<Policy, 'exports'> | undefined;

/** Undefined where it may leave. */
export const refusalOf = (policy: Rule, way: ExportWay, form?: ExportForm): Failure | undefined =>
  mayLeave(policy, way, form) ? undefined : failures.setByOrganisation();

/** Throws Failure `refused` / `set-by-organisation`. */
export function checkAllowed(policy: Rule, way: ExportWay, form?: ExportForm): void {
  const refusal = refusalOf(policy, way, form);
  if (refusal) throw refusal;
}
