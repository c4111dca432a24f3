/** Short hands of the code desk's tests. */
import type { DecisionInput } from '../../../../../main/features/coding/decisions/code-desk.ts';
import type { Failure } from '../../../../../shared/failure.ts';
import { type Rig, visit } from '../../../../support/rigs/desk-rig.ts';

export const refusal = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    return error as Failure;
  }
  throw new Error('nothing was thrown');
};
export const icd = (code: string, name = '') => ({ ontology: 'icd-10-cm' as const, code, name });
export const choose = (
  entityId: string,
  ...codes: DecisionInput['codes'][number][]
): DecisionInput => ({
  entityId,
  verdict: 'accepted',
  codes,
});
export const local = (rig: Rig) => rig.desk.link(visit, undefined, 'local');
export const offline = (rig: Rig) => {
  rig.platform.isReady = false;
};
