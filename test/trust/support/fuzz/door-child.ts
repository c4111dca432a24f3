/**
 * One door in a process of its own, whose time and memory are its alone. Arguments: the door's name
 * and a folder. Told by its parent: `make` answers a case, `run` its verdict.
 */
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { nodeClock } from '../../../../main/hosts/node/node-ports.ts';
import { createLog } from '../../../../main/infrastructure/log/log.ts';
import { asFailure, Failure, failureCodes } from '../../../../shared/failure.ts';
import { createDice } from './dice.ts';
import type { Case, OpenDoor, Outcome, Verdict } from './door.ts';
import { loadDoor } from './doors.ts';
import { PATIENT } from './patient.ts';

export type ToDoor =
  | { readonly ask: 'make'; readonly seed: number }
  | { readonly ask: 'run'; readonly case: Case };
export type FromDoor =
  | { readonly told: 'ready' }
  | { readonly told: 'made'; readonly case: Case }
  | { readonly told: 'ran'; readonly verdict: Verdict };

const MEBIBYTE = 1024 * 1024;
const [name = '', base = ''] = process.argv.slice(2);
const door = await loadDoor(name);
const inside = path.join(base, 'inside');
mkdirSync(inside);
writeFileSync(path.join(base, 'bystander'), 'not ours');

const unforeseen: string[] = [];
const note = (error: unknown) => void unforeseen.push(`unhandled: ${String(error)}`);
process.on('unhandledRejection', note).on('uncaughtException', note);
let printed = '';
for (const stream of [process.stdout, process.stderr]) {
  const write = stream.write.bind(stream) as (...given: unknown[]) => boolean;
  stream.write = ((...given: unknown[]) => {
    printed += String(given[0]);
    return write(...given);
  }) as typeof stream.write;
}

/** What an app writes of each failure (`main/app/audit.ts`), for the doors that have no app too. */
const lines: string[] = [];
const log = createLog({
  lines: { write: (line) => void lines.push(line), recent: () => [] },
  clock: nodeClock,
  requests: ['app.info'],
});
function noteFailure(error: unknown): void {
  const { code, detail } = asFailure(error);
  log.note('request-failed', { request: 'app.info', code, ...(detail && { detail }) });
}

/** Everything beside the door's own folder: names, kinds, sizes and contents. */
const outside = () =>
  readdirSync(base, { withFileTypes: true })
    .filter(({ name: one }) => one !== 'inside')
    .map((entry) => {
      const file = path.join(base, entry.name);
      if (entry.isSymbolicLink()) return `${entry.name} -> ${readlinkSync(file)}`;
      if (entry.isDirectory()) return `${entry.name}: ${readdirSync(file).sort().join(' ')}`;
      return `${entry.name} ${statSync(file).mtimeMs} ${readFileSync(file, 'latin1')}`;
    })
    .join('\n');

function describe({ kind, ...rest }: Outcome): string {
  const { code, detail } = rest as { code?: string; detail?: string };
  return [kind, code, detail].filter(Boolean).join(' ');
}

/** A Failure that says nothing clear: an error of another kind in its clothes. */
const unclear = ({ code, detail }: { code?: string | undefined; detail?: string | undefined }) =>
  code !== undefined &&
  (!(failureCodes as readonly string[]).includes(code) ||
    detail === 'unforeseen' ||
    (code === 'broken' && detail === undefined));

async function outcomeOf(open: OpenDoor, one: Case, problems: string[]): Promise<Outcome> {
  try {
    const outcome = await open.run(one);
    if (outcome.kind === 'refused' && unclear(outcome))
      problems.push(`unclear: ${describe(outcome)}`);
    return outcome;
  } catch (error) {
    noteFailure(error);
    if (!(error instanceof Failure)) problems.push(`threw: ${String(error).slice(0, 300)}`);
    else if (unclear(error)) problems.push(`unclear: ${error.message.slice(0, 300)}`);
    const { code, detail } = error as { code?: string; detail?: string };
    return { kind: 'refused', ...(code && { code }), ...(detail && { detail }) };
  }
}

const workSince = (began: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
};

/** The least of a few times: the first one loads and compiles, and a bad input may hide in no more. */
async function usualWork({ usual }: OpenDoor): Promise<number> {
  if (!usual) return 0;
  const works: number[] = [];
  for (let times = 0; times < 3; times += 1) {
    const began = process.cpuUsage();
    await usual();
    works.push(workSince(began));
  }
  return Math.min(...works);
}

async function run(open: OpenDoor, one: Case): Promise<Verdict> {
  const problems: string[] = [];
  const before = await open.state();
  const beside = outside();
  const memory = process.memoryUsage.rss();
  const highest = process.resourceUsage().maxRSS * 1024;
  const began = process.cpuUsage();
  const outcome = await outcomeOf(open, one, problems);
  const ms = Math.max(0, workSince(began) - usual);
  const reached = process.resourceUsage().maxRSS * 1024;
  // Rejections are told after the turn in which they happened.
  await new Promise((resolve) => setImmediate(resolve));
  if (outcome.kind === 'refused' && (await open.state()) !== before)
    problems.push(`changed: refused with ${describe(outcome)}, and its state is another`);
  if (outside() !== beside) problems.push('outside: something beside its folder changed');
  const told = [open.log?.(), ...lines.splice(0), printed].join('\n');
  printed = '';
  if (PATIENT.some((word) => told.toLowerCase().includes(word)))
    problems.push('log: a word of the patient stands in the log');
  if (({} as { polluted?: unknown }).polluted !== undefined) problems.push('polluted: Object');
  problems.push(...unforeseen.splice(0));
  return {
    outcome: describe(outcome),
    problems,
    ms,
    mb: reached > highest ? (reached - memory) / MEBIBYTE : 0,
  };
}

const open = await door.open(inside);
const usual = await usualWork(open);
const say = (message: FromDoor) => void process.send?.(message);
process.on('message', (message: ToDoor) => {
  if (message.ask === 'run')
    void run(open, message.case).then((verdict) => say({ told: 'ran', verdict }));
  else
    try {
      say({ told: 'made', case: door.make(createDice(message.seed)) });
    } catch (error) {
      // A fault of the fuzz itself.
      process.stderr.write(String(error));
      process.exit(1);
    }
});
process.on('disconnect', () => {
  void open.close().finally(() => process.exit(0));
});
open.log?.();
say({ told: 'ready' });
