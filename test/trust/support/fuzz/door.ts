/**
 * A door of Scriba that is fuzzed (P31): a place where bytes of others come in. Each runs in a
 * child of its own (`door-child.ts`), over the code that runs in a release.
 */
import type { Dice } from './dice.ts';

/** Letters stand for bytes (latin1). `times` keeps what is long or deep small in the corpus. */
export type Part = string | { readonly again: string; readonly times: number };
export type Parts = readonly Part[];
/** One bad input, whole: it can be written to the corpus and run again without its seed. */
export type Case = { readonly [name: string]: unknown };

/** `refused`: nothing of it was taken, so that all must be as it was before. */
export type Outcome =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused'; readonly code?: string; readonly detail?: string };

export type Door<C extends Case = Case> = {
  readonly make: (dice: Dice) => C;
  /** `folder` belongs to the door alone. */
  readonly open: (folder: string) => Promise<OpenDoor<C>>;
};

export type OpenDoor<C extends Case = Case> = {
  /** Throws a Failure for a refusal; any other error is a fault of Scriba. */
  run(one: C): Promise<Outcome>;
  /**
   * The same work with nothing odd in it, where one case is a long way through a whole app: only
   * what a bad input costs beyond it is told as its work, however slow the computer is.
   */
  usual?(): Promise<unknown>;
  /** Rows and files, as one text to be compared; called before and after each case. */
  state(): string | Promise<string>;
  /** Lines that the log of a whole app had since the last call; absent where there is no app. */
  log?(): string;
  close(): Promise<void>;
};

/** Findings about one case; `problems` is empty where the door held. */
export type Verdict = {
  readonly outcome: string;
  readonly problems: readonly string[];
  /** Time of the processor in ms, beyond the usual work where a door has one, and growth of the largest memory in MB. */
  readonly ms: number;
  readonly mb: number;
};

export const bytesOf = (parts: Parts): Buffer =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === 'string'
        ? Buffer.from(part, 'latin1')
        : Buffer.alloc(part.again.length * part.times, part.again, 'latin1'),
    ),
  );
