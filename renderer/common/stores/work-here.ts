/** The work on this computer: what is set for it. */
import type { Input } from '../../../shared/contract/contract.ts';
import type { SpeechModels } from '../../../shared/model/speech-models.ts';
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

/** Models of speech that a user added. What is used may change with each. Throws the core's Failure. */
export const speechModels = {
  list: () => request('here.models'),
  look: () => changed(request('here.models.look')),
  choose: () => changed(request('here.models.choose')),
  remove: (id: string) => changed(request('here.models.remove', { id })),
  use: (id: string) => changed(request('here.models.use', { id })),
};

async function changed(asked: Promise<SpeechModels>): Promise<SpeechModels> {
  const models = await asked;
  await loadWorkHere();
  return models;
}
