/** All hostile words of the corpus (P17), by kind. */
import { foreign, leading, mutating, styles } from './markup.ts';
import { scripts } from './scripts.ts';
import { links, templates, turning } from './words.ts';

type Marks = {
  /** A statement that marks that it ran. */
  readonly R: string;
  /** `http://127.0.0.1:PORT` of a server that must never be asked. */
  readonly C: string;
};
export type Vectors = (marks: Marks) => readonly string[];

const kinds: Readonly<Record<string, Vectors>> = {
  scripts,
  mutating,
  foreign,
  styles,
  leading,
  links,
  templates,
  turning,
};

/** No quotes and no spaces in it, so that it fits into any attribute. */
export const RAN = 'top.__ran=1';

export const corpus = (
  canary: string,
): readonly { readonly kind: string; readonly text: string }[] =>
  Object.entries(kinds).flatMap(([kind, make]) =>
    make({ R: RAN, C: canary }).map((text) => ({ kind, text })),
  );

/**
 * Every `step`-th of each kind, from the `from`-th on: a part of the corpus in which each kind has
 * its share.
 */
export const share = (canary: string, step: number, from: number) => {
  const all = Object.keys(kinds).map((kind) =>
    corpus(canary).filter((vector) => vector.kind === kind),
  );
  return all.flatMap((vectors) => vectors.filter((_, at) => at % step === from % step));
};
