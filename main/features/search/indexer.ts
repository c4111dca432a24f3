/**
 * Keeps the index up to date in the background: takes what is marked, a block of visits at a time,
 * and gives the main thread back between two visits, so that a recording is never kept waiting.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { asFailure } from '../../../shared/failure.ts';
import type { Clock } from '../../infrastructure/ports.ts';
import { BLOCK } from '../../infrastructure/store/search-places.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import type { IndexedVisit, Pending } from '../../infrastructure/store/tables/search-index.ts';
import type { Vault } from '../../infrastructure/vault/vault.ts';
import { type Batch, createBatch, type KnownWords, rememberWords } from './collect.ts';
import { digestOf, textsOf } from './visit-texts.ts';

export type SearchDeps = {
  readonly store: Store;
  readonly vault: Pick<Vault, 'keys' | 'isOpen'>;
  readonly clock: Clock;
};

export type Indexer = {
  /** The vault is open: begins with what is marked, and with visits whose key has come back. */
  start(): void;
  /** Something was written: looks soon for what is marked. */
  wake(): void;
  /** Ends after the visit in hand; the words it remembers are forgotten. */
  stop(): void;
  /** Resolves when nothing is marked any more, or the indexer was stopped. */
  idle(): Promise<void>;
  /** Indexes a few marked visits at once, so that a search finds what was just written. */
  catchUp(): Promise<void>;
};

/** Long enough that the steps of one visit are indexed once. */
const REST_MS = 2_000;
/** About 50 ms of work. */
const FEW = 8;
/** The form of the tokens: another one means a new index. */
const FORM = '1';
const NAME = 'search-index';

type State = {
  readonly deps: SearchDeps;
  running: boolean;
  /** Only one pass at a time writes. */
  pass: Promise<void> | undefined;
  cancel: (() => void) | undefined;
  /** Made anew with each start, for the key may be another one. */
  known: KnownWords | undefined;
};

export function createIndexer(deps: SearchDeps): Indexer {
  const state: State = {
    deps,
    running: false,
    pass: undefined,
    cancel: undefined,
    known: undefined,
  };
  return {
    start: () => start(state),
    wake: () => schedule(state, REST_MS),
    stop: () => stop(state),
    idle: () => work(state),
    async catchUp() {
      const marked = deps.store.search.pendingCount();
      if (state.running && marked > 0 && marked <= FEW) await runPass(state, FEW);
    },
  };
}

function start(state: State): void {
  stop(state);
  state.running = true;
  const { store, vault } = state.deps;
  const form = `${FORM} ${vault.keys().kekId.toString('hex')}`;
  if (store.values.get(NAME) !== form)
    store.transaction(() => {
      store.search.reset();
      store.values.set(NAME, form);
    });
  else store.search.markMissing();
  if (store.search.pendingCount() > 0) schedule(state, 0);
}

function stop(state: State): void {
  state.running = false;
  state.cancel?.();
  state.cancel = undefined;
  state.known = undefined;
}

/** A timer that runs already stays: the steps of a visit come one after another for minutes. */
function schedule(state: State, ms: number): void {
  if (!state.running || state.cancel) return;
  state.cancel = state.deps.clock.after(ms, () => {
    state.cancel = undefined;
    // What could not be written keeps its mark until the next change, or the next start.
    void work(state).catch(() => undefined);
  });
}

async function work(state: State): Promise<void> {
  while (state.running && state.deps.store.search.pendingCount() > 0) await runPass(state, BLOCK);
}

async function runPass(state: State, limit: number): Promise<void> {
  while (state.pass) await state.pass;
  if (!state.running) return;
  state.pass = pass(state, limit)
    .catch((error: unknown) => {
      // The vault was locked meanwhile: the marks stay.
      if (asFailure(error).code !== 'locked') throw error;
    })
    .finally(() => {
      state.pass = undefined;
    });
  await state.pass;
}

async function pass(state: State, limit: number): Promise<void> {
  const { store, vault } = state.deps;
  const { known = rememberWords(vault.keys().wordDigest) } = state;
  state.known = known;
  const batch = createBatch(known);
  const visits: IndexedVisit[] = [];
  for (const one of store.search.pending(limit)) {
    visits.push(indexOne(state.deps, one, batch));
    await nextTurn();
    if (!state.running) return;
    if (batch.isFull()) break;
  }
  const postings = await inTurns(state, batch.postings());
  if (postings) await inTurns(state, store.search.write(visits, postings));
}

/** Undefined where the indexer was stopped meanwhile. */
async function inTurns<T>(state: State, work: Generator<void, T, void>): Promise<T | undefined> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await nextTurn();
    if (!state.running) return undefined;
  }
}

/** A visit that does not open stands in no index; its key may come back, and marks it then. */
function indexOne({ store, vault }: SearchDeps, marked: Pending, batch: Batch): IndexedVisit {
  const id = store.search.idAt(marked.place);
  try {
    const row = id === undefined ? undefined : store.visits.get(id);
    if (!row) return marked;
    const texts = textsOf({ store }, row);
    const digest = digestOf(vault.keys().wordDigest, texts);
    if (store.search.digest(marked.place)?.equals(digest)) return { ...marked, same: true };
    batch.add(marked.place, texts);
    return { ...marked, digest };
  } catch (error) {
    const { code, detail } = asFailure(error);
    if (code === 'locked' && detail !== 'key-of-visit-missing') throw error;
    return marked;
  }
}
