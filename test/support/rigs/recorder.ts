/** A recorder core for tests: vault, store and recordings over a folder, as the app joins them. */
import path from 'node:path';
import { segmentFiles } from '../../../main/features/recordings/deps.ts';
import {
  createRearranging,
  type Rearranging,
} from '../../../main/features/recordings/rearrange/rearrange.ts';
import { createRecordings, type Recordings } from '../../../main/features/recordings/recordings.ts';
import {
  type RecordingScan,
  scanRecording,
} from '../../../main/features/recordings/recovery/scan-recording.ts';
import { timeline } from '../../../main/features/recordings/segments/timeline.ts';
import { nodeDisk, nodeRandom } from '../../../main/hosts/node/node-ports.ts';
import type { Clock, Disk, OpenKeyStore } from '../../../main/infrastructure/ports.ts';
import { createStore, type Store } from '../../../main/infrastructure/store/store.ts';
import { openKeyStore } from '../../../main/infrastructure/vault/keystores/keystore.ts';
import { createVault, type Vault } from '../../../main/infrastructure/vault/vault.ts';
import type { VisitSetup } from '../../../shared/model/visit.ts';

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
  /** Reads anew all that the vault holds of a recording. */
  scan(id: string): RecordingScan;
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
  const deps = {
    disk,
    clock,
    random,
    vault,
    store,
    changed: (id: string) => void changes.push(`${store.visits.get(id)?.state}`),
    trouble: (_id: string, code: string) => void troubles.push(code),
  };
  const scan = (id: string) => scanRecording(disk, segmentFiles(deps, id));
  return {
    vault,
    store,
    changes,
    troubles,
    scan,
    recordings: createRecordings(deps),
    rearranging: createRearranging(deps),
    sound: (id) =>
      Buffer.concat(
        Array.from(timeline(disk, segmentFiles(deps, id), scan(id)), ({ audio }) =>
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
