/** A hospital's own terminology server in the words that all linkers share: one question at a time there, a few of them at once. */

import { asFailure, type Failure } from '../../../../shared/failure.ts';
import type {
  CodeCandidate,
  EntityQuery,
  LinkedEntity,
  Ontology,
} from '../../../../shared/model/coding/codification.ts';
import type { Clock } from '../../../infrastructure/ports.ts';
import type { CodeLinker } from './linker.ts';

type Found = { readonly version: string; readonly candidates: readonly CodeCandidate[] };
/** What is asked of `main/infrastructure/terminology/server`. */
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
/** One that did not answer is not asked for so long, unless somebody asks for it by name; milliseconds. */
const SILENT = 30_000;
const unreachable: readonly string[] = ['offline', 'signed-out', 'locked'];

export function createServerLinker({ terms, address, clock }: ServerLinkerDeps): ServerLinker {
  let silent: { readonly address: string; readonly since: number } | undefined;

  return {
    name: 'server',
    ready: () =>
      address() !== '' &&
      !(silent?.address === address() && clock.monotonic() - silent.since < SILENT),
    search: terms.search,
    async link(entities, most) {
      const answers: LinkedEntity[] = [];
      let gone: Failure | undefined;
      let failed: Failure | undefined;
      async function ask(entity: EntityQuery): Promise<LinkedEntity> {
        const { id, text, ontology } = entity;
        try {
          if (gone) throw gone;
          const { version, candidates } = await terms.link(entity, most);
          silent = undefined;
          const linked = candidates.filter((one) => one.linked);
          return {
            id,
            text,
            ontology,
            version,
            linker: 'server',
            candidates,
            suggested: linked.length === 1 ? linked[0]!.code : undefined,
          };
        } catch (error) {
          const failure = asFailure(error);
          failed ??= failure;
          if (unreachable.includes(failure.code)) {
            gone = failure;
            silent = { address: address(), since: clock.monotonic() };
          }
          return {
            id,
            text,
            ontology,
            version: '',
            linker: 'server',
            candidates: [],
            trouble: { code: failure.code, detail: failure.detail },
          };
        }
      }
      for (let from = 0; from < entities.length; from += AT_ONCE)
        answers.push(...(await Promise.all(entities.slice(from, from + AT_ONCE).map(ask))));
      if (failed && answers.every(({ trouble }) => trouble !== undefined)) throw failed;
      return answers;
    },
  };
}
