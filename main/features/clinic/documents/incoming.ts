/**
 * Takes a document from a page piece by piece, in memory alone: ten megabytes at most, and gone
 * when it was sent or given up.
 */

import { Failure } from '../../../../shared/failure.ts';
import {
  type DocumentTask,
  type DocumentType,
  documentTypeOf,
  LARGEST_DOCUMENT,
} from '../../../../shared/model/clinic/document.ts';
import type { Clock, Random } from '../../../infrastructure/ports.ts';

type DocumentSetup = {
  readonly name: string;
  readonly size: number;
  readonly task: DocumentTask;
  readonly patientName?: string | undefined;
  readonly patientId?: string | undefined;
};
/** A whole file. `pieces` in order. */
export type Incoming = {
  readonly setup: DocumentSetup;
  readonly type: DocumentType;
  readonly pieces: readonly Uint8Array[];
};

export type Incomings = {
  /**
   * Throws Failure `invalid` (`file-empty`, `document-too-large`), `busy` / `document-under-way`.
   */
  begin(setup: DocumentSetup): { readonly uploadId: string };
  /**
   * A repeated piece is not taken twice. Throws Failure `missing` / `no-document-upload`, `invalid`
   * (`piece-missing`, `file-changed`, `document-type`).
   */
  append(uploadId: string, offset: number, bytes: Uint8Array): { readonly received: number };
  /** Hands it over and forgets it. Throws likewise, and `refused` / `pieces-missing`. */
  take(uploadId: string): Incoming;
  /** One that is not there is cancelled already. */
  cancel(uploadId: string): void;
  cancelAll(): void;
};

/** At a time, each up to ten megabytes. */
const MOST = 3;
const GIVEN_UP_AFTER = 5 * 60_000;

type Running = {
  readonly setup: DocumentSetup;
  readonly pieces: Uint8Array[];
  received: number;
  type: DocumentType | undefined;
  stopWaiting(): void;
};

export function createIncomings({
  clock,
  random,
}: {
  readonly clock: Clock;
  readonly random: Random;
}): Incomings {
  const running = new Map<string, Running>();

  function known(uploadId: string): Running {
    const one = running.get(uploadId);
    if (!one)
      throw new Failure(
        'missing',
        'This document is not being taken in any more. Choose it again.',
        { detail: 'no-document-upload' },
      );
    return one;
  }
  function cancel(uploadId: string) {
    const one = running.get(uploadId);
    one?.stopWaiting();
    for (const piece of one?.pieces ?? []) piece.fill(0);
    running.delete(uploadId);
  }
  function waitFor(uploadId: string) {
    const one = known(uploadId);
    one.stopWaiting();
    one.stopWaiting = clock.after(GIVEN_UP_AFTER, () => cancel(uploadId));
  }

  return {
    begin(setup) {
      if (setup.size <= 0)
        throw new Failure('invalid', 'This file is empty.', { detail: 'file-empty' });
      if (setup.size > LARGEST_DOCUMENT)
        throw new Failure(
          'invalid',
          'This file is larger than 10 MB. The platform takes no larger ones.',
          { detail: 'document-too-large' },
        );
      if (running.size >= MOST)
        throw new Failure(
          'busy',
          'Other documents are being taken in. Try again when they are here.',
          { detail: 'document-under-way' },
        );
      const uploadId = random.uuid();
      running.set(uploadId, {
        setup,
        pieces: [],
        received: 0,
        type: undefined,
        stopWaiting: () => {},
      });
      waitFor(uploadId);
      return { uploadId };
    },
    append(uploadId, offset, bytes) {
      const one = known(uploadId);
      waitFor(uploadId);
      if (offset > one.received)
        throw new Failure('invalid', 'A piece of the file is missing before this one.', {
          detail: 'piece-missing',
        });
      const fresh = bytes.subarray(one.received - offset);
      if (one.received + fresh.length > one.setup.size)
        throw new Failure(
          'invalid',
          'The file is not what it was when it was chosen. Choose it again.',
          { detail: 'file-changed' },
        );
      if (fresh.length === 0) return { received: one.received };
      if (one.received === 0) {
        one.type = documentTypeOf(fresh);
        if (!one.type) {
          cancel(uploadId);
          throw new Failure('invalid', 'This is no PDF, JPEG or PNG file.', {
            detail: 'document-type',
          });
        }
      }
      one.pieces.push(Uint8Array.from(fresh));
      one.received += fresh.length;
      return { received: one.received };
    },
    take(uploadId) {
      const { setup, pieces, received, type, stopWaiting } = known(uploadId);
      if (received < setup.size || !type)
        throw new Failure('refused', 'Some of the file has not arrived yet.', {
          detail: 'pieces-missing',
        });
      stopWaiting();
      running.delete(uploadId);
      return { setup, type, pieces };
    },
    cancel,
    cancelAll: () => [...running.keys()].forEach(cancel),
  };
}
