/**
 * Takes one uploaded file to disk as it comes; the same name again replaces. Shared by the object
 * store and the sessions.
 */
import { createHash } from 'node:crypto';
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import type { Sandbox } from '../sandbox.ts';
import type { FileRecord, TransactionRecord } from '../state/record-schemas.ts';

export type ReceivedFile = {
  readonly bytes: number;
  readonly sha256: string;
  /** Keeps the file under its name; before that it lies beside it. */
  keep(): void;
  discard(): void;
};

/** Throws where the connection broke, or a fault cut it; nothing of the file is left then. */
export async function receiveFile(
  { store }: Sandbox,
  request: FastifyRequest,
  txnId: string,
  name: string,
  body: Readable,
): Promise<ReceivedFile> {
  const path = join(store.audioFolder(txnId), name);
  const half = `${path}.${store.newId('half')}`;
  const digest = createHash('sha256');
  let bytes = 0;
  const { fault } = request;
  const cutAt = fault?.do === 'cut' && fault.when === 'middle' ? fault.bytes : Infinity;
  const discard = () => rmSync(half, { force: true });
  try {
    await pipeline(
      body,
      async function* (pieces: AsyncIterable<Buffer>) {
        for await (const piece of pieces) {
          bytes += piece.length;
          if (bytes > cutAt) request.raw.socket.destroy();
          digest.update(piece);
          yield piece;
        }
      },
      createWriteStream(half, { mode: 0o600, flush: true }),
    );
  } catch (error) {
    discard();
    throw error;
  }
  return { bytes, sha256: digest.digest('hex'), keep: () => renameSync(half, path), discard };
}

/** Puts the file into the transaction's list, in the place of one with its name. */
export function addFile(record: TransactionRecord, file: Omit<FileRecord, 'times'>): void {
  const before = record.files.find(({ name }) => name === file.name);
  const added = { ...file, times: (before?.times ?? 0) + 1 };
  record.files = before
    ? record.files.map((other) => (other === before ? added : other))
    : [...record.files, added];
}
