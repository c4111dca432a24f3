/**
 * A hospital's own terminology server as a linker: each call has one question, and a few calls run
 * at once.
 */
import { asFailure, type Failure } from '../../../../shared/failure.ts';
import type {
  CodeCandidate,
  EntityQuery,
  LinkedEntity,
  Ontology,
} from '../../../../shared/model/coding/codification.ts';
import { SECOND } from '../../../../shared/time.ts';
import type { Clock } from '../../../infrastructure/ports.ts';
import type { CodeLinker } from './linker.ts';

type Found = { readonly version: string; readonly candidates: readonly CodeCandidate[] };
/** The part of `main/infrastructure/terminology/server` that linking needs. */
export type ServerTerms = {
  link(entity: EntityQuery, most: number): Promise<Found>;
  search(ontology: Ontology, typed: string, most: number): Promise<Found>;
};
export type ServerLinker = CodeLinker & Pick<ServerTerms, 'search'>;

export type ServerLinkerDeps = {
  readonly terms: ServerTerms;
  /** Its address; empty where none is set. */
  readonly address: () => string;
  readonly clock: Pick<Clock, 'monotonic'>;
};

const AT_ONCE = 4;
/** A server that did not answer is not ready for so long; it can be asked by name. */
const SILENT = 30 * SECOND;
const unreachable: readonly string[] = ['offline', 'signed-out', 'locked'];

type ServerLinkerState = {
  readonly deps: ServerLinkerDeps;
  /** The server that did not answer last, and when; monotonic milliseconds. */
  silent: { readonly address: string; readonly since: number } | undefined;
};

export function createServerLinker(deps: ServerLinkerDeps): ServerLinker {
  const state: ServerLinkerState = { deps, silent: undefined };
  return {
    name: 'server',
    ready: () => isReady(state),
    search: deps.terms.search,
    link: (entities, most) => link(state, entities, most),
  };
}

function isReady({ deps: { address, clock }, silent }: ServerLinkerState): boolean {
  const isSilent = silent?.address === address() && clock.monotonic() - silent.since < SILENT;
  return address() !== '' && !isSilent;
}

/** Failures of one call of `link`. `unreachable`: no further question is asked. */
type Failures = { first?: Failure; unreachable?: Failure };

async function link(
  state: ServerLinkerState,
  entities: readonly EntityQuery[],
  most: number,
): Promise<LinkedEntity[]> {
  const failures: Failures = {};
  const answers: LinkedEntity[] = [];
  for (let from = 0; from < entities.length; from += AT_ONCE) {
    const some = entities.slice(from, from + AT_ONCE);
    answers.push(
      ...(await Promise.all(some.map((entity) => linkOne(state, entity, most, failures)))),
    );
  }
  if (failures.first && answers.every(({ trouble }) => trouble !== undefined)) throw failures.first;
  return answers;
}

async function linkOne(
  state: ServerLinkerState,
  entity: EntityQuery,
  most: number,
  failures: Failures,
): Promise<LinkedEntity> {
  const { id, text, ontology } = entity;
  const base = { id, text, ontology, linker: 'server' as const };
  try {
    if (failures.unreachable) throw failures.unreachable;
    const { version, candidates } = await state.deps.terms.link(entity, most);
    state.silent = undefined;
    const [linked, another] = candidates.filter((one) => one.linked);
    return { ...base, version, candidates, suggested: another ? undefined : linked?.code };
  } catch (error) {
    const failure = asFailure(error);
    failures.first ??= failure;
    if (unreachable.includes(failure.code)) {
      const { address, clock } = state.deps;
      failures.unreachable = failure;
      state.silent = { address: address(), since: clock.monotonic() };
    }
    const { code, detail } = failure;
    return { ...base, version: '', candidates: [], trouble: { code, detail } };
  }
}
