/**
 * The door that only a practice platform has: order faults, set its clock, look at what it was
 * sent.
 */
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { fileNamePattern } from '../shared/wire/common.ts';
import { type Fault, faultOrders } from './faults/faults.ts';
import type { Sandbox } from './sandbox.ts';
import { envelopeKeyRecord, type TransactionRecord } from './state/record-schemas.ts';
import { businessOf, isOrdered } from './transactions/transaction.ts';

const clockOrder = z.object({ skew: z.number() });
const tokenOrder = z.object({ without: z.array(z.string()).default([]) });

export function addAdmin(server: FastifyInstance, sandbox: Sandbox) {
  const { store, faults, tokens } = sandbox;

  /** Some faults are things that happen at once; the others wait for their request. */
  function order(fault: Fault) {
    if (fault.do === 'expire-tokens') tokens.expireAll(fault);
    else if (fault.do === 'skew') sandbox.skew(fault.ms);
    else if (fault.do === 'dead' && fault.txn !== undefined && store.transaction(fault.txn)?.init)
      kill(store.transaction(fault.txn));
    else faults.add(fault);
  }
  function kill(record: TransactionRecord | undefined) {
    if (!record) return;
    record.ordered.push({ do: 'dead', count: 1 });
    store.saveTransaction(record);
  }

  server.post('/__sandbox/faults', (request, reply) => {
    const given = faultOrders.safeParse(request.body);
    if (!given.success) return reply.code(400).send({ message: z.prettifyError(given.error) });
    for (const fault of given.data) order(fault);
    return { faults: faults.list() };
  });
  server.get('/__sandbox/faults', () => ({ faults: faults.list() }));
  server.delete('/__sandbox/faults', () => {
    faults.clear();
    sandbox.skew(0);
    return { faults: [] };
  });

  server.get('/__sandbox/clock', () => ({ now: sandbox.now() }));
  server.post('/__sandbox/clock', (request, reply) => {
    const given = clockOrder.safeParse(request.body);
    if (!given.success) return reply.code(400).send({ message: 'skew in milliseconds is wanted' });
    sandbox.skew(given.data.skew);
    return { now: sandbox.now() };
  });

  server.get('/__sandbox/state', () => ({
    transactions: store.transactions().map(shown),
    requests: sandbox.asked,
  }));

  server.get('/__sandbox/audio/:txnId/:name', (request, reply) => {
    const { txnId, name } = request.params as { txnId: string; name: string };
    const record = store.transaction(txnId);
    const path = record && fileNamePattern.test(name) ? join(store.audioFolder(txnId), name) : '';
    if (!record?.files.some((file) => file.name === name) || !existsSync(path))
      return reply.code(404).send({ message: 'Not Found' });
    return reply.type('application/octet-stream').send(createReadStream(path));
  });

  /** The keys of the encrypted envelope; those given take the place of all there were. */
  server.get('/__sandbox/keys', () => ({ keys: store.account.envelopeKeys }));
  server.put('/__sandbox/keys', (request, reply) => {
    const given = z.array(envelopeKeyRecord).max(100).safeParse(request.body);
    if (!given.success) return reply.code(400).send({ message: z.prettifyError(given.error) });
    store.account.envelopeKeys.splice(0, Infinity, ...given.data);
    store.saveAccount();
    return { keys: store.account.envelopeKeys };
  });

  /** A second client, with a business of its own. */
  server.post('/__sandbox/clients', () => {
    const { clientId, clientSecret } = store.addClient();
    return { clientId, clientSecret };
  });
  /** An access token of the main client that lacks some claims. */
  server.post('/__sandbox/tokens', async (request, reply) => {
    const given = tokenOrder.safeParse(request.body ?? {});
    if (!given.success) return reply.code(400).send({ message: 'a list of claims is wanted' });
    return { access_token: await tokens.access(store.mainClient(), given.data.without) };
  });
}

/** A transaction as tests look at it. */
function shown(record: TransactionRecord) {
  return {
    txnId: record.txn_id,
    businessId: businessOf(record),
    folder: record.folder,
    files: record.files,
    presigns: record.presigns,
    /** How often init was asked, and whether one was accepted. */
    inits: record.inits,
    started: record.init !== undefined,
    init: record.init,
    extra: record.extra,
    additionalData: record.additional_data,
    userStatus: record.user_status,
    processingStatus: record.processing_status,
    dead: isOrdered(record, 'dead'),
    archived: record.archived,
    heard: record.heard,
    documents: record.documents,
  };
}
export type ShownTransaction = ReturnType<typeof shown>;
