/**
 * Contract 2: words in, codes of an ontology out, in Scriba's words. `main/features/coding` decides
 * which queries go together.
 */
import type { z } from 'zod';
import { Failure } from '../../../../shared/failure.ts';
import type {
  CodeCandidate,
  Ontology,
  OntologyListing,
} from '../../../../shared/model/coding/codification.ts';
import { DAY } from '../../../../shared/time.ts';
import {
  type BatchRequest,
  batchAnswer,
  type Candidate,
  type LinkRequest,
  LONGEST_TERMS,
  legacyAnswer,
  linkAnswer,
  MOST_CANDIDATES,
  MOST_QUERIES,
  registryAnswer,
} from '../../../../shared/wire/codification.ts';
import type { Clock } from '../../ports.ts';
import type { Address } from '../client/address.ts';
import { type Client, readAnswer } from '../client/client.ts';
import { sanitizeText } from '../client/sanitize-text.ts';

/** Shared by a group of queries (contract 2.3). */
export type LinkQuestion = {
  readonly ontology: Ontology;
  readonly version: string;
  readonly hints: Readonly<Record<string, string>>;
  /** Candidates for each query, 1 to 10. */
  readonly most: number;
};

/** `suggested`: the one code that is linked, where there is exactly one (contract 2.2). */
export type Linked = {
  readonly candidates: CodeCandidate[];
  readonly suggested: string | undefined;
};

export type Codification = {
  /** Asked once in 24 hours. */
  registry(): Promise<readonly OntologyListing[]>;
  /**
   * Throws `refused` / `ontology-unlisted` for a version that the last listing lacked, before
   * anything is sent.
   */
  link(query: string, question: LinkQuestion): Promise<Linked>;
  /** Five queries at most; returns results in their order. Throws like `link`. */
  batch(queries: readonly string[], question: LinkQuestion): Promise<Linked[]>;
  /**
   * The older call for SNOMED CT; returns results by text, without the unknown ones. Throws
   * `invalid` / `terms-too-long` beyond 4 kB of query.
   */
  legacy(terms: readonly string[]): Promise<ReadonlyMap<string, Linked>>;
};

const MOST_LISTED = 100;
const LONGEST_TERM = 300;
const MOST_FACTS = 20;

export type CodificationDeps = {
  readonly client: Client;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly address: () => Address;
};

type Listings = readonly OntologyListing[];
type CodificationState = {
  readonly deps: CodificationDeps;
  /** `of`: the account that was asked; `at`: monotonic. */
  listing: { readonly of: string; readonly at: number; readonly ontologies: Listings } | undefined;
  /** One request serves all who wait. */
  asking: { readonly of: string; readonly answer: Promise<Listings> } | undefined;
};

export function createCodification(deps: CodificationDeps): Codification {
  const state: CodificationState = { deps, listing: undefined, asking: undefined };
  return {
    registry: () => registry(state),
    link: (query, question) => link(state, query, question),
    batch: (queries, question) => batch(state, queries, question),
    legacy: (terms) => legacy(deps, terms),
  };
}

async function registry(state: CodificationState): Promise<Listings> {
  const { clock, address } = state.deps;
  const of = `${address().baseUrl} ${address().clientId}`;
  const { listing } = state;
  if (listing && listing.of === of && clock.monotonic() - listing.at < DAY)
    return listing.ontologies;
  if (state.asking?.of !== of) {
    const answer = fetchRegistry(state, of).finally(() => {
      state.asking = undefined;
    });
    state.asking = { of, answer };
  }
  return state.asking.answer;
}

async function fetchRegistry(state: CodificationState, of: string): Promise<Listings> {
  const { client, clock } = state.deps;
  const answer = await client.ask(
    { method: 'GET', path: '/med-link/registry/', retry: 'safe' },
    registryAnswer,
  );
  const ontologies = answer.ontologies.slice(0, MOST_LISTED).map(({ name, versions }) => ({
    ontology: name,
    versions: versions.slice(0, MOST_LISTED),
  }));
  state.listing = { of, at: clock.monotonic(), ontologies };
  return ontologies;
}

async function checkListed(
  state: CodificationState,
  { ontology, version }: LinkQuestion,
): Promise<void> {
  const listed = (await registry(state)).find((one) => one.ontology === ontology);
  if (listed?.versions.includes(version)) return;
  throw new Failure(
    'refused',
    'The platform does not have this list of codes, or not in this version.',
    { detail: 'ontology-unlisted' },
  );
}

const requestOf = ({ ontology, version, hints, most }: LinkQuestion) => ({
  ontology,
  version,
  top_k: most,
  metadata: { ...hints },
});

async function ask<T>(
  state: CodificationState,
  path: string,
  body: LinkRequest | BatchRequest,
  schema: Parameters<typeof readAnswer<T>>[1],
): Promise<T> {
  const { client } = state.deps;
  // A pure look-up: sending it twice does the same as sending it once (contract 2).
  const answer = await client.send({ method: 'POST', path, body, retry: 'safe' });
  // The listing is out of date: the next question asks for it first.
  if (answer.status === 422) state.listing = undefined;
  if (answer.status >= 300) throw client.failureOf(answer);
  return readAnswer(answer, schema);
}

async function link(
  state: CodificationState,
  query: string,
  question: LinkQuestion,
): Promise<Linked> {
  await checkListed(state, question);
  const body = { query, ...requestOf(question) };
  const { results } = await ask(state, '/med-link/nel/link', body, linkAnswer);
  return grouped(results);
}

async function batch(
  state: CodificationState,
  queries: readonly string[],
  question: LinkQuestion,
): Promise<Linked[]> {
  if (queries.length < 1 || queries.length > MOST_QUERIES)
    throw new Failure('broken', 'A batch has one to five questions.', { detail: 'request' });
  await checkListed(state, question);
  const body = { queries: [...queries], ...requestOf(question) };
  const { results } = await ask(state, '/med-link/nel/link/batch', body, batchAnswer);
  // By place, and only where each block names the question of that place: a code must never end up
  // at another finding.
  const isInOrder =
    results.length === queries.length &&
    results.every(({ query }, index) => query === queries[index]);
  if (!isInOrder)
    throw new Failure(
      'broken',
      'The platform answered other questions than were asked. Nothing of it is shown.',
      { detail: 'answer-unreadable' },
    );
  return results.map((block) => grouped(block.results));
}

async function legacy(
  { client, address }: CodificationDeps,
  terms: readonly string[],
): Promise<ReadonlyMap<string, Linked>> {
  const query = legacyQuery(terms);
  if (query.length > LONGEST_TERMS)
    throw new Failure('invalid', 'These words are too long for the older call.', {
      detail: 'terms-too-long',
    });
  const path = `/${address().brand}-mcp/linking/v1/snomed?${query}`;
  const links = await client.ask({ method: 'GET', path, retry: 'safe' }, legacyAnswer);
  const asked = new Set(terms);
  const byText = Map.groupBy(
    links.filter(({ text }) => asked.has(text)),
    ({ text }) => text,
  );
  return new Map(
    [...byText].map(([text, found]) => [text, grouped(found.map(legacyCandidate))] as const),
  );
}

const legacyCandidate = ({
  snomed_id,
  text,
  confidence,
}: z.infer<typeof legacyAnswer>[number]): Candidate => ({
  term_id: snomed_id,
  term_name: text,
  score: confidence ?? null,
  is_linked: false,
  metadata: undefined,
});

/** Contract 2.4: a JSON list in one parameter, percent-encoded once. */
export const legacyQuery = (terms: readonly string[]) =>
  `text_to_link=${encodeURIComponent(JSON.stringify(terms.map((term) => term.toWellFormed())))}`;

/** The synonyms of one concept are one candidate; best first, as they came. */
export function grouped(results: readonly Candidate[]): Linked {
  const byCode = new Map<
    string,
    { first: Candidate; terms: string[]; score: number | null; linked: boolean }
  >();
  for (const one of results.slice(0, MOST_CANDIDATES * 5)) {
    const code = sanitizeText(one.term_id, 100);
    // A code is taken as it is or not at all.
    if (code !== one.term_id) continue;
    const term = sanitizeText(one.term_name, LONGEST_TERM);
    const group = byCode.get(code) ?? { first: one, terms: [], score: null, linked: false };
    if (term !== '' && !group.terms.includes(term)) group.terms.push(term);
    if (typeof one.score === 'number' && Number.isFinite(one.score))
      group.score = Math.max(group.score ?? -Infinity, one.score);
    group.linked ||= one.is_linked === true;
    byCode.set(code, group);
  }
  const candidates = [...byCode].map(
    ([
      code,
      {
        first,
        terms: [term = code, ...synonyms],
        score,
        linked,
      },
    ]) => ({ code, term, synonyms, score, linked, about: factsOf(first.metadata) }),
  );
  const linked = candidates.filter((one) => one.linked);
  return { candidates, suggested: linked.length === 1 ? linked[0]?.code : undefined };
}

function factsOf(metadata: Candidate['metadata']): [string, string][] {
  return Object.entries(metadata ?? {})
    .flatMap(([label, value]): [string, string][] =>
      ['string', 'number', 'boolean'].includes(typeof value) && value !== ''
        ? [[sanitizeText(label, 60), sanitizeText(String(value), 200)]]
        : [],
    )
    .slice(0, MOST_FACTS);
}
