/**
 * `scriba <group> <operation>`: people, orders, webhooks, documents and codes for scripts of a
 * clinic's IT. Names of persons are read from standard input as JSON, never from the command line,
 * which every user of the computer can read; secrets come from the key store.
 */
import { open } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import {
  type Handlers,
  type Input,
  type Output,
  type RequestName,
  requests,
} from '../../shared/contract/contract.ts';
import { Failure } from '../../shared/failure.ts';
import { documentTasks, type PatientDocument } from '../../shared/model/clinic/document.ts';
import { actedEvents } from '../../shared/model/clinic/webhooks.ts';

export const CLINIC_USAGE = `  users list | get ID | create | change ID | remove ID
                                the people of the clinic; create and change read one JSON object from standard input
  orders admission | list | create [--rx ID] | dispatch ID
                                the first three read the admission's number from standard input
  webhooks list | register URL [--event NAME]... | remove ID
  documents list | get ID | send FILE [--task ${documentTasks.join('|')}] [--wait] | remove ID
                                send reads {"patientName", "patientId"} from standard input, if anything
  codes registry | link --ontology ID [--top 5]
                                link asks the platform for each line of standard input`;

type Values = Readonly<Record<'rx' | 'task' | 'ontology' | 'top', string | undefined>> & {
  readonly event: readonly string[] | undefined;
  readonly wait: boolean;
};
export type ClinicCommand = {
  readonly name: 'clinic';
  readonly group: string;
  readonly operation: Operation;
  /** Empty where the operation takes none. */
  readonly argument: string;
  readonly values: Values;
};

type Context = {
  ask<N extends RequestName>(name: N, input: Input<N>): Promise<Output<N>>;
  /** All that is left of standard input. */
  read(): Promise<string>;
  documentChanged(
    id: string,
    until: (document: PatientDocument) => boolean,
  ): Promise<PatientDocument>;
};
type Operation = {
  /** Name of its argument, for the usage; absent where it takes none. */
  readonly argument?: string;
  run(context: Context, argument: string, values: Values): Promise<unknown>;
};

const MOST_RESULTS = 10;
const PIECE = 1_048_576;
const usage = (message: string) => new Failure('invalid', message, { detail: 'usage' });

const commands: Readonly<Record<string, Readonly<Record<string, Operation>>>> = {
  users: {
    list: { run: ({ ask }) => ask('users.list', undefined) },
    get: { argument: 'ID', run: ({ ask }, id) => ask('users.get', { id }) },
    create: {
      run: async ({ ask, read }) =>
        done(await ask('users.create', { user: objectIn(await read()) })),
    },
    change: {
      argument: 'ID',
      run: async ({ ask, read }, id) =>
        done(await ask('users.change', { id, change: objectIn(await read()) })),
    },
    remove: {
      argument: 'ID',
      async run({ ask }, id) {
        await ask('users.remove', { id });
        return { removed: id };
      },
    },
  },
  orders: {
    admission: { run: async ({ ask, read }) => ask('admissions.get', { id: await read() }) },
    list: { run: async ({ ask, read }) => ask('orders.list', { admissionId: await read() }) },
    create: {
      run: async ({ ask, read }, _none, { rx }) =>
        ask('orders.create', { admissionId: await read(), ...(rx !== undefined && { rxId: rx }) }),
    },
    dispatch: {
      argument: 'ID',
      run: ({ ask }, id) => ask('orders.setStatus', { id, status: 'DISPATCHED' }),
    },
  },
  webhooks: {
    list: { run: ({ ask }) => ask('webhooks.list', undefined) },
    register: {
      argument: 'URL',
      run: ({ ask }, endpoint, { event }) =>
        ask('webhooks.register', {
          endpoint,
          events: (event ?? [...actedEvents]) as (typeof actedEvents)[number][],
        }),
    },
    remove: {
      argument: 'ID',
      run: ({ ask }, subscriptionId) => ask('webhooks.remove', { subscriptionId }),
    },
  },
  documents: {
    list: { run: ({ ask }) => ask('documents.list', undefined) },
    get: { argument: 'ID', run: ({ ask }, id) => ask('documents.get', { id }) },
    remove: {
      argument: 'ID',
      async run({ ask }, id) {
        await ask('documents.remove', { id });
        return { removed: id };
      },
    },
    send: { argument: 'FILE', run: sendDocument },
  },
  codes: {
    registry: { run: ({ ask }) => ask('codes.registry', undefined) },
    link: { run: linkLines },
  },
};

export const isClinicCommand = (name: string) => Object.hasOwn(commands, name);

/** Throws Failure `invalid` / `usage` with a sentence that says what the group can do. */
export function readClinicCommand(
  group: string,
  rest: readonly string[],
  values: Values,
): ClinicCommand {
  const [name, ...args] = rest;
  const operations = commands[group] ?? {};
  const operation =
    name !== undefined && Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (!operation) throw usage(`${group} takes ${Object.keys(operations).join(', ')}.`);
  if (args.length !== (operation.argument === undefined ? 0 : 1))
    throw usage(`${group} ${name} takes ${operation.argument ?? 'nothing more'}.`);
  return { name: 'clinic', group, operation, argument: args[0] ?? '', values };
}

type Core = {
  readonly handlers: Handlers;
  onNotice(listener: (name: string, payload: unknown) => void): () => void;
};

/**
 * One value, or a list of them: each is a line of output. Throws what the handlers throw, and
 * `invalid` / `usage` for input of the wrong form.
 */
export async function runClinicCommand(
  core: Core,
  { operation, argument, values }: ClinicCommand,
  nextLine: () => Promise<string | undefined>,
): Promise<readonly unknown[]> {
  const context: Context = {
    ask: (name, input) => ask(core, name, input),
    read: () => readAll(nextLine),
    documentChanged: (id, until) => documentChanged(core, id, until),
  };
  const result = await operation.run(context, argument, values);
  return Array.isArray(result) ? result : [result];
}

async function ask<N extends RequestName>(
  core: Core,
  name: N,
  input: Input<N>,
): Promise<Output<N>> {
  return (core.handlers[name] as (input: unknown) => never)(readInput(name, input));
}

function readInput(name: RequestName, input: unknown): unknown {
  try {
    return requests[name].input.parse(input);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw usage(`${error.issues[0]?.path.join('.')}: ${error.issues[0]?.message}`);
  }
}

async function readAll(nextLine: () => Promise<string | undefined>): Promise<string> {
  const lines: string[] = [];
  for (let line = await nextLine(); line !== undefined; line = await nextLine()) lines.push(line);
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

/** A refusal by field is a failure here: a script must not take it for done. */
function done<T extends { readonly kind: string }>(outcome: T): T {
  if (outcome.kind !== 'refused') return outcome;
  const { problems } = outcome as unknown as { problems: unknown };
  throw new Failure('invalid', `The platform’s rules are not met: ${JSON.stringify(problems)}`, {
    detail: 'input',
  });
}

function objectIn(text: string): Record<string, never> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, never>;
  } catch {
    // No JSON: refused below like JSON that is no object.
  }
  throw usage('One JSON object is read from standard input.');
}

async function sendDocument(
  { ask, read, documentChanged }: Context,
  file: string,
  { task, wait }: Values,
): Promise<PatientDocument> {
  const patient = await read();
  const about = patient.trim() === '' ? {} : objectIn(patient);
  const handle = await open(file).catch(() =>
    Promise.reject(new Failure('missing', 'There is no such file.', { detail: 'no-file' })),
  );
  try {
    const { size } = await handle.stat();
    const { uploadId } = await ask('documents.begin', {
      ...about,
      name: path.basename(file),
      size,
      task: (task ?? 'smart') as (typeof documentTasks)[number],
    });
    for (let offset = 0; offset < size; offset += PIECE) {
      const bytes = new Uint8Array(Math.min(PIECE, size - offset));
      for (let read = 0; read < bytes.length; ) {
        const { bytesRead } = await handle.read(bytes, read, bytes.length - read, offset + read);
        if (bytesRead === 0)
          throw new Failure(
            'broken',
            'The file has become shorter while it was read. Send it again.',
            { detail: 'file-changed' },
          );
        read += bytesRead;
      }
      await ask('documents.append', { uploadId, offset, bytes });
    }
    const { id } = await ask('documents.send', { uploadId });
    const sent = await documentChanged(
      id,
      ({ state }) => state !== 'sending' && (!wait || state !== 'working'),
    );
    if (sent.state === 'not-sent' || sent.state === 'unclear' || sent.state === 'failed')
      throw new Failure('refused', sent.trouble?.message ?? 'The document did not go.', {
        detail: 'document-failed',
      });
    return sent;
  } finally {
    await handle.close();
  }
}

async function linkLines(
  { ask, read }: Context,
  _none: string,
  { ontology, top }: Values,
): Promise<unknown> {
  const most = Number(top ?? 5);
  if (ontology === undefined) throw usage('codes link needs --ontology.');
  if (!Number.isInteger(most) || most < 1 || most > MOST_RESULTS)
    throw usage(`--top is a number from 1 to ${MOST_RESULTS}.`);
  const lines = (await read())
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0) return [];
  return ask('codes.link', {
    entities: lines.map((text, index) => ({
      id: String(index + 1),
      text,
      ontology: ontology as 'snomed',
    })),
    most,
  });
}
