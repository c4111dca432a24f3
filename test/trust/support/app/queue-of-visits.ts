/**
 * A profile's folder with sealed visits that wait to be sent: most of them prepared in several
 * parts, some as they were recorded.
 */

import { referenceOf } from '../../../../main/features/recordings/deps.ts';
import { writeUpload } from '../../../../main/features/recordings/prepare/upload-file.ts';
import { nodeClock, nodeDisk, nodeRandom } from '../../../../main/hosts/node/node-ports.ts';
import type { UploadPartRow } from '../../../../main/infrastructure/store/rows.ts';
import type { VisitSetup } from '../../../../shared/model/visit.ts';
import type { Dice } from '../../../support/fakes/fake-platform.ts';
import { tone } from '../../../support/rigs/outbox-rig.ts';
import { openRecorder, type Recorder, visit } from '../../../support/rigs/recorder.ts';

/** Returns the ids of the visits, and the contents of each part of the prepared ones. */
export async function makeQueue(
  folder: string,
  roll: Dice,
  {
    prepared,
    recorded,
    setup = {},
  }: { prepared: number; recorded: number; setup?: Partial<VisitSetup> },
) {
  const core = await openRecorder(folder, nodeClock);
  const audio = new Map<string, Buffer[]>();
  for (let index = 0; index < prepared; index++) {
    const parts = roll() < 0.05 ? 11 : 1 + Math.floor(roll() * 3);
    const files = Array.from({ length: parts }, (_, part) =>
      tone(part === 0 ? 0.6 : 0.05, 200 + index * 3 + part),
    );
    audio.set(
      addPrepared(core, files, { ...setup, patient: { name: `Practice ${index}` } }),
      files,
    );
  }
  for (let index = 0; index < recorded; index++) {
    const { id } = core.recordings.start(visit(setup));
    const sound = tone(0.6, 300 + index * 7).subarray(44);
    core.recordings.append(id, 0, sound);
    core.recordings.finish(id, sound.length / 2);
    audio.set(id, []);
  }
  core.close();
  return audio;
}

/** As `prepareRecording` leaves it, without the time that encoding takes. */
export function addPrepared(
  { vault, store }: Recorder,
  files: readonly Buffer[],
  over: Partial<VisitSetup> = {},
): string {
  const keys = vault.keys();
  const id = nodeRandom.uuid();
  const setup = visit(over);
  const createdAt = Date.now();
  const transactionId = `txn-${'01J9ZZZZZZ'}${nodeRandom.bytes(10).reduce((word, byte) => word + '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[byte % 32], '')}${id
    .slice(0, 6)
    .toUpperCase()
    .replace(/[ILOU]/g, 'X')}`;
  const set = { id: nodeRandom.bytes(16).toString('hex'), of: files.length };
  const parts = files.map((bytes, index): UploadPartRow => {
    const part = index + 1;
    const name = `audio_${String(part).padStart(4, '0')}.wav`;
    const file = writeUpload(
      { disk: nodeDisk, random: nodeRandom, keys },
      {
        visitId: id,
        transactionId,
        part,
        setup,
        createdAt,
        name,
        contentType: 'audio/wav',
        imported: false,
        set,
      },
    );
    file.append(bytes);
    return {
      fileId: file.fileId,
      visitId: id,
      ordinal: part,
      generation: keys.generation,
      name,
      contentType: 'audio/wav',
      ...file.finish(),
    };
  });
  store.transaction(() => {
    store.visits.insert({
      id,
      rev: 1,
      state: 'prepared',
      attempts: 0,
      transactionId,
      details: {
        ...setup,
        createdAt,
        sealedAt: createdAt,
        samples: 16_000,
        imported: false,
        clientRef: referenceOf(vault, parts),
      },
    });
    parts.forEach((part) => {
      store.uploads.put(part);
    });
  });
  return id;
}
