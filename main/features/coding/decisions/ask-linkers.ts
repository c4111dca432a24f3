/**
 * Asks linkers about the entities of a visit, stores the answers of linkers elsewhere, and lays all
 * answers out for the doctor.
 */
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
import type { RememberedChoices } from './remembered-choices.ts';

export type AskDeps = {
  readonly codify: Codify;
  readonly links: Links;
  /** Writes all or nothing. */
  readonly transaction: (run: () => void) => void;
  readonly choices: RememberedChoices;
  readonly offers: Offers;
  readonly mapOf: MappedDeps['mapOf'];
  /**
   * Owner of a linker's answers: an account, or a server's address. They are never given to another
   * owner.
   */
  readonly ownerOf: (linker: Linker) => string;
  readonly reference: (parts: readonly string[]) => string;
};

/** Candidates for each entity (contract 2.2). */
const MOST_CANDIDATES = 5;
/**
 * Linkers with stored answers, and the ways of asking that read them. The lists on this computer
 * answer in a millisecond and may change.
 */
const stored: Readonly<Partial<Record<Linker, readonly AskedLinker[]>>> = {
  platform: ['usual', 'platform', 'both'],
  'platform-legacy': ['usual', 'platform', 'both'],
  server: ['usual', 'server', 'both'],
};
const remotes = Object.keys(stored) as Linker[];

export type LinkRequest = {
  readonly visit: string;
  readonly entities: readonly NoteEntity[];
  readonly by: AskedLinker;
  /** Asks again even where an answer is stored. */
  readonly anew: boolean;
  /** Throws where the visit was removed meanwhile. */
  readonly checkVisit: () => void;
};

/** One answer for each entity; an entity whose question fails has the trouble in its place. */
export async function linkEntities(deps: AskDeps, request: LinkRequest): Promise<DeskAnswer[]> {
  const { visit, entities, checkVisit } = request;
  const queries = entities.flatMap(({ id, text, kind, hints }) =>
    ontologiesOf[kind].map((ontology): EntityQuery => ({ id, text, ontology, hints, kind })),
  );
  const answers = await answersOf(deps, queries, request).catch((error: unknown) => {
    checkVisit();
    throw error;
  });
  checkVisit();
  return entities.map(({ id: entityId, text }) => {
    const asked = answers.filter(({ query }) => query.id === entityId);
    const raw = asked.flatMap(({ found }) => found);
    const laidOut = withMapped(
      asked.flatMap(({ query, found }) =>
        withOwn(deps, query, found).map((one) => withRemembered(deps, text, one)),
      ),
      mapDeps(deps),
    );
    deps.offers.show(visit, entityId, laidOut);
    return { entityId, answers: laidOut, ...compared(raw) };
  });
}

const mapDeps = ({ codify, mapOf }: AskDeps): MappedDeps => ({
  mapOf,
  lookUp: (code) => codify.local.lookUp('icd-10-cm', code),
  version: () => codify.local.versions().get('icd-10-cm') ?? '',
});

/**
 * The clinic's own list comes before every linker, as an answer of the lists on this computer: the
 * platform's codes of medicines are of another system (contract 3.6). Nothing else is then promised.
 */
function withOwn(
  { codify }: AskDeps,
  query: EntityQuery,
  found: readonly LinkedEntity[],
): readonly LinkedEntity[] {
  const { local } = codify;
  const isRemote = found.some(({ linker }) => linker !== 'local');
  const own = isRemote ? local.ownOf(query) : undefined;
  if (!own) return found;
  const { id, text, ontology } = query;
  const ownAnswer: LinkedEntity = {
    id,
    text,
    ontology,
    version: local.versions().get(ontology) ?? '',
    linker: 'local',
    candidates: [own],
    suggested: own.linked ? own.code : undefined,
  };
  const answered = found.filter(({ linker }) => linker === 'local');
  const others = found.filter(({ linker }) => linker !== 'local').map(withoutPromise);
  return [...(answered.length > 0 ? answered : [ownAnswer]), ...others];
}

const withoutPromise = (one: LinkedEntity): LinkedEntity => ({
  ...one,
  candidates: one.candidates.map((candidate) => ({ ...candidate, linked: false })),
  suggested: undefined,
});

function withRemembered({ choices, codify }: AskDeps, text: string, one: LinkedEntity) {
  if (one.trouble) return one;
  const lookUp = (code: string) => codify.local.lookUp(one.ontology, code);
  return { ...one, candidates: choices.first(text, one.ontology, one.candidates, lookUp) };
}

type Answered = { readonly query: EntityQuery; readonly found: readonly LinkedEntity[] };

/** In the order of the queries. */
async function answersOf(
  deps: AskDeps,
  queries: readonly EntityQuery[],
  { visit, by, anew }: LinkRequest,
): Promise<Answered[]> {
  const { codify, transaction } = deps;
  const known = queries.map((query) => ({
    query,
    before: anew || by === 'local' ? undefined : storedAnswer(deps, visit, query, by),
  }));
  const missing = known.filter(({ before }) => !before).map(({ query }) => query);
  // Asked for both: a stored answer is one opinion, and the lists here give the other.
  const second =
    by === 'both' ? known.filter(({ before }) => before).map(({ query }) => query) : [];
  const [fresh, local] = await Promise.all([
    codify.ask(missing, by, MOST_CANDIDATES),
    codify.ask(second, 'local', MOST_CANDIDATES),
  ]);
  const freshOf = new Map(missing.map((query, at) => [query, fresh[at] ?? []]));
  const localOf = new Map(second.map((query, at) => [query, local[at] ?? []]));
  transaction(() => {
    for (const [query, found] of freshOf) storeAnswers(deps, visit, query, found);
  });
  return known.map(({ query, before }) => ({
    query,
    found: before ? [before, ...(localOf.get(query) ?? [])] : (freshOf.get(query) ?? []),
  }));
}

/** The answer of a linker elsewhere, if this way of asking would ask that linker. */
function storedAnswer(
  deps: AskDeps,
  visit: string,
  query: EntityQuery,
  by: AskedLinker,
): LinkedEntity | undefined {
  const { links, codify } = deps;
  for (const linker of remotes) {
    // While the platform can be asked, a hospital's server is not the usual one.
    const isAsked = linker !== 'server' || by === 'server' || codify.usual().name === 'server';
    if (!stored[linker]?.includes(by) || !isAsked) continue;
    const found = links.get(visit, linkName(deps, visit, query, linker));
    if (found) return found;
  }
  return undefined;
}

function storeAnswers(
  deps: AskDeps,
  visit: string,
  query: EntityQuery,
  found: readonly LinkedEntity[],
): void {
  for (const one of found)
    if (one.trouble === undefined && stored[one.linker])
      deps.links.put(visit, linkName(deps, visit, query, one.linker), one);
}

const linkName = (
  { reference, ownerOf }: AskDeps,
  visit: string,
  { id, text, ontology, hints }: EntityQuery,
  linker: Linker,
) =>
  reference([
    'link',
    visit,
    ownerOf(linker),
    id,
    text,
    ontology,
    JSON.stringify(hints ?? {}),
    linker,
  ]);

/**
 * Ontologies in which the linkers' best codes agree or disagree. A remembered choice is no linker's
 * opinion, nor is an empty answer.
 */
function compared(answers: readonly LinkedEntity[]): Pick<DeskAnswer, 'agree' | 'disagree'> {
  const best = new Map<Ontology, string[]>();
  for (const { ontology, candidates, trouble } of answers) {
    const [first] = candidates;
    if (trouble || !first) continue;
    const code = first.code.replaceAll('.', '').toUpperCase();
    best.set(ontology, [...(best.get(ontology) ?? []), code]);
  }
  const compared = [...best].filter(([, codes]) => codes.length > 1);
  const isOne = (codes: readonly string[]) => new Set(codes).size === 1;
  return {
    agree: compared.filter(([, codes]) => isOne(codes)).map(([ontology]) => ontology),
    disagree: compared.filter(([, codes]) => !isOne(codes)).map(([ontology]) => ontology),
  };
}
