/**
 * SNOMED CT: a Snapshot in Release Format 2, of the International Edition, of another edition, or
 * of both side by side.
 */
import { Failure } from '../../../../../shared/failure.ts';
import type { CodeRow, TermRow } from '../../index/build.ts';
import type { MetadataRow } from '../../index/code-metadata.ts';
import { NO_FORMS } from '../../text/normalise.ts';
import { copyOf } from '../files/lines.ts';
import type { DetectedFile, Importer, ImportPreferences, OnBytes } from '../port.ts';
import { isPatientSet, PATIENT_SET, readPatientSet, TAG } from './patient-set.ts';
import { type Rf2Row, rf2Rows } from './rf2.ts';
import { idSet, isConceptId, isDescriptionId } from './snomed-ids.ts';

/**
 * Roles of files, by the columns that they name (RF2 specification, "Component Release File
 * Specifications", "Reference Set Types").
 */
const ROLES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'id effectiveTime active moduleId definitionStatusId': 'concepts',
    'id effectiveTime active moduleId conceptId languageCode typeId term caseSignificanceId':
      'descriptions',
    'id effectiveTime active moduleId sourceId destinationId relationshipGroup typeId characteristicTypeId modifierId':
      'relationships',
    'id effectiveTime active moduleId refsetId referencedComponentId acceptabilityId': 'language',
    'id effectiveTime active moduleId refsetId referencedComponentId mapGroup mapPriority mapRule mapAdvice mapTarget correlationId mapCategoryId':
      'maps',
  }),
);
/** Read twice: once for the names of the concepts, once for their terms. */
const TWICE = 'descriptions';

const FULLY_SPECIFIED = '900000000000003001';
const SYNONYM = '900000000000013009';
const PREFERRED = '900000000000548007';
const DIALECTS = { us: '900000000000509007', gb: '900000000000508004' } as const;
/** By the reference set of a map. */
const MAPS: ReadonlyMap<string, 'icd-10-cm' | 'icd-10'> = new Map([
  ['6011000124106', 'icd-10-cm'],
  ['447562003', 'icd-10'],
]);

export const snomed: Importer = {
  ontology: 'snomed',
  name: 'snomed',
  looksFor:
    'a SNOMED CT release in RF2 (its Snapshot folder or its zip): the files of concepts, descriptions and language (sct2_Concept_Snapshot…, sct2_Description_Snapshot-en…, der2_cRefset_LanguageSnapshot-en…), ' +
    'and where they are there the extended map to ICD-10 or ICD-10-CM (der2_iisssccRefset_ExtendedMapSnapshot…); or the Global Patient Set as one table (conceptId, fullySpecifiedName, preferred term, active). They are known by the columns in their first line',
  role(file) {
    const [columns = ''] = file.head.split(/\r?\n/, 1);
    return (
      ROLES.get(columns.replaceAll('\t', ' ')) ?? (isPatientSet(file) ? PATIENT_SET : undefined)
    );
  },
  selectFiles(files) {
    // A package has all its history beside its Snapshot; only their names tell them apart.
    const isOther = ({ name }: DetectedFile) => /(?:Full|Delta)(?:-[A-Za-z-]+)?_/.test(name);
    return files.filter(
      (file) => !isOther(file) || !files.some((one) => one.role === file.role && !isOther(one)),
    );
  },
  missingFiles(roles) {
    const needed = [
      ['concepts', 'concepts (sct2_Concept_Snapshot…)'],
      ['descriptions', 'descriptions (sct2_Description_Snapshot-en…)'],
      ['language', 'language (der2_cRefset_LanguageSnapshot-en…)'],
    ] as const;
    const absent = needed.filter(([role]) => !roles.has(role));
    // The flat table is whole by itself; beside a release in RF2 the release is read.
    if (roles.has(PATIENT_SET) && absent.length === needed.length) return undefined;
    return absent.length === 0
      ? undefined
      : `This is not all of a SNOMED CT release: the file of ${absent.map(([, name]) => name).join(' and of ')} is missing. Choose its Snapshot folder.`;
  },
  read(files, onBytes, { dialect = 'us' }: ImportPreferences = {}) {
    const of = (role: string) => files.filter((file) => file.role === role);
    if (of('concepts').length === 0) return readPatientSet(of(PATIENT_SET), onBytes);
    const half = (bytes: number) => onBytes(bytes / 2);
    const dated = { newest: '' };
    const active = activeConcepts(of('concepts'), dated, onBytes);
    const preferred = preferredIds(of('language'), dialect, dated, onBytes);
    const named = names(of(TWICE), active, preferred, dated, half);
    return {
      // The last change of any row: what the files call themselves may have been changed.
      version: dated.newest || 'unknown',
      forms: NO_FORMS,
      codes: codesOf(named),
      terms: termsOf(of(TWICE), active, named, half),
      metadata: metadataOf(named, of('maps'), active, onBytes),
    };
  },
};

type Active = { has(concept: string): boolean };
type Dated = { newest: string };
const note = (dated: Dated, time: string) => {
  if (time > dated.newest) dated.newest = copyOf(time);
};

/**
 * An extension may withdraw a concept of the edition that it extends: the row with the last date
 * counts.
 */
function activeConcepts(files: readonly DetectedFile[], dated: Dated, onBytes: OnBytes): Active {
  const dates = new Map<string, number>();
  for (const file of files) {
    // Dates as numbers, negative where the concept was taken out of use.
    const here = new Set<string>();
    for (const row of rf2Rows(file, onBytes)) {
      const [id, time, on] = row.cells as [string, string, string];
      if (!isConceptId(id)) throw row.wrong(`${id} is not the identifier of a concept`);
      if (here.has(id))
        throw row.wrong(`concept ${id} is told twice, as in the Full files. Bring the Snapshot`);
      here.add(id);
      const when = Number(time);
      if (Math.abs(dates.get(id) ?? 0) <= when) dates.set(id, on === '1' ? when : -when);
      note(dated, time);
    }
  }
  return { has: (id) => (dates.get(id) ?? 0) > 0 };
}

/**
 * Nearness of a description to the doctor's own words: 3 in the own dialect, 2 in the other, 1 in
 * any other list, else 0.
 */
type Nearness = (description: string) => number;

function preferredIds(
  files: readonly DetectedFile[],
  dialect: 'us' | 'gb',
  dated: Dated,
  onBytes: OnBytes,
): Nearness {
  const [rest, other, own] = [idSet(), idSet(), idSet()];
  for (const file of files) {
    for (const row of rf2Rows(file, onBytes)) {
      const [, time, on, , refset, description, acceptability] = row.cells as [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
      ];
      note(dated, time);
      if (!isDescriptionId(description))
        throw row.wrong(`${description} is not the identifier of a description`);
      if (on !== '1' || acceptability !== PREFERRED) continue;
      if (refset === DIALECTS[dialect]) own.add(description);
      else if (refset === DIALECTS.us || refset === DIALECTS.gb) other.add(description);
      else rest.add(description);
    }
  }
  return (id) => {
    if (own.has(id)) return 3;
    if (other.has(id)) return 2;
    return rest.has(id) ? 1 : 0;
  };
}

type Named = { name: string; near: number; full: string; tag: string };

function* namesIn(
  files: readonly DetectedFile[],
  active: Active,
  onBytes: OnBytes,
): Generator<{ row: Rf2Row; id: string; concept: string; term: string; full: boolean }> {
  for (const file of files) {
    for (const row of rf2Rows(file, onBytes)) {
      const [id, , on, , concept, , type, term] = row.cells as [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
      ];
      if (!isDescriptionId(id)) throw row.wrong(`${id} is not the identifier of a description`);
      if (!isConceptId(concept)) throw row.wrong(`${concept} is not the identifier of a concept`);
      // A definition of a concept (a third type) is a sentence, not a name.
      if (on === '1' && active.has(concept) && (type === FULLY_SPECIFIED || type === SYNONYM))
        yield { row, id, concept, term, full: type === FULLY_SPECIFIED };
    }
  }
}

function names(
  files: readonly DetectedFile[],
  active: Active,
  near: Nearness,
  dated: Dated,
  onBytes: OnBytes,
): Map<string, Named> {
  const named = new Map<string, Named>();
  for (const { row, id, concept, term, full } of namesIn(files, active, onBytes)) {
    note(dated, row.cells[1] ?? '');
    let known = named.get(concept);
    if (!known) {
      known = { name: '', near: 0, full: '', tag: '' };
      named.set(copyOf(concept), known);
    }
    const nearness = near(id);
    if (full) {
      if (known.full !== '' && nearness === 0) continue;
      known.tag = tagged(TAG.exec(term)?.[1] ?? '');
      known.full = copyOf(term.replace(TAG, ''));
    } else if (nearness > known.near) {
      known.near = nearness;
      known.name = copyOf(term);
    }
  }
  // A full name is only needed where there is no other.
  for (const one of named.values()) if (one.name !== '') one.full = '';
  if (named.size === 0)
    throw new Failure(
      'invalid',
      'No active description of an active concept was found in these files.',
      { detail: 'terminology-file' },
    );
  return named;
}

/** There are some forty of them: each is kept once. */
const tags = new Map<string, string>();
function tagged(tag: string): string {
  const kept = tags.get(tag);
  if (kept !== undefined) return kept;
  const copy = copyOf(tag);
  tags.set(copy, copy);
  return copy;
}

const nameOf = ({ name, full }: Named) => name || full;

function* codesOf(named: ReadonlyMap<string, Named>): Generator<CodeRow> {
  for (const [code, one] of named)
    if (nameOf(one) !== '') yield { code, name: nameOf(one), billable: false, header: false };
}

function* termsOf(
  files: readonly DetectedFile[],
  active: Active,
  named: ReadonlyMap<string, Named>,
  onBytes: OnBytes,
): Generator<TermRow> {
  for (const [code, one] of named)
    if (nameOf(one) !== '') yield { code, text: nameOf(one), kind: 'preferred' };
  for (const { concept, term, full } of namesIn(files, active, onBytes)) {
    const text = full ? term.replace(TAG, '') : term;
    const one = named.get(concept);
    if (one && text !== nameOf(one)) yield { code: concept, text, kind: 'synonym' };
  }
}

/** The 13 columns of an extended map. */
type MapCells = [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];

function* metadataOf(
  named: ReadonlyMap<string, Named>,
  maps: readonly DetectedFile[],
  active: Active,
  onBytes: OnBytes,
): Generator<MetadataRow> {
  for (const [code, { tag }] of named)
    if (tag !== '') yield { kind: 'detail', code, detail: { semantic_tag: tag } };
  for (const file of maps) {
    for (const row of rf2Rows(file, onBytes)) {
      const [, , on, , refset, code, group, priority, rule, advice, target, , category] =
        row.cells as MapCells;
      if (!isConceptId(code)) throw row.wrong(`${code} is not the identifier of a concept`);
      const system = MAPS.get(refset);
      if (on !== '1' || system === undefined || !active.has(code)) continue;
      yield {
        kind: 'map',
        code,
        system,
        target,
        group: Number(group),
        priority: Number(priority),
        rule,
        advice,
        category,
      };
    }
  }
}
