/**
 * The practice platform's memory: clients, refresh tokens, templates, transactions.
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

type StoreState = {
  readonly deps: StateStoreDeps;
  readonly account: AccountRecord;
  readonly transactions: Map<string, TransactionRecord>;
};

/** Throws ZodError when a kept file is not one of ours. */
export function createStateStore(deps: StateStoreDeps) {
  const { folder } = deps;
  mkdirSync(join(folder, 'transactions'), { recursive: true, mode: 0o700 });
  const account = openAccount(deps);
  const state: StoreState = { deps, account, transactions: readTransactions(folder) };
  const { transactions } = state;
  return {
    folder,
    account,
    saveAccount: () => saveAccount(deps, account),
    /** The client that was made first. */
    mainClient: () => account.clients[0] as ClientRecord,
    /** One more client with a business of its own. */
    addClient: () => addClient(state),
    client: (id: string) => account.clients.find((client) => client.clientId === id),
    /** The owner of this API key, which is the client's secret. */
    clientOfKey: (key: string) => account.clients.find(({ clientSecret }) => clientSecret === key),
    /** Oldest first. */
    transactions: () =>
      [...transactions.values()].sort((one, other) => one.created_at - other.created_at),
    transaction: (id: string) => transactions.get(id),
    saveTransaction(record: TransactionRecord) {
      transactions.set(record.txn_id, record);
      writeAtomically(transactionPath(folder, record.txn_id), JSON.stringify(record));
    },
    /** The folder of the uploads of a transaction. */
    audioFolder(txnId: string) {
      const path = join(folder, 'audio', txnId);
      mkdirSync(path, { recursive: true, mode: 0o700 });
      return path;
    },
    removeAudio: (txnId: string) =>
      rmSync(join(folder, 'audio', txnId), { recursive: true, force: true }),
    /** An id that names its kind and the word practice. */
    newId(kind: string) {
      account.count += 1;
      saveAccount(deps, account);
      return `${kind}-practice-${account.count}`;
    },
  };
}
export type StateStore = ReturnType<typeof createStateStore>;

const transactionPath = (folder: string, txnId: string) =>
  join(folder, 'transactions', `${txnId}.json`);

function readTransactions(folder: string): Map<string, TransactionRecord> {
  const names = readdirSync(join(folder, 'transactions')).filter((name) => name.endsWith('.json'));
  return new Map(
    names.sort().map((name) => {
      const text = readIfPresent(join(folder, 'transactions', name)) ?? '';
      const record = transactionRecord.parse(JSON.parse(text));
      return [record.txn_id, record];
    }),
  );
}

const saveAccount = ({ folder }: StateStoreDeps, account: AccountRecord) =>
  writeAtomically(join(folder, 'account.json'), JSON.stringify(account));

function openAccount(deps: StateStoreDeps): AccountRecord {
  const { folder, bytes, clientId, clientSecret } = deps;
  const kept = readIfPresent(join(folder, 'account.json'));
  const account = kept ? accountRecord.parse(JSON.parse(kept)) : newAccount(deps);
  const [first, ...others] = account.clients;
  const main: ClientRecord = {
    clientId: clientId ?? first?.clientId ?? `practice-client-${bytes(4).toString('hex')}`,
    clientSecret:
      clientSecret ?? first?.clientSecret ?? `practice-secret-${bytes(16).toString('hex')}`,
    number: 1,
  };
  account.clients = [main, ...others];
  if (account.envelopeKeys.length === 0)
    account.envelopeKeys.push({ kid: 'practice', text: bytes(8).toString('hex') });
  saveAccount(deps, account);
  return account;
}

const newAccount = ({ bytes }: StateStoreDeps): AccountRecord => ({
  key: bytes(32).toString('hex'),
  epoch: 0,
  count: 0,
  clients: [],
  refreshTokens: [],
  templates: [],
  envelopeKeys: [],
});

function addClient({ deps, account }: StoreState): ClientRecord {
  const { bytes } = deps;
  const client = {
    clientId: `practice-client-${bytes(4).toString('hex')}`,
    clientSecret: `practice-secret-${bytes(16).toString('hex')}`,
    number: account.clients.length + 1,
  };
  account.clients.push(client);
  saveAccount(deps, account);
  return client;
}

/** Ids of the one user and the one business that a client has. */
export const identityOf = ({ number }: ClientRecord) => ({
  uuid: `u-practice-${number}`,
  oid: `o-practice-${number}`,
  businessId: `b-practice-${number}`,
  workspaceId: `w-practice-${number}`,
});
