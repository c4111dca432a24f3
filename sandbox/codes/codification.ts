/** Contract 2: the registry, one or five questions at a time, and the older call. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { z } from 'zod';
import {
  batchRequest,
  LONGEST_TERMS,
  linkRequest,
  MOST_TERMS,
} from '../../shared/wire/codification.ts';
import { callersWith, messageOnly } from '../accounts/callers.ts';
import type { Sandbox } from '../sandbox.ts';
import { type Answer, linkLegacy, linkMedicine, linkTerm, linkTest } from './linking.ts';

const ontologies = [
  { name: 'snomed', versions: ['20250401_extended'] },
  { name: 'loinc', versions: ['v1.0'] },
  { name: 'medication', versions: ['v5.0'] },
  { name: 'icd-10-cm', versions: ['comprehend'] },
];

type Problem = { loc: (string | number)[]; msg: string; type: string };
type Question = Pick<
  z.infer<typeof linkRequest>,
  'ontology' | 'version' | 'top_k' | 'metadata' | 'request_id'
>;

export function addCodification(server: FastifyInstance, sandbox: Sandbox) {
  const { store, options } = sandbox;
  const forCallers = callersWith(sandbox, messageOnly);

  server.get(
    '/med-link/registry/',
    forCallers(() => ({ ontologies })),
  );

  server.post(
    '/med-link/nel/link',
    forCallers((_caller, request, reply) => {
      const given = linkRequest.safeParse(request.body);
      if (!given.success) return refuse(reply, problemsOf(given.error, request.body));
      const unknown = unlisted(given.data);
      return unknown
        ? refuse(reply, [unknown])
        : block(given.data.query, given.data, requestId(given.data));
    }),
  );

  server.post(
    '/med-link/nel/link/batch',
    forCallers((_caller, request, reply) => {
      const given = batchRequest.safeParse(request.body);
      if (!given.success) return refuse(reply, problemsOf(given.error, request.body));
      const unknown = unlisted(given.data);
      if (unknown) return refuse(reply, [unknown]);
      const id = requestId(given.data);
      return { results: given.data.queries.map((query) => block(query, given.data, id)) };
    }),
  );

  server.get(
    `/${options.brand}-mcp/linking/v1/snomed`,
    forCallers((_caller, request, reply) => {
      const text = (request.query as Record<string, unknown>).text_to_link;
      const asked = request.url.split('?')[1] ?? '';
      if (text === undefined)
        return refuse(reply, [
          { loc: ['query', 'text_to_link'], msg: 'Field required', type: 'missing' },
        ]);
      const list = typeof text === 'string' ? readTerms(text) : undefined;
      if (!list)
        return refuse(reply, [
          {
            loc: ['query', 'text_to_link'],
            msg: 'a list of quoted terms is wanted',
            type: 'value_error',
          },
        ]);
      if (list.length > MOST_TERMS || asked.length > LONGEST_TERMS)
        return refuse(reply, [
          {
            loc: ['query', 'text_to_link'],
            msg: `${MOST_TERMS} terms and ${LONGEST_TERMS} bytes at most`,
            type: 'too_long',
          },
        ]);
      return list.flatMap((term) => linkLegacy(term) ?? []);
    }),
  );

  const requestId = ({ request_id }: Question) => request_id ?? store.newId('link');

  function block(
    query: string,
    { ontology, version, top_k, metadata }: Question,
    request_id: string,
  ) {
    const { results, query_breakdown } = linkQuery(query, { ontology, metadata, top_k });
    return {
      request_id,
      query,
      query_breakdown,
      ontology,
      version,
      index_name: `practice-${ontology}`,
      model_version: null,
      results,
    };
  }
}

function linkQuery(
  query: string,
  { ontology, metadata, top_k }: Pick<Question, 'ontology' | 'metadata' | 'top_k'>,
): Answer {
  if (ontology === 'loinc') return linkTest(query, metadata, top_k);
  if (ontology === 'medication') return linkMedicine(query, metadata, top_k);
  return linkTerm(query, ontology, top_k);
}

const refuse = (reply: FastifyReply, detail: Problem[]) => reply.code(422).send({ detail });

function unlisted({ ontology, version }: Question): Problem | undefined {
  const versions = ontologies.find(({ name }) => name === ontology)?.versions ?? [];
  return versions.includes(version)
    ? undefined
    : { loc: ['body', 'version'], msg: 'unknown version', type: 'value_error' };
}

/** In the words of the published validation (contract 2.2). */
function problemsOf(error: z.ZodError, body: unknown): Problem[] {
  return error.issues.map((issue) => {
    const loc = [
      'body',
      ...issue.path.map((step) => (typeof step === 'number' ? step : String(step))),
    ];
    return { loc, msg: issue.message, type: typeOf(issue, at(body, issue.path)) };
  });
}

function typeOf(issue: z.ZodError['issues'][number], value: unknown): string {
  if (value === undefined) return 'missing';
  if (issue.code === 'too_small') {
    if (issue.origin === 'string') return 'string_too_short';
    return issue.origin === 'array' ? 'value_error' : 'greater_than_equal';
  }
  if (issue.code === 'too_big')
    return issue.origin === 'string' || issue.origin === 'array' ? 'too_long' : 'less_than_equal';
  return 'value_error';
}

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce(
    (inner: unknown, step) =>
      typeof inner === 'object' && inner !== null
        ? (inner as Record<PropertyKey, unknown>)[step]
        : undefined,
    value,
  );

function readTerms(text: string): string[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every((term) => typeof term === 'string') ? list : undefined;
  } catch {
    return undefined;
  }
}
