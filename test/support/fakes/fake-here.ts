/** Made-up engines for the work on this computer, for looking at their part of the settings. */
import type { SpeechModels } from '../../../shared/model/speech-models.ts';
import {
  type EngineName,
  type EngineTrial,
  engineInUse,
  type WorkHere,
} from '../../../shared/model/work-here.ts';
import { type FakeHandlers, refuse } from './fake-handlers.ts';

const unset = { address: '', hasToken: false, model: '' };
const server = { address: 'http://127.0.0.1:8000', hasToken: true, model: 'whisper-small' };

const whisper = {
  id: '0123456789abcdef',
  name: 'whisper-base',
  kind: 'whisper',
  folder: '/home/doctor/.local/share/scriba/models/whisper-base',
  bytes: 79_500_000,
  languages: ['en', 'hi', 'ta', 'bn', 'te', 'mr', 'gu', 'kn'],
  licence: '',
} as const;
const unsupported = {
  folder: '/home/doctor/.local/share/scriba/models/canary-1b',
  detail: 'speech-model-unsupported',
  message: '',
};

const tried = (state: WorkHere, engine: EngineName): EngineTrial['tried'] => {
  const by = engine === 'note' ? 'server' : engineInUse(state);
  if (by === 'server') return { by, name: state[engine].model };
  return { by, name: by === 'own' ? 'moonshine-tiny-en' : whisper.name };
};

/** `usual`: new visits are worked on here. `servers`: both are set. */
export type FakeHere = 'usual' | 'servers';

export function fakeHere(here?: FakeHere): FakeHandlers {
  let state: WorkHere = {
    usual: here !== undefined,
    fallback: false,
    speech: here === 'servers' ? server : unset,
    speechModel: '',
    note: here === 'servers' ? { ...server, model: 'llama3.1:8b' } : unset,
    sections: [],
  };
  let models: SpeechModels = {
    place: '/home/doctor/.local/share/scriba/models',
    canChoose: true,
    models: [],
    refused: [],
    used: '',
  };
  const use = (used: string, list = models.models) => {
    models = { ...models, used, models: list };
    const modelLanguages = list.find(({ id }) => id === used)?.languages;
    state = { ...state, speechModel: used, modelLanguages };
    return models;
  };
  return {
    'here.models': () => models,
    'here.models.look': () => {
      models = { ...models, models: [whisper], refused: [unsupported] };
      return models;
    },
    'here.models.choose': () => refuse('invalid', 'speech-model-half'),
    'here.models.use': ({ id }) => use(id),
    'here.models.remove': () => use('', []),
    'here.get': () => state,
    'here.set': ({ usual, fallback, sections, sectionTopics }) => {
      state = {
        ...state,
        ...(usual !== undefined && { usual }),
        ...(fallback !== undefined && { fallback }),
        ...(sections && { sections }),
        ...(sectionTopics && { sectionTopics }),
      };
      return state;
    },
    'here.setServer': ({ engine, address, model, token }) => {
      if (/^http:\/\/(?!127)/.test(address)) refuse('invalid', 'address-insecure');
      if (address !== '' && model === '') refuse('invalid', 'model-missing');
      state = { ...state, [engine]: { address, model, hasToken: Boolean(token) } };
      return state;
    },
    'here.test': ({ engine }) =>
      state[engine].address.includes('nowhere')
        ? {
            engine,
            works: false,
            detail: engine === 'speech' ? 'engine-unreachable' : 'model-unreachable',
            message: '',
          }
        : { engine, works: true, tried: tried(state, engine) },
  };
}
