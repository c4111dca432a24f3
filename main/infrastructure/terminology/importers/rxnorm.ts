/** RxNorm: names (RXNCONSO.RRF), relations (RXNREL.RRF) and strengths (RXNSAT.RRF). */
import { Failure } from '../../../../shared/failure.ts';
import { failures } from '../../../../shared/failures.ts';
import type { CodeRow, TermRow } from '../index/build.ts';
import type { MetadataRow } from '../index/code-metadata.ts';
import { formIn, ingredientNames, strengthsIn } from '../text/drug-words.ts';
import { NO_FORMS } from '../text/normalise.ts';
import { copyOf, linesOf } from './files/lines.ts';
import type { DetectedFile, Importer, OnBytes } from './port.ts';

/** Columns of each file (RxNorm Technical Documentation, section 12): each ends with a bar. */
const WIDTH = { names: 18, relations: 16, attributes: 13 } as const;
type Role = keyof typeof WIDTH;

const looksLike: Readonly<Record<Role, (row: readonly string[]) => boolean>> = {
  names: (row) =>
    row.length === WIDTH.names + 1 &&
    /^\d+$/.test(row[0] ?? '') &&
    /^[A-Z]{3}$/.test(row[1] ?? '') &&
    /^[A-Z]/.test(row[11] ?? ''),
  relations: (row) =>
    row.length === WIDTH.relations + 1 &&
    /^(?:AUI|CUI)?$/.test(row[2] ?? '') &&
    /^[A-Z]{2,3}$/.test(row[3] ?? ''),
  attributes: (row) =>
    row.length === WIDTH.attributes + 1 &&
    /^\d+$/.test(row[0] ?? '') &&
    row[8] !== '' &&
    /^[A-Z]/.test(row[9] ?? ''),
};

/**
 * Types of concepts that a person can mean: an ingredient, its salt, several together, a brand, and
 * drugs with strength and form.
 */
const KEPT = new Set(['IN', 'PIN', 'MIN', 'BN', 'SCD', 'SBD', 'GPCK', 'BPCK']);
const DRUGS = new Set(['SCD', 'SBD', 'GPCK', 'BPCK']);
/** Types that only link others. */
const LINKS = new Set(['SCDC', 'DF']);
const OTHER_NAMES = new Set(['SY', 'TMSY', 'PSN', 'ET']);

export const rxnorm: Importer = {
  ontology: 'medication',
  name: 'rxnorm',
  looksFor:
    'the RxNorm release files: RXNCONSO.RRF, and with it RXNREL.RRF and RXNSAT.RRF (in the folder rrf of the release, or its zip). They are known by their columns, which have bars between',
  role({ head }) {
    const lines = head.split(/\r?\n/, 20);
    const rows = (lines.length > 1 ? lines.slice(0, -1) : lines)
      .filter((line) => line !== '')
      .map((line) => line.split('|'));
    // More than half: one damaged line must not make the file an unknown one.
    const role = (Object.keys(looksLike) as Role[]).find(
      (one) => rows.filter(looksLike[one]).length * 2 > rows.length,
    );
    if (role !== undefined) return role;
    return rows.some((row) => row[3] === 'RXNORM' && /^RXNORM/.test(row[2] ?? ''))
      ? 'sources'
      : undefined;
  },
  selectFiles(files) {
    // The release has a smaller copy of itself beside it, of what may be prescribed today.
    const whole = files.filter(
      ({ path, zipped }) => !/[\\/]?prescribe[\\/]/i.test(zipped?.name ?? path),
    );
    return whole.some(({ role }) => role === 'names') ? whole : files;
  },
  missingFiles: (roles) =>
    roles.has('names')
      ? undefined
      : 'The names are missing: bring RXNCONSO.RRF as well (in the folder rrf).',
  read(files, onBytes) {
    const of = (role: string) => files.filter((file) => file.role === role);
    const half = (bytes: number) => onBytes(bytes / 2);
    const known = new Map<string, Known>();
    for (const { id, type, text } of namesOf(of('names'), half)) {
      if ((KEPT.has(type) || LINKS.has(type)) && !known.has(id))
        known.set(copyOf(id), { type: copyOf(type), name: copyOf(text) });
    }
    if (![...known.values()].some(({ type }) => KEPT.has(type)))
      throw new Failure('invalid', 'No drug was found in this RxNorm release.', {
        detail: 'terminology-file',
      });
    const ties = tiesOf(of('relations'), known, onBytes);
    const strengths = strengthsOf(of('attributes'), known, onBytes);
    return {
      version: versionOf(files),
      forms: NO_FORMS,
      codes: codesOf(known),
      terms: termsOf(of('names'), known, half),
      metadata: metadataOf(known, ties, strengths),
    };
  },
};

type Known = { readonly type: string; readonly name: string };

function* rows(
  files: readonly DetectedFile[],
  role: Role,
  onBytes: OnBytes,
): Generator<readonly string[]> {
  for (const file of files) {
    let at = 0;
    for (const line of linesOf(file, onBytes)) {
      at += 1;
      if (line === '') continue;
      const row = line.split('|');
      const damaged = (why: string) => failures.terminologyFileDamaged(file.name, at, why);
      if (row.length !== WIDTH[role] + 1)
        throw damaged(`${row.length - 1} columns, where there are ${WIDTH[role]}`);
      const [id = ''] = row;
      if (role === 'names' && !/^\d{1,9}$/.test(id))
        throw damaged(`${id.slice(0, 20)} is not the number of a concept`);
      yield row;
    }
  }
}

/** English names in use. `own`: of RxNorm itself; names of other lists have no type. */
function* namesOf(
  files: readonly DetectedFile[],
  onBytes: OnBytes,
): Generator<{ id: string; type: string; text: string; own: boolean }> {
  for (const row of rows(files, 'names', onBytes)) {
    const [id = '', language] = row;
    const [source, type = '', , text = '', , suppress] = row.slice(11);
    if (language !== 'ENG' || (suppress !== 'N' && suppress !== '')) continue;
    const own = source === 'RXNORM';
    yield { id, type: own ? type : '', text, own };
  }
}

function* codesOf(known: ReadonlyMap<string, Known>): Generator<CodeRow> {
  for (const [code, { type, name }] of known)
    if (KEPT.has(type)) yield { code, name, billable: false, header: false };
}

function* termsOf(
  files: readonly DetectedFile[],
  known: ReadonlyMap<string, Known>,
  onBytes: OnBytes,
): Generator<TermRow> {
  for (const [code, { type, name }] of known)
    if (KEPT.has(type)) yield { code, text: name, kind: 'preferred' };
  for (const { id, type, text, own } of namesOf(files, onBytes)) {
    const concept = known.get(id);
    if (!concept || !KEPT.has(concept.type) || text === concept.name) continue;
    if (own ? OTHER_NAMES.has(type) : isPlainName(concept.type, text))
      yield { code: id, text, kind: 'synonym' };
  }
}

/**
 * Names of ingredients from other lists ("paracetamol") are taken, their names of products are not.
 */
const isPlainName = (type: string, text: string) =>
  (type === 'IN' || type === 'PIN') && /^[\p{L}][\p{L} '-]{2,60}$/u.test(text);

/** By the id of a drug: its form, brand and parts; `bases` has the ingredient of a salt. */
type Ties = {
  readonly forms: Map<string, string>;
  readonly brands: Map<string, string>;
  readonly parts: Map<string, Set<string>>;
  readonly bases: Map<string, string>;
};

function tiesOf(
  files: readonly DetectedFile[],
  known: ReadonlyMap<string, Known>,
  onBytes: OnBytes,
): Ties {
  const ties: Ties = { forms: new Map(), brands: new Map(), parts: new Map(), bases: new Map() };
  for (const row of rows(files, 'relations', onBytes)) {
    const { 0: one = '', 4: other = '', 7: relation = '', 10: source, 14: suppress } = row;
    if (source !== 'RXNORM' || suppress === 'O' || one === '' || other === '') continue;
    // Every tie stands there both ways round; the types of its ends tell which is which.
    tie(ties, known, one, other, relation);
    tie(ties, known, other, one, relation);
  }
  return ties;
}

function tie(
  ties: Ties,
  known: ReadonlyMap<string, Known>,
  from: string,
  to: string,
  relation: string,
): void {
  const [a, b] = [known.get(from), known.get(to)];
  if (a === undefined || b === undefined) return;
  const ends = `${a.type} ${b.type}`;
  if (DRUGS.has(a.type) && b.type === 'DF' && /dose_form/.test(relation))
    ties.forms.set(copyOf(from), b.name);
  else if (ends === 'SBD BN' && /ingredient/.test(relation))
    ties.brands.set(copyOf(from), copyOf(to));
  else if (ends === 'PIN IN' && /form/.test(relation)) ties.bases.set(copyOf(from), copyOf(to));
  else if (PARTS[ends]?.test(relation)) {
    const parts = ties.parts.get(from);
    if (parts) parts.add(copyOf(to));
    else ties.parts.set(copyOf(from), new Set([copyOf(to)]));
  }
}

/** By the types of the ends: relations of a whole to its part. */
const PARTS: Readonly<Record<string, RegExp>> = {
  'SCD SCDC': /consists_of|constitutes/,
  'SBD SCDC': /consists_of|constitutes/,
  'SCDC IN': /^(?:has_ingredient|ingredient_of)$/,
  'MIN IN': /part/,
};

function strengthsOf(
  files: readonly DetectedFile[],
  known: ReadonlyMap<string, Known>,
  onBytes: OnBytes,
): Map<string, string> {
  const strengths = new Map<string, string>();
  for (const row of rows(files, 'attributes', onBytes)) {
    const { 0: id = '', 8: name, 9: source, 10: value = '', 11: suppress } = row;
    if (
      source === 'RXNORM' &&
      name === 'RXN_AVAILABLE_STRENGTH' &&
      suppress !== 'O' &&
      DRUGS.has(known.get(id)?.type ?? '')
    )
      strengths.set(copyOf(id), copyOf(value));
  }
  return strengths;
}

/** Names by which the drugs of an ingredient, of several, or of a brand are found together. */
const ofIngredients = (names: readonly string[]) =>
  `of:${names
    .map((name) => name.toLowerCase())
    .sort()
    .join('+')}`;
const ofBrand = (name: string) => `brand:${name.toLowerCase()}`;

type Drugs = {
  readonly known: ReadonlyMap<string, Known>;
  readonly ties: Ties;
  readonly strengths: ReadonlyMap<string, string>;
  /**
   * Names of ingredients by the name of their salt in lower case: the name of a drug has the salt
   * in it.
   */
  readonly bases: ReadonlyMap<string, string>;
};

const nameOf = ({ known }: Pick<Drugs, 'known'>, id: string) => known.get(id)?.name ?? '';

function* metadataOf(
  known: ReadonlyMap<string, Known>,
  ties: Ties,
  strengths: ReadonlyMap<string, string>,
): Generator<MetadataRow> {
  const bases = new Map(
    [...ties.bases].map(
      ([salt, base]) => [nameOf({ known }, salt).toLowerCase(), nameOf({ known }, base)] as const,
    ),
  );
  const drugs = { known, ties, strengths, bases };
  for (const [code, concept] of known) {
    if (!KEPT.has(concept.type)) continue;
    yield DRUGS.has(concept.type)
      ? metadataOfDrug(drugs, code, concept)
      : metadataOfName(drugs, code, concept);
  }
}

function metadataOfDrug(drugs: Drugs, code: string, { type, name }: Known): MetadataRow {
  const brandId = drugs.ties.brands.get(code);
  const brand = brandId ? nameOf(drugs, brandId) : (/\[([^[\]]+)\]\s*$/.exec(name)?.[1] ?? '');
  const ingredients = ingredientsOf(drugs, code, name);
  const strengthInName = () =>
    strengthsIn(name)
      .map(({ text }) => text)
      .join(' / ');
  const isPack = type === 'GPCK' || type === 'BPCK';
  const group = brand !== '' ? ofBrand(brand) : ofIngredients(ingredients);
  return {
    kind: 'detail',
    code,
    detail: {
      type,
      name,
      generic_name: ingredients.join(' / '),
      strength: drugs.strengths.get(code) ?? strengthInName(),
      form: drugs.ties.forms.get(code) ?? formIn(name),
      brand,
    },
    groups: isPack ? [] : [group],
  };
}

/** An ingredient, a salt, several ingredients, or a brand. */
function metadataOfName(drugs: Drugs, code: string, { type, name }: Known): MetadataRow {
  const ingredients = ingredientsOfName(drugs, code, { type, name });
  return {
    kind: 'detail',
    code,
    detail: {
      type,
      name,
      generic_name: ingredients.join(' / '),
      products: type === 'BN' ? ofBrand(name) : ofIngredients(ingredients),
    },
  };
}

function ingredientsOfName(drugs: Drugs, code: string, { type, name }: Known): string[] {
  if (type === 'IN') return [name];
  if (type === 'BN') return [];
  const base = drugs.ties.bases.get(code);
  return base ? [nameOf(drugs, base)] : ingredientsOf(drugs, code, name);
}

/** By the relations; where there are none, by the name. */
function ingredientsOf(drugs: Drugs, id: string, name: string): string[] {
  const { known, ties, bases } = drugs;
  const partsOf = (whole: string) => [...(ties.parts.get(whole) ?? [])];
  const related = partsOf(id).flatMap((part) =>
    known.get(part)?.type === 'IN'
      ? [nameOf(drugs, part)]
      : partsOf(part).map((one) => nameOf(drugs, one)),
  );
  const ingredients =
    related.length > 0
      ? [...new Set(related)]
      : ingredientNames(name).map((one) => bases.get(one.toLowerCase()) ?? one);
  return ingredients.sort();
}

/**
 * RXNSAB.RRF tells the version; else the date in a folder's or a zip's name
 * ("RxNorm_full_04072025").
 */
function versionOf(files: readonly DetectedFile[]): string {
  for (const { head, role } of files) {
    const told =
      role === 'sources' ? /\|RXNORM\|[^|]*\|[^|]*\|([0-9A-Z_]+)\|/.exec(head)?.[1] : undefined;
    if (told) return told;
  }
  for (const { path } of files) {
    const [, month, day, year] =
      /(\d\d)(\d\d)(20\d\d)/.exec(path.split(/[\\/]/).slice(-4).join('/')) ?? [];
    if (year) return `${year}-${month}-${day}`;
  }
  return 'unknown';
}
