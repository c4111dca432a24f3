/**
 * What the desktop says outside of the page (menus, tray, notifications, questions), in the language
 * that the interface has.
 */
import en from './words/en.json' with { type: 'json' };
import hi from './words/hi.json' with { type: 'json' };

export type Words = typeof en;

const catalogues: Readonly<Record<string, Words>> = { en, hi };

export type HostWords = {
  now(): Words;
  /** The language of the settings: one of the interface's, or `system`. */
  follow(language: string): void;
  /** Called at once, and whenever the language is another. */
  show(draw: (words: Words) => void): void;
};

/** `preferred`: the system's languages, the first one first ("hi-IN"). */
export function createHostWords(preferred: () => readonly string[]): HostWords {
  const drawings: ((words: Words) => void)[] = [];
  let words: Words | undefined;
  // Not before they are needed: Electron knows the languages once it is ready.
  const now = () => (words ??= wordsIn('system', preferred()));
  return {
    now,
    follow(language) {
      const next = wordsIn(language, preferred());
      if (next === words) return;
      words = next;
      for (const draw of drawings) draw(next);
    },
    show(draw) {
      drawings.push(draw);
      draw(now());
    },
  };
}

/** English where the language has no words here. */
function wordsIn(language: string, preferred: readonly string[]): Words {
  const wanted = language === 'system' ? preferred : [language];
  for (const one of wanted) {
    const words = catalogues[one.split('-', 1)[0]?.toLowerCase() ?? ''];
    if (words) return words;
  }
  return en;
}
