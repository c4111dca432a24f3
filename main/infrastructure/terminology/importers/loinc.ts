/**
 * LOINC: the table of all tests (Loinc.csv), with the names for patients where they come along
 * (ConsumerName.csv).
 */
import { Failure } from '../../../../shared/failure.ts';
import { failures } from '../../../../shared/failures.ts';
import type { CodeRow, TermRow } from '../index/build.ts';
import type { MetadataRow } from '../index/code-metadata.ts';
import { NO_FORMS } from '../text/normalise.ts';
import { specimensIn } from '../text/specimens.ts';
import { cells, copyOf, numberedRowsOf } from './files/lines.ts';
import type { DetectedFile, Importer, OnBytes } from './port.ts';

/** Columns that the import cannot do without. */
const NEEDED = [
  'LOINC_NUM',
  'COMPONENT',
  'PROPERTY',
  'TIME_ASPCT',
  'SYSTEM',
  'SCALE_TYP',
  'METHOD_TYP',
  'STATUS',
  'LONG_COMMON_NAME',
];

export const loinc: Importer = {
  ontology: 'loinc',
  name: 'loinc',
  looksFor: `the LOINC table: Loinc.csv (in the folder LoincTable of the release, or its zip), which has the columns ${NEEDED.join(', ')}; ConsumerName.csv may come with it`,
  role({ head }) {
    const [line = ''] = head.split(/\r?\n/, 1);
    const first = cells(line.trim());
    // The core table says the same with fewer columns.
    if (NEEDED.every((column) => first.includes(column)))
      return first.includes('RELATEDNAMES2') ? 'tests' : 'core';
    return first.join() === 'LoincNumber,ConsumerName' ? 'consumer' : undefined;
  },
  selectFiles: (files) =>
    files.some(({ role }) => role === 'tests')
      ? files.filter(({ role }) => role !== 'core')
      : files,
  missingFiles: (roles) =>
    roles.has('tests') || roles.has('core')
      ? undefined
      : 'The names for patients alone are no tests: bring Loinc.csv with them (in the folder LoincTable).',
  read(files, onBytes) {
    const consumer = consumerNames(
      files.filter(({ role }) => role === 'consumer'),
      onBytes,
    );
    const tables = files.filter(({ role }) => role !== 'consumer');
    const components = new Map<string, Component>();
    const usedBy = new Map<string, Set<string>>();
    const tests = new Map<string, Test>();
    let version = '';
    for (const test of testsOf(tables, onBytes)) {
      version = newer(version, test.changed);
      if (tests.has(test.code)) continue;
      const { related, ...kept } = test;
      tests.set(test.code, kept);
      noteComponent(components, usedBy, test, related);
    }
    if (tests.size === 0)
      throw new Failure('invalid', 'No active test was found in this LOINC table.', {
        detail: 'terminology-file',
      });
    return {
      version: version || 'unknown',
      forms: NO_FORMS,
      codes: codesOf(tests),
      terms: termsOf(tests, components, usedBy, consumer),
      metadata: metadataOf(tests),
    };
  },
};

type Test = {
  readonly code: string;
  readonly component: string;
  readonly property: string;
  readonly time: string;
  readonly system: string;
  readonly scale: string;
  readonly method: string;
  readonly units: readonly string[];
  readonly name: string;
  readonly short: string;
  readonly display: string;
  readonly type: string;
  /** LOINC's COMMON_TEST_RANK: the most usual test is 1; 0 where LOINC did not count. */
  readonly rank: number;
  readonly changed: string;
};

type TestRow = Test & { readonly related: readonly string[] };

function* testsOf(files: readonly DetectedFile[], onBytes: OnBytes): Generator<TestRow> {
  for (const file of files) {
    let columns: Columns | undefined;
    for (const { row, at } of numberedRowsOf(file, onBytes)) {
      if (!columns) {
        columns = new Map(row.map((name, place) => [name.trim(), place]));
        continue;
      }
      const cell = cellsOf(columns, row, file, at);
      if (cell('STATUS') === 'ACTIVE') yield testOf(cell);
    }
  }
}

type Columns = ReadonlyMap<string, number>;
type CellOf = (column: string) => string;

function cellsOf(columns: Columns, row: readonly string[], file: DetectedFile, at: number): CellOf {
  const damaged = (why: string) => failures.terminologyFileDamaged(file.name, at, why);
  if (row.length !== columns.size)
    throw damaged(`${row.length} columns, where the first line names ${columns.size}`);
  const cell = (name: string) => row[columns.get(name) ?? -1] ?? '';
  const code = cell('LOINC_NUM');
  if (!isLoincNumber(code)) throw damaged(`${code.slice(0, 20)} is not a LOINC number`);
  return cell;
}

function testOf(cell: CellOf): TestRow {
  const kept = (name: string) => copyOf(cell(name));
  const units = [...cell('EXAMPLE_UCUM_UNITS').split(';'), ...cell('EXAMPLE_UNITS').split(';')]
    .map((unit) => copyOf(unit.trim()))
    .filter(Boolean);
  return {
    code: kept('LOINC_NUM'),
    component: kept('COMPONENT'),
    property: kept('PROPERTY'),
    time: kept('TIME_ASPCT'),
    system: kept('SYSTEM'),
    scale: kept('SCALE_TYP'),
    method: kept('METHOD_TYP'),
    units: [...new Set(units)],
    name: kept('LONG_COMMON_NAME'),
    short: kept('SHORTNAME'),
    display: kept('DisplayName'),
    type: kept('CLASSTYPE'),
    rank: Number(cell('COMMON_TEST_RANK')) || 0,
    changed: kept('VersionLastChanged'),
    related: cell('RELATEDNAMES2')
      .split(';')
      .map((name) => name.trim())
      .filter(Boolean),
  };
}

function consumerNames(files: readonly DetectedFile[], onBytes: OnBytes): Map<string, string> {
  const names = new Map<string, string>();
  for (const file of files) {
    for (const { row, at } of numberedRowsOf(file, onBytes)) {
      if (row.length !== 2)
        throw failures.terminologyFileDamaged(
          file.name,
          at,
          `${row.length} columns, where there are two`,
        );
      if (at > 1) names.set(copyOf(row[0] ?? ''), copyOf(row[1] ?? ''));
    }
  }
  return names;
}

/**
 * A component, whatever the specimen and the method: the names that all its tests share, and the
 * test that represents it.
 */
type Component = { first: string; rank: number; shared: Set<string> };

function noteComponent(
  components: Map<string, Component>,
  usedBy: Map<string, Set<string>>,
  { code, component, rank }: Test,
  related: readonly string[],
) {
  const name = component.toLowerCase();
  const here = new Set(related.map(copyOf));
  for (const one of here) {
    const users = usedBy.get(one) ?? new Set();
    if (users.size <= MOST_COMPONENTS) users.add(name);
    usedBy.set(one, users);
  }
  const known = components.get(name);
  if (!known) {
    components.set(name, { first: code, rank, shared: here });
    return;
  }
  for (const one of known.shared) if (!here.has(one)) known.shared.delete(one);
  const common = (one: number) => (one === 0 ? Infinity : one);
  if (
    common(rank) < common(known.rank) ||
    (common(rank) === common(known.rank) && code < known.first)
  )
    Object.assign(known, { first: code, rank });
}

/** A name that more than so many components share is of a specimen, a method or a kind of scale. */
const MOST_COMPONENTS = 3;
const OF_NO_COMPONENT =
  /^(?:point in time|random|quan(?:t|titative)?|qn|ql|qual(?:itative)?|ordinal|nominal|screen|level|finding|findings|presence.*|identity or presence|chem(?:istry)?|microbiology|micro|survey.*|.*volume|.*concentration|.*rate|cnt|content|time|calculation|unspecified|misc.*)$/i;

function* codesOf(tests: ReadonlyMap<string, Test>): Generator<CodeRow> {
  for (const { code, name } of tests.values()) yield { code, name, billable: false, header: false };
}

function* termsOf(
  tests: ReadonlyMap<string, Test>,
  components: ReadonlyMap<string, Component>,
  usedBy: ReadonlyMap<string, ReadonlySet<string>>,
  consumer: ReadonlyMap<string, string>,
): Generator<TermRow> {
  for (const { code, name, display, short } of tests.values()) {
    yield { code, text: name, kind: 'preferred' };
    for (const text of [display, consumer.get(code) ?? '', short])
      if (text !== '') yield { code, text, kind: 'synonym' };
  }
  // The names of a component lead to its most usual test; `linkTests` then looks at all tests of
  // the component.
  for (const [name, { first, shared }] of components) {
    yield { code: first, text: tests.get(first)?.component || name, kind: 'synonym' };
    for (const text of shared) {
      if (
        (usedBy.get(text)?.size ?? 0) <= MOST_COMPONENTS &&
        !OF_NO_COMPONENT.test(text) &&
        specimensIn(text).systems.size === 0
      )
        yield { code: first, text, kind: 'synonym' };
    }
  }
}

/** The name by which the tests of one component are found together. */
export const componentGroup = (component: string) => `component:${component.toLowerCase()}`;

function* metadataOf(tests: ReadonlyMap<string, Test>): Generator<MetadataRow> {
  for (const {
    code,
    component,
    property,
    time,
    system,
    scale,
    method,
    units,
    type,
    rank,
    name,
  } of tests.values()) {
    yield {
      kind: 'detail',
      code,
      detail: { name, component, property, time, system, scale, method, units, type, rank },
      groups: [componentGroup(component)],
    };
  }
}

/** A table has no version of its own; the newest change in it is the release ("2.72", "2.8"). */
function newer(one: string, other: string): string {
  const parts = (text: string) => text.split('.').map(Number);
  if (!/^\d+\.\d+[a-z]?$/.test(other)) return one;
  if (one === '') return other;
  const [[a, b], [c, d]] = [parts(one), parts(other)] as [[number, number], [number, number]];
  return c > a || (c === a && minor(d) > minor(b)) ? other : one;
}
/** "2.8" came after "2.78": it is 2.80. */
const minor = (part: number) => (part < 10 ? part * 10 : part);

/** Up to seven digits, a dash, and the Mod 10 check digit (LOINC Users' Guide, appendix). */
export function isLoincNumber(code: string): boolean {
  const [, digits, check] = /^(\d{1,7})-(\d)$/.exec(code) ?? [];
  if (digits === undefined) return false;
  let sum = 0;
  for (const [place, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return (10 - (sum % 10)) % 10 === Number(check);
}
