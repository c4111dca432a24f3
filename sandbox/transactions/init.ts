/** Contract 3.4: begins the work on a transaction, once. */
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { transactionIdPattern } from '../../shared/wire/common.ts';
import { type InitRequest, initRequest } from '../../shared/wire/transcription.ts';
import { inputLanguages, outputLanguages } from '../accounts/account-config.ts';
import { forCallers } from '../accounts/callers.ts';
import type { Sandbox } from '../sandbox.ts';
import type { TransactionRecord } from '../state/record-schemas.ts';
import { baseName, businessOf, newTransaction } from './transaction.ts';

type Detail = { loc: (string | number)[]; msg: string; type: string };

export function addInit(server: FastifyInstance, sandbox: Sandbox) {
  const { store, processing } = sandbox;

  server.post(
    '/voice/api/v2/transaction/init/:txnId',
    forCallers(sandbox, (caller, request, reply) => {
      const { txnId } = request.params as { txnId: string };
      const refuse = (details: Detail[]) => reply.code(422).send({ details });
      if (!transactionIdPattern.test(txnId))
        return refuse([{ loc: ['path', 'txn_id'], msg: 'malformed', type: 'value_error' }]);
      const known = store.transaction(txnId);
      const mine = known?.clientId === caller.client.clientId;
      if (known && mine) {
        known.inits += 1;
        store.saveTransaction(known);
      }
      if (
        known &&
        (!mine ||
          known.init ||
          known.session ||
          known.archived ||
          known.user_status === 'cancelled')
      ) {
        return reply.code(409).send({
          status: 'error',
          message: mine ? 'transaction already initialised' : 'transaction id is taken',
        });
      }
      const record =
        known ??
        newTransaction({ txnId, clientId: caller.client.clientId, folder: '', now: sandbox.now() });
      const given = initRequest.safeParse(request.body);
      if (!given.success) return refuse(given.error.issues.map(asDetail));
      const wrong = [...wrongLanguages(given.data), ...wrongFiles(given.data, record)];
      if (wrong.length > 0) return refuse(wrong);

      record.init = given.data;
      record.additional_data = given.data.additional_data ?? {};
      if (given.data.transfer === 'non-vaded') processing.commit(record);
      else store.saveTransaction(record);
      return reply
        .code(201)
        .send({ status: 'success', message: 'started', txn_id: txnId, b_id: businessOf(record) });
    }),
  );
}

const asDetail = ({ path, message, code }: z.core.$ZodIssue): Detail => ({
  loc: ['body', ...path.map((part) => (typeof part === 'number' ? part : String(part)))],
  msg: message,
  type: code,
});

function wrongLanguages({
  input_language = [],
  output_language,
  output_format_template = [],
}: InitRequest): Detail[] {
  const wrong = (loc: Detail['loc']): Detail => ({
    loc: ['body', ...loc],
    msg: 'unknown language',
    type: 'enum',
  });
  return [
    ...input_language.flatMap((id, index) =>
      inputLanguages.includes(id) ? [] : [wrong(['input_language', index])],
    ),
    ...(output_language === undefined || outputLanguages.includes(output_language)
      ? []
      : [wrong(['output_language'])]),
    ...output_format_template.flatMap(({ language_output: id }, index) =>
      id === undefined || outputLanguages.includes(id)
        ? []
        : [wrong(['output_format_template', index, 'language_output'])],
    ),
  ];
}

/** Both published forms are taken: base names or full addresses, an http or an s3 folder. */
function wrongFiles(
  { batch_s3_url, client_generated_files, transfer }: InitRequest,
  { folder, files }: TransactionRecord,
): Detail[] {
  const wrong: Detail[] = [];
  const ours = folder !== '' && `${batch_s3_url.replace(/\/$/, '')}/`.endsWith(`/${folder}`);
  if (!ours)
    wrong.push({
      loc: ['body', 'batch_s3_url'],
      msg: 'not the folder of this transaction',
      type: 'value_error',
    });
  // In the vaded flow the pieces are named at commit.
  if (transfer === 'vaded') return wrong;
  for (const [index, file] of client_generated_files.entries()) {
    if (!files.some(({ name, audio }) => audio && name === baseName(file))) {
      wrong.push({
        loc: ['body', 'client_generated_files', index],
        msg: 'this file is not in the folder',
        type: 'value_error',
      });
    }
  }
  return wrong;
}
