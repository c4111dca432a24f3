/**
 * The recorder core in a process of its own, to be killed at any moment (promise P1).
 *
 * Argument: the data folder. It feeds sample i = f(i) by the clock, as a microphone does, and says on
 * stdout, one line of JSON each: the visit's id and when it began (milliseconds since 1970), then after
 * every piece what the recorder acknowledged.
 */
import { writeSync } from 'node:fs';
import { nodeClock } from '../../main/hosts/node.ts';
import { PIECE_SAMPLES, SAMPLE_RATE } from '../../shared/recording.ts';
import { openRecorder, visit } from './recorder.ts';
import { numberedSound } from './sound.ts';

const folder = process.argv[2]!;
/** At once and whole: what is said must have left the process when it is killed. */
const say = (line: object) => void writeSync(1, `${JSON.stringify(line)}\n`);

const core = await openRecorder(folder, nodeClock);
const { id } = core.recordings.start(visit());
const began = Date.now();
say({ id, began });
let handed = 0;
setInterval(() => {
  // A page hands over whole pieces of what was said until now.
  const spoken = Math.floor(((Date.now() - began) / 1000) * SAMPLE_RATE);
  while (spoken - handed >= PIECE_SAMPLES) {
    const kept = core.recordings.append(id, handed, numberedSound(handed, handed + PIECE_SAMPLES));
    handed += PIECE_SAMPLES;
    say(kept);
  }
}, 5);
