/** LOINC: which test was meant, by component, unit and specimen; two that agree in the name may be different tests. */
import type { Why } from '../../../../shared/model/coding/codification.ts';
import { componentGroup } from '../importers/loinc.ts';
import type { Detail } from '../index/code-metadata.ts';
import { type Specimens, specimensIn, systemsOf } from '../text/specimens.ts';
import { dimensionOf, unitFits } from '../text/units.ts';
import {
  type Answer,
  APART,
  corrects,
  detailText,
  type Hints,
  lacking,
  MANY,
  type Opened,
  SURE,
} from './answer.ts';

type Test = {
  readonly code: string;
  readonly name: string;
  readonly component: string;
  readonly property: string;
  readonly time: string;
  readonly system: string;
  readonly scale: string;
  readonly method: string;
  readonly units: readonly string[];
  readonly type: string;
  readonly rank: number;
};
type Asked = {
  readonly unit: string;
  readonly specimen: Specimens;
  readonly specimenSaid: boolean;
  readonly time: string;
  readonly value: string;
};
type Judged = {
  readonly test: Test;
  readonly component: Found;
  readonly against: readonly string[];
  readonly deps: readonly string[];
};
type Found = { readonly component: string; readonly score: number; readonly why: Why };

/** A test that is done so many times more often is meant where nothing else tells two apart (LOINC's own count, COMMON_TEST_RANK). */
const FAR_MORE_COMMON = 20;
/** What contradicts takes so much of the score. */
const CONTRADICTED = 0.6;

/**
 * Linked only where the component is beyond doubt, and unit and specimen agree with one test. Where they were not said, the tests
 * are candidates, unless the release has only one. `why.lacks`: `unit_mismatch`, `unit_needed`, `unit_unknown`, `specimen_mismatch`,
 * `specimen_needed`, `specimen_unknown`, `time_mismatch`, `value_mismatch`, `method_needed`, `several_fit`, `component_unsure`, `spelling`.
 */
export function linkTests(
  { linker, more, whole }: Opened,
  query: string,
  top: number,
  hints: Hints = {},
): Answer[] {
  const asked = read(query, hints);
  const found = components(linker, more, [
    query,
    asked.specimen.rest,
    withoutValue(asked.specimen.rest),
  ]);
  const [best] = found;
  if (!best) return [];
  const near = found.filter(({ score }) => score > best.score - APART);
  const judged = (near.length < 3 ? found.slice(0, 3) : near).flatMap((component) =>
    more
      .group(componentGroup(component.component))
      .map((code) => judge(testOf(code, more.detail(code)!), component, asked)),
  );
  // Two things that share a name are told apart by unit and specimen, where those leave only one of them.
  const fits = judged.filter(
    ({ component, against }) => near.includes(component) && against.length === 0,
  );
  const left = new Set(fits.map(({ component }) => component));
  const meant = left.size === 1 ? [...left][0]! : best;
  const doubts = corrects(meant.why)
    ? ['spelling']
    : meant.score < SURE || left.size > 1
      ? ['component_unsure']
      : [];
  const fitting = fits.filter(({ component }) => component === meant);
  const { chosen, doubt } = choose(fitting, asked, whole);
  const linked = doubts.length === 0 ? chosen : undefined;
  const order = [...judged].sort(
    (a, b) =>
      Number(b === chosen) - Number(a === chosen) ||
      b.component.score - a.component.score ||
      a.against.length - b.against.length ||
      common(a.test) - common(b.test) ||
      a.test.method.length - b.test.method.length ||
      (a.test.code < b.test.code ? -1 : 1),
  );
  return order.slice(0, top).map((one) => {
    const lacks =
      one === linked
        ? []
        : one.component !== meant && one.against.length === 0
          ? [...one.deps, 'component_unsure']
          : [
              ...one.against,
              ...(one.against.length > 0
                ? []
                : one === chosen
                  ? []
                  : fitting.includes(one)
                    ? [...one.deps, ...doubt]
                    : one.deps),
              ...doubts,
            ];
    return {
      code: one.test.code,
      name: one.test.name,
      score:
        Math.round(one.component.score * (one.against.length > 0 ? CONTRADICTED : 1) * 10_000) /
        10_000,
      isLinked: one === linked,
      about: about(one.test),
      why: lacking(one.component.why, one === linked || lacks.length > 0 ? lacks : ['several_fit']),
    };
  });
}

function read(query: string, hints: Hints): Asked {
  const inQuery = specimensIn(query);
  const told = (hints.specimen || hints.specimen_text || '').trim();
  const specimen = told === '' ? inQuery : specimensIn(told);
  const own = told !== '' && specimen.systems.size === 0 ? systemsOf(told) : undefined;
  const unit = (hints.unit ?? '').trim() || unitIn(inQuery.rest);
  return {
    unit,
    value: (hints.value ?? '').trim(),
    time: inQuery.time ?? specimen.time ?? 'Pt',
    specimenSaid: told !== '' || specimen.systems.size > 0,
    specimen: { ...specimen, rest: inQuery.rest, ...(own ? { systems: own, literal: own } : {}) },
  };
}

/** "creatinine 1.2 mg/dL" tells its unit itself. */
const VALUE = /(?<![\p{L}\d])[<>]?\s*\d+(?:\.\d+)?\s*([^\s\d].*)?$/u;
function unitIn(text: string): string {
  const unit = VALUE.exec(text)?.[1]?.trim() ?? '';
  const dimension = dimensionOf(unit);
  return dimension === undefined || dimension === 'number' ? '' : unit;
}
const withoutValue = (text: string) =>
  unitIn(text) === '' ? text : text.replace(VALUE, ' ').trim();

/** What may have been measured, best first. */
function components(
  linker: Opened['linker'],
  more: Opened['more'],
  queries: readonly string[],
): Found[] {
  const best = new Map<string, Found>();
  for (const query of new Set(queries.filter(Boolean))) {
    for (const { code, score, why } of linker.link(query, MANY)) {
      const component = detailText(more.detail(code)?.component);
      const before = best.get(component.toLowerCase());
      if (component !== '' && (!before || score > before.score))
        best.set(component.toLowerCase(), { component, score, why });
    }
  }
  return [...best.values()].sort(
    (a, b) => b.score - a.score || (a.component < b.component ? -1 : 1),
  );
}

function testOf(code: string, detail: Detail): Test {
  const text = (name: string) => detailText(detail[name]);
  return {
    code,
    name: text('name'),
    component: text('component'),
    property: text('property'),
    time: text('time'),
    system: text('system'),
    scale: text('scale'),
    method: text('method'),
    type: text('type'),
    rank: Number(detail.rank ?? 0),
    units: (detail.units as readonly string[] | undefined) ?? [],
  };
}

function judge(
  test: Test,
  component: Found,
  { unit, specimen, specimenSaid, time, value }: Asked,
): Judged {
  const against: string[] = [];
  const deps: string[] = [];
  const measured = test.scale === 'Qn' || (test.scale === '' && test.units.length > 0);
  if (unit !== '') {
    const fits = measured ? unitFits(unit, test) : false;
    if (fits !== true) against.push(fits === undefined ? 'unit_unknown' : 'unit_mismatch');
  } else if (measured && test.units.length > 0) deps.push('unit_needed');
  // Light through a finger: nothing is taken, although LOINC names the blood.
  const systems = /pulse oximetry/i.test(test.name) ? new Set<string>() : systemsOf(test.system);
  if (systems.size > 0) {
    if (!specimenSaid) deps.push('specimen_needed');
    else if (specimen.systems.size === 0) against.push('specimen_unknown');
    else if (![...systems].some((one) => specimen.systems.has(one)))
      against.push('specimen_mismatch');
  }
  if (test.time !== '' && test.time !== time && !(test.type === '2' && time === 'Pt'))
    against.push('time_mismatch');
  if (value !== '' && unit === '' && measured !== /^[<>]?\s*\d/.test(value))
    against.push('value_mismatch');
  return { test, component, against, deps };
}

/** The one test that everything agrees with, or what would be needed to tell them apart. */
function choose(
  fitting: readonly Judged[],
  { specimen }: Asked,
  whole: boolean,
): { chosen?: Judged | undefined; doubt: readonly string[] } {
  const said = (one: Judged) => one.deps.length === 0;
  if (fitting.length === 1)
    return whole || said(fitting[0]!) ? { chosen: fitting[0], doubt: [] } : { doubt: [] };
  if (fitting.length === 0 || !fitting.every(said)) return { doubt: [] };
  // "Blood", said of a test that is done on serum and on whole blood: which of them, nobody knows, unless one is hardly ever done.
  const literal = fitting.filter(({ test }) =>
    [...systemsOf(test.system)].some((one) => specimen.literal.has(one)),
  );
  const loose = fitting.filter((one) => !literal.includes(one));
  if (literal.length > 0 && loose.length > 0 && !farMoreCommon(literal, loose))
    return { doubt: ['specimen_needed'] };
  const meant = literal.length > 0 ? literal : fitting;
  const plain = meant.filter(({ test }) => test.method === '');
  const left = plain.length > 0 ? plain : meant;
  if (left.length === 1) return { chosen: left[0], doubt: [] };
  const [first, ...others] = [...left].sort((a, b) => common(a.test) - common(b.test));
  if (farMoreCommon([first!], others)) return { chosen: first, doubt: [] };
  return { doubt: [plain.length === 0 ? 'method_needed' : 'several_fit'] };
}

const common = ({ rank }: Test) => (rank === 0 ? Infinity : rank);
function farMoreCommon(these: readonly Judged[], those: readonly Judged[]): boolean {
  const best = Math.min(...these.map(({ test }) => common(test)));
  return best < Infinity && those.every(({ test }) => common(test) >= best * FAR_MORE_COMMON);
}

const about = ({ component, property, system, units, method, time }: Test): [string, string][] =>
  (
    [
      ['component', component],
      ['property', property],
      ['specimen', system],
      ['unit', units.join(', ')],
      ['time', time === 'Pt' ? '' : time],
      ['method', method],
    ] as [string, string][]
  ).filter(([, value]) => value !== '');
