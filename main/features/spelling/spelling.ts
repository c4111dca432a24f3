/**
 * Checks the spelling of words on this computer alone (decision 0126). The dictionary is read when
 * the first word is asked for, and stays; names of a patient and the doctor's own words are
 * forgotten when the vault locks.
 */
import type { Settings } from '../../../shared/model/settings.ts';
import { type Dictionary, type English, readDictionary } from './dictionary.ts';
import { readMedicalWords } from './medical-words.ts';
import { needsCheck, plainWord, wordsOf } from './needs-check.ts';
import type { OwnWords } from './own-words.ts';

export type Spelling = {
  /** Those of `words` that are misspelt; none while the check is off. Throws `locked`. */
  check(words: readonly string[]): Promise<string[]>;
  /** What may have been meant, the likeliest first; five at most. Throws `locked`. */
  suggest(word: string): Promise<string[]>;
  /** The words of this text are right until the next call: the names of a patient. */
  accept(text: string): void;
  /** The vault locks. */
  forget(): void;
};

export type SpellingDeps = {
  readonly settings: () => Settings;
  readonly own: Pick<OwnWords, 'all' | 'forget'>;
  /** For a word in lower case: whether a list of codes on this computer has it as a medicine. */
  readonly isDrug: (word: string) => boolean;
};

const SUGGESTIONS = 5;

type Loaded = { readonly dictionary: Dictionary; readonly medical: ReadonlySet<string> };
type State = {
  readonly deps: SpellingDeps;
  /** Of the spelling in use; another one replaces it. */
  loading: { readonly english: English; readonly loaded: Promise<Loaded> } | undefined;
  accepted: ReadonlySet<string>;
};

const NONE: ReadonlySet<string> = new Set();

export function createSpelling(deps: SpellingDeps): Spelling {
  const state: State = { deps, loading: undefined, accepted: NONE };
  return {
    check: (words) => check(state, words),
    suggest: (word) => suggest(state, word),
    accept: (text) => (state.accepted = new Set(wordsOf(text))),
    forget() {
      state.accepted = NONE;
      deps.own.forget();
    },
  };
}

function load(state: State, english: English): Promise<Loaded> {
  if (state.loading?.english !== english) {
    const loaded = readDictionary(english).then((dictionary) => ({
      dictionary,
      medical: readMedicalWords(),
    }));
    // One that failed is tried again with the next word.
    loaded.catch(() => (state.loading = undefined));
    state.loading = { english, loaded };
  }
  return state.loading.loaded;
}

async function check(state: State, words: readonly string[]): Promise<string[]> {
  const { spelling } = state.deps.settings();
  const asked = words.filter(needsCheck);
  if (spelling === 'off' || asked.length === 0) return [];
  const { dictionary, medical } = await load(state, spelling);
  // Asked for after the wait: the vault may have locked meanwhile.
  const right = rightWords(state);
  return asked.filter((word) => !isRight(word, { ...state, dictionary, medical, right }));
}

type Judging = Loaded &
  Pick<State, 'deps'> & {
    /** Own words, the patient's and the doctor's; in lower case. */
    readonly right: ReadonlySet<string>;
  };

function rightWords({ deps, accepted }: State): Set<string> {
  const { exportProfile, phrases } = deps.settings();
  const texts = [
    ...deps.own.all(),
    exportProfile.doctorName,
    exportProfile.facility,
    ...phrases.dictionary.map(({ written }) => written),
  ];
  return new Set([...accepted, ...texts.flatMap(wordsOf)]);
}

function isRight(written: string, { deps, dictionary, medical, right }: Judging): boolean {
  const word = plainWord(written);
  const lower = word.toLowerCase();
  if (dictionary.has(word) || dictionary.has(written.replace(/’/g, "'"))) return true;
  if (right.has(lower)) return true;
  const forms = [lower, ...singulars(lower)];
  if (forms.some((form) => right.has(form))) return true;
  // The lists of codes are written in American English: they must not make "anemia" British.
  if (dictionary.isOther(word)) return dictionary.has(withS(lower));
  if (forms.some((form) => medical.has(form))) return true;
  return deps.isDrug(lower);
}

/** "Organize" is British too, where "organise" is. */
const withS = (word: string) => word.replace(/iz(?=[aei])/, 'is');

const singulars = (word: string): string[] => {
  if (word.endsWith('ies')) return [`${word.slice(0, -3)}y`];
  if (word.endsWith('es')) return [word.slice(0, -1), word.slice(0, -2)];
  return word.endsWith('s') ? [word.slice(0, -1)] : [];
};

async function suggest(state: State, word: string): Promise<string[]> {
  const { spelling } = state.deps.settings();
  if (spelling === 'off' || !needsCheck(word)) return [];
  const { dictionary, medical } = await load(state, spelling);
  const fitting = [...medical].filter((one) => !dictionary.isOther(one));
  return dictionary.suggest(word, [...rightWords(state), ...fitting], SUGGESTIONS);
}
