/** RxNorm: the names (RXNCONSO.RRF), and what hangs together and in which strength (RXNREL.RRF, RXNSAT.RRF). */
import { Failure } from '../../../../shared/failure.ts';
import type { CodeRow, TermRow } from '../index/build.ts';
import type { MoreRow } from '../index/code-metadata.ts';
import { formIn, ingredientNames, strengthsIn } from '../text/drug-words.ts';
import { NO_FORMS } from '../text/normalise.ts';
import { copyOf, linesOf } from './files/lines.ts';
import type { Importer, Recognised } from './port.ts';
import { damagedAt } from './snomed/rf2.ts';

/** Columns of each file (RxNorm Technical Documentation, section 12): each ends with a bar. */
const WIDTH = { names: 18, relations: 16, attributes: 13 } as const;
type Role = keyof typeof WIDTH;

/** What a person can mean: an ingredient, its salt, several together, a brand, and drugs with strength and form. */
const KEPT = new Set(['IN', 'PIN', 'MIN', 'BN', 'SCD', 'SBD', 'GPCK', 'BPCK']);
const DRUGS = new Set(['SCD', 'SBD', 'GPCK', 'BPCK']);
/** Known, so that what hangs on them can be followed. */
const LINKS = new Set(['SCDC', 'DF']);
const OTHER_NAMES = new Set(['SY', 'TMSY', 'PSN', 'ET']);

export const rxnorm: Importer = {
  ontology: 'medication',
  name: 'rxnorm',
  looksFor:
    'the RxNorm release files: RXNCONSO.RRF, and with it RXNREL.RRF and RXNSAT.RRF (in the folder rrf of the release, or its zip). They are known by their columns, which have bars between',
  role({ head }) {
    const lines = head.split(/\r?\n/, 20);
    const first = (lines.length > 1 ? lines.slice(0, -1) : lines)
      .filter((line) => line !== '')
      .map((line) => line.split('|'));
    // Most of them: one that is damaged must not make the file one that is passed over.
    const most = (is: (cells: readonly string[]) => boolean) =>
      first.filter(is).length * 2 > first.length;
    if (
      most(
        (row) =>
          row.length === WIDTH.names + 1 &&
          /^\d+$/.test(row[0]!) &&
          /^[A-Z]{3}$/.test(row[1]!) &&
          /^[A-Z]/.test(row[11]!),
      )
    )
      return 'names';
    if (
      most(
        (row) =>
          row.length === WIDTH.relations + 1 &&
          /^(?:AUI|CUI)?$/.test(row[2]!) &&
          /^[A-Z]{2,3}$/.test(row[3]!),
      )
    )
      return 'relations';
    if (
      most(
        (row) =>
          row.length === WIDTH.attributes + 1 &&
          /^\d+$/.test(row[0]!) &&
          row[8] !== '' &&
          /^[A-Z]/.test(row[9]!),
      )
    )
      return 'attributes';
    return first.some((row) => row[3] === 'RXNORM' && /^RXNORM/.test(row[2] ?? ''))
      ? 'sources'
      : undefined;
  },
  choose(files) {
    // The release has a smaller copy of itself beside it, of what may be prescribed today.
    const whole = files.filter(
      ({ path, zipped }) => !/[\\/]?prescribe[\\/]/i.test(zipped?.name ?? path),
    );
    return whole.some(({ role }) => role === 'names') ? whole : files;
  },
  lacks: (roles) =>
    roles.has('names')
      ? undefined
      : 'The names are missing: bring RXNCONSO.RRF as well (in the folder rrf).',
  read(files, read) {
    const of = (role: string) => files.filter((file) => file.role === role);
    const half = (bytes: number) => read(bytes / 2);
    const known = new Map<string, Known>();
    for (const { id, type, text } of namesOf(of('names'), half)) {
      if ((KEPT.has(type) || LINKS.has(type)) && !known.has(id))
        known.set(copyOf(id), { type: copyOf(type), name: copyOf(text) });
    }
    if (![...known.values()].some(({ type }) => KEPT.has(type)))
      throw new Failure('invalid', 'No drug was found in this RxNorm release.', {
        detail: 'terminology-file',
      });
    const ties = tiesOf(of('relations'), known, read);
    const strengths = strengthsOf(of('attributes'), known, read);
    return {
      version: versionOf(files),
      forms: NO_FORMS,
      codes: codesOf(known),
      terms: termsOf(of('names'), known, half),
      more: moreOf(known, ties, strengths),
    };
  },
};

type Known = { readonly type: string; readonly name: string };

function* rows(
  files: readonly Recognised[],
  role: Role,
  read: (bytes: number) => void,
): Generator<string[]> {
  for (const file of files) {
    let at = 0;
    for (const line of linesOf(file, read)) {
      at += 1;
      if (line === '') continue;
      const row = line.split('|');
      if (row.length !== WIDTH[role] + 1)
        throw damagedAt(file.name, at, `${row.length - 1} columns, where there are ${WIDTH[role]}`);
      if (role === 'names' && !/^\d{1,9}$/.test(row[0]!))
        throw damagedAt(file.name, at, `${row[0]!.slice(0, 20)} is not the number of a concept`);
      yield row;
    }
  }
}

/** Names in English that are in use; those of RxNorm itself are marked by their type, those of other lists have none. */
function* namesOf(
  files: readonly Recognised[],
  read: (bytes: number) => void,
): Generator<{ id: string; type: string; text: string; own: boolean }> {
  for (const [id, language, , , , , , , , , , source, type, , text, , suppress] of rows(
    files,
    'names',
    read,
  ) as Generator<string[] & { length: 19 }>) {
    if (language !== 'ENG' || (suppress !== 'N' && suppress !== '')) continue;
    yield source === 'RXNORM'
      ? { id: id!, type: type!, text: text!, own: true }
      : { id: id!, type: '', text: text!, own: false };
  }
}

function* codesOf(known: ReadonlyMap<string, Known>): Generator<CodeRow> {
  for (const [code, { type, name }] of known)
    if (KEPT.has(type)) yield { code, name, billable: false, header: false };
}

function* termsOf(
  files: readonly Recognised[],
  known: ReadonlyMap<string, Known>,
  read: (bytes: number) => void,
): Generator<TermRow> {
  for (const [code, { type, name }] of known)
    if (KEPT.has(type)) yield { code, text: name, kind: 'preferred' };
  for (const { id, type, text, own } of namesOf(files, read)) {
    const concept = known.get(id);
    if (!concept || !KEPT.has(concept.type) || text === concept.name) continue;
    if (own ? OTHER_NAMES.has(type) : isPlainName(concept.type, text))
      yield { code: id, text, kind: 'synonym' };
  }
}

/** What other lists call an ingredient ("paracetamol"); what they say of products is theirs. */
const isPlainName = (type: string, text: string) =>
  (type === 'IN' || type === 'PIN') && /^[\p{L}][\p{L} '-]{2,60}$/u.test(text);

/** Which drug is made of what, in which form, under which brand. */
type Ties = {
  readonly forms: Map<string, string>;
  readonly brands: Map<string, string>;
  readonly parts: Map<string, Set<string>>;
  readonly bases: Map<string, string>;
};

function tiesOf(
  files: readonly Recognised[],
  known: ReadonlyMap<string, Known>,
  read: (bytes: number) => void,
): Ties {
  const ties: Ties = { forms: new Map(), brands: new Map(), parts: new Map(), bases: new Map() };
  const part = (of: string, is: string) =>
    void (ties.parts.get(of) ?? ties.parts.set(copyOf(of), new Set()).get(of)!).add(copyOf(is));
  for (const [one, , , , other, , , relation, , , source, , , , suppress] of rows(
    files,
    'relations',
    read,
  ) as Generator<string[] & { length: 17 }>) {
    if (source !== 'RXNORM' || suppress === 'O' || one === '' || other === '') continue;
    // Every tie is told both ways round; by the types of its ends it is clear which is which.
    for (const [from, to] of [
      [one!, other!],
      [other!, one!],
    ] as const) {
      const [a, b] = [known.get(from)?.type, known.get(to)?.type];
      if (a === undefined || b === undefined) continue;
      if (DRUGS.has(a) && b === 'DF' && /dose_form/.test(relation!))
        ties.forms.set(copyOf(from), known.get(to)!.name);
      else if (a === 'SBD' && b === 'BN' && /ingredient/.test(relation!))
        ties.brands.set(copyOf(from), copyOf(to));
      else if (
        (a === 'SCD' || a === 'SBD') &&
        b === 'SCDC' &&
        /consists_of|constitutes/.test(relation!)
      )
        part(from, to);
      else if (a === 'SCDC' && b === 'IN' && /^(?:has_ingredient|ingredient_of)$/.test(relation!))
        part(from, to);
      else if (a === 'MIN' && b === 'IN' && /part/.test(relation!)) part(from, to);
      else if (a === 'PIN' && b === 'IN' && /form/.test(relation!))
        ties.bases.set(copyOf(from), copyOf(to));
    }
  }
  return ties;
}

function strengthsOf(
  files: readonly Recognised[],
  known: ReadonlyMap<string, Known>,
  read: (bytes: number) => void,
): Map<string, string> {
  const strengths = new Map<string, string>();
  for (const [id, , , , , , , , name, source, value, suppress] of rows(
    files,
    'attributes',
    read,
  ) as Generator<string[] & { length: 14 }>) {
    if (
      source === 'RXNORM' &&
      name === 'RXN_AVAILABLE_STRENGTH' &&
      suppress !== 'O' &&
      DRUGS.has(known.get(id!)?.type ?? '')
    )
      strengths.set(copyOf(id!), copyOf(value!));
  }
  return strengths;
}

/** Under which names the drugs of an ingredient, of several, or of a brand are found together. */
const ofIngredients = (names: readonly string[]) =>
  `of:${names
    .map((name) => name.toLowerCase())
    .sort()
    .join('+')}`;
const ofBrand = (name: string) => `brand:${name.toLowerCase()}`;

function* moreOf(
  known: ReadonlyMap<string, Known>,
  ties: Ties,
  strengths: ReadonlyMap<string, string>,
): Generator<MoreRow> {
  const nameOf = (id: string) => known.get(id)!.name;
  const tied = (id: string) =>
    [...(ties.parts.get(id) ?? [])].flatMap((part) =>
      known.get(part)!.type === 'IN'
        ? [nameOf(part)]
        : [...(ties.parts.get(part) ?? [])].map(nameOf),
    );
  // Salts by their base, where the relations tell it: the name of a drug has the salt in it.
  const bases = new Map(
    [...ties.bases].map(([salt, base]) => [nameOf(salt).toLowerCase(), nameOf(base)] as const),
  );
  const made = (id: string, name: string) => {
    const told = [...new Set(tied(id))];
    return told.length > 0
      ? told.sort()
      : ingredientNames(name)
          .map((one) => bases.get(one.toLowerCase()) ?? one)
          .sort();
  };
  for (const [code, { type, name }] of known) {
    if (!KEPT.has(type)) continue;
    if (DRUGS.has(type)) {
      const brandId = ties.brands.get(code);
      const brand = brandId ? nameOf(brandId) : (/\[([^[\]]+)\]\s*$/.exec(name)?.[1] ?? '');
      const ingredients = made(code, name);
      const detail = {
        type,
        name,
        generic_name: ingredients.join(' / '),
        strength:
          strengths.get(code) ??
          strengthsIn(name)
            .map(({ text }) => text)
            .join(' / '),
        form: ties.forms.get(code) ?? formIn(name),
        brand,
      };
      yield {
        kind: 'detail',
        code,
        detail,
        groups:
          type === 'GPCK' || type === 'BPCK'
            ? []
            : [brand !== '' ? ofBrand(brand) : ofIngredients(ingredients)],
      };
    } else {
      const base = ties.bases.get(code);
      const ingredients =
        type === 'IN' ? [name] : type === 'BN' ? [] : base ? [nameOf(base)] : made(code, name);
      yield {
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
  }
}

/** RXNSAB.RRF tells the version; else the date in a folder's or a zip's name ("RxNorm_full_04072025"). */
function versionOf(files: readonly Recognised[]): string {
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
