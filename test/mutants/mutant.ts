/**
 * A deliberately broken variant of one source file, which the named test must catch: a test that
 * never fails proves nothing.
 */
export type Mutant = {
  /** The promise it breaks: `P5`. */
  readonly promise: string;
  /** A few words; with the promise it names the mutant in TRUST.md. */
  readonly name: string;
  /** Harm that the error would do to a doctor's work. */
  readonly why: string;
  /** From the project's root. */
  readonly file: string;
  /** The innermost named function or constant that the text stands in. */
  readonly within: string;
  /** Text of the source, whatever its line breaks; stands there exactly once. */
  readonly find: string;
  readonly replace: string;
  /**
   * test/trust/….test.ts, or test/e2e/trust/….spec.ts (then a mutant in renderer/ gets a page of
   * its own).
   */
  readonly test: string;
  /** Only tests whose name matches; keeps a run under some 4 s. */
  readonly testName?: string;
};
