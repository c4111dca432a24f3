/** P27: the promise, and visits in a given state with all their files. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { writeUpload } from '../../../../main/features/recordings/prepare/upload-file.ts';
import { nodeDisk, nodeRandom } from '../../../../main/hosts/node/node-ports.ts';
import type { VisitState } from '../../../../shared/model/visit.ts';
import { type Recorder, visit } from '../../../support/rigs/recorder.ts';
import { putState } from '../../../support/rows.ts';
import { firstWrong, numberedSound } from '../../../support/sound/sound.ts';
import { promise } from '../promise.ts';

export const p27 = promise({
  id: 'P27',
  title: 'What is kept no longer than it should be',
  figure:
    'after the set days 0 plaintext and 0 wrapped keys of an erased visit in the raw image of the disk; nothing is erased a moment early',
});
export const DAY = 24 * 3600 * 1000;
const SAMPLES = 12_000;

export type Kept = {
  readonly id: string;
  readonly wrapped: readonly Buffer[];
  readonly files: readonly string[];
};

/**
 * A visit that is whole, made ready for sending, and then in the state it is said to be in, with a
 * note where that has one.
 */
export function lived(
  core: Recorder,
  state: VisitState,
  at: { readyAt?: number; discardedAt?: number },
  name: string,
): Kept {
  const { id } = core.recordings.start(visit({ patient: { name, recordNumber: `UHID-${name}` } }));
  core.recordings.append(id, 0, numberedSound(0, SAMPLES));
  core.recordings.finish(id, SAMPLES);
  // As preparing leaves it, without the half second of encoding.
  const keys = core.vault.keys();
  const part = {
    visitId: id,
    ordinal: 1,
    generation: keys.generation,
    name: 'audio_0001.wav',
    contentType: 'audio/wav',
  };
  const file = writeUpload(
    { disk: nodeDisk, random: nodeRandom, keys },
    {
      ...part,
      part: 1,
      transactionId: core.store.visits.get(id)!.transactionId,
      setup: visit(),
      createdAt: 0,
      imported: false,
    },
  );
  file.append(numberedSound(0, SAMPLES));
  core.store.uploads.put({ ...part, fileId: file.fileId, ...file.finish() });
  const files = [
    ...core.store.segments.list(id).map(({ fileId }) => `${fileId}.seg`),
    ...core.store.uploads.list(id).map(({ fileId }) => `${fileId}.up`),
  ];
  if (at.readyAt !== undefined)
    core.store.notes.put({
      visitId: id,
      documents: [
        {
          templateId: 't',
          name: 'Note',
          kind: 'markdown',
          status: 'success',
          text: `${name} has a fever`,
          errors: [],
          warnings: [],
        },
      ],
      receivedAt: at.readyAt,
      practice: false,
    });
  const row = core.store.visits.get(id)!;
  putState(core.store, id, {
    state,
    ...(state === 'discarded' && { cameFrom: 'prepared' as const }),
    details: { ...row.details, ...at },
  });
  return {
    id,
    files,
    wrapped: files.map((file) =>
      readFileSync(path.join(core.vault.keys().folder, file)).subarray(48, 96),
    ),
  };
}

export const states: readonly VisitState[] = [
  'ready',
  'partial',
  'reviewed',
  'purged',
  'processing',
  'committing',
  'uploading',
  'prepared',
  'sealed',
  'attention',
  'discarded',
];
export const isThere = (core: Recorder, { files }: Kept) =>
  files.map((file) => nodeDisk.exists(path.join(core.vault.keys().folder, file)));
export const soundIsWhole = (core: Recorder, { id }: Kept) =>
  core.sound(id).length / 2 === SAMPLES && firstWrong(core.sound(id), 0) === -1;
