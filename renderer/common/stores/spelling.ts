/** The doctor's own words, for the screen that lists them. */
import type { Bridge } from '../../../shared/contract/contract.ts';
import { createStore } from '../store-registry.ts';
import { request } from './core.ts';

type Spelling = {
  /** Undefined until a screen has asked for them. They may be names. */
  readonly words?: readonly string[] | undefined;
};

export const useSpelling = createStore<Spelling>(
  'spelling',
  {},
  { connect, reset: () => useSpelling.setState({ words: undefined }) },
);

function connect(bridge: Bridge): void {
  bridge.on('spelling.changed', () => {
    if (useSpelling.getState().words) void loadOwnWords().catch(() => {});
  });
}

export const loadOwnWords = async () =>
  useSpelling.setState({ words: await request('spelling.words') });
export const addOwnWord = async (word: string) =>
  useSpelling.setState({ words: await request('spelling.add', { word }) });
export const removeOwnWord = async (word: string) =>
  useSpelling.setState({ words: await request('spelling.remove', { word }) });
