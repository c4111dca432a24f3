/**
 * A hospital's own terminology server as a linker: any FHIR R4 service (Snowstorm, HAPI, Ontoserver
 * …). It gets the words of one entity and nothing else. The caller falls back to the codes on this
 * computer when the server fails.
 */
import type { z } from 'zod';
import { asFailure, Failure } from '../../../../shared/failure.ts';
import { failures } from '../../../../shared/failures.ts';
import {
  type CodeCandidate,
  type EntityQuery,
  type Ontology,
  ontologies,
} from '../../../../shared/model/coding/codification.ts';
import { systemOf } from '../../../../shared/model/coding/fhir-systems.ts';
import type { ServerTrial } from '../../../../shared/model/coding/terminology.ts';
import { SECOND } from '../../../../shared/time.ts';
import {
  capabilityAnswer,
  expandedAnswer,
  type Parameter,
  parametersAnswer,
} from '../../../../shared/wire/fhir-terminology.ts';
import type { Clock, Net } from '../../ports.ts';
import { type Ask, createAsk, type ServerAddress } from './ask.ts';
import { candidatesOf, foundIn, versionIn, type Words } from './candidates.ts';
import { MAPS, type MapTarget, VALUE_SETS } from './code-systems.ts';

export type { ServerAddress } from './ask.ts';

type Linked = { readonly version: string; readonly candidates: readonly CodeCandidate[] };
type Validity = {
  readonly known: boolean;
  readonly inactive?: boolean | undefined;
  readonly display?: string | undefined;
};
type Concept = {
  readonly code: string;
  readonly display: string;
  readonly version: string;
  readonly names: readonly string[];
  readonly inactive?: boolean | undefined;
};
/**
 * `sure`: the map has one target, and calls it the same. Anything else is a choice for a person.
 */
type Translation = {
  readonly sure: boolean;
  readonly choices: readonly {
    readonly code: string;
    readonly display: string;
    readonly relation: string;
  }[];
};

/**
 * Each throws what `ask.ts` throws, Failure `missing` / `no-terminology-server` where none is set,
 * `server-untried` where it was never tried, and `locked` where its token cannot be read.
 */
export type TerminologyServer = {
  link(entity: EntityQuery, most: number): Promise<Linked>;
  /** While a person types. */
  search(ontology: Ontology, typed: string, most: number): Promise<Linked>;
  validate(ontology: Ontology, code: string): Promise<Validity>;
  /** Undefined where the server does not know the code. */
  lookup(ontology: Ontology, code: string): Promise<Concept | undefined>;
  /** From SNOMED CT by the release's own map. */
  translate(code: string, to: MapTarget): Promise<Translation>;
  /** Finds out what the server has, with words of no patient. */
  test(): Promise<ServerTrial>;
  /** Forgets what was learned of the server, for a change of its address. */
  forget(): void;
};

/** Milliseconds: a doctor waits, and the codes on this computer are there at once. */
const LINK_WITHIN = 5 * SECOND;
const SEARCH_WITHIN = 3 * SECOND;
const TEST_WITHIN = 15 * SECOND;
/** Letters. A note is no question. */
const LONGEST_FILTER = 200;
/** Candidates that are compared, to be sure that only one has the name. */
const COMPARED = 50;
/** A word of no language: a server that finds it does not filter. */
const NONSENSE = 'zqxjvkwqzx';
/** Words in every release of findings, tests and medicines. */
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
  /** True where the test of the server found the ontology ready; undefined before the test. */
  readonly serves: (ontology: Ontology) => boolean | undefined;
};

type State = Omit<TerminologyServerDeps, 'net'> & {
  readonly ask: Ask;
  /** Value sets that this server knows; `''`: only one that the request defines. */
  readonly valueSets: Map<Ontology, string>;
};

export function createTerminologyServer({
  net,
  ...deps
}: TerminologyServerDeps): TerminologyServer {
  const state: State = { ...deps, ask: createAsk(net, deps.address), valueSets: new Map() };
  return {
    link: (entity, most) => link(state, entity, most, LINK_WITHIN),
    search: async (ontology, typed, most) => {
      const { version, candidates } = await link(
        state,
        { ontology, text: typed },
        most,
        SEARCH_WITHIN,
      );
      return { version, candidates: candidates.map((one) => ({ ...one, linked: false })) };
    },
    validate: (ontology, code) => validate(state, ontology, code),
    lookup: (ontology, code) => lookup(state, ontology, code),
    translate: (code, to) => translate(state, code, to),
    test: () => test(state),
    forget: () => state.valueSets.clear(),
  };
}

async function link(
  state: State,
  entity: Pick<EntityQuery, 'ontology' | 'text' | 'hints'>,
  most: number,
  within: number,
): Promise<Linked> {
  // First of all: is there a server?
  await state.address();
  const ready = state.serves(entity.ontology);
  if (ready === undefined)
    throw new Failure(
      'missing',
      'The terminology server was never tried. Test it under Settings, Code lists.',
      { detail: 'server-untried' },
    );
  if (!ready)
    throw new Failure(
      'missing',
      'The terminology server does not have this list of codes, or did not when it was tried.',
      { detail: 'server-no-codes' },
    );
  const count = Math.max(COMPARED, most);
  const expanded = await expand(state, entity.ontology, entity.text, count, within);
  return {
    version: versionIn(expanded, entity.ontology),
    candidates: candidatesOf(expanded, { ...entity, count }, state.words).slice(0, most),
  };
}

/** Tries the names by which the server may know the codes, and remembers the one that it knows. */
async function expand(
  { ask, clock, valueSets }: State,
  ontology: Ontology,
  filter: string,
  count: number,
  within: number,
): Promise<z.infer<typeof expandedAnswer>> {
  const end = clock.monotonic() + within;
  const asked = {
    filter: filter.replace(/\s+/g, ' ').trim().slice(0, LONGEST_FILTER),
    count,
    includeDesignations: true,
    activeOnly: true,
  };
  const known = valueSets.get(ontology);
  const urls = known === undefined ? [...VALUE_SETS[ontology], ''] : [known];
  let unknown: unknown;
  for (const url of urls) {
    const timeout = Math.round(end - clock.monotonic());
    if (timeout <= 0) throw failures.terminologyServerTimeout();
    try {
      const expanded = await ask(
        url === ''
          ? { path: 'ValueSet/$expand', body: wholeSystem(ontology, asked), timeout }
          : { path: 'ValueSet/$expand', query: { url, ...asked }, timeout },
        expandedAnswer,
      );
      valueSets.set(ontology, url);
      return expanded;
    } catch (error) {
      // The server may know the codes by another name.
      if (asFailure(error).detail !== 'server-no-codes') throw error;
      unknown = asFailure(error);
    }
  }
  valueSets.delete(ontology);
  throw unknown;
}

async function validate({ ask }: State, ontology: Ontology, code: string): Promise<Validity> {
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
}

async function lookup(
  { ask }: State,
  ontology: Ontology,
  code: string,
): Promise<Concept | undefined> {
  try {
    const { parameter } = await ask(
      {
        path: 'CodeSystem/$lookup',
        query: { system: systemOf[ontology], code },
        timeout: LINK_WITHIN,
      },
      parametersAnswer,
    );
    return conceptOf(code, parameter);
  } catch (error) {
    if (asFailure(error).detail === 'server-no-codes') return undefined;
    throw error;
  }
}

function conceptOf(code: string, parameter: readonly Parameter[]): Concept {
  const names = parameter
    .filter(({ name }) => name === 'designation')
    .map(({ part = [] }) => text(part, 'value'))
    .filter((value) => value !== undefined);
  // Snowstorm sends it as a property, other servers beside the rest.
  const inactive = flag(parameter, 'inactive') ?? inactiveProperty(parameter);
  return {
    code,
    display: text(parameter, 'display') ?? names[0] ?? code,
    version: text(parameter, 'version') ?? 'unknown',
    names,
    ...(inactive !== undefined && { inactive }),
  };
}

const inactiveProperty = (parameter: readonly Parameter[]): boolean | undefined =>
  parameter
    .filter(({ name, part = [] }) => name === 'property' && text(part, 'code') === 'inactive')
    .map(({ part = [] }) => part.find(({ name }) => name.startsWith('value'))?.valueBoolean)
    .find((value) => value !== undefined);

async function translate({ ask }: State, code: string, to: MapTarget): Promise<Translation> {
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
    .flatMap(({ part = [] }) => choiceOf(part, target) ?? []);
  const [only, ...others] = choices;
  return {
    sure: only !== undefined && others.length === 0 && /^(?:equal|equivalent)$/.test(only.relation),
    choices,
  };
}

/** Relations by which a server lists a code to say that it is no match. */
const NO_MATCH = ['unmatched', 'disjoint', 'not-related-to'];

function choiceOf(
  part: readonly Parameter[],
  target: string,
): Translation['choices'][number] | undefined {
  const relation = text(part, 'equivalence') ?? text(part, 'relationship') ?? 'relatedto';
  const concept = part.find(({ name }) => name === 'concept')?.valueCoding;
  if (!concept?.code || NO_MATCH.includes(relation)) return undefined;
  if (concept.system !== undefined && concept.system !== target) return undefined;
  return { code: concept.code, display: concept.display ?? '', relation };
}

async function test(state: State): Promise<ServerTrial> {
  state.valueSets.clear();
  const { fhirVersion, software, implementation } = await state
    .ask({ path: 'metadata', timeout: TEST_WITHIN }, capabilityAnswer)
    .catch((error: unknown) => {
      const { detail } = asFailure(error);
      if (detail !== 'server-no-codes' && detail !== 'server-answer') throw error;
      throw new Failure(
        'refused',
        'Nothing at this address answers as a FHIR server does. Its address often ends in /fhir.',
        { detail: 'not-a-terminology-server', cause: error },
      );
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
  const trials = [];
  for (const ontology of ontologies) trials.push(await tryOntology(state, ontology));
  return { software: name || 'FHIR', ontologies: trials };
}

type OntologyTrial = ServerTrial['ontologies'][number];

async function tryOntology(state: State, ontology: Ontology): Promise<OntologyTrial> {
  const probe = async (filter: string) => {
    const expanded = await expand(state, ontology, filter, 1, TEST_WITHIN);
    return { expanded, found: foundIn(expanded, ontology).length > 0 };
  };
  try {
    let { expanded, found } = await probe(PROBES[ontology]);
    const other = OTHER_PROBES[ontology];
    if (!found && other !== undefined) ({ expanded, found } = await probe(other));
    if (!found) return { ontology, answer: 'absent' };
    const version = versionIn(expanded, ontology);
    const findsNonsense = (await probe(NONSENSE)).found;
    return { ontology, answer: findsNonsense ? 'no-filter' : 'ready', version };
  } catch (error) {
    const { code, detail = '', message } = asFailure(error);
    // Further questions would fail in the same way.
    if (code === 'offline' || code === 'locked' || ENDS_THE_TEST.includes(detail)) throw error;
    const answer = detail === 'server-no-codes' ? 'absent' : 'failed';
    return { ontology, answer, said: message };
  }
}
const ENDS_THE_TEST = ['server-token', 'server-redirect'];

type Expansion = {
  readonly filter: string;
  readonly count: number;
  readonly includeDesignations: boolean;
  readonly activeOnly: boolean;
};

/** A request with a value set of all codes of the ontology. */
const wholeSystem = (
  ontology: Ontology,
  { filter, count, includeDesignations, activeOnly }: Expansion,
) => ({
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
});

const text = (parameters: readonly Parameter[], name: string): string | undefined => {
  const found = parameters.find((one) => one.name === name);
  return found?.valueString ?? found?.valueCode ?? found?.valueUri;
};
const flag = (parameters: readonly Parameter[], name: string): boolean | undefined =>
  parameters.find((one) => one.name === name)?.valueBoolean;
