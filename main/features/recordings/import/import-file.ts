/** Takes in a recording that was made elsewhere: sealed as it is, and sent as it is. */

import { Failure } from '../../../../shared/failure.ts';
import { failures } from '../../../../shared/failures.ts';
import {
  LARGEST_SOUND_FILE,
  MAGIC_BYTES,
  soundFormatOf,
} from '../../../../shared/model/sound-file.ts';
import type { VisitSetup } from '../../../../shared/model/visit.ts';
import { missingSecondsIn, WAV_HEAD } from '../../../infrastructure/speech/sound/wav-form.ts';
import type { UploadPartRow, VisitRow } from '../../../infrastructure/store/rows.ts';
import type { VaultKeys } from '../../../infrastructure/vault/keys/keys.ts';
import { draft, type RecordingsDeps, referenceOf, rowOf, setupOf } from '../deps.ts';
import { type UploadWriter, writeUpload } from '../prepare/upload-file.ts';
import { readableDisk } from '../session/disk-trouble.ts';

export type ImportFile = {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  read(): AsyncIterable<Uint8Array>;
};

/** The file that is being written; its name follows from its first bytes. */
type ImportWriter = {
  readonly writer: UploadWriter;
  readonly name: string;
  readonly contentType: string;
};

/**
 * Returns the PREPARED row. Throws Failure `invalid` (`file-format`, `file-too-large`,
 * `file-empty`), `refused` / `disk-full`, or what reading the file throws; nothing of it is then
 * kept.
 */
export async function importRecording(
  deps: RecordingsDeps,
  setup: VisitSetup,
  file: ImportFile,
): Promise<VisitRow> {
  const { store, vault, changed } = deps;
  if (file.size > LARGEST_SOUND_FILE) throw failures.importTooLarge();
  const keys = vault.keys();
  const row = draft(deps, setup, true);
  store.visits.insert(row);
  let importing: ImportWriter | undefined;
  try {
    let head = Buffer.alloc(0);
    // Kept longer than `head`: how long a WAV file says it is stands anywhere in them.
    let first = Buffer.alloc(0);
    let taken = 0;
    for await (const bytes of file.read()) {
      taken += bytes.length;
      if (taken > LARGEST_SOUND_FILE) throw failures.importTooLarge();
      if (first.length < WAV_HEAD) first = Buffer.concat([first, bytes]).subarray(0, WAV_HEAD);
      if (importing) importing.writer.append(bytes);
      else {
        head = Buffer.concat([head, bytes]);
        if (head.length >= MAGIC_BYTES) importing = begin(deps, keys, row, head);
      }
    }
    importing ??= begin(deps, keys, row, head);
    const { writer, name, contentType } = importing;
    const missingSeconds = missingSecondsIn(first, taken);
    const details = { ...row.details, ...(missingSeconds > 0 && { missingSeconds }) };
    storeImport(
      deps,
      { ...row, details },
      {
        fileId: writer.fileId,
        visitId: row.id,
        ordinal: 1,
        generation: keys.generation,
        name,
        contentType,
        ...writer.finish(),
      },
    );
  } catch (error) {
    importing?.writer.abandon();
    store.visits.remove(row.id);
    throw readableDisk(error);
  }
  changed(row.id);
  return rowOf(store, row.id);
}

/** `head`: the first bytes of the file; they tell its format. */
function begin(
  { disk, random }: RecordingsDeps,
  keys: VaultKeys,
  row: VisitRow,
  head: Buffer,
): ImportWriter {
  const format = soundFormatOf(head);
  if (head.length === 0) throw failures.importEmpty();
  if (!format)
    throw new Failure(
      'invalid',
      'This is not a recording that Scriba can send: wav, mp3, m4a, ogg or webm.',
      { detail: 'file-format' },
    );
  const name = `audio_0001.${format.extension}`;
  const { contentType } = format;
  const writer = writeUpload(
    { disk, random, keys },
    {
      visitId: row.id,
      transactionId: row.transactionId,
      part: 1,
      setup: setupOf(row.details),
      createdAt: row.details.createdAt,
      name,
      contentType,
      imported: true,
    },
  );
  try {
    writer.append(head);
  } catch (error) {
    writer.abandon();
    throw error;
  }
  return { writer, name, contentType };
}

function storeImport(
  { store, vault, clock }: RecordingsDeps,
  { id, details }: VisitRow,
  part: UploadPartRow,
): void {
  store.transaction(() => {
    store.uploads.put(part);
    store.visits.apply(id, rowOf(store, id).rev, 'file-imported', {
      details: { ...details, sealedAt: clock.now(), clientRef: referenceOf(vault, [part]) },
    });
  });
}
