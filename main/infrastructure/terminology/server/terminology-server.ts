/**
 * A hospital's own terminology server as a linker: any FHIR R4 service (Snowstorm, HAPI, Ontoserver …). It is told the words of one
 * entity and nothing else. Whoever asks falls back to the codes on this computer when it fails.
 */

import { asFailure, Failure } from '../../../../shared/failure.ts';
import {
  type CodeCandidate,
  type EntityQuery,
  type Ontology,
  ontologies,
} from '../../../../shared/model/coding/codification.ts';
import { systemOf } from '../../../../shared/model/coding/fhir-systems.ts';
import type { ServerTrial } from '../../../../shared/model/coding/terminology.ts';
import {
  capabilityAnswer,
  expandedAnswer,
  type Parameter,
  parametersAnswer,
} from '../../../../shared/wire/fhir-terminology.ts';
import type { Clock, Net } from '../../ports.ts';
import { createAsk, type ServerAddress } from './ask.ts';
import { candidatesOf, foundIn, versionIn, type Words } from './candidates.ts';
import { MAPS, type MapTarget, VALUE_SETS } from './code-systems.ts';

export type { ServerAddress } from './ask.ts';
export type { Words } from './candidates.ts';

export type Linked = { readonly version: string; readonly candidates: readonly CodeCandidate[] };
export type Validity = {
  readonly known: boolean;
  readonly inactive?: boolean | undefined;
  readonly display?: string | undefined;
};
export type Concept = {
  readonly code: string;
  readonly display: string;
  readonly version: string;
  readonly names: readonly string[];
  readonly inactive?: boolean | undefined;
};
/** `sure`: the map has one target, and calls it the same. Anything else is a choice for a person. */
export type Translation = {
  readonly sure: boolean;
  readonly choices: readonly {
    readonly code: string;
    readonly display: string;
    readonly relation: string;
  }[];
};

/** Each throws what `ask.ts` throws, Failure `missing` / `no-terminology-server` where none is set, `server-untried` where it was never tried, and `locked` where its token cannot be read. */
export type TerminologyServer = {
  link(entity: EntityQuery, most: number): Promise<Linked>;
  /** As somebody types. */
  search(ontology: Ontology, typed: string, most: number): Promise<Linked>;
  validate(ontology: Ontology, code: string): Promise<Validity>;
  /** Undefined: it does not know this code. */
  lookup(ontology: Ontology, code: string): Promise<Concept | undefined>;
  /** From SNOMED CT by the release's own map. */
  translate(code: string, to: MapTarget): Promise<Translation>;
  /** What it has, asked with words of no patient. */
  test(): Promise<ServerTrial>;
  /** Another server: what was learned of the last one is forgotten. */
  forget(): void;
};

const SECOND = 1_000;
/** A doctor waits for it; the codes on this computer are there at once. */
const LINK_WITHIN = 5 * SECOND;
const SEARCH_WITHIN = 3 * SECOND;
const TEST_WITHIN = 15 * SECOND;
/** A note is no question. */
const LONGEST_FILTER = 200;
/** How many are looked at to be sure that only one is called so. */
const LOOKED_AT = 50;
/** In no language of any release: a server that finds it has not looked at the words at all. */
const NONSENSE = 'zqxjvkwqzx';
/** In every release of findings, tests and medicines. */
const PROBES: Readonly<Record<Ontology, string>> = {
  snomed: 'fever',
  'icd-10-cm': 'fever',
  loinc: 'glucose',
  medication: 'paracetamol',
};
const OTHER_PROBES: Readonly<Partial<Record<Ontology, string>>> = { medication: 'acetaminophen' };

export type TerminologyServerDeps = {
  readonly net: Net;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly address: () => Promise<ServerAddress>;
  readonly words: Words;
  /** What came of it when it was tried: only what was found ready then is asked for candidates. Undefined: it was not tried. */
  readonly serves: (ontology: Ontology) => boolean | undefined;
};

export function createTerminologyServer({
  net,
  clock,
  address,
  words,
  serves,
}: TerminologyServerDeps): TerminologyServer {
  const ask = createAsk(net, address);
  /** Which value set this server knows; `''`: only one made for the question. */
  const known = new Map<Ontology, string>();

  async function expand(ontology: Ontology, filter: string, count: number, within: number) {
    const end = clock.monotonic() + within;
    const asked = {
      filter: filter.replace(/\s+/g, ' ').trim().slice(0, LONGEST_FILTER),
      count,
      includeDesignations: true,
      activeOnly: true,
    };
    const learned = known.get(ontology);
    const addresses = learned === undefined ? [...VALUE_SETS[ontology], ''] : [learned];
    let unknown: Failure | undefined;
    for (const url of addresses) {
      const timeout = Math.round(end - clock.monotonic());
      if (timeout <= 0)
        throw new Failure('offline', 'The terminology server did not answer in time.', {
          detail: 'server-no-answer',
        });
      try {
        const expanded = await ask(
          url === ''
            ? { path: 'ValueSet/$expand', body: madeFor(ontology, asked), timeout }
            : { path: 'ValueSet/$expand', query: { url, ...asked }, timeout },
          expandedAnswer,
        );
        known.set(ontology, url);
        return expanded;
      } catch (error) {
        // It may know the codes by another name.
        if (asFailure(error).detail !== 'server-no-codes') throw error;
        unknown = asFailure(error);
      }
    }
    known.delete(ontology);
    throw unknown!;
  }

  async function linkOf(
    entity: Pick<EntityQuery, 'ontology' | 'text' | 'hints'>,
    most: number,
    within: number,
  ): Promise<Linked> {
    // Whether there is one at all comes first.
    await address();
    if (serves(entity.ontology) === undefined)
      throw new Failure(
        'missing',
        'The terminology server was never tried. Test it under Settings, Code lists.',
        { detail: 'server-untried' },
      );
    if (!serves(entity.ontology))
      throw new Failure(
        'missing',
        'The terminology server does not have this list of codes, or did not when it was tried.',
        { detail: 'server-no-codes' },
      );
    const count = Math.max(LOOKED_AT, most);
    const expanded = await expand(entity.ontology, entity.text, count, within);
    return {
      version: versionIn(expanded, entity.ontology),
      candidates: candidatesOf(expanded, { ...entity, count }, words).slice(0, most),
    };
  }

  async function tried(ontology: Ontology): Promise<ServerTrial['ontologies'][number]> {
    try {
      let expanded = await expand(ontology, PROBES[ontology], 1, TEST_WITHIN);
      const other = OTHER_PROBES[ontology];
      if (foundIn(expanded, ontology).length === 0 && other !== undefined)
        expanded = await expand(ontology, other, 1, TEST_WITHIN);
      if (foundIn(expanded, ontology).length === 0) return { ontology, answer: 'absent' };
      const version = versionIn(expanded, ontology);
      if (foundIn(await expand(ontology, NONSENSE, 1, TEST_WITHIN), ontology).length > 0)
        return { ontology, answer: 'no-filter', version };
      return { ontology, answer: 'ready', version };
    } catch (error) {
      const { code, detail, message } = asFailure(error);
      // Without it nothing else can be asked either.
      if (
        code === 'offline' ||
        code === 'locked' ||
        detail === 'server-token' ||
        detail === 'server-redirect'
      )
        throw error;
      return {
        ontology,
        answer: detail === 'server-no-codes' ? 'absent' : 'failed',
        said: message,
      };
    }
  }

  return {
    link: (entity, most) => linkOf(entity, most, LINK_WITHIN),
    async search(ontology, typed, most) {
      const { version, candidates } = await linkOf({ ontology, text: typed }, most, SEARCH_WITHIN);
      return { version, candidates: candidates.map((one) => ({ ...one, linked: false })) };
    },

    async validate(ontology, code) {
      const { parameter } = await ask(
        {
          path: 'CodeSystem/$validate-code',
          query: { url: systemOf[ontology], code },
          timeout: LINK_WITHIN,
        },
        parametersAnswer,
      );
      const inactive = flag(parameter, 'inactive');
      const display = text(parameter, 'display');
      return {
        known: flag(parameter, 'result') === true,
        ...(inactive !== undefined && { inactive }),
        ...(display !== undefined && { display }),
      };
    },

    async lookup(ontology, code) {
      try {
        const { parameter } = await ask(
          {
            path: 'CodeSystem/$lookup',
            query: { system: systemOf[ontology], code },
            timeout: LINK_WITHIN,
          },
          parametersAnswer,
        );
        const names = parameter
          .filter(({ name }) => name === 'designation')
          .map(({ part = [] }) => text(part, 'value'))
          .filter((value) => value !== undefined);
        // Snowstorm tells it as a property, others beside the rest.
        const inactive =
          flag(parameter, 'inactive') ??
          parameter
            .filter(({ name }) => name === 'property')
            .map(({ part = [] }) =>
              text(part, 'code') === 'inactive'
                ? part.find(({ name }) => name.startsWith('value'))?.valueBoolean
                : undefined,
            )
            .find((value) => value !== undefined);
        return {
          code,
          display: text(parameter, 'display') ?? names[0] ?? code,
          version: text(parameter, 'version') ?? 'unknown',
          names,
          ...(inactive !== undefined && { inactive }),
        };
      } catch (error) {
        if (asFailure(error).detail === 'server-no-codes') return undefined;
        throw error;
      }
    },

    async translate(code, to) {
      const { url, target } = MAPS[to];
      const { parameter } = await ask(
        {
          // R4 calls it `targetsystem`; Snowstorm wants the value sets on both sides as well.
          path: 'ConceptMap/$translate',
          timeout: LINK_WITHIN,
          query: {
            url,
            system: systemOf.snomed,
            code,
            source: `${systemOf.snomed}?fhir_vs`,
            target,
            targetsystem: target,
          },
        },
        parametersAnswer,
      );
      if (flag(parameter, 'result') !== true) return { sure: false, choices: [] };
      const choices = parameter
        .filter(({ name }) => name === 'match')
        .flatMap(({ part = [] }) => {
          const relation = text(part, 'equivalence') ?? text(part, 'relationship') ?? 'relatedto';
          const concept = part.find(({ name }) => name === 'concept')?.valueCoding;
          // What is listed as no match at all is listed to say so.
          if (
            !concept?.code ||
            relation === 'unmatched' ||
            relation === 'disjoint' ||
            relation === 'not-related-to' ||
            (concept.system !== undefined && concept.system !== target)
          )
            return [];
          return [{ code: concept.code, display: concept.display ?? '', relation }];
        });
      return {
        sure: choices.length === 1 && /^(?:equal|equivalent)$/.test(choices[0]!.relation),
        choices,
      };
    },

    async test() {
      known.clear();
      const { fhirVersion, software, implementation } = await ask(
        { path: 'metadata', timeout: TEST_WITHIN },
        capabilityAnswer,
      ).catch((error: unknown) => {
        const { detail } = asFailure(error);
        throw detail === 'server-no-codes' || detail === 'server-answer'
          ? new Failure(
              'refused',
              'Nothing at this address answers as a FHIR server does. Its address often ends in /fhir.',
              { detail: 'not-a-terminology-server', cause: error },
            )
          : error;
      });
      if (!fhirVersion.startsWith('4.'))
        throw new Failure('refused', 'This server speaks another FHIR than R4.', {
          detail: 'server-fhir-version',
        });
      const name = [software?.name ?? implementation?.description, software?.version]
        .filter(Boolean)
        .join(' ')
        .replace(/[\p{Cc}\s]+/gu, ' ')
        .trim()
        .slice(0, 100);
      const answers = [];
      for (const ontology of ontologies) answers.push(await tried(ontology));
      return { software: name || 'FHIR', ontologies: answers };
    },

    forget: () => known.clear(),
  };
}

function madeFor(
  ontology: Ontology,
  {
    filter,
    count,
    includeDesignations,
    activeOnly,
  }: { filter: string; count: number; includeDesignations: boolean; activeOnly: boolean },
) {
  return {
    resourceType: 'Parameters',
    parameter: [
      {
        name: 'valueSet',
        resource: {
          resourceType: 'ValueSet',
          status: 'active',
          compose: { include: [{ system: systemOf[ontology] }] },
        },
      },
      { name: 'filter', valueString: filter },
      { name: 'count', valueInteger: count },
      { name: 'includeDesignations', valueBoolean: includeDesignations },
      { name: 'activeOnly', valueBoolean: activeOnly },
    ],
  };
}

const text = (parameters: readonly Parameter[], name: string): string | undefined => {
  const found = parameters.find((one) => one.name === name);
  return found?.valueString ?? found?.valueCode ?? found?.valueUri;
};
const flag = (parameters: readonly Parameter[], name: string): boolean | undefined =>
  parameters.find((one) => one.name === name)?.valueBoolean;
