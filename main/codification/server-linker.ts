/** A hospital's terminology server as one of the linkers: it is asked entity by entity, as it has no call for many. */
import type { EntityQuery, LinkedEntity } from '../../shared/codification.ts';
import { asFailure, type Failure } from '../../shared/failure.ts';
import type { TerminologyServer } from '../terminology-server/terminology-server.ts';
import type { CodeLinker } from './linker.ts';

/** A server of a ward's size answers so many at once without making others wait. */
const AT_ONCE = 4;

/** `isSet`: whether an address was entered. */
export function createServerLinker({ server, isSet }: { readonly server: Pick<TerminologyServer, 'link'>; readonly isSet: () => boolean }): CodeLinker {
  return {
    name: 'server',
    ready: isSet,
    async link(entities, most) {
      const answers: LinkedEntity[] = [];
      let first: Failure | undefined;
      const ask = async ({ id, text, ontology, ...rest }: EntityQuery): Promise<LinkedEntity> => {
        const base = { id, text, ontology, linker: 'server' as const };
        try {
          const { version, candidates } = await server.link({ id, text, ontology, ...rest }, most);
          const linked = candidates.filter((one) => one.linked);
          return { ...base, version, candidates, suggested: linked.length === 1 ? linked[0]!.code : undefined };
        } catch (error) {
          const failure = asFailure(error);
          first ??= failure;
          return { ...base, version: '', candidates: [], trouble: { code: failure.code, detail: failure.detail } };
        }
      };
      for (let from = 0; from < entities.length; from += AT_ONCE) {
        answers.push(...(await Promise.all(entities.slice(from, from + AT_ONCE).map(ask))));
        // Nobody is there: the others would only wait as long.
        if (first?.code === 'offline' && answers.every(({ trouble }) => trouble)) throw first;
      }
      if (first && answers.length > 0 && answers.every(({ trouble }) => trouble)) throw first;
      return answers;
    },
  };
}
