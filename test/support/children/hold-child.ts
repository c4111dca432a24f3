/**
 * A core that tries to open a data folder when it is told to (promise P8). Argument: the folder.
 *
 * A line `open` on standard input: it says `{ opened, seen }` or `{ refused }`, with the
 * milliseconds it took; an open core then writes its number and keeps the folder until it is
 * killed, or told to `leave`.
 */
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { nodeClock } from '../../../main/hosts/node/node-ports.ts';
import { asFailure } from '../../../shared/failure.ts';
import { openRecorder, type Recorder } from '../rigs/recorder.ts';

const say = (line: object) => void writeSync(1, `${JSON.stringify(line)}\n`);
const folder = process.argv[2]!;
let core: Recorder | undefined;

say({ ready: true });
for await (const word of createInterface({ input: process.stdin })) {
  if (word === 'leave') {
    core?.close();
    core = undefined;
    say({ left: true });
    continue;
  }
  const began = performance.now();
  const ms = () => performance.now() - began;
  try {
    core = await openRecorder(folder, nodeClock);
    core.recordings.recover();
    const seen = Number(core.store.values.get('rounds') ?? 0);
    core.store.values.set('rounds', String(seen + 1));
    say({ opened: true, seen, ms: ms() });
  } catch (error) {
    say({ refused: asFailure(error).detail ?? String(error), ms: ms() });
  }
}
