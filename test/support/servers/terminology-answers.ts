/** Right answers of a FHIR terminology server, in the manner of each product. */
import type { ServerResponse } from 'node:http';
import {
  concepts,
  type Manner,
  type Misdeed,
  SCT,
  SCT_VERSION,
  systems,
  valueSets,
} from './terminology-concepts.ts';

export type Asked = {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly authorization: string | undefined;
  readonly body: string;
};
export type Behaviour = {
  readonly manner: Manner;
  /** Undefined: all goes right. */
  readonly misdeed: Misdeed | undefined;
};

export const outcome = (code: string, diagnostics: string) => ({
  resourceType: 'OperationOutcome',
  issue: [{ severity: 'error', code, diagnostics }],
});
const words = (text: string) => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];

export function answer(response: ServerResponse, status: number, body: unknown) {
  response
    .writeHead(status, { 'content-type': 'application/fhir+json;charset=utf-8' })
    .end(JSON.stringify(body));
}

/** The right answer, in the manner of the product. */
export function answerRightly(
  behaviour: Behaviour,
  response: ServerResponse,
  { method, path, query, body }: Asked,
) {
  switch (path) {
    case '/fhir/metadata':
      return answer(response, 200, {
        resourceType: 'CapabilityStatement',
        status: 'active',
        fhirVersion: '4.0.1',
        software: { name: behaviour.manner, version: '8.1.0' },
      });
    case '/fhir/ValueSet/$expand':
      return method === 'POST'
        ? expandPosted(behaviour, response, body)
        : expandNamed(behaviour, response, query);
    case '/fhir/CodeSystem/$lookup':
      return lookUp(behaviour, response, query);
    case '/fhir/CodeSystem/$validate-code':
      return validate(response, query);
    case '/fhir/ConceptMap/$translate':
      return translate(response, query);
    default:
      return answer(response, 404, outcome('not-found', 'Unknown operation'));
  }
}

const conceptOf = ({ code = '', url = '', system = url }: Asked['query']) =>
  concepts.find((one) => one.code === code && one.system === system);

type Expansion = {
  readonly system: string;
  readonly filter: string;
  readonly count: number;
  readonly withNames: boolean;
};

function expand(
  { manner, misdeed }: Behaviour,
  response: ServerResponse,
  { system, filter, count, withNames }: Expansion,
) {
  const typed = words(filter);
  const hits = concepts.filter(
    (one) =>
      one.system === system &&
      !(manner !== 'snowstorm' && one.inactive) &&
      (misdeed === 'no-filter' ||
        typed.every((word) =>
          words([one.display, ...(one.names ?? [])].join(' ')).some((own) => own.startsWith(word)),
        )),
  );
  const contains = hits.slice(0, count).map(({ code, display, names = [], inactive }) => ({
    system,
    code,
    display,
    ...(inactive && { inactive }),
    ...(manner === 'hapi' && { version: '2026' }),
    ...(withNames && {
      designation: [display, ...names].map((value) => ({
        language: 'en',
        use: {
          system: SCT,
          code: value.endsWith(')') ? '900000000000003001' : '900000000000013009',
        },
        value,
      })),
    }),
  }));
  const version = system === SCT ? SCT_VERSION : '2026';
  answer(response, 200, {
    resourceType: 'ValueSet',
    status: 'active',
    expansion: {
      identifier: 'urn:uuid:0',
      timestamp: '2026-11-21T10:00:00Z',
      total: hits.length,
      offset: 0,
      parameter:
        manner === 'hapi'
          ? [{ name: 'offset', valueInteger: 0 }]
          : [
              {
                name: manner === 'snowstorm' ? 'version' : 'used-codesystem',
                valueUri: `${system}|${version}`,
              },
            ],
      // HAPI and Snowstorm leave the member out if nothing is found.
      ...(contains.length > 0 && { contains }),
    },
  });
}

function unknownSet({ manner }: Behaviour, response: ServerResponse, url: string) {
  if (manner === 'hapi')
    return answer(
      response,
      404,
      outcome('processing', `HAPI-2024: Unknown ValueSet: ${encodeURIComponent(url)}`),
    );
  if (manner === 'snowstorm')
    return answer(response, 400, outcome('not-found', `ValueSet ${url} not found`));
  return answer(response, 404, outcome('not-found', `[a4e2] Could not find value set ${url}.`));
}

const parameters = (list: readonly unknown[]) => ({
  resourceType: 'Parameters',
  parameter: list,
});

function expandPosted(behaviour: Behaviour, response: ServerResponse, body: string) {
  const { manner } = behaviour;
  const given = JSON.parse(body) as {
    parameter: {
      name: string;
      valueString?: string;
      valueInteger?: number;
      resource?: { compose: { include: { system: string }[] } };
    }[];
  };
  const of = (name: string) => given.parameter.find((one) => one.name === name);
  const system = of('valueSet')!.resource!.compose.include[0]!.system;
  if (!systems[manner].includes(system))
    return answer(
      response,
      manner === 'hapi' ? 500 : 404,
      outcome(
        'processing',
        `HAPI-0702: Unable to expand ValueSet because CodeSystem could not be found: ${system}`,
      ),
    );
  return expand(behaviour, response, {
    system,
    filter: of('filter')?.valueString ?? '',
    count: of('count')?.valueInteger ?? 10,
    withNames: true,
  });
}

function expandNamed(behaviour: Behaviour, response: ServerResponse, query: Asked['query']) {
  const { url = '' } = query;
  const system = valueSets[behaviour.manner][url];
  if (system === undefined) return unknownSet(behaviour, response, url);
  return expand(behaviour, response, {
    system,
    filter: query.filter ?? '',
    count: Number(query.count ?? 10),
    withNames: query.includeDesignations === 'true',
  });
}

function lookUp({ manner }: Behaviour, response: ServerResponse, query: Asked['query']) {
  const { code = '' } = query;
  const concept = conceptOf(query);
  if (!concept) return answer(response, 404, outcome('not-found', `Code ${code} was not found.`));
  const names = [concept.display, ...(concept.names ?? [])].map((value) => ({
    name: 'designation',
    part: [
      { name: 'language', valueCode: 'en' },
      { name: 'value', valueString: value },
    ],
  }));
  const inactive =
    manner === 'ontoserver'
      ? [{ name: 'inactive', valueBoolean: concept.inactive ?? false }]
      : [
          {
            name: 'property',
            part: [
              { name: 'code', valueCode: 'inactive' },
              { name: 'value', valueBoolean: concept.inactive ?? false },
            ],
          },
        ];
  return answer(
    response,
    200,
    parameters([
      { name: 'name', valueString: 'SNOMED CT' },
      { name: 'version', valueString: SCT_VERSION },
      { name: 'display', valueString: concept.display },
      ...names,
      ...inactive,
    ]),
  );
}

function validate(response: ServerResponse, query: Asked['query']) {
  const { code = '' } = query;
  const concept = conceptOf(query);
  return answer(
    response,
    200,
    parameters(
      concept
        ? [
            { name: 'result', valueBoolean: true },
            { name: 'display', valueString: concept.display },
            ...(concept.inactive ? [{ name: 'inactive', valueBoolean: true }] : []),
          ]
        : [
            { name: 'result', valueBoolean: false },
            { name: 'message', valueString: `Unknown code ${code}` },
          ],
    ),
  );
}

function translate(response: ServerResponse, query: Asked['query']) {
  const { code = '' } = query;
  const target = query.target ?? query.targetsystem;
  const match = (equivalence: string, to: string, display?: string) => ({
    name: 'match',
    part: [
      { name: 'equivalence', valueCode: equivalence },
      {
        name: 'concept',
        valueCoding: { system: target, code: to, ...(display && { display }) },
      },
    ],
  });
  const maps: Readonly<Record<string, readonly unknown[]>> = {
    '386661006': [match('equivalent', 'R50.9', 'Fever, unspecified')],
    '44054006': [match('wider', 'E11.9'), match('narrower', 'E11.65'), match('unmatched', 'E10.9')],
    '54150009': [match('relatedto', 'J06.9')],
  };
  const matches = maps[code] ?? [];
  return answer(
    response,
    200,
    parameters([
      { name: 'result', valueBoolean: matches.length > 0 },
      ...(matches.length === 0 ? [{ name: 'message', valueString: 'No match found' }] : matches),
    ]),
  );
}
