/**
 * P1: `kill -9` at each single call by which a recording reaches the disk, by strace: what was
 * acknowledged is there.
 */
import { describe, expect, test } from 'vitest';
import { PIECE_SAMPLES } from '../../shared/model/recording.ts';
import { heldClock } from '../support/ports/clocks.ts';
import { openRecorder } from '../support/rigs/recorder.ts';
import { firstWrong } from '../support/sound/sound.ts';
import {
  freshFolder,
  hasStrace,
  inPairs,
  type Moment,
  noStrace,
  type Ran,
  recordUnderStrace,
} from './support/disks/strace.ts';
import { promise } from './support/promise.ts';

const p1 = promise({
  id: 'P1',
  title: 'kill -9 at every call',
  figure: 'at most one piece of 0.25 s lost, no acknowledged one',
});
const PIECES = p1.size({ mutant: 5, commit: 6, long: 50 });

/**
 * Opens what is left and holds it against what was said before the kill. Answers how many samples
 * more had been handed over than are there.
 */
async function lookAt({ folder, said }: Ran): Promise<number> {
  const core = await openRecorder(folder, heldClock());
  try {
    core.recordings.recover();
    const written = said.findLast((line) => line.written !== undefined)?.written ?? 0;
    const rows = core.store.visits.list();
    expect(rows.length).toBeLessThanOrEqual(1);
    const [row] = rows;
    if (written > 0) expect(row).toMatchObject({ id: said[0]!.id });
    const sealed = said.find(({ state }) => state === 'sealed');
    if (sealed)
      expect(row).toMatchObject({ state: 'sealed', details: { samples: sealed.samples } });
    if (!row) return 0;
    expect(['recording', 'sealed']).toContain(row.state);
    const sound = core.sound(row.id);
    expect(firstWrong(sound, 0)).toBe(-1);
    expect(core.scan(row.id).holes).toEqual([]);
    expect(sound.length / 2).toBeGreaterThanOrEqual(written);
    return Math.min(PIECES * PIECE_SAMPLES, written + PIECE_SAMPLES) - sound.length / 2;
  } finally {
    core.close();
  }
}

describe('kill -9 at every call that reaches the disk (P1)', () => {
  test('from the start of a short recording to its end: everything that was acknowledged is there, nothing is wrong', async (ctx) => {
    if (!hasStrace()) p1.skipLoudly(ctx, noStrace);
    const template = await freshFolder();
    // Once for what Node writes when it compiled something for the first time.
    await recordUnderStrace(template, 1);
    const whole = await recordUnderStrace(template, PIECES);
    expect(whole.said.at(-1), whole.complained).toMatchObject({
      state: 'sealed',
      samples: PIECES * PIECE_SAMPLES,
    });
    expect(whole.calls.length).toBeGreaterThan(25);
    // Against a broken variant a few of them are enough, and must be.
    const moments = whole.calls.filter((_, index) => p1.level !== 'mutant' || index % 6 === 0);
    let reached = 0;
    await inPairs(moments, async ({ call, number }: Moment) => {
      const ran = await recordUnderStrace(
        template,
        PIECES,
        `${call}:signal=SIGKILL:when=${number}`,
      );
      reached += Number(ran.killed);
      p1.worst('lost at most, of what was handed over', (await lookAt(ran)) / 16_000, 's');
    });
    p1.ran(moments.length);
    p1.worst('calls of one recording, each killed at', whole.calls.length, '');
    expect(reached).toBe(moments.length);
  }, 3_600_000);
});
