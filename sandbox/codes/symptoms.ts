/** Contract 9: symptoms and diagnoses by name, and the properties of each. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callersWith, messageOnly } from '../accounts/callers.ts';
import type { Sandbox } from '../sandbox.ts';
import { wordsOf } from './linking.ts';
import { type Term, terms } from './terms.ts';

type Context = 'symptoms' | 'diagnosis' | 'examination_findings' | 'procedures';

const findings = terms.map((term, index) => ({
  ...term,
  id: `${term.kind === 'symptom' ? 's' : 'd'}-practice-${index + 1}`,
}));
type Finding = (typeof findings)[number];

const since = {
  id: 'since',
  name: 'Since',
  type: 'prefix_suggest',
  options: ['Hour', 'Day', 'Week', 'Month', 'Year'],
};
const severity = {
  id: 'severity',
  name: 'Severity',
  type: 'choice',
  options: ['Mild', 'Moderate', 'Severe'],
};
const laterality = {
  id: 'laterality',
  name: 'Laterality',
  type: 'choice',
  options: ['Left', 'Right', 'Both sides'],
};
const certainty = {
  id: 'status',
  name: 'Status',
  type: 'choice',
  options: ['Suspected', 'Confirmed', 'Ruled out'],
};
const note = { id: 'note', name: 'Note', type: 'open_text', options: [] };
const date = { id: 'date', name: 'Date', type: 'date', options: [] };
const groups: Readonly<Record<Context, readonly unknown[]>> = {
  symptoms: [since, severity, laterality, note],
  diagnosis: [since, certainty, laterality, note],
  examination_findings: [severity, laterality, note],
  procedures: [date, note],
};

/** The parameter that takes the ids (contract 9.2). */
const idsParameter: Readonly<Record<Context, string>> = {
  symptoms: 'symptoms',
  diagnosis: 'diagnosis',
  examination_findings: 'symptoms',
  procedures: 'procedures',
};

export function addSymptoms(server: FastifyInstance, sandbox: Sandbox) {
  const forCallers = callersWith(sandbox, messageOnly);

  server.get(
    '/medical-db/v1/sym-and-diag',
    forCallers((_caller, request, reply) => {
      const {
        q,
        limit = '10',
        s_type = 'all',
      } = request.query as Record<string, string | undefined>;
      if (q === undefined || q.trim() === '') return refuse(reply, 'q is required');
      if (!/^\d+$/.test(limit) || Number(limit) < 1 || Number(limit) > 100)
        return refuse(reply, 'limit is 1 to 100');
      if (!['symptom', 'diagnosis', 'all'].includes(s_type)) return refuse(reply, 'unknown s_type');
      const found = findings
        .filter((one) => s_type === 'all' || one.kind === s_type)
        .flatMap((one) => ({ one, rank: rankOf(one, q) }))
        .filter(({ rank }) => rank > 0)
        .sort((a, b) => b.rank - a.rank)
        .slice(0, Number(limit))
        .map(({ one }) => one);
      const of = (kind: Term['kind']) => found.filter((one) => one.kind === kind);
      const answer = {
        symptoms: of('symptom').map(named),
        diagnoses: of('diagnosis').map((one) => ({ ...named(one), ...codeOf(one) })),
      };
      return reply.code(found.length === 0 ? 404 : 200).send(answer);
    }),
  );

  const properties = forCallers((_caller, request: FastifyRequest, reply) => {
    const query = request.query as Record<string, string | undefined>;
    const context = contextOf(query.resource, query.category, query);
    if (!context) return refuse(reply, 'bad resource or category');
    const ids = query[idsParameter[context]]?.split(',').filter(Boolean) ?? [];
    // Without ids: the properties of the whole context.
    if (ids.length === 0) return { data: [{ id: 'default', context, groups: groups[context] }] };
    // Procedures are in no list here: any id has the properties of its kind.
    return {
      data: ids
        .filter((id) => context === 'procedures' || findings.some((one) => one.id === id))
        .map((id) => ({ id, context, groups: groups[context] })),
    };
  });
  server.get('/v1/sym-and-diag/properties', properties);
  server.get('/medical-db/v1/sym-and-diag/properties', properties);
}

const refuse = (reply: FastifyReply, error: string) =>
  reply.code(400).send({ error, code: null, details: null });
const named = ({ id, name, common }: Finding) => ({ id, name, common_name: common });

function codeOf({ codes }: Finding) {
  const coding = codes.find(({ ontology }) => ontology === 'icd-10-cm');
  return { icd10_code: coding?.code ?? '', icd10_name: coding?.display ?? '' };
}

/** 3: a name as it is; 2: begins so; 1: holds it; 0: nothing of it. */
function rankOf({ name, common, words }: Finding, query: string): number {
  const asked = wordsOf(query).join(' ');
  const names = [name, common, ...words].map((one) => wordsOf(one).join(' '));
  if (asked === '') return 0;
  if (names.includes(asked)) return 3;
  if (names.some((one) => one.startsWith(asked))) return 2;
  return names.some((one) => one.includes(asked)) ? 1 : 0;
}

/** Contract 9.2; without a resource, the parameter that has the ids tells. */
function contextOf(
  resource: string | undefined,
  category: string | undefined,
  query: Readonly<Record<string, unknown>>,
): Context | undefined {
  switch (resource) {
    case 'Observation':
      if (category === 'exam') return 'examination_findings';
      return category === undefined || category === 'symptom' ? 'symptoms' : undefined;
    case 'Condition':
      return category === undefined || category === 'encounter-diagnosis' ? 'diagnosis' : undefined;
    case 'ServiceRequest':
      return 'procedures';
    case undefined:
      if (query.procedures !== undefined) return 'procedures';
      return query.diagnosis === undefined ? 'symptoms' : 'diagnosis';
    default:
      return undefined;
  }
}
