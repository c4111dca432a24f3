/** Links LOINC: by component, unit and specimen; two tests of one name may differ in these. */
import type { Why } from '../../../../shared/model/coding/codification.ts';
import { componentGroup } from '../importers/loinc.ts';
import type { Detail } from '../index/code-metadata.ts';
import { type Specimens, specimensIn, systemsOf } from '../text/specimens.ts';
import { dimensionOf, unitFits } from '../text/units.ts';
import { type Answer, corrects, detailText, type Hints, type Opened, withLacks } from './answer.ts';
import { LINK_THRESHOLD, MIN_SCORE_GAP, TOO_FAR_IN_PART, TOP_CANDIDATES } from './thresholds.ts';

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
  /** Parts of the question that contradict the test. */
  readonly against: readonly string[];
  /** Parts that the question does not say. */
  readonly missing: readonly string[];
};
type Found = { readonly component: string; readonly score: number; readonly why: Why };

/**
 * Factor of frequency that decides between two tests which are otherwise equal: the test that is
 * done so many times more often is meant (LOINC's own count, COMMON_TEST_RANK).
 */
const FAR_MORE_COMMON = 20;
/** Share of the score that a test keeps where the question contradicts it. */
const CONTRADICTED = 0.6;

/**
 * Linked only where the component is beyond doubt, and unit and specimen agree with one test. Where
 * the question lacks them, the tests are candidates, unless the release has only one. `why.lacks`:
 * `unit_mismatch`, `unit_needed`, `unit_unknown`, `specimen_mismatch`, `specimen_needed`,
 * `specimen_unknown`, `time_mismatch`, `value_mismatch`, `method_needed`, `several_fit`,
 * `component_unsure`, `spelling`.
 */
export function linkTests(opened: Opened, query: string, top: number, hints: Hints = {}): Answer[] {
  const asked = readQuestion(query, hints);
  const { rest } = asked.specimen;
  const found = components(opened, [query, rest, withoutValue(rest)]);
  const [best] = found;
  if (!best) return [];
  const near = found.filter(({ score }) => score > best.score - MIN_SCORE_GAP);
  const judged = judgedTests(opened, near.length < 3 ? found.slice(0, 3) : near, asked);
  const verdict = decide(best, near, judged, asked, opened.whole);
  return judged
    .sort((a, b) => byNearness(a, b, verdict.chosen))
    .slice(0, top)
    .map((one) => answerOf(one, verdict))
    .filter(({ score }) => opened.imported || (score ?? 0) >= TOO_FAR_IN_PART);
}

/** Every test of the components, held against the question. */
const judgedTests = ({ metadata }: Opened, found: readonly Found[], asked: Asked): Judged[] =>
  found.flatMap((component) =>
    metadata.group(componentGroup(component.component)).flatMap((code) => {
      const detail = metadata.detail(code);
      return detail ? [judge(testOf(code, detail), component, asked)] : [];
    }),
  );

type Verdict = {
  readonly meant: Found;
  readonly fitting: readonly Judged[];
  readonly chosen?: Judged | undefined;
  /** The promise: `chosen`, where nothing is in doubt. */
  readonly linked?: Judged | undefined;
  /** Doubts about the component. */
  readonly doubts: readonly string[];
  /** Doubt about the choice among the tests that fit. */
  readonly doubt: readonly string[];
};

function decide(
  best: Found,
  near: readonly Found[],
  judged: readonly Judged[],
  asked: Asked,
  whole: boolean,
): Verdict {
  // Unit and specimen tell two things of one name apart, where they leave only one of them.
  const fits = judged.filter(
    ({ component, against }) => near.includes(component) && against.length === 0,
  );
  const [only, ...others] = new Set(fits.map(({ component }) => component));
  const meant = only !== undefined && others.length === 0 ? only : best;
  const doubts = doubtsOf(meant, others.length > 0);
  const fitting = fits.filter(({ component }) => component === meant);
  const { chosen, doubt } = choose(fitting, asked, whole);
  return {
    meant,
    fitting,
    chosen,
    doubt,
    doubts,
    linked: doubts.length === 0 ? chosen : undefined,
  };
}

function doubtsOf({ why, score }: Found, severalFit: boolean): string[] {
  if (corrects(why)) return ['spelling'];
  return score < LINK_THRESHOLD || severalFit ? ['component_unsure'] : [];
}

function byNearness(a: Judged, b: Judged, chosen: Judged | undefined): number {
  return (
    Number(b === chosen) - Number(a === chosen) ||
    b.component.score - a.component.score ||
    a.against.length - b.against.length ||
    rankOf(a.test) - rankOf(b.test) ||
    a.test.method.length - b.test.method.length ||
    (a.test.code < b.test.code ? -1 : 1)
  );
}

function answerOf(one: Judged, verdict: Verdict): Answer {
  const { test, component, against } = one;
  const isLinked = one === verdict.linked;
  const lacks = isLinked ? [] : lacksOf(one, verdict);
  const share = against.length > 0 ? CONTRADICTED : 1;
  return {
    code: test.code,
    name: test.name,
    score: Math.round(component.score * share * 10_000) / 10_000,
    isLinked,
    about: about(test),
    why: withLacks(component.why, isLinked || lacks.length > 0 ? lacks : ['several_fit']),
  };
}

function lacksOf(
  one: Judged,
  { meant, fitting, chosen, doubt, doubts }: Verdict,
): readonly string[] {
  const { component, against, missing } = one;
  if (against.length > 0) return [...against, ...doubts];
  if (component !== meant) return [...missing, 'component_unsure'];
  if (one === chosen) return doubts;
  return [...missing, ...(fitting.includes(one) ? doubt : []), ...doubts];
}

function readQuestion(query: string, hints: Hints): Asked {
  const inQuery = specimensIn(query);
  const hint = (hints.specimen || hints.specimen_text || '').trim();
  const specimen = hint === '' ? inQuery : specimensIn(hint);
  const own = hint !== '' && specimen.systems.size === 0 ? systemsOf(hint) : undefined;
  const unit = (hints.unit ?? '').trim() || unitIn(inQuery.rest);
  return {
    unit,
    value: (hints.value ?? '').trim(),
    time: inQuery.time ?? specimen.time ?? 'Pt',
    specimenSaid: hint !== '' || specimen.systems.size > 0,
    specimen: { ...specimen, rest: inQuery.rest, ...(own ? { systems: own, literal: own } : {}) },
  };
}

/** "creatinine 1.2 mg/dL" has its unit in the words. */
const VALUE = /(?<![\p{L}\d])[<>]?\s*\d+(?:\.\d+)?\s*([^\s\d].*)?$/u;
function unitIn(text: string): string {
  const unit = VALUE.exec(text)?.[1]?.trim() ?? '';
  const dimension = dimensionOf(unit);
  return dimension === undefined || dimension === 'number' ? '' : unit;
}
const withoutValue = (text: string) =>
  unitIn(text) === '' ? text : text.replace(VALUE, ' ').trim();

/** Components that may be meant, best first. */
function components({ linker, metadata }: Opened, queries: readonly string[]): Found[] {
  const best = new Map<string, Found>();
  for (const query of new Set(queries.filter(Boolean))) {
    for (const { code, score, why } of linker.link(query, TOP_CANDIDATES)) {
      const component = detailText(metadata.detail(code)?.component);
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
  const missing: string[] = [];
  const measured = test.scale === 'Qn' || (test.scale === '' && test.units.length > 0);
  if (unit !== '') {
    const fits = measured ? unitFits(unit, test) : false;
    if (fits !== true) against.push(fits === undefined ? 'unit_unknown' : 'unit_mismatch');
  } else if (measured && test.units.length > 0) missing.push('unit_needed');
  // Light through a finger: nothing is taken, although LOINC names the blood.
  const systems = /pulse oximetry/i.test(test.name) ? new Set<string>() : systemsOf(test.system);
  if (systems.size > 0) {
    if (!specimenSaid) missing.push('specimen_needed');
    else if (specimen.systems.size === 0) against.push('specimen_unknown');
    else if (![...systems].some((one) => specimen.systems.has(one)))
      against.push('specimen_mismatch');
  }
  if (test.time !== '' && test.time !== time && !(test.type === '2' && time === 'Pt'))
    against.push('time_mismatch');
  if (value !== '' && unit === '' && measured !== /^[<>]?\s*\d/.test(value))
    against.push('value_mismatch');
  return { test, component, against, missing };
}

/** Where unit or specimen, in the words or beside them, are of another test than this code. */
export function contradictedTest(
  { metadata }: Opened,
  code: string,
  query: string,
  hints: Hints,
): string[] {
  const detail = metadata.detail(code);
  if (!detail) return [];
  const test = testOf(code, detail);
  const component: Found = {
    component: test.component,
    score: 1,
    why: { term: test.name, kind: 'preferred' },
  };
  const { against } = judge(test, component, readQuestion(query, hints));
  return against.filter((one) => one === 'unit_mismatch' || one === 'specimen_mismatch');
}

/**
 * Returns the one test that agrees with everything, or the part that would tell the fitting tests
 * apart.
 */
function choose(
  fitting: readonly Judged[],
  { specimen }: Asked,
  whole: boolean,
): { chosen?: Judged | undefined; doubt: readonly string[] } {
  const [only] = fitting;
  if (only && fitting.length === 1)
    return whole || isComplete(only) ? { chosen: only, doubt: [] } : { doubt: [] };
  if (fitting.length === 0 || !fitting.every(isComplete)) return { doubt: [] };
  // "Blood" of a test that is done on serum and on whole blood leaves it open, unless one of them
  // is hardly ever done.
  const literal = fitting.filter(({ test }) =>
    [...systemsOf(test.system)].some((one) => specimen.literal.has(one)),
  );
  const loose = fitting.filter((one) => !literal.includes(one));
  if (literal.length > 0 && loose.length > 0 && !farMoreCommon(literal, loose))
    return { doubt: ['specimen_needed'] };
  return chooseByMethod(literal.length > 0 ? literal : fitting);
}

/**
 * A test without a method comes before one with a method; else the one that is done far more often.
 */
function chooseByMethod(meant: readonly Judged[]) {
  const plain = meant.filter(({ test }) => test.method === '');
  const left = [...(plain.length > 0 ? plain : meant)];
  const [first, ...others] = left.sort((a, b) => rankOf(a.test) - rankOf(b.test));
  if (first && (others.length === 0 || farMoreCommon([first], others)))
    return { chosen: first, doubt: [] };
  return { doubt: [plain.length === 0 ? 'method_needed' : 'several_fit'] };
}

const isComplete = ({ missing }: Judged) => missing.length === 0;
const rankOf = ({ rank }: Test) => (rank === 0 ? Infinity : rank);
function farMoreCommon(these: readonly Judged[], those: readonly Judged[]): boolean {
  const best = Math.min(...these.map(({ test }) => rankOf(test)));
  return best < Infinity && those.every(({ test }) => rankOf(test) >= best * FAR_MORE_COMMON);
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
