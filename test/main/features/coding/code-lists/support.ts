/** Code lists in a folder of their own, and a page that hands files over. */
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type CodeListsDeps,
  createCodeLists,
} from '../../../../../main/features/coding/code-lists/code-lists.ts';
import { createServerChoice } from '../../../../../main/features/coding/code-lists/server-choice.ts';
import { undiciNet } from '../../../../../main/hosts/node/node-net.ts';
import { nodeClock, nodeDisk, nodeRandom } from '../../../../../main/hosts/node/node-ports.ts';
import { readUrl } from '../../../../../main/infrastructure/platform/client/address.ts';
import { createTerminology } from '../../../../../main/infrastructure/terminology/terminology.ts';
import type { TerminologyState } from '../../../../../shared/model/coding/terminology.ts';

export function lists(deps: Partial<CodeListsDeps> = {}) {
  const folder =
    deps.folder ?? path.join(mkdtempSync(path.join(tmpdir(), 'scriba-lists-')), 'terminology');
  const told: TerminologyState[] = [];
  const values = new Map<string, string>();
  const secrets = new Map<string, string>();
  const choice = createServerChoice({
    readAddress: readUrl,
    values: { get: (key) => values.get(key), set: (key, value) => void values.set(key, value) },
    secrets: {
      get: async (name) => secrets.get(name),
      set: async (name, value) => void secrets.set(name, value),
      remove: async (name) => void secrets.delete(name),
    },
  });
  const terminology = createTerminology({ folder, starter: [] });
  const part = createCodeLists({
    disk: nodeDisk,
    random: nodeRandom,
    clock: nodeClock,
    net: undiciNet(),
    folder,
    terminology,
    choice,
    changed: (state) => told.push(state),
    terminologyServer: {
      test: async () => ({
        software: 'x',
        ontologies: [
          { ontology: 'snomed', answer: 'ready' },
          { ontology: 'loinc', answer: 'no-filter' },
        ],
      }),
      forget: () => {},
    },
    ...deps,
  });
  return {
    part,
    told,
    folder,
    choice,
    values,
    secrets,
    taken: () =>
      existsSync(path.join(folder, 'taken'))
        ? readdirSync(path.join(folder, 'taken'), { recursive: true })
        : [],
  };
}
type Lists = ReturnType<typeof lists>;

/** As a page does it: all pieces of all files, in pieces of `size` bytes. */
export function hand(
  { part }: Lists,
  files: Readonly<Record<string, string | Buffer>>,
  { size = 700, finish = true, release = 'icd10cm' as const } = {},
) {
  const all = Object.entries(files).map(([name, text]) => ({
    name,
    bytes: Buffer.from(text as string),
  }));
  const { takingId } = part.begin(
    release,
    all.map(({ name, bytes }) => ({ name, size: bytes.length })),
  );
  for (const [file, { bytes }] of all.entries())
    for (let at = 0; at < bytes.length; )
      at = part.append(takingId, file, at, bytes.subarray(at, at + size)).received;
  if (finish) part.finish(takingId);
  return takingId;
}
