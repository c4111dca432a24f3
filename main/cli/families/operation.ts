/** The parts of which the commands `FAMILY OPERATION` are made, and what their operations share. */
import type { Input, Output, RequestName } from '../../../shared/contract/contract.ts';
import { Failure } from '../../../shared/failure.ts';
import type { PatientDocument } from '../../../shared/model/clinic/document.ts';
import { type OptionName, usage, type Values } from '../options.ts';

export type Context = {
  ask<N extends RequestName>(name: N, input: Input<N>): Promise<Output<N>>;
  /** Reads the rest of standard input. `what`: shown to a person who is to type it. */
  read(what: string): Promise<string>;
  /** See `personalWord`. */
  personal(given: string, what: string): Promise<string>;
  documentChanged(
    id: string,
    until: (document: PatientDocument) => boolean,
  ): Promise<PatientDocument>;
  /** Some of what was asked for failed: the exit code is 1, although there are results. */
  partlyFailed(sentence: string): void;
};

export type Operation = {
  /** Words for the help. */
  readonly does: string;
  /** Name of its argument; absent where it takes none. */
  readonly argument?: string;
  /** The argument is about a person: `-` and `@FILE` are read. */
  readonly isPersonal?: boolean;
  /** The argument is a folder, which the core gets as one that a person chose. */
  readonly isFolder?: boolean;
  /** More arguments that may follow, for the help; absent where none may. */
  readonly more?: string;
  readonly options?: readonly OptionName[];
  /** Of these, those that it cannot do without. */
  readonly needs?: readonly OptionName[];
  run(
    context: Context,
    argument: string,
    values: Values,
    more: readonly string[],
  ): Promise<unknown>;
};

export type Family = {
  /** One line for the overview. */
  readonly summary: string;
  readonly operations: Readonly<Record<string, Operation>>;
  readonly notes?: readonly string[];
  /** Arguments alone; the program of a pipe stands before ` | `. */
  readonly examples: readonly string[];
};

const MOST_RESULTS = 10;

export function numberOf(top: string | undefined, usual: number, most = MOST_RESULTS): number {
  const number = Number(top ?? usual);
  if (!Number.isInteger(number) || number < 1 || number > most)
    throw usage(`--top is a number from 1 to ${most}.`);
  return number;
}

/** Throws Failure `invalid` / `usage`. */
export function objectIn(text: string): Record<string, never> {
  if (text.trim() === '') throw usage('Standard input: one JSON object is wanted, nothing came.');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // V8 may repeat a piece of the text, which may be about a person.
    const line = /line (\d+)/.exec((error as Error).message)?.[1];
    throw usage(
      `Standard input: this is not JSON${line === undefined ? '' : ` (line ${line})`}. One object is wanted, like {"name": "value"}.`,
    );
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, never>;
  throw usage('Standard input: one JSON object is wanted, like {"name": "value"}.');
}

export const linesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** A refusal by field is a failure here: a script must not take it for done. */
export function done<T extends { readonly kind: string }>(outcome: T): T {
  if (outcome.kind !== 'refused') return outcome;
  const { problems } = outcome as unknown as { problems: unknown };
  throw new Failure(
    'invalid',
    `The rules of the platform are not met, and nothing was changed:\n${problemLines(problems).join('\n')}`,
    { detail: 'input' },
  );
}

function problemLines(problems: unknown): string[] {
  if (Array.isArray(problems))
    return (problems as readonly { at: string; message: string }[]).map(({ at, message }) =>
      at === '' || message.startsWith(at) ? `  ${message}` : `  ${at}: ${message}`,
    );
  return Object.entries(problems as Record<string, readonly string[]>).map(([field, told]) =>
    field === 'message' ? `  ${told.join(' ')}` : `  ${field}: ${told.join(' ')}`,
  );
}
