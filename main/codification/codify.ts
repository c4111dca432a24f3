/**
 * Who is asked for codes: the platform where it can be reached, else a hospital's server, else the lists on this computer; or
 * two of them, where a second opinion is wanted. What fails on the way is asked nearer by, and told.
 */
import type { EntityQuery, LinkedEntity, OntologyListing } from '../../shared/codification.ts';
import type { AskedLinker } from '../../shared/desk.ts';
import { asFailure, Failure } from '../../shared/failure.ts';
import type { Clock } from '../outside.ts';
import type { CodeLinker } from './linker.ts';
import type { LocalLinker } from './local-linker.ts';
import type { PlatformLinker } from './platform-linker.ts';

export type CodifyNeeds = {
  readonly platform: PlatformLinker;
  readonly local: LocalLinker;
  /** A hospital's own, where one is set. */
  readonly server: () => CodeLinker | undefined;
  readonly clock: Pick<Clock, 'after'>;
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
/** After these, the next portion would fare no better. */
const hopeless: readonly string[] = ['offline', 'signed-out', 'busy', 'locked'];

export function createCodify({ platform, local, server, clock }: CodifyNeeds): Codify {
  const remote = (): CodeLinker | undefined => (platform.ready() ? platform : server()?.ready() ? server() : undefined);

  function within<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const cancel = clock.after(PATIENCE, () => reject(new Failure('busy', 'No answer came in time.', { detail: 'too-slow' })));
      work.then(resolve, reject).finally(cancel);
    });
  }

  /** In the order of the questions. Like ones together, so that a portion is asked in few calls. */
  async function askOne(linker: CodeLinker, entities: readonly EntityQuery[], most: number): Promise<LinkedEntity[]> {
    const order = entities.map((entity, at) => ({ at, like: JSON.stringify([entity.ontology, entity.version, entity.hints ?? {}]) })).sort((one, other) => (one.like < other.like ? -1 : one.like > other.like ? 1 : one.at - other.at));
    const answers: LinkedEntity[] = Array.from(entities, () => undefined as never);
    let hopelessly: Failure | undefined;
    for (let from = 0; from < order.length; from += PORTION) {
      const portion = order.slice(from, from + PORTION);
      // By its place: two entities may have one id, and a code must never end up at another.
      const questions = portion.map(({ at }) => ({ ...entities[at]!, id: String(at) }));
      let found: LinkedEntity[];
      try {
        if (hopelessly) throw hopelessly;
        found = await (linker === local ? linker.link(questions, most) : within(linker.link(questions, most)));
      } catch (error) {
        const failure = asFailure(error);
        if (hopeless.includes(failure.code)) hopelessly = failure;
        found = questions.map(({ id, text, ontology }) => ({ id, text, ontology, version: '', linker: linker.name, candidates: [], trouble: { code: failure.code, detail: failure.detail } }));
      }
      for (const one of found) answers[Number(one.id)] = { ...one, id: entities[Number(one.id)]!.id };
    }
    return answers;
  }

  async function ask(entities: readonly EntityQuery[], by: AskedLinker, most: number): Promise<LinkedEntity[][]> {
    const named = by === 'platform' ? platform : by === 'local' ? local : by === 'server' ? (server() ?? noServer) : undefined;
    if (named) return (await askOne(named, entities, most)).map((one) => [one]);
    const first = remote() ?? (by === 'both' ? platform : local);
    const answers = await askOne(first, entities, most);
    if (first === local) return answers.map((one) => [one]);
    const again = entities.flatMap((_, at) => (by === 'both' || answers[at]!.trouble ? [at] : []));
    const nearer = await askOne(local, again.map((at) => entities[at]!), most);
    const second = new Map(again.map((at, index) => [at, nearer[index]!]));
    return answers.map((one, at) => [one, ...(second.has(at) ? [second.get(at)!] : [])].sort((a, b) => Number(a.trouble !== undefined) - Number(b.trouble !== undefined)));
  }

  return {
    registry: () => platform.registry(),
    link: (entities, most) => platform.link(entities, most),
    ask,
    usual: () => remote() ?? local,
    local,
    forget: () => platform.forget(),
  };
}

/** Asked for by name where none is set. */
const noServer: CodeLinker = {
  name: 'server',
  ready: () => false,
  link: () => Promise.reject(new Failure('missing', 'No terminology server is set.', { detail: 'no-terminology-server' })),
};
