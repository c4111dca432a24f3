/**
 * The doctor's own words, which are right wherever they stand. They may be names, so each is sealed
 * with the vault's key; how many there are is all that the disk shows.
 */
import { z } from 'zod';
import { asFailure, Failure } from '../../../shared/failure.ts';
import type { Random } from '../../infrastructure/ports.ts';
import type { RowCipher } from '../../infrastructure/store/sealed-columns.ts';
import type { Values } from '../../infrastructure/store/tables/values.ts';

export type OwnWords = {
  /** In the order of the alphabet. Throws `locked`. */
  all(): readonly string[];
  /** Throws `locked`, and `refused` / `too-many-words`. */
  add(word: string): void;
  /** Throws `locked`. */
  remove(word: string): void;
  /** The vault locks. */
  forget(): void;
};

export type OwnWordsDeps = {
  readonly values: Values;
  readonly seal: () => RowCipher;
  readonly random: Random;
};

const NAME = 'spelling.words';
const MOST = 1_000;

const stored = z.array(z.object({ key: z.string(), sealed: z.base64() }));
type Entry = { readonly key: string; readonly word: string };
/** What was read once, until the vault locks. */
type State = { readonly deps: OwnWordsDeps; entries: readonly Entry[] | undefined };

export function createOwnWords(deps: OwnWordsDeps): OwnWords {
  const state: State = { deps, entries: undefined };
  return {
    all: () => sorted(entriesOf(state).map(({ word }) => word)),
    add: (word) => add(state, word),
    remove: (word) => remove(state, word),
    forget: () => (state.entries = undefined),
  };
}

const sorted = (words: readonly string[]): string[] =>
  [...words].sort((one, other) => one.localeCompare(other, 'en'));

const placeOf = (key: string) => ({ table: 'small_values', column: NAME, row: key });

function readStored({ deps }: State): z.infer<typeof stored> {
  const text = deps.values.get(NAME);
  const read = stored.safeParse(text === undefined ? [] : JSON.parse(text));
  return read.success ? read.data : [];
}

function entriesOf(state: State): readonly Entry[] {
  // Asked for in any case: a list that is known must not be told while the vault is locked.
  const cipher = state.deps.seal();
  state.entries ??= readStored(state).flatMap(({ key, sealed }) => {
    try {
      const word = cipher.openRow(placeOf(key), Buffer.from(sealed, 'base64')).toString('utf8');
      return [{ key, word }];
    } catch (error) {
      // Sealed with a key that is lost, or damaged: it stays where it is.
      const { code, detail } = asFailure(error);
      if (code === 'locked' && detail !== 'key-of-visit-missing') throw error;
      return [];
    }
  });
  return state.entries;
}

function add(state: State, word: string): void {
  const entries = entriesOf(state);
  if (entries.some((entry) => entry.word === word)) return;
  if (entries.length >= MOST)
    throw new Failure(
      'refused',
      `There is room for ${MOST} words of your own. Remove one in the settings first.`,
      { detail: 'too-many-words' },
    );
  const { values, seal, random } = state.deps;
  const key = random.uuid();
  const sealed = seal().sealRow(placeOf(key), Buffer.from(word)).toString('base64');
  values.set(NAME, JSON.stringify([...readStored(state), { key, sealed }]));
  state.entries = [...entries, { key, word }];
}

function remove(state: State, word: string): void {
  const gone = new Set(
    entriesOf(state)
      .filter((entry) => entry.word === word)
      .map(({ key }) => key),
  );
  if (gone.size === 0) return;
  state.deps.values.set(
    NAME,
    JSON.stringify(readStored(state).filter(({ key }) => !gone.has(key))),
  );
  state.entries = entriesOf(state).filter(({ key }) => !gone.has(key));
}
