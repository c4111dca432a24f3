/** Contract 2: words in, codes of an ontology out, in Scriba's words. Which questions go together is `main/codification`'s affair. */

import { Failure } from '../../../../shared/failure.ts';
import type {
  CodeCandidate,
  Ontology,
  OntologyListing,
} from '../../../../shared/model/coding/codification.ts';
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

/** What a group of queries shares (contract 2.3). */
export type LinkQuestion = {
  readonly ontology: Ontology;
  readonly version: string;
  readonly hints: Readonly<Record<string, string>>;
  /** How many candidates for each, 1 to 10. */
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
  /** Throws `refused` / `ontology-unlisted` for a version that the last listing lacked, before anything is sent. */
  link(query: string, question: LinkQuestion): Promise<Linked>;
  /** Five queries at most; answers in their order. Throws like `link`. */
  batch(queries: readonly string[], question: LinkQuestion): Promise<Linked[]>;
  /** The older call for SNOMED CT; answers by text, what is not known is left out. Throws `invalid` / `terms-too-long` beyond 4 kB of query. */
  legacy(terms: readonly string[]): Promise<ReadonlyMap<string, Linked>>;
};

const DAY = 24 * 3600 * 1000;
const MOST_LISTED = 100;
const LONGEST_TERM = 300;
const MOST_FACTS = 20;

export function createCodification({
  client,
  clock,
  address,
}: {
  client: Client;
  clock: Clock;
  address: () => Address;
}): Codification {
  let listing:
    | { readonly of: string; readonly at: number; readonly ontologies: readonly OntologyListing[] }
    | undefined;
  const account = () => `${address().baseUrl} ${address().clientId}`;

  /** One question serves all who wait. */
  let asking:
    | { readonly of: string; readonly answer: Promise<readonly OntologyListing[]> }
    | undefined;

  async function registry(): Promise<readonly OntologyListing[]> {
    const of = account();
    if (listing && listing.of === of && clock.monotonic() - listing.at < DAY)
      return listing.ontologies;
    if (asking?.of !== of)
      asking = { of, answer: askRegistry(of).finally(() => void (asking = undefined)) };
    return asking.answer;
  }

  async function askRegistry(of: string): Promise<readonly OntologyListing[]> {
    const { ontologies } = await client.ask(
      { method: 'GET', path: '/med-link/registry/', retry: 'safe' },
      registryAnswer,
    );
    listing = {
      of,
      at: clock.monotonic(),
      ontologies: ontologies.slice(0, MOST_LISTED).map(({ name, versions }) => ({
        ontology: name,
        versions: versions.slice(0, MOST_LISTED),
      })),
    };
    return listing.ontologies;
  }

  async function checkListed({ ontology, version }: LinkQuestion): Promise<void> {
    const listed = (await registry()).find((one) => one.ontology === ontology);
    if (listed?.versions.includes(version)) return;
    throw new Failure(
      'refused',
      'The platform does not have this list of codes, or not in this version.',
      { detail: 'ontology-unlisted' },
    );
  }

  const rest = ({ ontology, version, hints, most }: LinkQuestion) => ({
    ontology,
    version,
    top_k: most,
    metadata: { ...hints },
  });

  async function ask<T>(
    path: string,
    body: LinkRequest | BatchRequest,
    schema: Parameters<typeof readAnswer<T>>[1],
  ): Promise<T> {
    // A pure look-up: asking twice is asking once (contract 2).
    const answer = await client.send({ method: 'POST', path, body, retry: 'safe' });
    // What was listed is not there any more: the next question asks for the listing first.
    if (answer.status === 422) listing = undefined;
    if (answer.status >= 300) throw client.failureOf(answer);
    return readAnswer(answer, schema);
  }

  return {
    registry,

    async link(query, question) {
      await checkListed(question);
      const { results } = await ask('/med-link/nel/link', { query, ...rest(question) }, linkAnswer);
      return grouped(results);
    },

    async batch(queries, question) {
      if (queries.length < 1 || queries.length > MOST_QUERIES)
        throw new Failure('broken', 'A batch has one to five questions.', { detail: 'request' });
      await checkListed(question);
      const { results } = await ask(
        '/med-link/nel/link/batch',
        { queries: [...queries], ...rest(question) },
        batchAnswer,
      );
      // By place, and only where each block says that it answers the question of that place: a code must never end up at another finding.
      if (
        results.length !== queries.length ||
        results.some(({ query }, index) => query !== queries[index])
      ) {
        throw new Failure(
          'broken',
          'The platform answered other questions than were asked. Nothing of it is shown.',
          { detail: 'answer-unreadable' },
        );
      }
      return results.map((block) => grouped(block.results));
    },

    async legacy(terms) {
      const query = legacyQuery(terms);
      if (query.length > LONGEST_TERMS)
        throw new Failure('invalid', 'These words are too long for the older call.', {
          detail: 'terms-too-long',
        });
      const links = await client.ask(
        {
          method: 'GET',
          path: `/${address().brand}-mcp/linking/v1/snomed?${query}`,
          retry: 'safe',
        },
        legacyAnswer,
      );
      const asked = new Set(terms);
      const found = new Map<string, Candidate[]>();
      for (const { snomed_id, text, confidence } of links) {
        if (!asked.has(text)) continue;
        found.set(text, [
          ...(found.get(text) ?? []),
          {
            term_id: snomed_id,
            term_name: text,
            score: confidence ?? null,
            is_linked: false,
            metadata: undefined,
          },
        ]);
      }
      return new Map([...found].map(([text, candidates]) => [text, grouped(candidates)]));
    },
  };
}

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
