/**
 * What the practice platform remembers: clients, refresh tokens, templates, transactions.
 * Everything is written to its folder at once, so that it goes on where it was after a restart.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readIfPresent, writeAtomically } from './json-files.ts';
import {
  type AccountRecord,
  accountRecord,
  type ClientRecord,
  type TransactionRecord,
  transactionRecord,
} from './record-schemas.ts';

type StateStoreDeps = {
  readonly folder: string;
  bytes(count: number): Buffer;
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
};

/** @throws ZodError when a kept file is not one of ours. */
export function createStateStore({ folder, bytes, clientId, clientSecret }: StateStoreDeps) {
  const accountPath = join(folder, 'account.json');
  const transactionFolder = join(folder, 'transactions');
  mkdirSync(transactionFolder, { recursive: true, mode: 0o700 });

  const account = openAccount();
  const transactions = new Map<string, TransactionRecord>();
  for (const name of readdirSync(transactionFolder)
    .filter((name) => name.endsWith('.json'))
    .sort()) {
    const record = transactionRecord.parse(
      JSON.parse(readIfPresent(join(transactionFolder, name)) ?? ''),
    );
    transactions.set(record.txn_id, record);
  }

  function openAccount(): AccountRecord {
    const kept = readIfPresent(accountPath);
    const book: AccountRecord = kept
      ? accountRecord.parse(JSON.parse(kept))
      : {
          key: bytes(32).toString('hex'),
          epoch: 0,
          count: 0,
          clients: [],
          refreshTokens: [],
          templates: [],
          envelopeKeys: [],
        };
    const first = book.clients[0];
    const wanted: ClientRecord = {
      clientId: clientId ?? first?.clientId ?? `practice-client-${bytes(4).toString('hex')}`,
      clientSecret:
        clientSecret ?? first?.clientSecret ?? `practice-secret-${bytes(16).toString('hex')}`,
      number: 1,
    };
    book.clients = [wanted, ...book.clients.slice(1)];
    if (book.envelopeKeys.length === 0)
      book.envelopeKeys.push({ kid: 'practice', text: bytes(8).toString('hex') });
    writeAtomically(accountPath, JSON.stringify(book));
    return book;
  }

  const saveAccount = () => writeAtomically(accountPath, JSON.stringify(account));

  return {
    folder,
    account,
    saveAccount,

    /** The client that was made first. */
    mainClient: () => account.clients[0] as ClientRecord,

    /** One more client with a business of its own. */
    addClient(): ClientRecord {
      const client = {
        clientId: `practice-client-${bytes(4).toString('hex')}`,
        clientSecret: `practice-secret-${bytes(16).toString('hex')}`,
        number: account.clients.length + 1,
      };
      account.clients.push(client);
      saveAccount();
      return client;
    },

    client: (id: string) => account.clients.find((client) => client.clientId === id),

    /** Oldest first. */
    transactions: () =>
      [...transactions.values()].sort((one, other) => one.created_at - other.created_at),
    transaction: (id: string) => transactions.get(id),
    saveTransaction(record: TransactionRecord) {
      transactions.set(record.txn_id, record);
      writeAtomically(join(transactionFolder, `${record.txn_id}.json`), JSON.stringify(record));
    },

    /** The folder of what was uploaded for a transaction. */
    audioFolder(txnId: string) {
      const path = join(folder, 'audio', txnId);
      mkdirSync(path, { recursive: true, mode: 0o700 });
      return path;
    },

    removeAudio(txnId: string) {
      rmSync(join(folder, 'audio', txnId), { recursive: true, force: true });
    },

    /** An id that says what it is and that it is practice. */
    newId(kind: string) {
      account.count += 1;
      saveAccount();
      return `${kind}-practice-${account.count}`;
    },
  };
}
export type StateStore = ReturnType<typeof createStateStore>;

/** Ids of the one user and the one business that a client has. */
export const identityOf = ({ number }: ClientRecord) => ({
  uuid: `u-practice-${number}`,
  oid: `o-practice-${number}`,
  businessId: `b-practice-${number}`,
  workspaceId: `w-practice-${number}`,
});
