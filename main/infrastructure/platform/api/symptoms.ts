/** Contract 9: symptoms and diagnoses by name, and the properties of each. */
import type {
  Finding,
  FindingContext,
  FindingProperties,
  Property,
} from '../../../../shared/model/note/findings.ts';
import {
  propertiesAnswer,
  type resources,
  searchAnswer,
} from '../../../../shared/wire/symptoms.ts';
import type { Address } from '../client/address.ts';
import { type Client, readAnswer } from '../client/client.ts';
import { sanitizeText } from '../client/sanitize-text.ts';
import { readJson } from '../client/status-failure.ts';

export type Symptoms = {
  /** Best first; none where the platform knows nothing of that name. `most` 1 to 100. */
  search(
    text: string,
    options?: { kind?: Finding['kind'] | undefined; most?: number | undefined },
  ): Promise<Finding[]>;
  /**
   * Remembered by context and id until Scriba ends or `forget`. Without ids: those of the whole
   * context. `under`: the beginning of the path, a setting.
   */
  properties(
    context: FindingContext,
    ids: readonly string[],
    under: string,
  ): Promise<FindingProperties[]>;
  forget(): void;
};

type Pair = {
  readonly resource: (typeof resources)[number];
  readonly category?: string;
  /** The parameter that takes the ids. */
  readonly ids: string;
};
/** Contract 9.2. */
const pairs: Readonly<Record<FindingContext, Pair>> = {
  symptoms: { resource: 'Observation', category: 'symptom', ids: 'symptoms' },
  diagnosis: { resource: 'Condition', category: 'encounter-diagnosis', ids: 'diagnosis' },
  examination_findings: { resource: 'Observation', category: 'exam', ids: 'symptoms' },
  procedures: { resource: 'ServiceRequest', ids: 'procedures' },
};

const LONGEST = 200;
const MOST_FOUND = 100;
const MOST_PROPERTIES = 30;
const MOST_OPTIONS = 100;
const MOST_REMEMBERED = 1000;
/** In place of an id: the properties of a whole context. */
const ALL = '';

export type SymptomsDeps = { readonly client: Client; readonly address: () => Address };

type SymptomsState = {
  readonly deps: SymptomsDeps;
  /** By account, context and id. */
  readonly known: Map<string, FindingProperties>;
};

export function createSymptoms(deps: SymptomsDeps): Symptoms {
  const state: SymptomsState = { deps, known: new Map() };
  return {
    search: (text, { kind, most = 10 } = {}) => search(deps.client, text, kind, most),
    properties: (context, ids, under) => properties(state, context, ids, under),
    forget: () => state.known.clear(),
  };
}

async function search(
  client: Client,
  text: string,
  kind: Finding['kind'] | undefined,
  most: number,
): Promise<Finding[]> {
  const answer = await client.send({
    method: 'GET',
    path: '/medical-db/v1/sym-and-diag',
    query: { q: text, limit: String(most), ...(kind && { s_type: kind }) },
    retry: 'safe',
  });
  // Nothing found comes as 404 with empty lists (contract 9.1); any other 404 is a wrong address.
  if (answer.status === 404 && searchAnswer.safeParse(readJson(answer)).success) return [];
  if (answer.status >= 300) throw client.failureOf(answer);
  const { symptoms, diagnoses } = readAnswer(answer, searchAnswer);
  return [
    ...symptoms.map((one) => findingOf('symptom', one)),
    ...diagnoses.map(({ icd10_code, icd10_name, ...one }) => ({
      ...findingOf('diagnosis', one),
      ...(icd10_code !== '' && {
        icd10: { code: sanitizeText(icd10_code, 20), name: sanitizeText(icd10_name, LONGEST) },
      }),
    })),
  ]
    .filter(({ id, name }) => id !== '' && name !== '')
    .slice(0, MOST_FOUND);
}

async function properties(
  { deps, known }: SymptomsState,
  context: FindingContext,
  ids: readonly string[],
  under: string,
): Promise<FindingProperties[]> {
  // An id with a comma would be two.
  const wanted = ids.length > 0 ? [...new Set(ids)].filter((id) => !id.includes(',')) : [ALL];
  const { baseUrl, clientId } = deps.address();
  const key = (id: string) => JSON.stringify([baseUrl, clientId, under, context, id]);
  const missing = wanted.filter((id) => !known.has(key(id)));
  if (missing.length > 0) {
    const asked = missing.filter((id) => id !== ALL);
    const found = await fetchProperties(deps.client, context, asked, under);
    if (known.size > MOST_REMEMBERED) known.clear();
    for (const one of found) known.set(key(one.id), one);
  }
  return wanted.flatMap((id) => known.get(key(id)) ?? []);
}

async function fetchProperties(
  client: Client,
  context: FindingContext,
  ids: readonly string[],
  under: string,
): Promise<FindingProperties[]> {
  const { resource, category, ids: parameter } = pairs[context];
  const query = {
    resource,
    ...(category !== undefined && { category }),
    ...(ids.length > 0 && { [parameter]: ids.join(',') }),
  };
  const { data } = await client.ask(
    { method: 'GET', path: `${under}/sym-and-diag/properties`, query, retry: 'safe' },
    propertiesAnswer,
  );
  const found = data.map(({ id, groups }) => ({
    id,
    properties: groups.slice(0, MOST_PROPERTIES).map(propertyOf),
  }));
  // Without ids the platform may put any word into `id`, or none.
  return ids.length > 0
    ? found.filter(({ id }) => ids.includes(id))
    : [{ id: ALL, properties: found[0]?.properties ?? [] }];
}

const findingOf = (
  kind: Finding['kind'],
  { id, name, common_name }: { id: string; name: string; common_name: string },
): Finding => ({
  id: id === sanitizeText(id, 100) ? id : '',
  kind,
  name: sanitizeText(name, LONGEST) || sanitizeText(common_name, LONGEST),
  commonName: sanitizeText(common_name, LONGEST),
});

const propertyOf = ({
  id,
  name,
  type,
  options,
}: {
  id: string;
  name: string;
  type: Property['type'];
  options: string[];
}): Property => ({
  id: sanitizeText(id, 100),
  name: sanitizeText(name, 100) || sanitizeText(id, 100),
  type,
  options: options
    .map((option) => sanitizeText(option, 100))
    .filter(Boolean)
    .slice(0, MOST_OPTIONS),
});
