/**
 * `scriba FAMILY OPERATION`: each system of the platform for scripts of a clinic's IT. What is
 * about a person is read from standard input, for every user of the computer can read the command
 * line; secrets come from the key store.
 */
import type { Handlers, Input, Output, RequestName } from '../../../shared/contract/contract.ts';
import type { PatientDocument } from '../../../shared/model/clinic/document.ts';
import { DONE, FAILED } from '../exit-codes.ts';
import { readInput } from '../input-words.ts';
import { checkOptions, usage, type Values } from '../options.ts';
import { personalWord } from '../personal-words.ts';
import type { Terminal } from '../terminal.ts';
import { account, envelope, history } from './account.ts';
import { codes, findings } from './codes.ts';
import { documents } from './documents.ts';
import { here } from './here.ts';
import type { Context, Family, Operation } from './operation.ts';
import { emrUser, users } from './people.ts';
import { orders } from './ward.ts';
import { webhooks } from './webhooks.ts';

export const families: Readonly<Record<string, Family>> = {
  account,
  history,
  users,
  'emr-user': emrUser,
  orders,
  documents,
  webhooks,
  codes,
  findings,
  envelope,
  here,
};

export type FamilyCommand = {
  readonly name: 'family';
  readonly family: string;
  readonly operation: Operation;
  /** Empty where the operation takes none. */
  readonly argument: string;
  readonly more: readonly string[];
  readonly values: Values;
};

export const isFamily = (name: string) => Object.hasOwn(families, name);

/** Throws Failure `invalid` / `usage` with a sentence that says what the family can do. */
export function readFamilyCommand(
  family: string,
  rest: readonly string[],
  values: Values,
): FamilyCommand {
  const [name, ...args] = rest;
  const operations = families[family]?.operations ?? {};
  const known = Object.keys(operations).join(', ');
  const operation =
    name !== undefined && Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (!operation)
    throw usage(
      name === undefined
        ? `${family} needs one of ${known}.`
        : `${family} has no ${name}; it takes ${known}.`,
    );
  const [argument, ...more] = args;
  const isWhole =
    operation.argument === undefined
      ? args.length === 0
      : argument !== undefined && (operation.more !== undefined || more.length === 0);
  if (!isWhole) throw usage(`${family} ${name} takes ${takenBy(operation)}.`);
  checkOptions(`${family} ${name}`, values, operation.options);
  return { name: 'family', family, operation, argument: argument ?? '', more, values };
}

function takenBy({ argument, more }: Operation): string {
  if (argument === undefined) return 'no argument';
  return more === undefined ? `one argument: ${argument}` : `${argument} [${more}]`;
}

type Core = {
  readonly handlers: Handlers;
  onNotice(listener: (name: string, payload: unknown) => void): () => void;
};

/**
 * Writes one value, or each of a list, as a line. Returns the exit code. Throws what the handlers
 * throw, and `invalid` / `usage` for input of the wrong form.
 */
export async function runFamilyCommand(
  core: Core,
  { operation, argument, more, values }: FamilyCommand,
  terminal: Terminal,
): Promise<number> {
  let code = DONE;
  const personal = (given: string, what: string) => personalWord(given, what, terminal);
  const context: Context = {
    ask: (name, input) => ask(core, name, input),
    read: (what) => readAll(terminal, what),
    personal,
    documentChanged: (id, until) => documentChanged(core, id, until),
    partlyFailed(sentence) {
      code = FAILED;
      terminal.word(sentence);
    },
  };
  const given = operation.isPersonal
    ? await personal(argument, operation.argument ?? '')
    : argument;
  const result = await operation.run(context, given, values, more);
  for (const one of Array.isArray(result) ? result : [result]) terminal.line(one as object);
  return code;
}

async function ask<N extends RequestName>(
  core: Core,
  name: N,
  input: Input<N>,
): Promise<Output<N>> {
  return (core.handlers[name] as (input: unknown) => never)(readInput(name, input));
}

async function readAll({ nextLine }: Terminal, what: string): Promise<string> {
  const lines: string[] = [];
  for (let line = await nextLine(what); line !== undefined; line = await nextLine())
    lines.push(line);
  return lines.join('\n');
}

function documentChanged(
  core: Core,
  id: string,
  until: (document: PatientDocument) => boolean,
): Promise<PatientDocument> {
  return new Promise((resolve, fail) => {
    const stop = core.onNotice((name, payload) => {
      if (name === 'documents.changed') look(payload as PatientDocument);
    });
    const look = (document: PatientDocument) => {
      if (document.id !== id || !until(document)) return;
      stop();
      resolve(document);
    };
    // It may be so already, before we listened.
    Promise.resolve(core.handlers['documents.get']({ id })).then(look, fail);
  });
}
