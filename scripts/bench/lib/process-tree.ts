/**
 * Cost of a process and all its descendants: memory and processor time, by kind of process. Linux
 * only: read from /proc.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second: USER_HZ, the same on every Linux that Node runs on. */
const TICKS = 100;

export type Cost = {
  /** Proportional set size: a page of memory that two processes share counts half for each. */
  readonly megabytes: number;
  /** User and system time since the process began. */
  readonly seconds: number;
};

/** By kind: `main`, `renderer`, `gpu-process`, a utility's name ... */
export type Costs = ReadonlyMap<string, Cost>;

/** Several roots make one sum: the core and the browser beside it. */
export function costsOf(roots: readonly number[]): Costs {
  const costs = new Map<string, Cost>();
  for (const pid of treeOf(roots)) {
    const one = costOf(pid);
    if (!one) continue;
    const { megabytes, seconds } = costs.get(one.kind) ?? { megabytes: 0, seconds: 0 };
    costs.set(one.kind, {
      megabytes: megabytes + one.megabytes,
      seconds: seconds + one.seconds,
    });
  }
  return costs;
}

export const total = (costs: Costs, what: keyof Cost): number =>
  [...costs.values()].reduce((sum, cost) => sum + cost[what], 0);

function treeOf(roots: readonly number[]): ReadonlySet<number> {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const parent = Number(statOf(Number(name))?.[1]);
    if (parent) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  // A set may grow while it is walked.
  const tree = new Set(roots);
  for (const pid of tree) for (const child of children.get(pid) ?? []) tree.add(child);
  return tree;
}

function costOf(pid: number): (Cost & { readonly kind: string }) | undefined {
  const stat = statOf(pid);
  const pss = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`) ?? '')?.[1];
  if (!stat || pss === undefined) return undefined;
  return {
    // Chromium puts blanks where it names its children anew.
    kind: kindOf((read(`/proc/${pid}/cmdline`) ?? '').split(/[\0 ]/)),
    megabytes: Number(pss) / 1024,
    seconds: (Number(stat[11]) + Number(stat[12])) / TICKS,
  };
}

function kindOf(words: readonly string[]): string {
  const word = (name: string) =>
    words.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3);
  const kind = word('type');
  if (kind === 'utility') return (word('utility-sub-type') ?? kind).split('.')[0] ?? kind;
  if (kind !== undefined) return kind;
  if (words.some((word) => /sandbox[\\/]run\.ts$/.test(word))) return 'practice platform';
  return words.some((word) => /\.ts$/.test(word)) ? 'core' : 'main';
}

/** The fields after the name, which may hold blanks itself: state, parent ... */
const statOf = (pid: number): readonly string[] | undefined =>
  read(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ');

/** Undefined when the process is gone. */
function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
