/** SNOMED CT: a Snapshot in Release Format 2, of the International Edition, of another edition, or of both side by side. */
import { Failure } from '../../../../../shared/failure.ts';
import type { CodeRow, TermRow } from '../../index/build.ts';
import type { MoreRow } from '../../index/code-metadata.ts';
import { NO_FORMS } from '../../text/normalise.ts';
import { copyOf } from '../files/lines.ts';
import type { Importer, Recognised, Wishes } from '../port.ts';
import { type Rf2Row, rf2Rows } from './rf2.ts';
import { idSet, isConceptId, isDescriptionId } from './snomed-ids.ts';

/** What a file is, by the columns that it names (RF2 specification, "Component Release File Specifications", "Reference Set Types"). */
const ROLES: Readonly<Record<string, string>> = {
  'id effectiveTime active moduleId definitionStatusId': 'concepts',
  'id effectiveTime active moduleId conceptId languageCode typeId term caseSignificanceId':
    'descriptions',
  'id effectiveTime active moduleId sourceId destinationId relationshipGroup typeId characteristicTypeId modifierId':
    'relationships',
  'id effectiveTime active moduleId refsetId referencedComponentId acceptabilityId': 'language',
  'id effectiveTime active moduleId refsetId referencedComponentId mapGroup mapPriority mapRule mapAdvice mapTarget correlationId mapCategoryId':
    'maps',
};
/** Read twice: once for the names of the concepts, once for their terms. */
const TWICE = 'descriptions';

const FULLY_SPECIFIED = '900000000000003001';
const SYNONYM = '900000000000013009';
const PREFERRED = '900000000000548007';
const DIALECTS = { us: '900000000000509007', gb: '900000000000508004' } as const;
const MAPS: Readonly<Record<string, 'icd-10-cm' | 'icd-10'>> = {
  '6011000124106': 'icd-10-cm',
  '447562003': 'icd-10',
};

/** "Pneumonia (disorder)": the last brackets say what kind of thing it is. */
const TAG = /\s*\(([a-z][a-z /+-]*)\)\s*$/i;

export const snomed: Importer = {
  ontology: 'snomed',
  name: 'snomed',
  looksFor:
    'a SNOMED CT release in RF2 (its Snapshot folder or its zip): the files of concepts, descriptions and language (sct2_Concept_Snapshot…, sct2_Description_Snapshot-en…, der2_cRefset_LanguageSnapshot-en…), ' +
    'and where they are there the extended map to ICD-10 or ICD-10-CM (der2_iisssccRefset_ExtendedMapSnapshot…). They are known by the columns in their first line',
  role: ({ head }) => ROLES[head.split(/\r?\n/, 1)[0]!.split('\t').join(' ')],
  choose(files) {
    // A package has all its history beside its Snapshot; only their names tell them apart.
    const isOther = ({ name }: Recognised) => /(?:Full|Delta)(?:-[A-Za-z-]+)?_/.test(name);
    return files.filter(
      (file) => !isOther(file) || !files.some((one) => one.role === file.role && !isOther(one)),
    );
  },
  lacks(roles) {
    const missing = [
      ['concepts', 'concepts (sct2_Concept_Snapshot…)'],
      ['descriptions', 'descriptions (sct2_Description_Snapshot-en…)'],
      ['language', 'language (der2_cRefset_LanguageSnapshot-en…)'],
    ].filter(([role]) => !roles.has(role!));
    return missing.length === 0
      ? undefined
      : `This is not all of a SNOMED CT release: the file of ${missing.map(([, name]) => name).join(' and of ')} is missing. Choose its Snapshot folder.`;
  },
  read(files, read, { dialect = 'us' }: Wishes = {}) {
    const of = (role: string) => files.filter((file) => file.role === role);
    const half = (bytes: number) => read(bytes / 2);
    const dated = { newest: '' };
    const active = activeConcepts(of('concepts'), dated, read);
    const preferred = preferredIds(of('language'), dialect, dated, read);
    const named = names(of(TWICE), active, preferred, dated, half);
    return {
      // The last change of any row: what the files call themselves may have been changed.
      version: dated.newest || 'unknown',
      forms: NO_FORMS,
      codes: codesOf(named),
      terms: termsOf(of(TWICE), active, named, half),
      more: moreOf(named, of('maps'), active, read),
    };
  },
};

type Active = { has(concept: string): boolean };
type Dated = { newest: string };
const note = (dated: Dated, time: string) => {
  if (time > dated.newest) dated.newest = copyOf(time);
};

/** An extension may take back a concept of the edition that it extends: what was said last counts. */
function activeConcepts(
  files: readonly Recognised[],
  dated: Dated,
  read: (bytes: number) => void,
): Active {
  const said = new Map<string, number>();
  for (const file of files) {
    // Dates as numbers, negative where the concept was taken out of use.
    const here = new Set<string>();
    for (const row of rf2Rows(file, read)) {
      const [id, time, on] = row.cells as [string, string, string];
      if (!isConceptId(id)) throw row.wrong(`${id} is not the identifier of a concept`);
      if (here.has(id))
        throw row.wrong(`concept ${id} is told twice, as in the Full files. Bring the Snapshot`);
      here.add(id);
      const when = Number(time);
      if (Math.abs(said.get(id) ?? 0) <= when) said.set(id, on === '1' ? when : -when);
      note(dated, time);
    }
  }
  return { has: (id) => (said.get(id) ?? 0) > 0 };
}

/** How near a description is to what this doctor calls it: 3 in the own dialect, 2 in the other, 1 in any other list. */
type Nearness = (description: string) => number;

function preferredIds(
  files: readonly Recognised[],
  dialect: 'us' | 'gb',
  dated: Dated,
  read: (bytes: number) => void,
): Nearness {
  const [rest, other, own] = [idSet(), idSet(), idSet()];
  for (const file of files) {
    for (const row of rf2Rows(file, read)) {
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
      (refset === DIALECTS[dialect]
        ? own
        : refset === DIALECTS.us || refset === DIALECTS.gb
          ? other
          : rest
      ).add(description);
    }
  }
  return (id) => (own.has(id) ? 3 : other.has(id) ? 2 : rest.has(id) ? 1 : 0);
}

type Named = { name: string; near: number; full: string; tag: string };

function* spoken(
  files: readonly Recognised[],
  active: Active,
  read: (bytes: number) => void,
): Generator<{ row: Rf2Row; id: string; concept: string; term: string; full: boolean }> {
  for (const file of files) {
    for (const row of rf2Rows(file, read)) {
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
      // What defines a concept (a third type) is a sentence, not a name.
      if (on === '1' && active.has(concept) && (type === FULLY_SPECIFIED || type === SYNONYM))
        yield { row, id, concept, term, full: type === FULLY_SPECIFIED };
    }
  }
}

function names(
  files: readonly Recognised[],
  active: Active,
  near: Nearness,
  dated: Dated,
  read: (bytes: number) => void,
): Map<string, Named> {
  const named = new Map<string, Named>();
  for (const { row, id, concept, term, full } of spoken(files, active, read)) {
    note(dated, row.cells[1]!);
    let known = named.get(concept);
    if (!known) named.set(copyOf(concept), (known = { name: '', near: 0, full: '', tag: '' }));
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
  // What only stood in for a name is not needed any more.
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
  if (!tags.has(tag)) tags.set(copyOf(tag), copyOf(tag));
  return tags.get(tag)!;
}

const nameOf = ({ name, full }: Named) => name || full;

function* codesOf(named: ReadonlyMap<string, Named>): Generator<CodeRow> {
  for (const [code, one] of named)
    if (nameOf(one) !== '') yield { code, name: nameOf(one), billable: false, header: false };
}

function* termsOf(
  files: readonly Recognised[],
  active: Active,
  named: ReadonlyMap<string, Named>,
  read: (bytes: number) => void,
): Generator<TermRow> {
  for (const [code, one] of named)
    if (nameOf(one) !== '') yield { code, text: nameOf(one), kind: 'preferred' };
  for (const { concept, term, full } of spoken(files, active, read)) {
    const text = full ? term.replace(TAG, '') : term;
    const one = named.get(concept);
    if (one && text !== nameOf(one)) yield { code: concept, text, kind: 'synonym' };
  }
}

function* moreOf(
  named: ReadonlyMap<string, Named>,
  maps: readonly Recognised[],
  active: Active,
  read: (bytes: number) => void,
): Generator<MoreRow> {
  for (const [code, { tag }] of named)
    if (tag !== '') yield { kind: 'detail', code, detail: { semantic_tag: tag } };
  for (const file of maps) {
    for (const row of rf2Rows(file, read)) {
      const [, , on, , refset, code, group, priority, rule, advice, target, , category] =
        row.cells as string[] & { length: 13 };
      if (!isConceptId(code!)) throw row.wrong(`${code} is not the identifier of a concept`);
      const system = MAPS[refset!];
      if (on !== '1' || system === undefined || !active.has(code!)) continue;
      yield {
        kind: 'map',
        code: code!,
        system,
        target: target!,
        group: Number(group),
        priority: Number(priority),
        rule: rule!,
        advice: advice!,
        category: category!,
      };
    }
  }
}
