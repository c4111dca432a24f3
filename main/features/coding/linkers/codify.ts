/**
 * Who is asked for codes: the platform where it can be reached, else a hospital's server, else the lists on this computer; or
 * two of them, where a second opinion is wanted. What fails on the way is asked nearer by, and told.
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
   * All answers of each entity's question, by its place: those with candidates first, then those that only tell what went wrong.
   * Ids need not be unique. Throws nothing: what fails says so in its place.
   */
  ask(entities: readonly EntityQuery[], by: AskedLinker, most: number): Promise<LinkedEntity[][]>;
  /** As one types. Throws what that linker throws: `missing` (`no-terminology`, `no-terminology-server`, `ontology-unlisted`) and others. */
  search(
    ontology: Ontology,
    text: string,
    by: 'local' | 'platform' | 'server',
  ): Promise<{
    readonly linker: Linker;
    readonly version: string;
    readonly candidates: readonly CodeCandidate[];
  }>;
  /** Who would be asked first now. */
  usual(): CodeLinker;
  readonly local: LocalLinker;
  /** What was asked and answered is forgotten: it may be words of a patient. */
  forget(): void;
};

/** So many at once, so that what fails in between costs no more than that. */
const PORTION = 25;
/** A person waits: what has not come within this is asked nearer by. Milliseconds. */
const PATIENCE = 12_000;
/** Of a linker elsewhere. */
const MOST_SEARCHED = 10;
/** So long a platform that did not answer is left in peace, unless it is asked for by name; milliseconds. */
const REST = 30_000;
/** After these, the next portion would fare no better. */
const hopeless: readonly string[] = ['offline', 'signed-out', 'busy', 'locked'];

export function createCodify({ platform, local, server, clock }: CodifyDeps): Codify {
  const remote = (): CodeLinker | undefined =>
    platform.ready() ? platform : server.ready() ? server : undefined;
  /** Why the platform is not asked just now. */
  let resting: { readonly until: number; readonly why: Failure } | undefined;

  function within<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const cancel = clock.after(PATIENCE, () =>
        reject(new Failure('busy', 'No answer came in time.', { detail: 'too-slow' })),
      );
      work.then(resolve, reject).finally(cancel);
    });
  }

  /** In the order of the questions. Like ones together, so that a portion is asked in few calls. */
  async function askOne(
    linker: CodeLinker,
    entities: readonly EntityQuery[],
    most: number,
    gone?: Failure,
  ): Promise<LinkedEntity[]> {
    const order = entities
      .map((entity, at) => ({
        at,
        like: JSON.stringify([entity.ontology, entity.version, entity.hints ?? {}]),
      }))
      .sort((one, other) =>
        one.like < other.like ? -1 : one.like > other.like ? 1 : one.at - other.at,
      );
    const answers: LinkedEntity[] = Array.from(entities, () => undefined as never);
    let hopelessly = gone;
    for (let from = 0; from < order.length; from += PORTION) {
      const portion = order.slice(from, from + PORTION);
      // By its place: two entities may have one id, and a code must never end up at another.
      const questions = portion.map(({ at }) => ({ ...entities[at]!, id: String(at) }));
      let found: LinkedEntity[];
      try {
        if (hopelessly) throw hopelessly;
        found = await (linker === local
          ? linker.link(questions, most)
          : within(linker.link(questions, most)));
      } catch (error) {
        const failure = asFailure(error);
        if (hopeless.includes(failure.code)) {
          hopelessly = failure;
          if (linker === platform && failure !== resting?.why)
            resting = { until: clock.monotonic() + REST, why: failure };
        }
        found = questions.map(({ id, text, ontology }) => ({
          id,
          text,
          ontology,
          version: '',
          linker: linker.name,
          candidates: [],
          trouble: { code: failure.code, detail: failure.detail },
        }));
      }
      for (const one of found)
        answers[Number(one.id)] = { ...one, id: entities[Number(one.id)]!.id };
    }
    return answers;
  }

  async function ask(
    entities: readonly EntityQuery[],
    by: AskedLinker,
    most: number,
  ): Promise<LinkedEntity[][]> {
    const named =
      by === 'platform' ? platform : by === 'local' ? local : by === 'server' ? server : undefined;
    if (named) return (await askOne(named, entities, most)).map((one) => [one]);
    const chain =
      by === 'both'
        ? [remote() ?? platform, local]
        : [...(platform.ready() ? [platform] : []), ...(server.ready() ? [server] : []), local];
    const answers: LinkedEntity[][] = entities.map(() => []);
    for (const linker of chain) {
      const open = entities.flatMap((_, at) =>
        by === 'both' || answers[at]!.every(({ trouble }) => trouble !== undefined) ? [at] : [],
      );
      const found = await askOne(
        linker,
        open.map((at) => entities[at]!),
        most,
        linker === platform && resting && clock.monotonic() < resting.until
          ? resting.why
          : undefined,
      );
      open.forEach((at, index) => answers[at]!.push(found[index]!));
    }
    for (const each of answers)
      each.sort((a, b) => Number(a.trouble !== undefined) - Number(b.trouble !== undefined));
    return answers;
  }

  return {
    registry: () => platform.registry(),
    link: (entities, most) => platform.link(entities, most),
    ask,
    async search(ontology, text, by) {
      if (by === 'local') return { linker: 'local', ...local.search(ontology, text) };
      if (by === 'server')
        return { linker: 'server', ...(await server.search(ontology, text, MOST_SEARCHED)) };
      const [found] = await platform.link([{ id: '', text, ontology }], MOST_SEARCHED);
      return { linker: found!.linker, version: found!.version, candidates: found!.candidates };
    },
    usual: () => remote() ?? local,
    local,
    forget: () => platform.forget(),
  };
}
