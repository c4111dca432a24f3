/**
 * Makes the stores of the page, and keeps them in a register: the only place that calls zustand's
 * `create`.
 *
 * Each store says when it is made how it is emptied at a lock (P12). A store that says nothing does
 * not compile, and a store made elsewhere fails `test/renderer/common/store-registry.test.ts`.
 */
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { Bridge } from '../../shared/contract/contract.ts';

/** `load` reads the store's content from the core; safe to call again at any time. */
export type StoreLoad = {
  /**
   * The earliest moment at which the core can answer: once a profile is chosen, or only while its
   * vault is open.
   */
  readonly needs: 'profile' | 'open-vault';
  readonly run: () => Promise<void>;
};

export type StoreLifecycle = {
  /**
   * Called once, before the first `load`: listens to the core's notices, or to stores that are
   * registered earlier.
   */
  readonly connect?: (bridge: Bridge) => void;
  readonly load?: StoreLoad;
  /**
   * Removes everything of a patient from the store. Called at each lock, also with nothing to
   * remove.
   */
  readonly reset: (() => void) | 'holds no patient data';
  /**
   * Its content is of the profile that is shown, and nothing else replaces it where another one is
   * shown: neither `reset` nor `load`. The store is then as it began.
   */
  readonly isOfProfile?: true;
};

export type RegisteredStore = StoreLifecycle & {
  readonly name: string;
  readonly store: Pick<StoreApi<unknown>, 'getState' | 'getInitialState'>;
  readonly startAnew: () => void;
};

const registered = new Map<string, RegisteredStore>();
let onRegister: ((added: RegisteredStore) => void) | undefined;

/** Makes a store with its first state. `name` must be the only one of its kind. */
export function createStore<State extends object>(
  name: string,
  initial: State,
  lifecycle: StoreLifecycle,
): UseBoundStore<StoreApi<State>> {
  const store = create<State>(() => initial);
  const startAnew = () => store.setState(initial, true);
  const added = { name, store, startAnew, ...lifecycle };
  registered.set(name, added);
  onRegister?.(added);
  return store;
}

/**
 * All stores in the order in which their modules were loaded: a store comes after those that it
 * imports.
 */
export const registeredStores = (): readonly RegisteredStore[] => [...registered.values()];

/** Tells of stores that are made from now on, such as those of a module that is loaded later. */
export function watchRegistry(listener: (added: RegisteredStore) => void): void {
  onRegister = listener;
}
