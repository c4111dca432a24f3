/**
 * The table of docs/codification.md: what each figure must be, what is aimed at, and how it is
 * shown.
 */
import type { Verdict } from './linking-sets.ts';

/** Smaller is better in each of them. */
export type Figure = {
  readonly what: string;
  readonly ours: number;
  readonly must?: number;
  readonly aim?: number;
  readonly others?: Readonly<Record<string, number>>;
};

const first = { must: 1_000, aim: 150 };
export const limits = {
  large: { p50: { must: 2, aim: 1 }, p99: { must: 15, aim: 5 } },
  grown: { p50: { must: 5, aim: 3 }, p99: { must: 60, aim: 25 } },
  search: { must: 20, aim: 10 },
  first,
  memory: { must: 250, aim: 150 },
  import: { must: 60, aim: 30 },
  bytes: { must: 200, aim: 150 },
} as const;

/** Right at 1 and at 5, in per cent. */
const shares: Readonly<
  Record<string, { must: readonly [number, number]; aim: readonly [number, number] }>
> = {
  'names and synonyms': { must: [58, 70], aim: [65, 78] },
  'names only': { must: [68, 78], aim: [74, 84] },
  'one typo': { must: [56, 69], aim: [62, 75] },
  'symptoms, abbreviations': { must: [80, 90], aim: [90, 96] },
  'phrases of clinics (ours)': { must: [80, 90], aim: [90, 96] },
};

const percent = (share: number) => (share * 100).toFixed(1);
function judged(
  ours: number,
  must: number | undefined,
  aim: number | undefined,
  better: (a: number, b: number) => boolean,
): string {
  if (must === undefined) return '';
  if (aim !== undefined && better(ours, aim)) return 'aim';
  return better(ours, must) ? 'must' : 'SHORT';
}

export function showSets(
  title: string,
  table: Readonly<Record<string, Readonly<Record<string, Verdict>>>>,
): void {
  const { ours, kept, ...others } = table as Record<string, Record<string, Verdict>>;
  console.log(`linking, ${title}`);
  console.log(
    '  right at 1 / at 5, %        rows   ours          kept half     must     aim      reached     linked, precise (kept half)   first of another chapter (kept half)   yardsticks at 1 / 5',
  );
  for (const [set, one] of Object.entries(ours ?? {})) {
    const half = kept?.[set];
    const share = shares[set];
    if (!half || !share) throw new Error(`the set ${set} has no limits`);
    const { must, aim } = share;
    const reached = [one.at1, one.at5]
      .map((right, at) => judged(right * 100, must[at], aim[at], (a, b) => a >= b))
      .join(' / ');
    const beside = Object.entries(others)
      .flatMap(([engine, verdicts]) => besideOurs(engine, one, verdicts[set]) ?? [])
      .join(', ');
    console.log(
      `  ${set.padEnd(26)} ${String(one.rows).padStart(5)}   ${percent(one.at1)} / ${percent(one.at5)}   ${percent(half.at1)} / ${percent(half.at5)}   ${must.join('/')}    ${aim.join('/')}    ${reached.padEnd(12)}` +
        `${percent(one.linked)}, ${percent(one.precision)} (kept ${percent(half.linked)}, ${percent(half.precision)})   ${one.elsewhere} (${half.elsewhere})   ${beside}`,
    );
  }
  console.log('  isLinked on everyday language: must 95 % at 65 %, aim 97 % at 75 %');
}

const besideOurs = (engine: string, ours: Verdict, theirs: Verdict | undefined) =>
  theirs &&
  `${engine} ${percent(theirs.at1)} / ${percent(theirs.at5)} (${(ours.at1 / theirs.at1).toFixed(2)}x)`;

export function show({ what, ours, must, aim, others = {} }: Figure): void {
  const number = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(2));
  const limit =
    must === undefined
      ? ''
      : `must ${must}${aim === undefined ? '' : `, aim ${aim}`}: ${judged(ours, must, aim, (a, b) => a <= b)}`;
  const beside = Object.entries(others)
    .map(([engine, value]) => `${engine} ${number(value)} (${(value / ours).toFixed(1)}x)`)
    .join(', ');
  console.log(`  ${what.padEnd(58)} ${number(ours).padStart(8)}   ${limit.padEnd(28)} ${beside}`);
}
