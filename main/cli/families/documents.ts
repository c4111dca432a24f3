/** Documents of patients: reports and scans that the platform reads. */
import { open } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../../../shared/failure.ts';
import { documentTasks, type PatientDocument } from '../../../shared/model/clinic/document.ts';
import type { Values } from '../options.ts';
import { readableFile } from '../readable-file.ts';
import type { Context, Family } from './operation.ts';
import { objectIn } from './operation.ts';

const PIECE = 1_048_576;

export const documents: Family = {
  summary: 'documents of patients: reports and scans',
  operations: {
    list: { does: 'what was sent from here', run: ({ ask }) => ask('documents.list', undefined) },
    get: {
      does: 'one document',
      argument: 'ID',
      run: ({ ask }, id) => ask('documents.get', { id }),
    },
    send: {
      does: 'sends a file; the object {"patientName", "patientId"} may stand on standard input, which must end',
      argument: 'FILE',
      options: ['task', 'wait'],
      run: send,
    },
    remove: {
      does: 'removes one, here and at the platform',
      argument: 'ID',
      async run({ ask }, id) {
        await ask('documents.remove', { id });
        return { removed: id };
      },
    },
  },
  notes: [`--task is one of ${documentTasks.join(', ')}.`],
  examples: [
    'echo \'{"patientName": "Asha Rao"}\' | documents send report.pdf --wait',
    'documents send report.pdf < /dev/null',
  ],
};

async function send(
  { ask, read, documentChanged }: Context,
  file: string,
  { task, wait }: Values,
): Promise<PatientDocument> {
  const size = await readableFile(file);
  const patient = await read('{"patientName", "patientId"} or nothing, then end of input');
  const about = patient.trim() === '' ? {} : objectIn(patient);
  const { uploadId } = await ask('documents.begin', {
    ...about,
    name: path.basename(file),
    size,
    task: (task ?? 'smart') as (typeof documentTasks)[number],
  });
  await sendPieces({ ask }, file, size, uploadId);
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
}

async function sendPieces(
  { ask }: Pick<Context, 'ask'>,
  file: string,
  size: number,
  uploadId: string,
): Promise<void> {
  const handle = await open(file);
  try {
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
  } finally {
    await handle.close();
  }
}
