/** Contract 3.5: how far a transaction is, and its documents. */
import type { FastifyInstance } from 'fastify';
import { forCallers } from '../accounts/callers.ts';
import type { Sandbox } from '../sandbox.ts';
import type { DocumentRecord, TransactionRecord } from '../state/record-schemas.ts';
import { isOrdered } from './transaction.ts';

const error = (code: string, msg: string) => ({ error: { code, msg } });

export function addStatus(server: FastifyInstance, sandbox: Sandbox) {
  const { store, options, processing } = sandbox;

  server.get(
    '/voice/api/v3/status/:txnId',
    forCallers(sandbox, async (caller, request, reply) => {
      const { txnId } = request.params as { txnId: string };
      const {
        template_id: template,
        document_id: document,
        dlp,
      } = request.query as Record<string, string>;
      if (!caller.businessId)
        return reply.code(400).send(error('missing_business_id', 'the token names no business'));
      const record = store.transaction(txnId);
      // A folder with files is no transaction before its init was accepted.
      if (
        !record?.init ||
        record.session ||
        record.clientId !== caller.client.clientId ||
        record.archived
      )
        return reply.code(400).send(error('transaction_not_found', 'no such transaction'));
      if (isOrdered(record, 'dead'))
        return reply
          .code(410)
          .header('x-practice-fault', 'dead')
          .send(error('transaction_dead', 'this transaction was given up'));
      if (dlp !== 'true') await processing.settle(txnId, options.hold);

      const data = (documents: readonly DocumentRecord[]) => ({
        ...(isOrdered(record, 'newer-form')
          ? { output: [], template_results: sorted(documents) }
          : { output: documents.map(asItem) }),
        additional_data: record.additional_data,
      });
      if (record.processing_status === 'cancelled')
        return reply.code(500).send(error('request_failure', 'the transaction was cancelled'));
      if (record.processing_status === 'system_failure')
        return reply.code(500).send(error('system_error', 'the note could not be written'));
      if (!record.documents) return reply.code(202).send({ data: data([]) });
      const asked = shownOf(record).filter(
        (one) =>
          (!template || one.template_id === template) &&
          (document ? one.document_id === document : isReady(sandbox, one)),
      );
      if (asked.some((one) => !isReady(sandbox, one)))
        return reply.code(202).send({ data: data([]) });
      const good = asked.filter(({ status }) => status === 'success').length;
      if (asked.length > 0 && asked.every(({ status }) => status === 'failure'))
        return reply
          .code(500)
          .send({ ...error('output_not_available', reasonOf(asked)), data: data(asked) });
      return reply.code(good === asked.length ? 200 : 206).send({ data: data(asked) });
    }),
  );
}

/** A further document takes its time, too. */
export const isReady = ({ ports }: Pick<Sandbox, 'ports'>, { readyAt }: DocumentRecord) =>
  readyAt === undefined || readyAt <= ports.now();

export const shownOf = ({ documents = [] }: TransactionRecord) =>
  documents.filter(({ archived }) => !archived);

function asItem({ archived: _, readyAt: __, raw, value, ...item }: DocumentRecord) {
  return {
    ...item,
    document_type: item.type,
    ...(value !== undefined && {
      value: raw ? value : Buffer.from(value, 'utf8').toString('base64'),
    }),
  };
}

/** The three lists of newer deployments (contract 3.5). */
const sorted = (documents: readonly DocumentRecord[]) => {
  const of = (kind: string) => documents.filter(({ type }) => listOf(type) === kind).map(asItem);
  return { integration: of('integration'), custom: of('custom'), transcript: of('transcript') };
};

function listOf(type: string): string {
  if (type === 'transcript') return 'transcript';
  return type.endsWith('_emr') ? 'integration' : 'custom';
}

function reasonOf(documents: readonly DocumentRecord[]) {
  const first = documents[0]?.errors[0];
  return typeof first === 'string' ? first : (first?.msg ?? 'no document could be made');
}
