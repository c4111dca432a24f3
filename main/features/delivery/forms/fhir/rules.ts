/**
 * Our own rules for a finished Bundle, beyond the schemas: references without a target, orphans,
 * incomplete codings, what India's form forbids.
 */
import { type FhirFlavour, isAbdm } from '../../../../../shared/model/export/export.ts';
import { isLoinc, isSnomedConcept } from '../check-digits.ts';
import { type Bundle, type Coding, LOINC, NRCES, type Resource, SNOMED } from './types.ts';

/** Returns a sentence for each breach; none for a bundle that may be exported. */
export function breaches(bundle: Bundle, flavour: FhirFlavour): string[] {
  const found: string[] = [];
  const urls = bundle.entry.map(({ fullUrl }) => fullUrl);
  const resources = bundle.entry.map(({ resource }) => resource);
  const [first] = resources;
  const say = (broken: boolean, sentence: string) => void (broken && found.push(sentence));

  say(bundle.type !== 'document', 'The bundle is no document.');
  say(first?.resourceType !== 'Composition', 'The first entry is no Composition.');
  say(
    !bundle.timestamp || !/T.*(Z|[+-]\d\d:\d\d)$/.test(String(bundle.timestamp)),
    'The bundle has no time.',
  );
  say(
    !has(bundle.identifier, 'system', 'value'),
    'The bundle has no identifier with system and value.',
  );
  say(new Set(urls).size !== urls.length, 'Two entries have one address.');
  for (const { fullUrl, resource } of bundle.entry)
    say(
      fullUrl !== `urn:uuid:${resource.id}`,
      `${resource.resourceType}: its address is not its id.`,
    );

  const referred = new Set<string>();
  for (const resource of resources) {
    const contained = ((resource.contained ?? []) as Resource[]).map(({ id }) => `#${id}`);
    walk(resource, (value) => {
      const { reference } = value as { reference?: unknown };
      if (typeof reference !== 'string') return;
      referred.add(reference);
      say(
        !urls.includes(reference) && !contained.includes(reference),
        `A reference leads nowhere: ${reference}.`,
      );
    });
  }
  // Every resource must be reachable from the Composition, except those about the document itself.
  for (const { fullUrl, resource } of bundle.entry.slice(1))
    say(
      !referred.has(fullUrl) && resource.resourceType !== 'Provenance',
      `${resource.resourceType} stands in the bundle, and nothing refers to it.`,
    );

  walk(resources, (value) => {
    const { coding } = value as { coding?: unknown };
    if (coding === undefined) return;
    say(!Array.isArray(coding) || coding.length === 0, 'An empty list of codings.');
    for (const one of Array.isArray(coding) ? (coding as Coding[]) : []) {
      say(
        !has(one, 'system', 'code', 'display'),
        `A coding lacks system, code or display: ${JSON.stringify(one)}.`,
      );
      say(
        one.system === SNOMED && !isSnomedConcept(one.code),
        `${one.code} is no SNOMED CT concept.`,
      );
      say(one.system === LOINC && !isLoinc(one.code), `${one.code} is no LOINC number.`);
    }
  });
  walk(resources, (value) => {
    const { status, div } = value as { status?: unknown; div?: unknown };
    if (status !== 'generated') return;
    say(
      typeof div !== 'string' ||
        !/^<div xmlns="http:\/\/www\.w3\.org\/1999\/xhtml"[ >]/.test(div) ||
        tagsOf(div).some((tag) =>
          /^<(?:script|style|link|iframe|img)|\s(?:on\w+|style)\s*=/i.test(tag),
        ),
      'A narrative is not plain XHTML.',
    );
  });
  for (const resource of resources)
    for (const [type, member] of required)
      say(
        resource.resourceType === type && resource[member] === undefined,
        `${type} lacks ${member}.`,
      );
  return isAbdm(flavour) ? [...found, ...india(bundle, resources)] : found;
}

/** Words between tags are no markup: "onset=3 days" is text. */
const tagsOf = (div: string): readonly string[] => div.match(/<[^>]*>/g) ?? [];

const required: readonly (readonly [string, string])[] = [
  ['Composition', 'status'],
  ['Composition', 'type'],
  ['Composition', 'date'],
  ['Composition', 'author'],
  ['Composition', 'title'],
  ['Composition', 'subject'],
  ['Patient', 'name'],
  ['Practitioner', 'name'],
  ['Encounter', 'status'],
  ['Encounter', 'class'],
  ['Condition', 'subject'],
  ['Condition', 'code'],
  ['Observation', 'status'],
  ['Observation', 'code'],
  ['MedicationRequest', 'status'],
  ['MedicationRequest', 'intent'],
  ['MedicationRequest', 'subject'],
  ['MedicationRequest', 'medicationCodeableConcept'],
  ['MedicationStatement', 'status'],
  ['MedicationStatement', 'subject'],
  ['MedicationStatement', 'medicationCodeableConcept'],
  ['ServiceRequest', 'status'],
  ['ServiceRequest', 'intent'],
  ['ServiceRequest', 'subject'],
  ['Procedure', 'status'],
  ['Procedure', 'subject'],
  ['AllergyIntolerance', 'patient'],
  ['Provenance', 'target'],
  ['Provenance', 'recorded'],
  ['Provenance', 'agent'],
];

/** NRCeS traps of docs/export.md. */
function india(bundle: Bundle, resources: readonly Resource[]): string[] {
  const found: string[] = [];
  const of = (type: string) => resources.filter(({ resourceType }) => resourceType === type);
  if (!has(bundle.meta, 'versionId')) found.push('The bundle has no version.');
  const [composition] = of('Composition');
  const codes = ((composition?.section ?? []) as { code?: { coding?: Coding[] } }[]).map(
    ({ code }) => code?.coding?.[0]?.code,
  );
  const coded = codes.filter((code) => code !== undefined);
  if (new Set(coded).size !== coded.length) found.push('A section stands there twice.');
  if (
    codes.indexOf(undefined) !== -1 &&
    codes.slice(codes.indexOf(undefined)).some((code) => code !== undefined)
  )
    found.push('One of our own sections stands before a fixed one.');
  if (codes.length === 0) found.push('The record has no section.');
  for (const type of ['Patient', 'Practitioner']) {
    for (const { identifier, name } of of(type) as (Resource & {
      identifier?: { type?: { coding?: Coding[] }; value?: string }[];
      name?: { text?: string }[];
    })[]) {
      if (!has(identifier?.[0]?.type?.coding?.[0], 'code', 'display') || !identifier?.[0]?.value)
        found.push(`${type} has no identifier with type and value.`);
      if (!name?.[0]?.text) found.push(`${type} has no name.text.`);
    }
  }
  for (const { identifier } of of('Organization') as (Resource & { identifier?: unknown[] })[])
    if (!has(identifier?.[0], 'value')) found.push('Organization has no identifier.');
  if (of('Encounter').length !== 1) found.push('There is not exactly one Encounter.');
  for (const request of of('MedicationRequest'))
    for (const member of ['requester', 'authoredOn', 'dosageInstruction'])
      if (request[member] === undefined) found.push(`MedicationRequest lacks ${member}.`);
  for (const type of [
    'Condition',
    'MedicationRequest',
    'MedicationStatement',
    'Procedure',
    'ServiceRequest',
    'AllergyIntolerance',
  ]) {
    for (const resource of of(type)) {
      const { coding = [] } = (resource.code ?? resource.medicationCodeableConcept ?? {}) as {
        coding?: Coding[];
      };
      if (coding.some(({ system }) => system !== SNOMED))
        found.push(`${type} is coded with something else than SNOMED CT.`);
    }
  }
  for (const resource of resources) {
    const profile = (resource.meta as { profile?: string[] } | undefined)?.profile?.[0];
    if (profile === undefined && resource.resourceType !== 'Provenance')
      found.push(`${resource.resourceType} names no profile.`);
    if (profile !== undefined && !profile.startsWith(NRCES))
      found.push(`${resource.resourceType} names a foreign profile.`);
  }
  return found;
}

const has = (value: unknown, ...members: string[]) =>
  typeof value === 'object' &&
  value !== null &&
  members.every(
    (member) =>
      typeof (value as Record<string, unknown>)[member] === 'string' &&
      (value as Record<string, unknown>)[member] !== '',
  );

function walk(value: unknown, look: (object: object) => void): void {
  if (typeof value !== 'object' || value === null) return;
  // A list has no members of these names.
  look(value);
  for (const inner of Object.values(value)) walk(inner, look);
}
