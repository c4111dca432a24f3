/**
 * `scriba <family> <operation>`: the platform's other families for scripts of a clinic's IT. What names a person is read from
 * standard input as JSON, never from the command line, which every user of the computer can read; secrets come from the key store.
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

export const FAMILIES_USAGE = `  users list | get ID | create | change ID | remove ID
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
export type FamilyCommand = {
  readonly name: 'family';
  readonly family: string;
  readonly operation: string;
  readonly args: readonly string[];
  readonly values: Values;
};

type Here = {
  ask<N extends RequestName>(name: N, input: Input<N>): Promise<Output<N>>;
  /** What stands on standard input. */
  read(): Promise<string>;
  documentChanged(
    id: string,
    until: (document: PatientDocument) => boolean,
  ): Promise<PatientDocument>;
};
type Operation = {
  readonly args: readonly string[];
  run(here: Here, args: readonly string[], values: Values): Promise<unknown>;
};

const MOST_RESULTS = 10;
const PIECE = 1_048_576;
const usage = (message: string) => new Failure('invalid', message, { detail: 'usage' });

const families: Readonly<Record<string, Readonly<Record<string, Operation>>>> = {
  users: {
    list: { args: [], run: ({ ask }) => ask('users.list', undefined) },
    get: { args: ['ID'], run: ({ ask }, [id]) => ask('users.get', { id: id! }) },
    create: {
      args: [],
      run: async ({ ask, read }) =>
        done(await ask('users.create', { user: objectIn(await read()) })),
    },
    change: {
      args: ['ID'],
      run: async ({ ask, read }, [id]) =>
        done(await ask('users.change', { id: id!, change: objectIn(await read()) })),
    },
    remove: {
      args: ['ID'],
      run: async ({ ask }, [id]) => (await ask('users.remove', { id: id! }), { removed: id }),
    },
  },
  orders: {
    admission: {
      args: [],
      run: async ({ ask, read }) => ask('admissions.get', { id: await read() }),
    },
    list: {
      args: [],
      run: async ({ ask, read }) => ask('orders.list', { admissionId: await read() }),
    },
    create: {
      args: [],
      run: async ({ ask, read }, _args, { rx }) =>
        ask('orders.create', { admissionId: await read(), ...(rx !== undefined && { rxId: rx }) }),
    },
    dispatch: {
      args: ['ID'],
      run: ({ ask }, [id]) => ask('orders.setStatus', { id: id!, status: 'DISPATCHED' }),
    },
  },
  webhooks: {
    list: { args: [], run: ({ ask }) => ask('webhooks.list', undefined) },
    register: {
      args: ['URL'],
      run: ({ ask }, [endpoint], { event }) =>
        ask('webhooks.register', {
          endpoint: endpoint!,
          events: (event ?? [...actedEvents]) as (typeof actedEvents)[number][],
        }),
    },
    remove: {
      args: ['ID'],
      run: ({ ask }, [subscriptionId]) =>
        ask('webhooks.remove', { subscriptionId: subscriptionId! }),
    },
  },
  documents: {
    list: { args: [], run: ({ ask }) => ask('documents.list', undefined) },
    get: { args: ['ID'], run: ({ ask }, [id]) => ask('documents.get', { id: id! }) },
    remove: {
      args: ['ID'],
      run: async ({ ask }, [id]) => (await ask('documents.remove', { id: id! }), { removed: id }),
    },
    send: { args: ['FILE'], run: (here, [file], values) => sendDocument(here, file!, values) },
  },
  codes: {
    registry: { args: [], run: ({ ask }) => ask('codes.registry', undefined) },
    link: { args: [], run: linkLines },
  },
};

export const isFamily = (name: string) => Object.hasOwn(families, name);

/** Throws Failure `invalid` / `usage` with a sentence that says what the family can do. */
export function readFamily(family: string, rest: readonly string[], values: Values): FamilyCommand {
  const [operation, ...args] = rest;
  const known = families[family]!;
  if (operation === undefined || !Object.hasOwn(known, operation))
    throw usage(`${family} takes ${Object.keys(known).join(', ')}.`);
  const wanted = known[operation]!.args;
  if (args.length !== wanted.length)
    throw usage(
      `${family} ${operation} takes ${wanted.length === 0 ? 'nothing more' : wanted.join(' ')}.`,
    );
  return { name: 'family', family, operation, args, values };
}

type Core = {
  readonly handlers: Handlers;
  onNotice(listener: (name: string, payload: unknown) => void): () => void;
};

/** One value, or a list of them: each is a line of output. Throws what the handlers throw, and `invalid` / `usage` for input of the wrong form. */
export async function runFamily(
  core: Core,
  { family, operation, args, values }: FamilyCommand,
  nextLine: () => Promise<string | undefined>,
): Promise<readonly unknown[]> {
  const here: Here = {
    async ask(name, input) {
      const read = await Promise.resolve()
        .then(() => requests[name].input.parse(input))
        .catch((error: unknown) =>
          Promise.reject(
            error instanceof z.ZodError
              ? usage(`${error.issues[0]?.path.join('.')}: ${error.issues[0]?.message}`)
              : error,
          ),
        );
      return (core.handlers[name] as (input: unknown) => never)(read);
    },
    async read() {
      const lines: string[] = [];
      for (let line = await nextLine(); line !== undefined; line = await nextLine())
        lines.push(line);
      return lines.join('\n');
    },
    documentChanged: (id, until) =>
      new Promise((done, fail) => {
        const stop = core.onNotice(
          (name, payload) => name === 'documents.changed' && look(payload as PatientDocument),
        );
        const look = (document: PatientDocument) => {
          if (document.id !== id || !until(document)) return;
          stop();
          done(document);
        };
        // It may be so already, before we listened.
        Promise.resolve(core.handlers['documents.get']({ id })).then(look, fail);
      }),
  };
  const answer = await families[family]![operation]!.run(here, args, values);
  return Array.isArray(answer) ? answer : [answer];
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
    // Said below.
  }
  throw usage('One JSON object is read from standard input.');
}

async function sendDocument(
  { ask, read, documentChanged }: Here,
  file: string,
  { task, wait }: Values,
): Promise<PatientDocument> {
  const whose = await read();
  const about = whose.trim() === '' ? {} : objectIn(whose);
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
  { ask, read }: Here,
  _args: readonly string[],
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
