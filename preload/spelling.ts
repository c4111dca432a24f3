/**
 * Answers Chromium which words of a checked field are misspelt, by asking the core (decision 0126).
 *
 * It answers at once, with what is known by then, and has the field checked again when the core has
 * told more. Electron holds one check at a time: an answer that came late, to a check that is over,
 * would end the page's process.
 */

export type SpellingDeps = {
  /** Resolves to those of the words that are misspelt. */
  readonly ask: (words: readonly string[]) => Promise<readonly string[]>;
  /** Has the field in use checked anew, soon. */
  readonly recheck: () => void;
};

export type Spelling = {
  spellCheck(words: readonly string[], callback: (misspelt: string[]) => void): void;
  /** The vault locks, the note is another one's, or other words are right now. */
  forget(): void;
};

/** More are forgotten: they would be words of many notes. */
const MOST = 20_000;

type State = {
  readonly deps: SpellingDeps;
  /** Words that the core has judged, and whether they are misspelt. */
  known: Map<string, boolean>;
  /** Words that it was asked about and has not answered yet. */
  asked: Set<string>;
};

export function createSpelling(deps: SpellingDeps): Spelling {
  const state: State = { deps, known: new Map(), asked: new Set() };
  return {
    spellCheck(words, callback) {
      callback(words.filter((word) => state.known.get(word)));
      void learn(state, words);
    },
    forget() {
      const hadMarked = [...state.known.values()].includes(true);
      state.known = new Map();
      state.asked = new Set();
      if (hadMarked) deps.recheck();
    },
  };
}

async function learn(state: State, words: readonly string[]): Promise<void> {
  const { deps, known, asked } = state;
  const unknown = words.filter((word) => !known.has(word) && !asked.has(word));
  if (unknown.length === 0) return;
  for (const word of unknown) asked.add(word);
  try {
    const misspelt = new Set(await deps.ask(unknown));
    // Forgotten meanwhile: the answer may be another note's.
    if (state.known !== known) return;
    if (known.size + unknown.length > MOST) known.clear();
    for (const word of unknown) known.set(word, misspelt.has(word));
    if (misspelt.size > 0) deps.recheck();
  } catch {
    // Nothing is marked of what the core cannot judge now; the next check asks again.
  } finally {
    for (const word of unknown) asked.delete(word);
  }
}
