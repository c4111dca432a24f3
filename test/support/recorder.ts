/** A recorder core for tests: vault, store and recordings over a folder, as the app joins them. */
import path from 'node:path';
import { nodeDisk, nodeRandom } from '../../main/hosts/node.ts';
import type { Clock, Disk, OpenKeyStore } from '../../main/outside.ts';
import { segmentFiles } from '../../main/recordings/needs.ts';
import { createRearranging, type Rearranging } from '../../main/recordings/rearrange.ts';
import { createRecordings, type Recordings } from '../../main/recordings/recordings.ts';
import { type Survey, surveyRecording } from '../../main/recordings/survey.ts';
import { timeline } from '../../main/recordings/timeline.ts';
import { createStore, type Store } from '../../main/store/store.ts';
import { openKeyStore } from '../../main/vault/keystore.ts';
import { createVault, type Vault } from '../../main/vault/vault.ts';
import type { VisitSetup } from '../../shared/consultation.ts';

export const visit = (over: Partial<VisitSetup> = {}): VisitSetup => ({
  patient: { name: 'Asha Practice', recordNumber: 'P-0001' },
  mode: 'consultation',
  modelType: 'pro',
  templates: ['clinical_notes_template'],
  inputLanguages: ['en-IN'],
  outputLanguage: 'en-IN',
  codify: true,
  ...over,
});

export type Recorder = {
  readonly vault: Vault;
  readonly store: Store;
  readonly recordings: Recordings;
  readonly rearranging: Rearranging;
  readonly changes: string[];
  readonly troubles: string[];
  /** Everything that the vault holds of a recording, read anew. */
  survey(id: string): Survey;
  /** Its sound from beginning to end, silence where it is missing. */
  sound(id: string): Buffer;
  close(): void;
};

export async function openRecorder(
  folder: string,
  clock: Clock,
  {
    disk = nodeDisk,
    open,
    databaseFolder = folder,
  }: { disk?: Disk; open?: OpenKeyStore; databaseFolder?: string } = {},
): Promise<Recorder> {
  const random = nodeRandom;
  const vault = createVault({
    folder,
    disk,
    random,
    openKeyStore: open ?? openKeyStore({ disk: nodeDisk, random }),
    profile: 'practice',
  });
  if (vault.state().state === 'none') await vault.create({ kind: 'practice' });
  else await vault.open();
  const store = createStore({
    file: path.join(databaseFolder, 'scriba.db'),
    clock,
    seal: () => vault.keys(),
  });
  const changes: string[] = [];
  const troubles: string[] = [];
  const needs = {
    disk,
    clock,
    random,
    vault,
    store,
    changed: (id: string) => void changes.push(`${store.consultations.get(id)?.state}`),
    trouble: (_id: string, code: string) => void troubles.push(code),
  };
  const survey = (id: string) => surveyRecording(disk, segmentFiles(needs, id));
  return {
    vault,
    store,
    changes,
    troubles,
    survey,
    recordings: createRecordings(needs),
    rearranging: createRearranging(needs),
    sound: (id) =>
      Buffer.concat(
        Array.from(timeline(disk, segmentFiles(needs, id), survey(id)), ({ audio }) =>
          Buffer.from(audio),
        ),
      ),
    close() {
      store.close();
      vault.close();
    },
  };
}

export async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of bytes) all.push(piece);
  return Buffer.concat(all);
}
