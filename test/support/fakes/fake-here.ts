/** Made-up engines for the work on this computer, for looking at their part of the settings. */
import type { WorkHere } from '../../../shared/model/work-here.ts';
import { type FakeHandlers, refuse } from './fake-handlers.ts';

const unset = { address: '', hasToken: false, model: '' };
const server = { address: 'http://127.0.0.1:8000', hasToken: true, model: 'whisper-small' };

/** `usual`: new visits are worked on here. `servers`: both are set. */
export type FakeHere = 'usual' | 'servers';

export function fakeHere(here?: FakeHere): FakeHandlers {
  let state: WorkHere = {
    usual: here !== undefined,
    fallback: false,
    speech: here === 'servers' ? server : unset,
    note: here === 'servers' ? { ...server, model: 'llama3.1:8b' } : unset,
    sections: [],
  };
  return {
    'here.get': () => state,
    'here.set': ({ usual, fallback, sections }) => {
      state = {
        ...state,
        ...(usual !== undefined && { usual }),
        ...(fallback !== undefined && { fallback }),
        ...(sections && { sections }),
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
        : { engine, works: true },
  };
}
