/**
 * A FHIR R4 terminology server on the loopback, with a few real concepts, that answers as the usual ones do: `snowstorm`
 * (SNOMED CT alone, fully specified names as designations), `hapi` (knows ICD-10-CM only when it is asked for the code system itself;
 * says "not found" and "too many" in words), `ontoserver` (all four). It can also misbehave.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export type Manner = 'snowstorm' | 'hapi' | 'ontoserver';
export const misdeeds = [
  'slow',
  '401',
  '404',
  'too-costly',
  '500',
  '503',
  'cut',
  'redirect',
  'huge',
  'html',
  'no-filter',
  'outcome-200',
  'nonsense',
] as const;
export type Misdeed = (typeof misdeeds)[number];

type Concept = {
  readonly system: string;
  readonly code: string;
  readonly display: string;
  readonly names?: readonly string[];
  readonly inactive?: boolean;
};
const SCT = 'http://snomed.info/sct',
  ICD = 'http://hl7.org/fhir/sid/icd-10-cm',
  LOINC = 'http://loinc.org',
  RX = 'http://www.nlm.nih.gov/research/umls/rxnorm';
const SCT_VERSION = 'http://snomed.info/sct/900000000000207008/version/20260701';

/** Codes that the documents and the fixtures of this project show; `inactive` and the second "Cold" are made up for the test. */
export const concepts: readonly Concept[] = [
  { system: SCT, code: '386661006', display: 'Fever', names: ['Fever (finding)', 'Pyrexia'] },
  {
    system: SCT,
    code: '44054006',
    display: 'Type 2 diabetes mellitus',
    names: ['Diabetes mellitus type 2 (disorder)', 'Diabetes mellitus type II'],
  },
  {
    system: SCT,
    code: '54150009',
    display: 'Acute upper respiratory infection',
    names: ['Upper respiratory infection (disorder)'],
  },
  { system: SCT, code: '990000001', display: 'Cold', names: ['Common cold (disorder)'] },
  { system: SCT, code: '990000002', display: 'Cold', names: ['Cold sensation (finding)'] },
  { system: SCT, code: '990000003', display: 'Fever of former days', inactive: true },
  { system: SCT, code: '990000004', display: 'Fever with rigors' },
  { system: ICD, code: 'R50.9', display: 'Fever, unspecified' },
  { system: ICD, code: 'I10', display: 'Essential (primary) hypertension' },
  { system: ICD, code: 'B26.9', display: 'Mumps without complication' },
  { system: LOINC, code: '2345-7', display: 'Glucose [Mass/volume] in Serum or Plasma' },
  { system: RX, code: '161', display: 'acetaminophen' },
];
const systems: Readonly<Record<Manner, readonly string[]>> = {
  snowstorm: [SCT],
  hapi: [SCT, ICD, LOINC],
  ontoserver: [SCT, ICD, LOINC, RX],
};
const valueSets: Readonly<Record<Manner, Readonly<Record<string, string>>>> = {
  snowstorm: { [`${SCT}?fhir_vs`]: SCT },
  hapi: { [`${SCT}?fhir_vs`]: SCT, [`${LOINC}/vs`]: LOINC },
  ontoserver: {
    [`${SCT}?fhir_vs`]: SCT,
    [`${ICD}?vs`]: ICD,
    [`${LOINC}/vs`]: LOINC,
    [`${RX}?fhir_vs`]: RX,
  },
};

export type Asked = {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly authorization: string | undefined;
  readonly body: string;
};
export type FakeTerminologyServer = {
  readonly base: string;
  readonly asked: Asked[];
  misbehave(misdeed: Misdeed | undefined): void;
  close(): Promise<void>;
};

const outcome = (code: string, diagnostics: string) => ({
  resourceType: 'OperationOutcome',
  issue: [{ severity: 'error', code, diagnostics }],
});
const words = (text: string) => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];

export async function startTerminologyServer({
  manner = 'ontoserver',
  token,
}: {
  manner?: Manner;
  token?: string;
} = {}): Promise<FakeTerminologyServer> {
  const asked: Asked[] = [];
  const sockets = new Set<Socket>();
  let misdeed: Misdeed | undefined;

  function answer(response: ServerResponse, status: number, body: unknown) {
    response
      .writeHead(status, { 'content-type': 'application/fhir+json;charset=utf-8' })
      .end(JSON.stringify(body));
  }

  function expand(
    response: ServerResponse,
    system: string,
    filter: string,
    count: number,
    withNames: boolean,
  ) {
    const typed = words(filter);
    const hits = concepts.filter(
      (one) =>
        one.system === system &&
        !(manner !== 'snowstorm' && one.inactive) &&
        (misdeed === 'no-filter' ||
          typed.every((word) =>
            words([one.display, ...(one.names ?? [])].join(' ')).some((own) =>
              own.startsWith(word),
            ),
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
        // Where nothing is found HAPI and Snowstorm leave the member out.
        ...(contains.length > 0 && { contains }),
      },
    });
  }

  function unknownSet(response: ServerResponse, url: string) {
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

  function right(request: IncomingMessage, response: ServerResponse, { path, query, body }: Asked) {
    const { code = '', url = '' } = query;
    if (path === '/fhir/metadata')
      return answer(response, 200, {
        resourceType: 'CapabilityStatement',
        status: 'active',
        fhirVersion: '4.0.1',
        software: { name: manner, version: '8.1.0' },
      });
    if (path === '/fhir/ValueSet/$expand') {
      if (request.method === 'POST') {
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
        return expand(
          response,
          system,
          of('filter')?.valueString ?? '',
          of('count')?.valueInteger ?? 10,
          true,
        );
      }
      const system = valueSets[manner][url];
      return system === undefined
        ? unknownSet(response, url)
        : expand(
            response,
            system,
            query.filter ?? '',
            Number(query.count ?? 10),
            query.includeDesignations === 'true',
          );
    }
    const concept = concepts.find(
      (one) => one.code === code && one.system === (query.system ?? url),
    );
    if (path === '/fhir/CodeSystem/$lookup') {
      if (!concept)
        return answer(response, 404, outcome('not-found', `Code ${code} was not found.`));
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
    if (path === '/fhir/CodeSystem/$validate-code') {
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
    if (path === '/fhir/ConceptMap/$translate') {
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
        '44054006': [
          match('wider', 'E11.9'),
          match('narrower', 'E11.65'),
          match('unmatched', 'E10.9'),
        ],
        '54150009': [match('relatedto', 'J06.9')],
      };
      const matches = maps[code] ?? [];
      return answer(
        response,
        200,
        parameters([
          { name: 'result', valueBoolean: matches.length > 0 },
          ...(matches.length === 0
            ? [{ name: 'message', valueString: 'No match found' }]
            : matches),
        ]),
      );
    }
    answer(response, 404, outcome('not-found', 'Unknown operation'));
  }

  function wrong(response: ServerResponse, deed: Misdeed): boolean {
    const deeds: Partial<Record<Misdeed, () => unknown>> = {
      slow: () => undefined,
      401: () => response.writeHead(401, { 'www-authenticate': 'Bearer' }).end(),
      404: () => response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>'),
      'too-costly': () =>
        manner === 'hapi'
          ? answer(
              response,
              412,
              outcome(
                'processing',
                'HAPI-0831: Expansion of ValueSet produced too many codes (maximum 1,000) - Operation aborted!',
              ),
            )
          : answer(
              response,
              422,
              outcome('too-costly', 'The expansion is too large; the index is warming up.'),
            ),
      500: () =>
        answer(
          response,
          500,
          outcome('exception', 'Failed to call access method: java.lang.NullPointerException'),
        ),
      503: () => response.writeHead(503, { 'retry-after': '7' }).end('warming up'),
      cut: () =>
        response
          .writeHead(200, { 'content-type': 'application/fhir+json', 'content-length': '100000' })
          .write('{"resourceType":"ValueSet",', () => response.destroy()),
      redirect: () =>
        response.writeHead(301, { location: 'http://127.0.0.1:9/fhir/metadata' }).end(),
      huge: () =>
        response
          .writeHead(200, { 'content-type': 'application/fhir+json' })
          .end(`{"resourceType":"ValueSet","text":"${'x'.repeat(3 * 1024 * 1024)}"}`),
      html: () =>
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<html>Sign in to the Wi-Fi</html>'),
      'outcome-200': () => answer(response, 200, outcome('exception', 'The index is not built.')),
      nonsense: () =>
        answer(response, 200, { resourceType: 'ValueSet', expansion: { contains: 'all of them' } }),
    };
    deeds[deed]?.();
    return deeds[deed] !== undefined;
  }

  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request
      .on('data', (piece: Buffer) => pieces.push(piece))
      .on('end', () => {
        const { pathname, searchParams } = new URL(request.url ?? '/', 'http://server');
        const one: Asked = {
          method: request.method ?? '',
          path: pathname,
          query: Object.fromEntries(searchParams),
          authorization: request.headers.authorization,
          body: Buffer.concat(pieces).toString(),
        };
        asked.push(one);
        if (token !== undefined && one.authorization !== `Bearer ${token}`)
          return answer(response, 401, outcome('login', 'Unauthorized'));
        if (misdeed !== undefined && wrong(response, misdeed)) return;
        right(request, response, one);
      });
  });
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}/fhir`,
    asked,
    misbehave: (next) => {
      misdeed = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
