/**
 * Makes readable sections of an EMR document, whatever its shape: it is untrusted and nothing in it
 * may be lost or break a page.
 */
export type EmrItem = {
  readonly name: string;
  /** Label and value, in the order they came. A label is the platform's key. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly codes: readonly string[];
};
export type EmrSection = { readonly key: string; readonly items: readonly EmrItem[] };

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Spellings that mean one section (contract 3.6). */
// A map, not an object: a platform may well send `constructor` as a word.
const alias = new Map(
  Object.entries({
    diagnoses: 'diagnosis',
    conditions: 'diagnosis',
    lab_tests: 'labTests',
    medical_history: 'medicalHistory',
    family_history: 'familyHistory',
    advice: 'advices',
    follow_up: 'followup',
    followUp: 'followup',
  }),
);
const order = [
  'symptoms',
  'diagnosis',
  'medicalHistory',
  'familyHistory',
  'allergies',
  'examinations',
  'vitals',
  'medications',
  'labTests',
  'procedures',
  'advices',
  'notes',
  'followup',
];
const silent = new Set(['id', 'pattern_id', 'codes']);
const ontologies: readonly (readonly [part: string, name: string])[] = [
  ['snomed', 'SNOMED CT'],
  ['icd-10', 'ICD-10-CM'],
  ['icd10', 'ICD-10-CM'],
  ['loinc', 'LOINC'],
  ['medication', 'Medication'],
];

/**
 * Sections with nothing in them are left out; unknown ones come last, under the platform's own key.
 */
export function emrSections(emr: unknown): EmrSection[] {
  const root = isJson(emr) && isJson(emr.prescription) ? emr.prescription : emr;
  if (!isJson(root))
    return textOf(root) === ''
      ? []
      : [{ key: 'notes', items: [{ name: textOf(root), facts: [], codes: [] }] }];
  const sections = Object.entries(root)
    .filter(([key]) => key !== 'language' && !silent.has(key))
    .map(([key, value]) => ({
      key: alias.get(key) ?? key,
      items: (Array.isArray(value) ? value : [value]).flatMap(itemOf),
    }))
    .filter(({ items }) => items.length > 0);
  const rank = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length);
  return sections.sort((a, b) => rank(a.key) - rank(b.key));
}

function itemOf(value: unknown): EmrItem[] {
  if (!isJson(value))
    return textOf(value) === '' ? [] : [{ name: textOf(value), facts: [], codes: [] }];
  const { name, value: amount, unit, ...rest } = value;
  // A bare value belongs to its name: "Pulse 76 /min".
  const measured = [textOf(amount), textOf(unit)].filter(Boolean).join(' ');
  const title = [textOf(name), measured].filter(Boolean).join(' ');
  const facts = Object.entries(rest)
    .filter(([key]) => !silent.has(key))
    .map(([key, inner]) => [key, textOf(inner)] as const)
    .filter(([, text]) => text !== '');
  const [first, ...others] = facts;
  const codes = codesOf(value.codes);
  if (title === '') return first ? [{ name: first[1], facts: others, codes }] : [];
  return [{ name: title, facts, codes }];
}

function codesOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : []).filter(isJson).flatMap(({ system, code, display }) => {
    if (typeof code !== 'string' && typeof code !== 'number') return [];
    const named = ontologies.find(([part]) => textOf(system).toLowerCase().includes(part))?.[1];
    return [[named ?? textOf(system), String(code), textOf(display)].filter(Boolean).join(' ')];
  });
}

/** Any value as a line of text; objects by their `custom` wording where there is one. */
function textOf(value: unknown, depth = 0): string {
  if (value === null || value === undefined || depth > 4) return '';
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value))
    return value
      .map((inner) => textOf(inner, depth + 1))
      .filter(Boolean)
      .join(', ');
  const json = value as Json;
  const custom = textOf(json.custom, depth + 1);
  if (custom !== '') return custom;
  return Object.entries(json)
    .filter(([key]) => !silent.has(key))
    .map(([, inner]) => textOf(inner, depth + 1))
    .filter(Boolean)
    .join(' ');
}
