/**
 * A code desk on a real store and real lists of codes, beside a platform that answers what a test
 * says.
 */
import { createHmac } from 'node:crypto';
import path from 'node:path';
import { createDesk } from '../../../main/features/coding/decisions/code-desk.ts';
import { createExtraction } from '../../../main/features/coding/extraction/extraction.ts';
import { createCodify } from '../../../main/features/coding/linkers/codify.ts';
import {
  createLocalLinker,
  type LocalTerms,
} from '../../../main/features/coding/linkers/local-linker.ts';
import type { PlatformLinker } from '../../../main/features/coding/linkers/platform-linker.ts';
import type { ServerLinker } from '../../../main/features/coding/linkers/server-linker.ts';
import { createStore } from '../../../main/infrastructure/store/store.ts';
import { search } from '../../../main/infrastructure/terminology/query/search.ts';
import { brandRows } from '../../../main/infrastructure/terminology/tables/brands/brands.ts';
import type { MapRow } from '../../../main/infrastructure/terminology/terminology.ts';
import { readBrands } from '../../../main/infrastructure/terminology/text/brands.ts';
import { Failure } from '../../../shared/failure.ts';
import type {
  CodeCandidate,
  EntityQuery,
  LinkedEntity,
  Linker,
} from '../../../shared/model/coding/codification.ts';
import type { Note } from '../../../shared/model/note/note.ts';
import { heldClock } from '../ports/clocks.ts';
import { temporaryFolder, testCipher, visit as visitRow } from '../rows.ts';
import { buildSmallIndex } from '../terminology/small-index.ts';

export const candidate = (code: string, over: Partial<CodeCandidate> = {}): CodeCandidate => ({
  code,
  term: `Term of ${code}`,
  synonyms: [],
  score: 0.9,
  linked: false,
  about: [],
  ...over,
});

const brands = readBrands(brandRows);
let small: ReturnType<typeof buildSmallIndex> | undefined;
/** ICD-10-CM in a few rows; no other list is there. */
export function smallTerms(): LocalTerms {
  small ??= buildSmallIndex();
  const { index, linker } = small;
  const only = (ontology: string) => {
    if (ontology !== 'icd-10-cm')
      throw new Failure('missing', 'No terminology is installed for this. Import one first.', {
        detail: 'no-terminology',
      });
  };
  return {
    status: () => [{ ontology: 'icd-10-cm', version: 'small' }],
    link(ontology, query, top) {
      only(ontology);
      return linker.link(query, top);
    },
    search(ontology, typed, most) {
      only(ontology);
      return search(index, typed, most);
    },
    brandIn: (text) => brands.in(text)[0],
  };
}

/** Answers each question with codes made of its words; `fail` decides per question. */
export function fakeLinker(name: Linker) {
  const asked: EntityQuery[][] = [];
  const self = {
    asked,
    name,
    isReady: true,
    fail: (_query: EntityQuery): Failure | undefined => undefined,
    candidates: ({ text, ontology }: EntityQuery): CodeCandidate[] => [
      candidate(`${ontology}:${text}`, { linked: true }),
      candidate(`${ontology}:${text}:2`),
    ],
    ready: () => self.isReady,
    async link(entities: readonly EntityQuery[]): Promise<LinkedEntity[]> {
      asked.push([...entities]);
      const failures = entities.map((one) => self.fail(one));
      const [first] = failures;
      if (first && failures.every((one) => one !== undefined)) throw first;
      return entities.map((one, at) => {
        const base = {
          id: one.id,
          text: one.text,
          ontology: one.ontology,
          version: 'p1',
          linker: name,
        };
        const failure = failures[at];
        return failure
          ? { ...base, candidates: [], trouble: { code: failure.code, detail: failure.detail } }
          : { ...base, candidates: self.candidates(one) };
      });
    },
  };
  return self;
}
export const fakePlatform = () => {
  const base = fakeLinker('platform');
  return Object.assign(base, {
    registry: async () => [],
    forget: () => {},
  }) satisfies PlatformLinker;
};

/** Entities come from the template alone. */
const noLists = { status: () => [], phrases: () => [] };

/** None is set. */
const noServer = (): ServerLinker => {
  const refuse = () =>
    Promise.reject(
      new Failure('missing', 'No terminology server is set.', { detail: 'no-terminology-server' }),
    );
  return { name: 'server', ready: () => false, link: refuse, search: refuse };
};

export const visit = 'a';
/** Synthetic: findings as the EMR template tells them. */
export const emrNote = (symptoms: readonly unknown[], over: Partial<Note> = {}): Note => ({
  visitId: visit,
  receivedAt: 1,
  practice: true,
  documents: [
    {
      templateId: 'eka_emr_template',
      name: 'EMR',
      kind: 'emr',
      status: 'success',
      emr: { prescription: { symptoms } },
      errors: [],
      warnings: [],
    },
  ],
  ...over,
});
const usualNote = emrNote([
  { name: 'Fever', since: '2 days' },
  { name: 'Chest pain' },
  { name: 'Loose motions' },
]);

export function openDesk({
  folder = temporaryFolder(),
  cipher = testCipher(),
  note = usualNote as Note | null,
  server = noServer() as ServerLinker,
  who = 'doctor-1',
  state = 'ready' as const,
  terms = smallTerms() as LocalTerms,
  mapOf = (() => []) as (code: string) => readonly MapRow[],
} = {}) {
  const clock = heldClock();
  const store = createStore({ file: path.join(folder, 'scriba.db'), seal: () => cipher });
  if (!store.visits.has(visit)) store.visits.insert(visitRow(visit, { state }));
  if (note) store.notes.put(note);
  const platform = fakePlatform();
  const codify = createCodify({
    platform,
    local: createLocalLinker({ terms }),
    server,
    clock,
  });
  const account = { who };
  const told: [string, number][] = [];
  const references = (parts: readonly string[]) => [
    createHmac('sha256', 'k').update(JSON.stringify(parts)).digest('base64url'),
  ];
  const desk = createDesk({
    clock,
    store,
    codify,
    extract: createExtraction({ terminology: noLists }).steps,
    mapOf,
    tagOf: () => '',
    who: () => account.who,
    ownerOf: () => account.who,
    brand: () => 'svc',
    references,
    changed: (id, revision) => told.push([id, revision]),
  });
  return {
    told,
    folder,
    cipher,
    clock,
    store,
    platform,
    codify,
    desk,
    account,
    close: () => store.close(),
  };
}
export type Rig = ReturnType<typeof openDesk>;

export const named = async ({ desk }: Rig, text: string) => {
  const found = (await desk.open(visit)).entities.find((one) => one.text === text);
  if (!found) throw new Error(`no entity ${text}`);
  return found.id;
};
