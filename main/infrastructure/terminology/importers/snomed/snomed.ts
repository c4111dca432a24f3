/**
 * SNOMED CT: a Snapshot in Release Format 2, of the International Edition, of another edition, or
 * of both side by side; and the Global Patient Set in both of its forms.
 */
import { Failure } from '../../../../../shared/failure.ts';
import type { CodeRow, TermRow } from '../../index/build.ts';
import type { MetadataRow } from '../../index/code-metadata.ts';
import { NO_FORMS } from '../../text/normalise.ts';
import { copyOf } from '../files/lines.ts';
import type { DetectedFile, Importer, ImportPreferences, OnBytes, ReleaseRows } from '../port.ts';
import {
  type Active,
  activeConcepts,
  checkDependencies,
  checkNames,
  type Dated,
  note,
  PATIENT_SET_MEMBERS,
  patientSetMembers,
} from './concepts.ts';
import { isPatientSet, PATIENT_SET, readPatientSet, TAG } from './patient-set.ts';
import { type Nearness, preferredIds } from './preferred.ts';
import { type Rf2Row, rf2Rows } from './rf2.ts';
import { isConceptId, isDescriptionId } from './snomed-ids.ts';

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
    'id effectiveTime active moduleId refsetId referencedComponentId sourceEffectiveTime targetEffectiveTime':
      'dependencies',
  }),
);
/** Any list of concepts; of interest is the one with the members of the Global Patient Set. */
const SIMPLE_LIST = 'id effectiveTime active moduleId refsetId referencedComponentId';
const MEMBERS = 'members';
/** Read twice: once for the names of the concepts, once for their terms. */
const TWICE = 'descriptions';

const FULLY_SPECIFIED = '900000000000003001';
const SYNONYM = '900000000000013009';
/** By the reference set of a map. */
const MAPS: ReadonlyMap<string, 'icd-10-cm' | 'icd-10'> = new Map([
  ['6011000124106', 'icd-10-cm'],
  ['447562003', 'icd-10'],
]);

const isDelta = ({ name }: DetectedFile) => /Delta(?:-[A-Za-z-]+)?_/.test(name);

export const snomed: Importer = {
  ontology: 'snomed',
  name: 'snomed',
  looksFor:
    'a SNOMED CT release in RF2 (its Snapshot folder or its zip): the files of concepts, descriptions and language (sct2_Concept_Snapshot…, sct2_Description_Snapshot-en…, der2_cRefset_LanguageSnapshot-en…), ' +
    'and where they are there the extended map to ICD-10 or ICD-10-CM (der2_iisssccRefset_ExtendedMapSnapshot…); an extension, as that of India, together with the International Edition on which it builds; or the Global Patient Set, as one table (conceptId, fullySpecifiedName, preferred term, active) or in RF2 (its members and descriptions). They are known by the columns in their first line',
  role(file) {
    const [first = ''] = file.head.split(/\r?\n/, 1);
    const columns = first.replaceAll('\t', ' ');
    if (columns === SIMPLE_LIST)
      return file.head.includes(`\t${PATIENT_SET_MEMBERS}\t`) ? MEMBERS : undefined;
    return ROLES.get(columns) ?? (isPatientSet(file) ? PATIENT_SET : undefined);
  },
  selectFiles(files) {
    // A package has all its history beside its Snapshot; only their names tell them apart.
    const isOther = ({ name }: DetectedFile) => /(?:Full|Delta)(?:-[A-Za-z-]+)?_/.test(name);
    // Read as if it were all, it would leave nothing of the codes but last month's changes.
    if (
      files.some(({ role }) => role === 'concepts') &&
      files.every((file) => file.role !== 'concepts' || isDelta(file))
    )
      throw new Failure(
        'invalid',
        'This is a Delta of SNOMED CT, which has only what was changed. Choose the Snapshot folder of the release.',
        { detail: 'terminology-file' },
      );
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
    // The Global Patient Set has no file of languages: its table is whole by itself, and in RF2 its
    // members and their names are. Beside a release in RF2 the release is read.
    if (!roles.has('language') && roles.has(PATIENT_SET)) return undefined;
    if (!roles.has('language') && roles.has(MEMBERS) && roles.has(TWICE)) return undefined;
    if (roles.has(MEMBERS) && !roles.has('concepts') && !roles.has(TWICE))
      return 'This is only the list of the members of the Global Patient Set, without their names. Choose its table (tab-separated), which has them, or the folder with the file of descriptions.';
    return absent.length === 0
      ? undefined
      : `This is not all of a SNOMED CT release: the file of ${absent.map(([, name]) => name).join(' and of ')} is missing. Choose its Snapshot folder.`;
  },
  read(files, onBytes, { dialect = 'us' }: ImportPreferences = {}) {
    const of = (role: string) => files.filter((file) => file.role === role);
    const half = (bytes: number) => onBytes(bytes / 2);
    const dated: Dated = { newest: '', core: '' };
    if (of('language').length === 0) {
      if (of(PATIENT_SET).length > 0) return readPatientSet(of(PATIENT_SET), onBytes);
      const members = patientSetMembers(of(MEMBERS), of('concepts'), dated, onBytes);
      // Its descriptions are a full name and the preferred term.
      const named = names(of(TWICE), members, () => 1, dated, half);
      checkNames(members, named);
      return rowsOf({ files, named, active: members, version: `gps-${dated.newest}`, onBytes });
    }
    const active = activeConcepts(of('concepts'), dated, onBytes);
    const preferred = preferredIds(of('language'), dialect, dated, onBytes);
    const named = names(of(TWICE), active, preferred, dated, half);
    checkDependencies(of('dependencies'), dated, onBytes);
    // The last change of any row: what the files call themselves may have been changed.
    return rowsOf({ files, named, active, version: dated.newest || 'unknown', onBytes });
  },
};

type Read = {
  readonly files: readonly DetectedFile[];
  readonly named: ReadonlyMap<string, Named>;
  readonly active: Active;
  readonly version: string;
  readonly onBytes: OnBytes;
};

function rowsOf({ files, named, active, version, onBytes }: Read): ReleaseRows {
  const of = (role: string) => files.filter((file) => file.role === role);
  const half = (bytes: number) => onBytes(bytes / 2);
  return {
    version,
    forms: NO_FORMS,
    codes: codesOf(named),
    terms: termsOf(of(TWICE), active, named, half),
    metadata: metadataOf(named, of('maps'), active, onBytes),
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
    note(dated, row.cells[1] ?? '', row.cells[3] ?? '');
    let known = named.get(concept);
    if (!known) {
      known = { name: '', near: 0, full: '', tag: '' };
      named.set(copyOf(concept), known);
    }
    const nearness = near(id, row.cells[5] ?? '');
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
