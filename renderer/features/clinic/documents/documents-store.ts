/**
 * Documents of patients that the platform reads: the list, the progress of uploads, and the
 * results. The core's notices keep it current.
 */

import type { Bridge, Input } from '../../../../shared/contract/contract.ts';
import { Failure } from '../../../../shared/failure.ts';
import {
  documentTypeOf,
  LARGEST_DOCUMENT,
  type PatientDocument,
} from '../../../../shared/model/clinic/document.ts';
import { createStore } from '../../../common/store-registry.ts';
import { request } from '../../../common/stores/core.ts';
import { takeFile } from '../../../common/stores/download-file.ts';
import { isLocked } from '../../../common/stores/locked.ts';
import { useSession } from '../../../common/stores/session.ts';

export type DocumentSetup = Pick<Input<'documents.begin'>, 'task' | 'patientName' | 'patientId'>;

type Documents = {
  readonly loaded: boolean;
  /** Newest first, without their results. */
  readonly list: readonly PatientDocument[];
  /** Bytes sent, by document id. */
  readonly progress: Readonly<Record<string, { readonly sent: number; readonly all: number }>>;
  /** Opened documents with their results. */
  readonly read: Readonly<Record<string, PatientDocument>>;
};
const nothing: Documents = { loaded: false, list: [], progress: {}, read: {} };
export const useDocuments = createStore('documents', nothing, {
  connect: connectDocuments,
  reset: () => forgetDocuments(),
});

/** Bytes in one request. */
const PIECE = 512 * 1024;

function connectDocuments(bridge: Bridge) {
  bridge.on('documents.changed', (document) => {
    // A notice may still be on its way while the vault is being locked.
    if (useSession.getState().vault?.state === 'open') take(document);
  });
  bridge.on('documents.gone', ({ id }) =>
    useDocuments.setState(({ list, read: { [id]: _gone, ...read } }) => ({
      list: list.filter((one) => one.id !== id),
      read,
    })),
  );
  bridge.on('documents.progress', ({ id, sent, all }) => {
    if (!isLocked())
      useDocuments.setState(({ progress }) => ({ progress: { ...progress, [id]: { sent, all } } }));
  });
}

export async function loadDocuments(): Promise<void> {
  const list = await request('documents.list');
  if (!isLocked()) useDocuments.setState({ list, loaded: true });
}

/** Leaves nothing of a patient in the page (P12). */
const forgetDocuments = () => useDocuments.setState(nothing, true);

function take(document: PatientDocument): void {
  if (isLocked()) return;
  useDocuments.setState(({ list, read: { [document.id]: _old, ...read } }) => ({
    read,
    list: list.some(({ id }) => id === document.id)
      ? list.map((one) => (one.id === document.id ? document : one))
      : [document, ...list],
  }));
}

/**
 * Throws Failure `invalid` (`file-empty`, `document-too-large`, `document-type`): the type is read
 * from the first bytes, as a name proves nothing.
 */
async function checkDocument(file: Blob): Promise<void> {
  if (file.size === 0) throw new Failure('invalid', 'The file is empty.', { detail: 'file-empty' });
  if (file.size > LARGEST_DOCUMENT)
    throw new Failure('invalid', 'The file is too large.', { detail: 'document-too-large' });
  if (!documentTypeOf(await bytesOf(file.slice(0, 8))))
    throw new Failure('invalid', 'The file is no document.', { detail: 'document-type' });
}

/**
 * Hands the file to the core, which sends it. Throws like `checkDocument`, and what the core
 * throws; nothing of the file is then kept.
 */
export async function sendDocument(
  file: Blob & { readonly name: string },
  setup: DocumentSetup,
): Promise<void> {
  await checkDocument(file);
  const { uploadId } = await request('documents.begin', {
    ...setup,
    name: file.name.slice(0, 255),
    size: file.size,
  });
  try {
    for (let sent = 0; sent < file.size; ) {
      sent = (
        await request('documents.append', {
          uploadId,
          offset: sent,
          bytes: await bytesOf(file.slice(sent, sent + PIECE)),
        })
      ).received;
    }
    take(await request('documents.send', { uploadId }));
  } catch (error) {
    void request('documents.cancel', { uploadId }).catch(() => {});
    throw error;
  }
}

export async function readDocument(id: string): Promise<void> {
  const document = await request('documents.get', { id });
  if (!isLocked()) useDocuments.setState(({ read }) => ({ read: { ...read, [id]: document } }));
}
export const lookAgain = async (id: string) => take(await request('documents.look', { id }));
export const removeDocument = (id: string) => request('documents.remove', { id });

/** Saves the FHIR bundle, by a dialog or as a download. */
export async function saveFhir(id: string): Promise<'saved' | 'cancelled' | 'download'> {
  const saved = await request('documents.saveFhir', { id });
  if (saved.how === 'download') takeFile(saved.ticket);
  return saved.how;
}

async function bytesOf(part: Blob): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await part.arrayBuffer());
  } catch (cause) {
    throw new Failure('missing', 'The file cannot be read any more.', {
      detail: 'file-changed',
      cause,
    });
  }
}
