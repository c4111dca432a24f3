/**
 * Reads the items of the platform's EMR template, with the codes that came with them (contract 3.6,
 * all spellings).
 */
import type { Ontology } from '../../../../shared/model/coding/codification.ts';
import type { GivenCode, Status } from '../../../../shared/model/coding/entities.ts';
import type { EntityKind } from '../../../../shared/model/export/export.ts';
import { emrSections } from '../../../../shared/model/note/emr-sections.ts';

export type TemplateItem = {
  readonly kind: EntityKind;
  readonly given: readonly GivenCode[];
  readonly hints: Readonly<Record<string, string>>;
  /** By the item's own fields for its state; undefined where they say nothing. */
  readonly status: Status | undefined;
};

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.trim() : '';
}

const kinds = new Map<string, EntityKind>(
  Object.entries({
    symptoms: 'symptom',
    diagnosis: 'diagnosis',
    medicalHistory: 'history',
    familyHistory: 'history',
    allergies: 'allergy',
    examinations: 'examination',
    vitals: 'vital',
    medications: 'medication',
    labTests: 'order',
    procedures: 'procedure',
  }),
);
/** Undefined: the items of the section are no entities; only its words are read. */
export const kindOfSection = (key: string | undefined): EntityKind | undefined =>
  key === undefined ? undefined : kinds.get(key);

/**
 * The items of each section as they came, in the order of `emrSections`: one for each of its items.
 */
export function rawItems(emr: unknown): unknown[][] {
  const sections = emrSections(emr);
  const root = isJson(emr) && isJson(emr.prescription) ? emr.prescription : emr;
  if (!isJson(root)) return sections.map(() => [root]);
  const waiting = new Map<string, unknown[][]>();
  for (const [key, value] of Object.entries(root)) {
    const alone = (raw: unknown) => emrSections({ prescription: { [key]: raw } })[0];
    const section = alone(value);
    if (!section) continue;
    const raw = (Array.isArray(value) ? value : [value]).filter(
      (one) => alone([one]) !== undefined,
    );
    waiting.set(section.key, [...(waiting.get(section.key) ?? []), raw]);
  }
  return sections.map(({ key }) => waiting.get(key)?.shift() ?? []);
}

/** One item of a section. It may have any form; codes that are not understood are left out. */
export function templateItem(raw: unknown, kind: EntityKind): TemplateItem {
  if (!isJson(raw)) return { kind, given: [], hints: {}, status: undefined };
  return {
    kind,
    given: givenCodes(raw, kind),
    hints: hintsOf(raw, kind),
    status: statusOf(raw, kind),
  };
}

const ONTOLOGIES: readonly (readonly [pattern: RegExp, ontology: Ontology])[] = [
  [/snomed|^sct$|2\.16\.840\.1\.113883\.6\.96/i, 'snomed'],
  [/icd-?10/i, 'icd-10-cm'],
  [/loinc|2\.16\.840\.1\.113883\.6\.1$/i, 'loinc'],
  [/medication|drug/i, 'medication'],
];
const ontologyOf = (...systems: string[]): Ontology | undefined =>
  ONTOLOGIES.find(([pattern]) => systems.some((system) => pattern.test(system)))?.[1];

function givenCodes(item: Json, kind: EntityKind): GivenCode[] {
  const name = textOf(item.name);
  const found: GivenCode[] = [];
  const add = (ontology: Ontology | undefined, code: string, called: string) => {
    if (
      ontology !== undefined &&
      code !== '' &&
      !found.some((one) => one.ontology === ontology && one.code === code)
    )
      found.push({ ontology, code, name: called });
  };
  const coding = (value: unknown) => {
    if (isJson(value)) {
      if (Array.isArray(value.coding)) return value.coding.forEach(coding);
      add(
        ontologyOf(textOf(value.system), textOf(value.ontology)),
        textOf(value.code),
        textOf(value.display) || textOf(value.name) || name,
      );
    } else if (textOf(value) !== '') add(byShape(textOf(value), kind), textOf(value), name);
  };
  const codes = item.codes;
  (Array.isArray(codes) ? codes : [codes]).forEach(coding);
  const code = item.code;
  const system = textOf(item.system) || textOf(item.code_system);
  if (system !== '' && !isJson(code)) add(ontologyOf(system), textOf(code), name);
  else (Array.isArray(code) ? code : [code]).forEach(coding);
  add('snomed', textOf(item.snomed_id), textOf(item.snomed_name) || name);
  add('icd-10-cm', textOf(item.icd10_code), textOf(item.icd10_name) || name);
  add('loinc', textOf(item.loinc_id), textOf(item.loinc_name) || name);
  return found;
}

/** The ontology of a bare code, by its form; undefined where the form fits none or two. */
function byShape(code: string, kind: EntityKind): Ontology | undefined {
  if (/^[A-TV-Z]\d[0-9A-Z](?:\.[0-9A-Z]{1,4})?$/.test(code)) return 'icd-10-cm';
  if (/^\d{1,5}-\d$/.test(code)) return 'loinc';
  return /^\d{6,18}$/.test(code) && kind !== 'medication' ? 'snomed' : undefined;
}

const FORM =
  /^(?:(tab|tablet|cap|capsule|syp|syr|syrup|inj|injection|oint|ointment|cream|gel|drops?|susp|suspension|inhaler|spray|lotion|sachet|powder)s?\.?)\s+/i;
const forms: Readonly<Record<string, string>> = {
  tab: 'tablet',
  cap: 'capsule',
  syp: 'syrup',
  syr: 'syrup',
  inj: 'injection',
  oint: 'ointment',
  susp: 'suspension',
  drop: 'drops',
};

/** Hints for a linker beside the words (contract 2.2); all values are texts. */
function hintsOf(item: Json, kind: EntityKind): Record<string, string> {
  const hints: Record<string, string> = {};
  const put = (name: string, ...values: unknown[]) => {
    const value = values.map(textOf).find((one) => one !== '');
    if (value !== undefined) hints[name] = value;
  };
  if (kind === 'order' || kind === 'vital') {
    put('unit', item.unit, isJson(item.value) ? item.value.unit : undefined);
    put('value', item.value, isJson(item.value) ? item.value.value : undefined);
    put('specimen', item.specimen, item.sample);
    put('range', item.range, item.reference_range);
  }
  if (kind === 'medication') {
    const dose = isJson(item.dose) ? item.dose : {};
    put('dose_unit', dose.unit, item.dose_unit);
    put('dose_custom', dose.custom);
    put(
      'generic_name',
      item.generic_name,
      item.generic,
      isJson(item.generic) ? item.generic.name : undefined,
    );
    const form = formOf(textOf(item.name));
    put('form', item.form, item.dosage_form, form);
  }
  return hints;
}

/** "Tab. Crocin" is a tablet. */
export function formOf(name: string): string | undefined {
  const written = FORM.exec(name)?.[1]?.toLowerCase();
  return written === undefined ? undefined : (forms[written] ?? written);
}

const STATES: readonly (readonly [RegExp, Status])[] = [
  [
    /^(?:ruled[- ]?out|refuted|absent|no|n|negative|denied|none|nil|not present|false|entered-in-error)$/i,
    'absent',
  ],
  [/^(?:suspected|provisional|probable|possible|differential|unconfirmed|query|\?)$/i, 'possible'],
  [
    /^(?:resolved|inactive|past|remission|in remission|history|historical|old|cured|recovered)$/i,
    'historical',
  ],
  [
    /^(?:confirmed|active|present|yes|y|positive|recurrence|relapse|chronic|ongoing|current|true)$/i,
    'present',
  ],
];
const worst: readonly Status[] = ['absent', 'historical', 'possible', 'present'];

const stateText = (value: unknown): string =>
  isJson(value) ? textOf(value.name) || textOf(value.value) || textOf(value.custom) : textOf(value);

function statusOf(item: Json, kind: EntityKind): Status | undefined {
  // The status of a medicine is that of the order, not of the patient.
  if (kind === 'medication' || kind === 'order' || kind === 'procedure') return undefined;
  const states = [
    'status',
    'verification',
    'verification_status',
    'current_status',
    'clinical_status',
    'present',
  ].flatMap((name) => {
    const value = item[name];
    const text =
      typeof value === 'boolean' && name === 'present' ? String(value) : stateText(value);
    return STATES.find(([pattern]) => pattern.test(text))?.[1] ?? [];
  });
  const found = worst.find((state) => states.includes(state));
  // A complaint that is over is absent.
  return found === 'historical' && kind === 'symptom' ? 'absent' : found;
}
