/** Where notes can be sent, as the settings show it, and what a place said when it was tried. */

import type { Input } from '../../../../shared/contract/contract.ts';
import { asFailure, type Failure } from '../../../../shared/failure.ts';
import type {
  ExportTargets,
  TargetName,
  TargetTrial,
} from '../../../../shared/model/export/exports.ts';
import { createStore } from '../../../common/store-registry.ts';
import { request } from '../../../common/stores/core.ts';

type Tried = { readonly trial: TargetTrial } | { readonly failure: Failure };
type Held = {
  readonly targets?: ExportTargets;
  readonly tried: Partial<Record<TargetName, Tried>>;
  readonly testing?: TargetName | undefined;
};
export const useTargets = createStore<Held>(
  'targets',
  { tried: {} },
  { reset: 'holds no patient data' },
);

/** Throws its Failure. */
export const loadTargets = async (): Promise<void> =>
  useTargets.setState({ targets: await request('exports.targets.get'), tried: {} });
/** What was tried before says nothing of what is set now. Throws its Failure. */
export async function setTargets(change: Input<'exports.targets.set'>): Promise<ExportTargets> {
  const targets = await request('exports.targets.set', change);
  useTargets.setState({ targets, tried: {} });
  return targets;
}
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
