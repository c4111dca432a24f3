/** Takes in a recording that was made elsewhere: sealed as it is, and sent as it is. */

import { Failure } from '../../../../shared/failure.ts';
import {
  LARGEST_SOUND_FILE,
  MAGIC_BYTES,
  soundFormatOf,
} from '../../../../shared/model/sound-file.ts';
import type { VisitSetup } from '../../../../shared/model/visit.ts';
import type { VisitRow } from '../../../infrastructure/store/rows.ts';
import { draft, type RecordingsDeps, referenceOf, rowOf } from '../deps.ts';
import { type UploadWriter, writeUpload } from '../prepare/upload-file.ts';
import { readableDisk } from '../session/disk-trouble.ts';

export type ImportFile = {
  readonly name: string /** Bytes. */;
  readonly size: number;
  read(): AsyncIterable<Uint8Array>;
};

/**
 * Answers the PREPARED row. Throws Failure `invalid` (`file-format`, `file-too-large`, `file-empty`), `refused` / `disk-full`,
 * or what reading the file throws; nothing of it is then kept.
 */
export async function importRecording(
  deps: RecordingsDeps,
  setup: VisitSetup,
  file: ImportFile,
): Promise<VisitRow> {
  const { store, disk, random, vault, clock, changed } = deps;
  if (file.size > LARGEST_SOUND_FILE) throw tooLarge();
  const keys = vault.keys();
  const row = draft(deps, setup, true);
  store.visits.insert(row);
  let writer: UploadWriter | undefined;
  try {
    let head = Buffer.alloc(0);
    let name = '';
    let contentType = '';
    let taken = 0;
    const begin = () => {
      const format = soundFormatOf(head);
      if (!format)
        throw new Failure(
          'invalid',
          'This is not a recording that Scriba can send: wav, mp3, m4a, ogg or webm.',
          { detail: head.length === 0 ? 'file-empty' : 'file-format' },
        );
      name = `audio_0001.${format.extension}`;
      contentType = format.contentType;
      writer = writeUpload(
        { disk, random, keys },
        {
          visitId: row.id,
          transactionId: row.transactionId,
          part: 1,
          setup,
          createdAt: row.details.createdAt,
          name,
          contentType,
          imported: true,
        },
      );
      writer.append(head);
      return writer;
    };
    for await (const bytes of file.read()) {
      taken += bytes.length;
      if (taken > LARGEST_SOUND_FILE) throw tooLarge();
      if (writer) writer.append(bytes);
      else {
        head = Buffer.concat([head, bytes]);
        if (head.length >= MAGIC_BYTES) begin();
      }
    }
    const done = (writer ?? begin()).finish();
    const sealedAt = clock.now();
    store.transaction(() => {
      const part = {
        fileId: writer!.fileId,
        visitId: row.id,
        ordinal: 1,
        generation: keys.generation,
        name,
        contentType,
        ...done,
      };
      store.uploads.put(part);
      store.visits.change(row.id, rowOf(store, row.id).rev, {
        state: 'prepared',
        details: { ...row.details, sealedAt, clientRef: referenceOf(vault, [part]) },
      });
    });
  } catch (error) {
    writer?.abandon();
    store.visits.remove(row.id);
    throw readableDisk(error);
  }
  changed(row.id);
  return rowOf(store, row.id);
}

const tooLarge = () =>
  new Failure('invalid', 'This file is larger than 512 MiB.', { detail: 'file-too-large' });
