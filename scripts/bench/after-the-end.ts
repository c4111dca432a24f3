/**
 * What is left to hear after the end of a visit that works on this computer: its speech is
 * recognised while it is recorded, by the engine that comes with Scriba. Arguments: minutes
 * (default 10), and `--json`. Yardstick: the same recording heard after its end alone, in the same
 * run, as before decision 0255. The recording waits for the engine, as one does on a computer that
 * keeps up; where an engine is slower than speech, the rest is as much longer.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createHearWhileRecording } from '../../main/features/local/hear-while-recording.ts';
import {
  createLocalTranscription,
  localPartLimit,
} from '../../main/features/local/local-transcription.ts';
import { createMoonshine } from '../../main/infrastructure/speech/moonshine.ts';
import { PIECE_SAMPLES, SAMPLE_RATE } from '../../shared/model/recording.ts';
import { heldClock } from '../../test/support/ports/clocks.ts';
import { openRecorder, visit } from '../../test/support/rigs/recorder.ts';

const json = process.argv.includes('--json');
const minutes = Number(process.argv.slice(2).find((arg) => !arg.startsWith('--')) ?? 10);
const total = Math.round(minutes * 60) * SAMPLE_RATE;
/** Pieces that are forced onto the disk together. */
const AT_ONCE = 8;

const folder = mkdtempSync(path.join(tmpdir(), 'scriba-bench-'));
try {
  report(await measure());
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure() {
  const clock = heldClock();
  const core = await openRecorder(folder, clock);
  const { recordings, store } = core;
  const { id, transactionId } = recordings.start(visit({ worksHere: true }));
  let hungry = false;
  const hearing = createHearWhileRecording({
    store,
    clock,
    recordings: {
      live: recordings.live,
      async *soundSoFar(visitId, from) {
        yield* recordings.soundSoFar(visitId, from);
        hungry = true;
      },
    },
    engine: () => ({ name: 'built in', engine: createMoonshine({ givesWay: true }) }),
    heard() {},
  });
  hearing.start();
  const sound = spoken();
  for (let at = 0; at < total; ) {
    hungry = false;
    for (let piece = 0; piece < AT_ONCE && at < total; piece += 1, at += PIECE_SAMPLES) {
      const from = (at * 2) % sound.length;
      recordings.append(id, at, sound.subarray(from, from + PIECE_SAMPLES * 2));
    }
    // Until all of it was taken.
    while (!hungry) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      clock.advance(2000);
    }
  }
  recordings.finish(id, total);
  hearing.look();
  hearing.stop();
  await hearing.idle();
  const heard = store.spoken.ahead(id);
  await recordings.prepare(id, localPartLimit);
  store.transactions.put({
    transactionId,
    visitId: id,
    epoch: 1,
    commitAttempts: 0,
    status: 'open',
  });
  const after = await hearParts(core, id, transactionId);
  store.spoken.cutAhead(id, 0);
  const whole = await hearParts(core, id, transactionId);
  core.close();
  return { stretches: heard.length, heardTo: heard.at(-1)?.stretch.to ?? 0, after, whole };
}

type Core = Awaited<ReturnType<typeof openRecorder>>;

async function hearParts({ store, recordings }: Core, id: string, transactionId: string) {
  const local = createLocalTranscription({
    store,
    speech: async () => ({ name: 'built in', engine: createMoonshine() }),
    write: async () => [],
  });
  const before = process.cpuUsage();
  const begun = performance.now();
  for (const part of store.uploads.list(id)) {
    const form = { url: '', folder: '', fields: { transaction: transactionId }, goodFor: 0 };
    await local.uploadFile(form, { ...part, open: () => recordings.openUpload(part) });
  }
  const { user, system } = process.cpuUsage(before);
  return { clock: (performance.now() - begun) / 1000, processor: (user + system) / 1e6 };
}

/** The sentence of the tests, said by a machine, again and again, in whole pieces. */
function spoken(): Buffer {
  const file = path.join(import.meta.dirname, '../../test/fixtures/speech/complaint.wav');
  const said = readFileSync(file).subarray(44);
  const piece = PIECE_SAMPLES * 2;
  const quiet = Buffer.alloc(SAMPLE_RATE * 2);
  const all = Buffer.concat([said, quiet]);
  return all.subarray(0, Math.floor(all.length / piece) * piece);
}

function report(found: Awaited<ReturnType<typeof measure>>): void {
  if (json) {
    console.log(JSON.stringify({ minutes, ...found }));
    return;
  }
  const { after, whole, heardTo, stretches } = found;
  const line = (name: string, { clock, processor }: typeof after) =>
    console.log(
      `${name.padEnd(28)} ${clock.toFixed(1)} s by the clock, ${processor.toFixed(1)} s of one processor`,
    );
  console.log(
    `${minutes} minutes recorded; ${stretches} stretches heard meanwhile, up to second ${heardTo.toFixed(1)}`,
  );
  line('all of it after the end', whole);
  line('what was left', after);
  console.log(
    `left: ${((100 * after.processor) / whole.processor).toFixed(1)} % of the processor time of all of it, ${((100 * after.clock) / whole.clock).toFixed(1)} % by the clock`,
  );
}
