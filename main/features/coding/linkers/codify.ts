/**
 * Asks linkers for codes: the platform where it can be reached, else a hospital's server, else the
 * lists on this computer; or two of them for a second opinion. Questions that fail are asked of the
 * next linker, and the failure is reported.
 */
import { asFailure, Failure } from '../../../../shared/failure.ts';
import type {
  CodeCandidate,
  EntityQuery,
  LinkedEntity,
  Linker,
  Ontology,
  OntologyListing,
} from '../../../../shared/model/coding/codification.ts';
import type { AskedLinker } from '../../../../shared/model/coding/desk.ts';
import { SECOND } from '../../../../shared/time.ts';
import type { Clock } from '../../../infrastructure/ports.ts';
import type { CodeLinker } from './linker.ts';
import type { LocalLinker } from './local-linker.ts';
import type { PlatformLinker } from './platform-linker.ts';
import type { ServerLinker } from './server-linker.ts';

export type CodifyDeps = {
  readonly platform: PlatformLinker;
  readonly local: LocalLinker;
  /** A hospital's own; never ready where none is set. */
  readonly server: ServerLinker;
  readonly clock: Pick<Clock, 'after' | 'monotonic'>;
};

export type Codify = {
  registry(): Promise<readonly OntologyListing[]>;
  /** The platform alone; see `PlatformLinker`. */
  link(entities: readonly EntityQuery[], most?: number): Promise<LinkedEntity[]>;
  /**
   * All answers to each question, in the order of the questions: those with candidates first, then
   * failures. Ids need not be unique. Throws nothing: a question that fails has the trouble in its
   * answer.
   */
  ask(entities: readonly EntityQuery[], by: AskedLinker, most: number): Promise<LinkedEntity[][]>;
  /**
   * As one types. Throws what that linker throws: `missing` (`no-terminology`,
   * `no-terminology-server`, `ontology-unlisted`) and others.
   */
  search(
    ontology: Ontology,
    text: string,
    by: 'local' | 'platform' | 'server',
  ): Promise<{
    readonly linker: Linker;
    readonly version: string;
    readonly candidates: readonly CodeCandidate[];
  }>;
  /** The linker that would be asked first now. */
  usual(): CodeLinker;
  readonly local: LocalLinker;
  /** Forgets questions and answers: they may be words of a patient. */
  forget(): void;
};

/** Questions in one portion: a failure in between costs no more than one portion. */
const PORTION = 25;
/** A person waits: a portion that takes longer is asked of the next linker. */
const PATIENCE = 12 * SECOND;
/** Candidates of a search at a linker elsewhere. */
const MOST_SEARCHED = 10;
/** A platform that did not answer is not asked for so long, unless it is asked for by name. */
const REST = 30 * SECOND;
/** Failures after which the next portion would fail as well. */
const hopeless: readonly string[] = ['offline', 'signed-out', 'busy', 'locked'];

type CodifyState = {
  readonly deps: CodifyDeps;
  /** Set while the platform is not asked; monotonic milliseconds. */
  resting: { readonly until: number; readonly why: Failure } | undefined;
};

export function createCodify(deps: CodifyDeps): Codify {
  const { platform, local } = deps;
  const state: CodifyState = { deps, resting: undefined };
  return {
    registry: () => platform.registry(),
    link: (entities, most) => platform.link(entities, most),
    ask: (entities, by, most) => ask(state, entities, by, most),
    search: (ontology, text, by) => search(deps, ontology, text, by),
    usual: () => remoteOf(deps) ?? local,
    local,
    forget: () => platform.forget(),
  };
}

function remoteOf({ platform, server }: CodifyDeps): CodeLinker | undefined {
  if (platform.ready()) return platform;
  return server.ready() ? server : undefined;
}

/**
 * Linkers in the order in which they are asked. With `both` each gives its opinion; else the next
 * is asked where one failed.
 */
function linkersFor(deps: CodifyDeps, by: AskedLinker): CodeLinker[] {
  const { platform, local, server } = deps;
  switch (by) {
    case 'platform':
      return [platform];
    case 'local':
      return [local];
    case 'server':
      return [server];
    case 'both':
      return [remoteOf(deps) ?? platform, local];
    default:
      return [...[platform, server].filter((linker) => linker.ready()), local];
  }
}

async function ask(
  state: CodifyState,
  entities: readonly EntityQuery[],
  by: AskedLinker,
  most: number,
): Promise<LinkedEntity[][]> {
  const answers: LinkedEntity[][] = entities.map(() => []);
  const isNamed = by === 'platform';
  for (const linker of linkersFor(state.deps, by)) {
    const open = [...entities.entries()].flatMap(([at, entity]) => {
      const own = answers[at] ?? [];
      const isOpen = by === 'both' || own.every(({ trouble }) => trouble !== undefined);
      return isOpen ? [{ entity, own }] : [];
    });
    const found = await askOne(
      state,
      linker,
      open.map(({ entity }) => entity),
      most,
      isNamed ? undefined : restingOf(state, linker),
    );
    for (const [index, { own }] of open.entries()) {
      const answer = found.get(index);
      if (answer) own.push(answer);
    }
  }
  for (const each of answers)
    each.sort((a, b) => Number(a.trouble !== undefined) - Number(b.trouble !== undefined));
  return answers;
}

/** Failure of a linker that is not asked just now. */
function restingOf({ deps, resting }: CodifyState, linker: CodeLinker): Failure | undefined {
  const isResting = linker === deps.platform && resting && deps.clock.monotonic() < resting.until;
  return isResting ? resting.why : undefined;
}

/** By place of the question. `failure`: known before; then nothing is asked. Throws nothing. */
async function askOne(
  state: CodifyState,
  linker: CodeLinker,
  entities: readonly EntityQuery[],
  most: number,
  failure?: Failure,
): Promise<ReadonlyMap<number, LinkedEntity>> {
  const order = inGroups(entities);
  const answers = new Map<number, LinkedEntity>();
  let stopped = failure;
  for (let from = 0; from < order.length; from += PORTION) {
    const portion = order.slice(from, from + PORTION);
    // Ids by place: two entities may have one id, and a code must never come to the other one.
    const questions = portion.map(({ at, entity }) => ({ ...entity, id: String(at) }));
    let found: LinkedEntity[];
    try {
      if (stopped) throw stopped;
      found = await linkPortion(state, linker, questions, most);
    } catch (error) {
      const trouble = asFailure(error);
      if (hopeless.includes(trouble.code)) {
        stopped = trouble;
        restAfter(state, linker, trouble);
      }
      found = questions.map((question) => failedAnswer(question, linker, trouble));
    }
    for (const one of found) {
      const entity = entities[Number(one.id)];
      if (entity) answers.set(Number(one.id), { ...one, id: entity.id });
    }
  }
  return answers;
}

/** Like questions together, so that a portion is asked in few calls. */
function inGroups(entities: readonly EntityQuery[]) {
  return entities
    .map((entity, at) => ({
      at,
      entity,
      group: JSON.stringify([entity.ontology, entity.version, entity.hints ?? {}]),
    }))
    .sort((one, other) => {
      if (one.group === other.group) return one.at - other.at;
      return one.group < other.group ? -1 : 1;
    });
}

const linkPortion = (
  { deps }: CodifyState,
  linker: CodeLinker,
  questions: readonly EntityQuery[],
  most: number,
) => {
  const work = linker.link(questions, most);
  return linker === deps.local ? work : within(deps, work);
};

/** Throws Failure `busy` / `too-slow` where the work takes longer than `PATIENCE`. */
function within<T>({ clock }: CodifyDeps, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(PATIENCE, () =>
      reject(new Failure('busy', 'No answer came in time.', { detail: 'too-slow' })),
    );
    work.then(resolve, reject).finally(cancel);
  });
}

/** A failure out of a rest that goes on does not make it longer. */
function restAfter(state: CodifyState, linker: CodeLinker, why: Failure): void {
  const { platform, clock } = state.deps;
  if (linker === platform && why !== state.resting?.why)
    state.resting = { until: clock.monotonic() + REST, why };
}

const failedAnswer = (
  { id, text, ontology }: EntityQuery,
  { name }: CodeLinker,
  { code, detail }: Failure,
): LinkedEntity => ({
  id,
  text,
  ontology,
  version: '',
  linker: name,
  candidates: [],
  trouble: { code, detail },
});

async function search(
  { platform, local, server }: CodifyDeps,
  ontology: Ontology,
  text: string,
  by: 'local' | 'platform' | 'server',
): ReturnType<Codify['search']> {
  if (by === 'local') return { linker: 'local', ...local.search(ontology, text) };
  if (by === 'server')
    return { linker: 'server', ...(await server.search(ontology, text, MOST_SEARCHED)) };
  const [found] = await platform.link([{ id: '', text, ontology }], MOST_SEARCHED);
  const { linker = 'platform', version = '', candidates = [] } = found ?? {};
  return { linker, version, candidates };
}
