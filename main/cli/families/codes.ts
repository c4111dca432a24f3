/** Codes, findings and their properties, as the platform has them. */
import type { LinkedEntity } from '../../../shared/model/coding/codification.ts';
import {
  type FindingContext,
  type FindingProperties,
  findingContexts,
} from '../../../shared/model/note/findings.ts';
import { usage, type Values } from '../options.ts';
import { questionIn } from '../terminology-commands.ts';
import type { Context, Family } from './operation.ts';
import { linesIn, numberOf } from './operation.ts';

/** Questions in one request of the contract; the platform is asked five at a time (contract 2.3). */
const AT_ONCE = 100;

export const codes: Family = {
  summary: 'codes for words, asked of the platform',
  operations: {
    registry: {
      does: 'the lists of codes and versions that the platform has',
      run: ({ ask }) => ask('codes.registry', undefined),
    },
    link: {
      does: 'codes for each line of standard input: words, or JSON {"query": …, "metadata": {…}}; five lines of a kind go in one call',
      options: ['ontology', 'release', 'top', 'legacy'],
      needs: ['ontology'],
      run: linkLines,
    },
  },
  notes: [
    'metadata are hints: unit and specimen for loinc; form, generic_name, dose_unit for medication.',
    'A line of the result has the candidates, and "suggested" only where exactly one code is sure.',
    '"link" without "codes" asks the lists on this computer alone.',
  ],
  examples: [
    "printf 'fever\\nhtn\\n' | codes link --ontology snomed",
    "printf 'dm2\\n' | codes link --ontology snomed --legacy",
  ],
};

async function linkLines(
  { ask, read, partlyFailed }: Context,
  _none: string,
  { ontology, release, top, legacy }: Values,
): Promise<LinkedEntity[]> {
  if (ontology === undefined)
    throw usage('codes link needs --ontology: snomed, loinc, medication or icd-10-cm.');
  if (legacy && (ontology !== 'snomed' || release !== undefined))
    throw usage('--legacy is for --ontology snomed alone, without --release.');
  const most = numberOf(top, 5);
  const questions = linesIn(await read('questions, one a line, then end of input')).flatMap(
    (line) => questionIn(line) ?? [],
  );
  const entities = questions.map(({ query, hints }, index) => ({
    id: String(index + 1),
    text: query,
    ontology: ontology as 'snomed',
    ...(release !== undefined && { version: release }),
    ...(Object.keys(hints).length > 0 && { hints }),
    ...(legacy && { legacy }),
  }));
  const linked: LinkedEntity[] = [];
  for (let from = 0; from < entities.length; from += AT_ONCE)
    linked.push(
      ...(await ask('codes.link', { entities: entities.slice(from, from + AT_ONCE), most })),
    );
  const failed = linked.filter(({ trouble }) => trouble !== undefined).length;
  if (failed > 0)
    partlyFailed(
      `${failed} of ${linked.length} questions have no answer: see "trouble" in their lines, and ask them again.`,
    );
  return linked;
}

export const findings: Family = {
  summary: 'symptoms and diagnoses by name, and what can be said about each',
  operations: {
    search: {
      does: 'what the platform finds for each line of standard input',
      options: ['kind', 'top'],
      run: searchLines,
    },
    properties: {
      does: 'since when, how bad, on which side: the properties of each id, or of the whole context',
      argument: findingContexts.join('|'),
      more: 'ID...',
      run: properties,
    },
  },
  examples: [
    'echo fever | findings search --kind symptom',
    'findings properties symptoms s-1',
    'findings properties diagnosis',
  ],
};

async function searchLines(
  { ask, read }: Context,
  _none: string,
  { kind, top }: Values,
): Promise<unknown[]> {
  const most = numberOf(top, 5);
  const told: unknown[] = [];
  for (const text of linesIn(await read('names, one a line, then end of input')))
    told.push({
      query: text,
      results: await ask('findings.search', {
        text,
        most,
        ...(kind !== undefined && { kind: kind as 'symptom' }),
      }),
    });
  return told;
}

async function properties(
  { ask, partlyFailed }: Context,
  context: string,
  _values: Values,
  ids: readonly string[],
): Promise<readonly FindingProperties[]> {
  const found = await ask('findings.properties', {
    context: context as FindingContext,
    ids: [...ids],
  });
  const unknown = ids.filter((id) => found.every((one) => one.id !== id));
  if (unknown.length > 0)
    partlyFailed(
      `The platform has no properties for ${unknown.join(', ')}. "findings search" shows the ids.`,
    );
  return found;
}
