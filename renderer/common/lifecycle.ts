/**
 * Connects, fills and empties the stores of the page; which stores there are is known to the
 * registry alone.
 */
import type { Bridge } from '../../shared/contract/contract.ts';
import { asFailure, type Failure } from '../../shared/failure.ts';
import {
  createStore,
  type RegisteredStore,
  registeredStores,
  type StoreLoad,
  watchRegistry,
} from './store-registry.ts';
import { isProfileLeft } from './stores/core.ts';
import {
  connectSession,
  loadOffer,
  readSession,
  showProfile,
  useSession,
} from './stores/session.ts';

type Opening = { readonly opened: boolean; readonly failure?: Failure | undefined };

/** Holds whether the core has answered everything that the choice of a screen depends on. */
export const useOpening = createStore<Opening>(
  'opening',
  { opened: false },
  { reset: 'holds no patient data' },
);

/**
 * Connects every store to the core; called once. The session comes first: the other stores ask it
 * whether the vault is locked.
 */
export function connectStores(bridge: Bridge): void {
  connectSession(bridge, { onOpened: () => void loadAll(), onClosed: resetAll, onLeft: leaveAll });
  for (const { connect } of registeredStores()) connect?.(bridge);
  // Of a screen that is loaded on demand: its module is not evaluated to its end yet.
  watchRegistry((added) => queueMicrotask(() => void joinLate(bridge, added)));
  bridge.on('profile.changed', ({ profile }) => {
    try {
      showProfile(profile);
    } finally {
      void loadAll();
    }
  });
}

/** Reads everything anew; safe to call again at any time. */
export async function loadAll(): Promise<void> {
  try {
    await readSession();
    const { info, vault } = useSession.getState();
    await Promise.all([
      ...(info?.profile ? [loadOffer(), loadThose('profile')] : []),
      ...(vault?.state === 'open' ? [loadThose('open-vault')] : []),
    ]);
    useOpening.setState({ opened: true, failure: undefined });
  } catch (error) {
    // What is shown now is read by whoever learnt of it.
    if (isProfileLeft(error)) return;
    const failure = asFailure(error);
    // Locked while the patients were read: the key is asked for, and they are read again then.
    const isClosed = failure.code === 'locked' && useSession.getState().vault?.state === 'locked';
    useOpening.setState(isClosed ? { opened: true, failure: undefined } : { failure });
  }
}

/** Brings a store that is made after the start to where the others are. */
async function joinLate(bridge: Bridge, { connect, load }: RegisteredStore): Promise<void> {
  connect?.(bridge);
  const { info, vault } = useSession.getState();
  const needs = { profile: info?.profile !== undefined, 'open-vault': vault?.state === 'open' };
  if (!load || !useOpening.getState().opened || !needs[load.needs]) return;
  await load.run().catch((error: unknown) => {
    if (!isProfileLeft(error)) useOpening.setState({ failure: asFailure(error) });
  });
}

async function loadThose(needs: StoreLoad['needs']): Promise<void> {
  const loads = registeredStores().flatMap(({ load }) => (load?.needs === needs ? [load] : []));
  await Promise.all(loads.map(({ run }) => run()));
}

/**
 * Empties every store at a lock: nothing of a patient stays in the page (P12). A recording goes on;
 * its label comes back with the key. A reset that throws does not keep the others from their work;
 * its error is thrown at the end.
 */
export function resetAll(): void {
  const errors: unknown[] = [];
  // The field comes first: what its screen does on losing the focus may still write to a store.
  for (const reset of [leaveField, ...registeredStores().map((one) => one.reset)]) {
    if (typeof reset !== 'function') continue;
    try {
      reset();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

/** Empties the stores of what is of the profile that was shown before. */
function leaveAll(): void {
  for (const { isOfProfile, startAnew } of registeredStores()) if (isOfProfile) startAnew();
  resetAll();
}

/**
 * React keeps the text field that had the focus last, and the page around it, until it sees a focus
 * leave.
 */
function leaveField(): void {
  document
    .getElementById('page')
    ?.firstElementChild?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
}
