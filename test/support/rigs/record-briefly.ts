/**
 * One short recording in a process of its own, as fast as the disk takes it, to be killed at a
 * chosen call of the operating system, or to meet a disk that fails there (promises P1 and P3).
 *
 * Arguments: the data folder, and how many pieces. It waits for a line on standard input before it
 * opens anything. A refused piece is sent again, as a page does. Said on stdout, one line of JSON
 * each: that it is ready, the visit's id, what was acknowledged after each piece, every trouble
 * told, and how it ended.
 */
import { readSync, writeSync } from 'node:fs';
import path from 'node:path';
import { nodeDisk } from '../../../main/hosts/node/node-ports.ts';
import { asFailure } from '../../../shared/failure.ts';
import { PIECE_SAMPLES } from '../../../shared/model/recording.ts';
import { heldClock } from '../ports/clocks.ts';
import { numberedSound } from '../sound/sound.ts';
import { openRecorder, visit } from './recorder.ts';

const say = (line: object) => void writeSync(1, `${JSON.stringify(line)}\n`);
const [folder, pieces] = [process.argv[2]!, Number(process.argv[3])];

say({ ready: true });
readSync(0, Buffer.alloc(1));
const clock = heldClock();
const core = await openRecorder(folder, clock);
const reserve = path.join(core.vault.keys().folder, 'reserve');
// Small: only where it is missing would eight megabytes be written first, a hundred calls that no
// other test leaves out.
if (!nodeDisk.exists(reserve)) nodeDisk.close(nodeDisk.create(reserve));
try {
  const { id } = core.recordings.start(visit());
  say({ id });
  const total = pieces * PIECE_SAMPLES;
  let at = 0;
  for (let tries = 0; at < total && tries < 3 * pieces; tries++) {
    try {
      const { written, synced } = core.recordings.append(
        id,
        at,
        numberedSound(at, at + PIECE_SAMPLES),
      );
      at = written;
      say({ written, synced });
    } catch (error) {
      const { detail } = asFailure(error);
      say({ refused: detail });
      if (detail === 'disk-full') break;
    }
    clock.advance(250);
    for (const trouble of core.troubles.splice(0)) say({ trouble });
  }
  for (let tries = 0; tries < 5; tries++) {
    try {
      const { state, details } = core.recordings.finish(id, at);
      say({ state, samples: details.samples });
      break;
    } catch (error) {
      say({ refused: asFailure(error).detail });
    }
    clock.advance(250);
  }
} catch (error) {
  const { code, detail } = asFailure(error);
  say({ failed: code, detail });
}
core.close();
