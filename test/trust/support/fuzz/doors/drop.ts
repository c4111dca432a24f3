/** The drop folder of an EMR, with links, pipes, folders and files of others in it. */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { Failure } from '../../../../../shared/failure.ts';
import { deliveryRig, dropOn, VISIT } from '../../../../main/features/delivery/support.ts';
import { ready } from '../../../../main/features/notes/support.ts';
import type { Dice } from '../dice.ts';
import type { Door, OpenDoor, Outcome } from '../door.ts';
import { makeFifo } from '../foreign-files.ts';
import { namesBelow } from '../traces.ts';

type Obstacle = {
  readonly kind: 'file' | 'folder' | 'full' | 'fifo' | 'link' | 'folder link' | 'dangling' | 'loop';
  /** `part`: the name under which Scriba writes; `file`: the one that it gives in the end. */
  readonly at: 'part' | 'file' | 'trial' | 'beside' | 'other part';
};
type Drop = {
  readonly form: 'fhir' | 'hl7' | 'pdf';
  readonly flavour: 'r4' | 'nrces';
  readonly obstacles: readonly Obstacle[];
  /** Of the folder itself. */
  readonly folder: 'there' | 'gone' | 'a file' | 'a link' | 'a dangling link' | 'read-only';
  /** Whether a part of an earlier, killed try of Scriba itself lies there. */
  readonly killed: boolean;
};

const kinds = [
  'file',
  'folder',
  'full',
  'fifo',
  'link',
  'folder link',
  'dangling',
  'loop',
] as const;
const make = (dice: Dice): Drop => ({
  form: dice.of(['fhir', 'hl7', 'pdf']),
  flavour: dice.of(['r4', 'nrces']),
  killed: dice.once(3),
  folder: dice.once(4)
    ? dice.of(['gone', 'a file', 'a link', 'a dangling link', 'read-only'])
    : 'there',
  obstacles: Array.from({ length: dice.below(4) }, () => ({
    kind: dice.of(kinds),
    at: dice.of(['part', 'part', 'file', 'trial', 'beside', 'other part']),
  })),
});

/** What is no file of Scriba's: everything that was there before, and everything outside. */
function foreign(folder: string): Map<string, string> {
  const found = new Map<string, string>();
  if (!existsSync(folder) || !lstatSync(folder).isDirectory()) return found;
  for (const name of namesBelow(folder)) {
    const file = path.join(folder, name);
    const kind = lstatSync(file);
    if (kind.isSymbolicLink()) found.set(name, `-> ${readlinkSync(file)}`);
    else found.set(name, kind.isFile() ? readFileSync(file, 'latin1') : `mode ${kind.mode}`);
  }
  return found;
}

async function open(base: string): Promise<OpenDoor<Drop>> {
  let runs = 0;

  async function run(one: Drop): Promise<Outcome> {
    runs += 1;
    const home = path.join(base, `run-${runs}`);
    mkdirSync(home);
    const rig = deliveryRig({}, ready({ file: path.join(home, 'scriba.db') }));
    try {
      return await deliver(one, rig, home);
    } finally {
      rig.delivery.stop();
      await rig.delivery.idle();
      rig.rig.store.close();
      rmSync(home, { recursive: true, force: true });
    }
  }
  return { run, state: () => readdirSync(base).join(), close: async () => {} };
}

async function deliver(
  one: Drop,
  rig: ReturnType<typeof deliveryRig>,
  home: string,
): Promise<Outcome> {
  const { delivery, folder } = rig;
  const outside = path.join(home, 'outside');
  mkdirSync(outside);
  writeFileSync(path.join(outside, 'theirs'), 'of another');
  const signature = rig.sign().id;
  await dropOn(delivery, [one.form], one.flavour);
  // A first delivery tells the names; its file is taken away as an EMR would.
  const [first] = await delivery.send({ id: VISIT, target: 'folder' });
  const file = first?.file ?? '';
  const bytes = readFileSync(path.join(folder, file));
  unlinkSync(path.join(folder, file));
  const tag = rig.rig.store.values.get('delivery.tag') ?? '';
  const nameOf = {
    part: `${file}.${tag}.part`,
    file,
    trial: `scriba-trial.${tag}.part`,
    beside: `${signature}.txt`,
    'other part': `20200101-0000_00000000.json.${tag}.part`,
  };
  if (one.killed) writeFileSync(path.join(folder, nameOf.part), 'half of');
  const placed = new Map<string, Obstacle>();
  for (const obstacle of one.obstacles) {
    const name = nameOf[obstacle.at];
    if (existsSync(path.join(folder, name)) || placed.has(name)) continue;
    put(obstacle.kind, path.join(folder, name), outside);
    placed.set(name, obstacle);
  }
  spoil(one.folder, folder, outside);
  const before = foreign(folder);
  const beside = JSON.stringify([...foreign(outside)]);
  const [receipt] = await delivery.send({ id: VISIT, target: 'folder', again: true });
  const { state, trouble } = receipt ?? {};
  if (JSON.stringify([...foreign(outside)]) !== beside) throw new Error('a link was followed');
  for (const [name, was] of before) {
    const isOurs = name === nameOf.part || name === file || name.startsWith('scriba-trial');
    if (!isOurs && foreign(folder).get(name) !== was) throw new Error(`${name} was changed`);
  }
  if (state === 'done') {
    const put = path.join(folder, file);
    if (lstatSync(put).isSymbolicLink()) throw new Error('it was written through a link');
    if (!readFileSync(put).equals(bytes)) throw new Error('the file is not whole');
    return { kind: 'taken' };
  }
  if (trouble === undefined) throw new Error(`${state} without a reason`);
  const isExplained =
    one.folder !== 'there' || [...placed.keys()].some((n) => n === file || n === nameOf.part);
  if (!isExplained) throw new Error(`not delivered without an obstacle: ${trouble.detail}`);
  // A part of its own stands in nobody's way.
  if (one.folder === 'there' && ![...placed.values()].some(({ at }) => at !== 'beside'))
    throw new Error(`its own part stops it: ${trouble.detail}`);
  await tryLater(one, rig, { home, file, bytes, placed });
  throw new Failure('busy', trouble.message, { detail: trouble.detail });
}

/** Without the obstacles it goes on by itself, however long they were there. */
async function tryLater(
  one: Drop,
  { delivery, folder, rig: { clock } }: ReturnType<typeof deliveryRig>,
  {
    home,
    file,
    bytes,
    placed,
  }: { home: string; file: string; bytes: Buffer; placed: ReadonlyMap<string, Obstacle> },
): Promise<void> {
  if (one.folder !== 'there') {
    if (one.folder === 'read-only') chmodSync(folder, 0o700);
    else {
      rmSync(folder, { force: true });
      if (existsSync(path.join(home, 'moved'))) renameSync(path.join(home, 'moved'), folder);
      else mkdirSync(folder);
    }
  }
  for (const name of placed.keys())
    rmSync(path.join(folder, name), { recursive: true, force: true });
  clock.advance(3_600_000);
  await delivery.idle();
  const [receipt] = delivery.list(VISIT);
  if (receipt?.state !== 'done') throw new Error(`it is still ${receipt?.trouble?.detail}`);
  if (!readFileSync(path.join(folder, file)).equals(bytes)) throw new Error('not whole later');
}

function put(kind: Obstacle['kind'], file: string, outside: string): void {
  if (kind === 'file') writeFileSync(file, 'of another');
  else if (kind === 'fifo') makeFifo(file);
  else if (kind === 'link') symlinkSync(path.join(outside, 'theirs'), file);
  else if (kind === 'folder link') symlinkSync(outside, file);
  else if (kind === 'dangling') symlinkSync(path.join(outside, 'not-there'), file);
  else if (kind === 'loop') symlinkSync(file, file);
  else mkdirSync(file);
  if (kind === 'full') writeFileSync(path.join(file, 'theirs'), 'of another');
}

function spoil(kind: Drop['folder'], folder: string, outside: string): void {
  if (kind === 'there') return;
  if (kind === 'read-only') {
    chmodSync(folder, 0o500);
    return;
  }
  const moved = path.join(path.dirname(folder), 'moved');
  renameSync(folder, moved);
  if (kind === 'a file') writeFileSync(folder, 'of another');
  else if (kind === 'a link') symlinkSync(moved, folder);
  else if (kind === 'a dangling link') symlinkSync(path.join(outside, 'not-there'), folder);
}

export const door: Door<Drop> = { make, open };
