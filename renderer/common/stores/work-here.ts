/** The work on this computer: what is set for it. */
import type { Input } from '../../../shared/contract/contract.ts';
import type { EngineName, EngineTrial, WorkHere } from '../../../shared/model/work-here.ts';
import { createStore } from '../store-registry.ts';
import { request } from './core.ts';

type Held = { readonly here?: WorkHere };

export const useWorkHere = createStore<Held>(
  'work-here',
  {},
  { load: { needs: 'profile', run: loadWorkHere }, reset: 'holds no patient data' },
);

async function loadWorkHere(): Promise<void> {
  try {
    useWorkHere.setState({ here: await request('here.get') });
  } catch {
    // Until it is known the core decides by what is set there.
  }
}

/** Throws the core's Failure. */
export async function setWorkHere(change: Input<'here.set'>): Promise<void> {
  useWorkHere.setState({ here: await request('here.set', change) });
}

/** `token` undefined: as it was, for the same address. Throws the core's Failure. */
export async function setEngineServer(change: Input<'here.setServer'>): Promise<WorkHere> {
  const here = await request('here.setServer', change);
  useWorkHere.setState({ here });
  return here;
}

export const testEngine = (engine: EngineName): Promise<EngineTrial> =>
  request('here.test', { engine });
