/** The targets of exports, and the result of the last test of each. */

import type { Input } from '../../../../shared/contract/contract.ts';
import { asFailure, type Failure } from '../../../../shared/failure.ts';
import type {
  ExportTargets,
  SmartAlgorithm,
  TargetName,
  TargetTrial,
} from '../../../../shared/model/export/exports.ts';
import { createStore } from '../../../common/store-registry.ts';
import { request } from '../../../common/stores/core.ts';

type Tried = { readonly trial: TargetTrial } | { readonly failure: Failure };
type TargetState = {
  readonly targets?: ExportTargets;
  readonly tried: Partial<Record<TargetName, Tried>>;
  readonly testing?: TargetName | undefined;
};
export const useTargets = createStore<TargetState>(
  'targets',
  { tried: {} },
  { reset: 'holds no patient data', isOfProfile: true },
);

/** Throws its Failure. */
export const loadTargets = async (): Promise<void> =>
  useTargets.setState({ targets: await request('exports.targets.get'), tried: {} });
/**
 * Drops earlier test results, which say nothing about the new values; a test that is begun
 * meanwhile is answered after the change, and its result stays. Throws its Failure.
 */
export async function setTargets(change: Input<'exports.targets.set'>): Promise<ExportTargets> {
  useTargets.setState({ tried: {} });
  const targets = await request('exports.targets.set', change);
  useTargets.setState({ targets });
  return targets;
}
/** A new key for the FHIR server; the one before is gone. Throws its Failure. */
export const makeServerKey = async (alg: SmartAlgorithm): Promise<void> =>
  useTargets.setState({ targets: await request('exports.targets.makeKey', { alg }), tried: {} });
export const chooseFolder = async (): Promise<void> =>
  useTargets.setState({ targets: await request('exports.targets.chooseFolder'), tried: {} });

export async function testTarget(target: TargetName): Promise<void> {
  if (useTargets.getState().testing !== undefined) return;
  useTargets.setState({ testing: target });
  const tried: Tried = await request('exports.targets.test', { target }).then(
    (trial) => ({ trial }),
    (error: unknown) => ({ failure: asFailure(error) }),
  );
  useTargets.setState((held) => ({
    testing: undefined,
    tried: { ...held.tried, [target]: tried },
  }));
}
