/**
 * Recorder cores in a process of their own, to be killed at any moment (promise P1).
 *
 * Arguments: one data folder a core. Each is fed sample i = f(i) by the clock, as a microphone
 * does, in a phase of its own. Said on stdout, one line of JSON each: the core's place, its visit's
 * id and when it began (milliseconds since 1970), then after every piece what the recorder
 * acknowledged, and how long this process has waited for a processor.
 *
 * The first core forces its files onto the disk as it does for a doctor. The others share its
 * process and would wait for ten disks where there is one; a kill spares what the operating system
 * has been handed anyway (power cuts are P2).
 */
import { readFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import type { Recordings } from '../../../main/features/recordings/recordings.ts';
import { nodeClock, nodeDisk } from '../../../main/hosts/node/node-ports.ts';
import { PIECE_SAMPLES, SAMPLE_RATE } from '../../../shared/model/recording.ts';
import { openRecorder, visit } from '../rigs/recorder.ts';
import { numberedSound } from '../sound/sound.ts';

/** At once and whole: what is said must have left the process when it is killed. */
const say = (line: object) => void writeSync(1, `${JSON.stringify(line)}\n`);
const PHASE_MS = 17;
/** Nanoseconds ready to run and without a processor; 0 where the system does not tell. */
function waited(): number {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]);
  } catch {
    return 0;
  }
}

const cores: { recordings: Recordings; began: number; id: string; handed: number }[] = [];
for (const folder of process.argv.slice(2)) {
  const disk = cores.length === 0 ? nodeDisk : { ...nodeDisk, datasync() {} };
  const { vault, recordings } = await openRecorder(folder, nodeClock, { disk });
  // Eight megabytes for each of so many cores at once would measure the disk, not the recorder.
  nodeDisk.close(nodeDisk.create(path.join(vault.keys().folder, 'reserve')));
  cores.push({ recordings, began: 0, id: '', handed: 0 });
}
for (const [place, core] of cores.entries()) {
  core.id = core.recordings.start(visit()).id;
  core.began = Date.now() - ((place * PHASE_MS) % 250);
  say({ core: place, id: core.id, began: core.began });
}
// Without a folder it only loads, and ends.
if (cores.length > 0)
  setInterval(() => {
    for (const [place, core] of cores.entries()) {
      // A page hands over whole pieces of what was said until now.
      const spoken = Math.floor(((Date.now() - core.began) / 1000) * SAMPLE_RATE);
      while (spoken - core.handed >= PIECE_SAMPLES) {
        const { written } = core.recordings.append(
          core.id,
          core.handed,
          numberedSound(core.handed, core.handed + PIECE_SAMPLES),
        );
        core.handed += PIECE_SAMPLES;
        say({ core: place, written, waited: waited() });
      }
    }
  }, 5);
