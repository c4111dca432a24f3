/**
 * Links many entities at the platform: groups the questions that may be asked together (contract
 * 2.3: one ontology, one version, the same hints, five at a time), asks, remembers, and returns the
 * answers in the order of the entities.
 */
import { asFailure, Failure } from '../../../../shared/failure.ts';
import type {
  EntityQuery,
  LinkedEntity,
  Ontology,
  OntologyListing,
} from '../../../../shared/model/coding/codification.ts';
import { LONGEST_TERMS, MOST_QUERIES, MOST_TERMS } from '../../../../shared/wire/codification.ts';
import {
  type Codification,
  type Linked,
  type LinkQuestion,
  legacyQuery,
} from '../../../infrastructure/platform/api/codification.ts';
import type { CodeLinker } from './linker.ts';

export type PlatformLinkerDeps = {
  readonly platform: Codification;
  /** Owner of the answers: they are never given to another account. */
  readonly account: () => string;
  /** SNOMED CT by the older call (contract 2.4). */
  readonly legacy: () => boolean;
  /** Returns whether somebody is signed in, and the platform answered the last time. */
  readonly ready: () => boolean;
};

export type PlatformLinker = CodeLinker & {
  registry(): Promise<readonly OntologyListing[]>;
  /**
   * `most` candidates for each, 1 to 10. Where some questions fail, their answers have the trouble;
   * where all fail, throws the first Failure.
   */
  link(entities: readonly EntityQuery[], most?: number): Promise<LinkedEntity[]>;
  /** Forgets questions and answers: they may be words of a patient. */
  forget(): void;
};

type Question = LinkQuestion & { readonly linker: LinkedEntity['linker'] };
type Asked = Question & { readonly id: string; readonly text: string };

const MOST = 5;
const MOST_REMEMBERED = 1000;
const unreachable: readonly string[] = ['offline', 'signed-out'];
/**
 * Hints that each ontology uses; other hints must not separate questions that can be asked
 * together.
 */
const hintsOf: Readonly<Record<Ontology, readonly string[]>> = {
  snomed: [],
  'icd-10-cm': [],
  loinc: [
    'unit',
    'specimen',
    'value',
    'range',
    'specimen_text',
    'panel_name',
    'extended_test_name',
  ],
  medication: ['form', 'generic_name', 'dose_unit', 'dose_custom'],
};

type PlatformLinkerState = {
  readonly deps: PlatformLinkerDeps;
  /** Answers by `keyOf` their question. */
  readonly known: Map<string, Linked>;
  /** Grows when all is forgotten: answers to earlier questions are not remembered after that. */
  generation: number;
};

export function createPlatformLinker(deps: PlatformLinkerDeps): PlatformLinker {
  const state: PlatformLinkerState = { deps, known: new Map(), generation: 0 };
  return {
    name: 'platform',
    ready: deps.ready,
    registry: () => deps.platform.registry(),
    link: (entities, most = MOST) => link(state, entities, most),
    forget() {
      state.generation += 1;
      state.known.clear();
    },
  };
}

const keyOf = (
  { deps: { account } }: PlatformLinkerState,
  { linker, ontology, version, text, hints, most }: Asked,
) => JSON.stringify([account(), linker, ontology, version, text, hints, most]);

/** Progress of one call of `link`. */
type Linking = {
  readonly answers: Map<Asked, Linked>;
  /** By id of the entity. */
  readonly failures: Map<string, Failure>;
  /**
   * Set once the platform cannot be reached: each further group would wait as long to find out the
   * same.
   */
  unreachable: Failure | undefined;
};

async function link(
  state: PlatformLinkerState,
  entities: readonly EntityQuery[],
  most: number,
): Promise<LinkedEntity[]> {
  const linking: Linking = { answers: new Map(), failures: new Map(), unreachable: undefined };
  const asked = await questionsOf(state, entities, most, linking);
  for (const one of asked) {
    const before = state.known.get(keyOf(state, one));
    if (before) linking.answers.set(one, before);
  }
  const missing = asked.filter((one) => !linking.answers.has(one));
  const remember = rememberer(state, missing);
  // One after the other: a platform that is asked for twenty groups at once answers 429.
  for (const group of groupsOf(missing)) await askGroup(state, group, linking, remember);
  const { answers, failures } = linking;
  const [first] = failures.values();
  if (first && failures.size === new Set(entities.map(({ id }) => id)).size) throw first;
  return entities.map((entity) => {
    const one = asked.find(({ id }) => id === entity.id);
    return answerTo(entity, one, one && answers.get(one), failures.get(entity.id));
  });
}

/** Questions of all entities but those that fail. */
async function questionsOf(
  state: PlatformLinkerState,
  entities: readonly EntityQuery[],
  most: number,
  { failures }: Linking,
): Promise<Asked[]> {
  const asked = await Promise.all(
    entities.map((entity) =>
      questionOf(state.deps, entity, most).catch((error: unknown) => {
        failures.set(entity.id, asFailure(error));
        return undefined;
      }),
    ),
  );
  return asked.filter((one) => one !== undefined);
}

/** Remembers an answer, unless all was forgotten or the account changed since the question. */
function rememberer(
  state: PlatformLinkerState,
  asked: readonly Asked[],
): (one: Asked, linked: Linked) => void {
  const { generation } = state;
  const keys = new Map(asked.map((one) => [one, keyOf(state, one)]));
  return (one, linked) => {
    const key = keyOf(state, one);
    if (generation === state.generation && key === keys.get(one)) state.known.set(key, linked);
  };
}

async function askGroup(
  state: PlatformLinkerState,
  group: readonly [Asked, ...Asked[]],
  linking: Linking,
  remember: (one: Asked, linked: Linked) => void,
): Promise<void> {
  const [question] = group;
  const texts = [...new Set(group.map(({ text }) => text))];
  for (const some of batches(question.linker, texts)) {
    const members = group.filter(({ text }) => some.includes(text));
    try {
      if (linking.unreachable) throw linking.unreachable;
      const found = await askBatch(state.deps, question, some);
      if (state.known.size > MOST_REMEMBERED) state.known.clear();
      for (const one of members) {
        const linked = found[some.indexOf(one.text)] ?? nothing;
        linking.answers.set(one, linked);
        remember(one, linked);
      }
    } catch (error) {
      const failure = asFailure(error);
      if (unreachable.includes(failure.code)) linking.unreachable = failure;
      for (const { id } of members) linking.failures.set(id, failure);
    }
  }
}

function answerTo(
  { id, text, ontology }: EntityQuery,
  one: Asked | undefined,
  found: Linked | undefined,
  failure: Failure | undefined,
): LinkedEntity {
  return {
    id,
    text,
    ontology,
    version: one?.version ?? '',
    linker: one?.linker ?? 'platform',
    candidates: found?.candidates ?? [],
    suggested: found?.suggested,
    ...(failure && { trouble: { code: failure.code, detail: failure.detail } }),
  };
}

async function questionOf(
  { platform, legacy }: PlatformLinkerDeps,
  { id, text, ontology, version, legacy: wanted, hints = {} }: EntityQuery,
  most: number,
): Promise<Asked> {
  const words = Object.fromEntries(
    hintsOf[ontology].flatMap((name): [string, string][] =>
      hints[name]?.trim() ? [[name, hints[name].trim()]] : [],
    ),
  );
  const base = { id, text: text.trim(), ontology, hints: words, most };
  if (ontology === 'snomed' && (wanted ?? legacy()))
    return { ...base, version: 'legacy', linker: 'platform-legacy' };
  const asked = version ?? (await firstVersion(platform, ontology));
  return { ...base, version: asked, linker: 'platform' };
}

/** Throws Failure `refused` / `ontology-unlisted`. */
async function firstVersion(platform: Codification, ontology: Ontology): Promise<string> {
  const listing = (await platform.registry()).find((one) => one.ontology === ontology);
  const [listed] = listing?.versions ?? [];
  if (listed === undefined)
    throw new Failure('refused', 'The platform does not have this list of codes.', {
      detail: 'ontology-unlisted',
    });
  return listed;
}

/** `texts`: of one question, each once. */
async function askBatch(
  { platform }: PlatformLinkerDeps,
  question: Question,
  texts: readonly string[],
): Promise<(Linked | undefined)[]> {
  if (question.linker === 'platform-legacy') {
    const found = await platform.legacy(texts);
    return texts.map((text) => found.get(text) ?? nothing);
  }
  const [only, second] = texts;
  return only !== undefined && second === undefined
    ? [await platform.link(only, question)]
    : platform.batch(texts, question);
}

const nothing: Linked = { candidates: [], suggested: undefined };

/** Groups by ontology, version and hints, in the order of the first member. */
function groupsOf(asked: readonly Asked[]): [Asked, ...Asked[]][] {
  const groups = new Map<string, [Asked, ...Asked[]]>();
  for (const one of asked) {
    const id = JSON.stringify([one.linker, one.ontology, one.version, one.hints]);
    const group = groups.get(id);
    if (group) group.push(one);
    else groups.set(id, [one]);
  }
  return [...groups.values()];
}

/** Batches of five texts; for the older call (contract 2.4) as many as fit into its query. */
function batches(linker: Asked['linker'], texts: readonly string[]): string[][] {
  const parts: string[][] = [];
  for (const text of texts) {
    const last = parts.at(-1);
    if (last && fits(linker, last, text)) last.push(text);
    else parts.push([text]);
  }
  return parts;
}

const fits = (linker: Asked['linker'], part: readonly string[], text: string) =>
  linker === 'platform'
    ? part.length < MOST_QUERIES
    : part.length < MOST_TERMS && legacyQuery([...part, text]).length <= LONGEST_TERMS;
