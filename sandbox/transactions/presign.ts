/** Contract 3.1: a permit to upload into the folder of a transaction. */
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { transactionIdPattern } from '../../shared/wire/common.ts';
import { forCallers } from '../accounts/callers.ts';
import type { Sandbox } from '../sandbox.ts';
import { identityOf } from '../state/state-store.ts';
import { newTransaction } from './transaction.ts';

const extraData = z.record(z.string(), z.unknown());
/** Extra data that a real platform copies into the object's metadata. */
const MAPPED = ['mode', 'uhid', 'hfid'];

export function addPresign(server: FastifyInstance, sandbox: Sandbox) {
  const { store, faults, policies, options } = sandbox;

  server.post(
    '/v1/file-upload',
    forCallers(sandbox, (caller, request, reply) => {
      const { txn_id: txnId = '', action = `${options.brand}scribe-v2` } = request.query as Record<
        string,
        string
      >;
      if (!transactionIdPattern.test(txnId))
        return reply
          .code(400)
          .send({ error: 'txn_id is missing or malformed', code: 'invalid_txn_id' });
      if (action !== `${options.brand}scribe-v2`)
        return reply.code(400).send({ error: 'unknown action', code: 'invalid_action' });
      const extra = extraData.safeParse(request.body ?? {});
      if (!extra.success)
        return reply.code(400).send({ error: 'the body must be an object', code: 'invalid_body' });

      const known = store.transaction(txnId);
      if (known && known.clientId !== caller.client.clientId)
        return reply
          .code(403)
          .send({ error: 'this transaction belongs to someone else', code: 'forbidden' });
      const { businessId } = identityOf(caller.client);
      const day = new Date(sandbox.now()).toISOString().slice(0, 10).replaceAll('-', '');
      const record =
        known ??
        newTransaction({
          txnId,
          clientId: caller.client.clientId,
          folder: `${businessId}/${txnId}/${day}/`,
          now: sandbox.now(),
        });
      if (faults.take('new-folder')) {
        record.folder = `${businessId}/${txnId}/${day}-${record.presigns + 1}/`;
        // Earlier uploads lie in the old folder: init will not find them.
        record.files = [];
      }
      record.extra = { ...record.extra, ...extra.data };
      record.presigns += 1;
      store.saveTransaction(record);

      const meta = Object.fromEntries(
        MAPPED.filter((name) => name in extra.data).map((name) => [name, String(extra.data[name])]),
      );
      return {
        uploadData: {
          url: `${sandbox.url()}/blob/`,
          fields: policies.fields(txnId, record.folder, meta),
        },
        folderPath: record.folder,
        txn_id: txnId,
      };
    }),
  );
}
