/** What the menu over a misspelt word asks of the core, as the page would ask it. */

import type { OpenedCore } from '../core/core-process.ts';
import type { HostWords } from '../host-words.ts';

export type MenuSpelling = {
  /** None where the core cannot say: the rest of the menu must open all the same. */
  suggest(word: string): Promise<string[]>;
  /** A word that cannot be added is told, by the core's own sentence. */
  add(word: string): Promise<void>;
};

export type MenuSpellingDeps = {
  /** Undefined until it is open. */
  readonly core: () => Pick<OpenedCore, 'ask'> | undefined;
  readonly showError: (title: string, message: string) => void;
  readonly words: HostWords;
};

export const createMenuSpelling = ({ core, showError, words }: MenuSpellingDeps): MenuSpelling => ({
  async suggest(word) {
    const answer = await core()?.ask('spelling.suggest', { word });
    return answer?.ok ? [...(answer.value as readonly string[])] : [];
  },
  async add(word) {
    const answer = await core()?.ask('spelling.add', { word });
    if (answer && !answer.ok) showError(words.now().error.wordNotAdded, answer.message);
  },
});
