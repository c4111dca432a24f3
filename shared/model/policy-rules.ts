/**
 * Rules of a policy without a validator, so that a page can ask too. The core asks the same, and
 * its answer counts.
 */
import type { ExportForm } from './export/export-forms.ts';
import type { ExportWay, Policy } from './policy.ts';

/** A clipboard, the platform and a whole visit have no form to ask for. */
export function mayLeave(
  policy: Pick<Policy, 'exports'> | undefined,
  way: ExportWay,
  form?: ExportForm,
): boolean {
  const allowed = policy?.exports?.allowed;
  if (allowed === undefined) return true;
  return allowed.includes(way) && (form === undefined || allowed.includes(form));
}

/** Address of updates; undefined if the policy names none, and then none are looked for. */
export const updateFeed = (policy: Policy | undefined): string | undefined => policy?.updates?.feed;
