/** Asks linkers about the entities of a visit, keeps what others answered, and lays the answers out for the doctor. */
import type {
  EntityQuery,
  LinkedEntity,
  Linker,
  Ontology,
} from '../../../../shared/model/coding/codification.ts';
import type { AskedLinker, DeskAnswer } from '../../../../shared/model/coding/desk.ts';
import { type NoteEntity, ontologiesOf } from '../../../../shared/model/coding/entities.ts';
import type { Links } from '../../../infrastructure/store/tables/links.ts';
import type { Codify } from '../linkers/codify.ts';
import { type MappedDeps, withMapped } from './mapped-codes.ts';
import type { Offers } from './offers.ts';
import type { Favourites } from './remembered-choices.ts';

export type AskingDeps = {
  readonly codify: Codify;
  readonly links: Links;
  /** All of it in one step on the disk. */
  readonly transaction: (run: () => void) => void;
  readonly favourites: Favourites;
  readonly offers: Offers;
  readonly mapOf: MappedDeps['mapOf'];
  /** Whose answers a linker's are: an account, or a server's address. They are never given to another. */
  readonly whose: (linker: Linker) => string;
  readonly reference: (parts: readonly string[]) => string;
};

/** For each entity; contract 2.2's own number. */
const MOST = 5;
/** Whose answers are kept; the lists here answer in a millisecond, and may be newer the next time. */
const kept: Readonly<Partial<Record<Linker, readonly AskedLinker[]>>> = {
  platform: ['usual', 'platform', 'both'],
  'platform-legacy': ['usual', 'platform', 'both'],
  server: ['usual', 'server', 'both'],
};
const remotes = Object.keys(kept) as Linker[];

export function createAsking({
  codify,
  links,
  transaction,
  favourites,
  offers,
  mapOf,
  whose,
  reference,
}: AskingDeps) {
  const maps: MappedDeps = {
    mapOf,
    lookUp: (code) => codify.local.lookUp('icd-10-cm', code),
    version: () => codify.local.versions().get('icd-10-cm') ?? '',
  };
  const name = (visit: string, { id, text, ontology, hints }: EntityQuery, linker: Linker) =>
    reference([
      'link',
      visit,
      whose(linker),
      id,
      text,
      ontology,
      JSON.stringify(hints ?? {}),
      linker,
    ]);

  /** What somebody else has answered already, as far as this way of asking would ask them. */
  function answered(visit: string, query: EntityQuery, by: AskedLinker): LinkedEntity | undefined {
    for (const linker of remotes) {
      // While the platform can be asked, a hospital's server is not the usual one.
      if (
        !kept[linker]!.includes(by) ||
        (linker === 'server' && by !== 'server' && codify.usual().name !== 'server')
      )
        continue;
      const found = links.get(visit, name(visit, query, linker));
      if (found) return found;
    }
    return undefined;
  }

  async function answersOf(
    visit: string,
    queries: readonly EntityQuery[],
    by: AskedLinker,
    anew: boolean,
  ): Promise<LinkedEntity[][]> {
    const before = queries.map((query) =>
      anew || by === 'local' ? undefined : answered(visit, query, by),
    );
    const missing = queries.flatMap((_, at) => (before[at] ? [] : [at]));
    const second = by === 'both' ? queries.flatMap((_, at) => (before[at] ? [at] : [])) : [];
    const [fresh, local] = await Promise.all([
      codify.ask(
        missing.map((at) => queries[at]!),
        by,
        MOST,
      ),
      codify.ask(
        second.map((at) => queries[at]!),
        'local',
        MOST,
      ),
    ]);
    const byPlace = new Map<number, LinkedEntity[]>(
      queries.flatMap((_, at) => (before[at] ? [[at, [before[at]]]] : [])),
    );
    missing.forEach((at, index) => byPlace.set(at, fresh[index]!));
    second.forEach((at, index) => byPlace.set(at, [...byPlace.get(at)!, ...local[index]!]));
    transaction(() => {
      for (const at of missing)
        for (const one of byPlace.get(at)!)
          if (one.trouble === undefined && kept[one.linker])
            links.put(visit, name(visit, queries[at]!, one.linker), one);
    });
    return queries.map((_, at) => byPlace.get(at)!);
  }

  return {
    /** One answer an entity. What fails says so in its place. `still`: throws where the visit went meanwhile. */
    async link(
      visit: string,
      entities: readonly NoteEntity[],
      by: AskedLinker,
      anew: boolean,
      still: () => void,
    ): Promise<DeskAnswer[]> {
      const queries = entities.flatMap(({ id, text, kind, hints }) =>
        ontologiesOf[kind].map((ontology): EntityQuery => ({ id, text, ontology, hints })),
      );
      const answers = await answersOf(visit, queries, by, anew).catch((error: unknown) => {
        still();
        throw error;
      });
      still();
      return entities.map(({ id: entityId, text }) => {
        const raw = queries.flatMap(({ id }, at) => (id === entityId ? answers[at]! : []));
        const own = raw.map(
          (one): LinkedEntity =>
            one.trouble
              ? one
              : {
                  ...one,
                  candidates: favourites.first(text, one.ontology, one.candidates, (code) =>
                    codify.local.lookUp(one.ontology, code),
                  ),
                },
        );
        const laidOut = withMapped(own, maps);
        offers.show(visit, entityId, laidOut);
        return { entityId, answers: laidOut, ...compared(raw) };
      });
    },
  };
}

/** As the linkers said it: a doctor's own choice is no linker's opinion. One that found nothing has none. */
function compared(answers: readonly LinkedEntity[]): Pick<DeskAnswer, 'agree' | 'disagree'> {
  const first = new Map<Ontology, Set<string>>();
  const asked = new Map<Ontology, number>();
  for (const {
    ontology,
    candidates: [best],
    trouble,
  } of answers) {
    if (trouble || !best) continue;
    first.set(
      ontology,
      (first.get(ontology) ?? new Set()).add(best.code.replaceAll('.', '').toUpperCase()),
    );
    asked.set(ontology, (asked.get(ontology) ?? 0) + 1);
  }
  const both = [...first].filter(([ontology]) => asked.get(ontology)! > 1);
  return {
    agree: both.filter(([, codes]) => codes.size === 1).map(([ontology]) => ontology),
    disagree: both.filter(([, codes]) => codes.size > 1).map(([ontology]) => ontology),
  };
}
