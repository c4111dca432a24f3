/**
 * One long recording, as fast as it goes: recorded, prepared for the platform, sent to a server on
 * this computer. Arguments: hours (default 8), and `--json`. Yardsticks: the 60 MB that the core
 * may grow by (promise P4), real time, and the same bytes written plainly in the same run. Fails
 * where the core grows by more than 60 MB.
 */
import { spawn } from 'node:child_process';
import {
  closeSync,
  fdatasyncSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { undiciNet } from '../../main/hosts/node/node-net.ts';
import { nodeClock, nodeRandom } from '../../main/hosts/node/node-ports.ts';
import { uploadFile } from '../../main/infrastructure/platform/transcription/upload.ts';
import { PIECE_SAMPLES, SAMPLE_RATE } from '../../shared/model/recording.ts';
import { heldClock } from '../../test/support/ports/clocks.ts';
import { openRecorder, visit } from '../../test/support/rigs/recorder.ts';

const LIMIT_MB = 60;
const hours = Number(process.argv.slice(2).find((arg) => !arg.startsWith('--')) ?? 8);
const total = Math.round(hours * 3600) * SAMPLE_RATE;
const megabytes = () => process.memoryUsage().rss / 2 ** 20;
const turn = () => new Promise((resolve) => setImmediate(resolve));
const piece = speechLike();

const folder = mkdtempSync(path.join(tmpdir(), 'scriba-bench-'));
try {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < total * 2.5)
    throw new Error(`Not enough room in ${tmpdir()} for ${hours} hours of sound.`);
  report(await measure());
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure() {
  // Moves with the sound: eight hours of syncs and checkpoints are part of the work.
  const clock = heldClock();
  const core = await openRecorder(path.join(folder, 'data'), clock);
  const { id } = core.recordings.start(visit());
  let at = 0;
  const feed = () => {
    core.recordings.append(id, at, piece);
    clock.advance(250);
    at += PIECE_SAMPLES;
  };
  // The first minute belongs to the beginning: the engine compiles and reserves what it needs
  // anyway.
  while (at < 60 * SAMPLE_RATE) feed();
  const before = megabytes();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, megabytes())), 20);
  const grown = () => {
    const grew = Math.max(most, megabytes()) - before;
    most = 0;
    return Math.round(grew);
  };

  const beganAt = performance.now();
  for (let count = 1; at < total; count++) {
    feed();
    if (count % 200 === 0) await turn();
  }
  core.recordings.finish(id, at);
  const recordMs = performance.now() - beganAt;
  const recording = grown();

  const preparedFrom = performance.now();
  await core.recordings.prepare(id);
  const prepareMs = performance.now() - preparedFrom;
  const preparing = grown();

  const parts = core.store.uploads.list(id);
  const sink = spawn(process.execPath, [path.join(import.meta.dirname, 'lib', 'sink.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const port = await new Promise<string>((resolve) =>
    sink.stdout.once('data', (data: Buffer) => resolve(String(data).trim())),
  );
  const url = `http://127.0.0.1:${port}/`;
  const tokens = { held: () => undefined, renew: async () => '', refused() {} };
  const deps = {
    net: undiciNet(),
    clock: nodeClock,
    random: nodeRandom,
    baseUrl: () => url,
    tokens,
  };
  for (const part of parts)
    await uploadFile(
      deps,
      { url, folder: 'bench/', fields: {} },
      { ...part, open: () => core.recordings.openUpload(part) },
    );
  const sending = grown();
  sink.stdin.end();
  clearInterval(watch);
  core.close();
  return {
    hours,
    before: Math.round(before),
    recording,
    preparing,
    sending,
    recordMs,
    plainMs: await plainly(),
    prepareMs,
    parts: parts.length,
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/**
 * The same bytes, neither sealed nor named in a database, forced onto the disk as often. An hour
 * stands for all.
 */
async function plainly(): Promise<number> {
  const samples = Math.min(total, 3600 * SAMPLE_RATE);
  const file = openSync(path.join(folder, 'plain'), 'w');
  const from = performance.now();
  for (let count = 1; count * PIECE_SAMPLES <= samples; count++) {
    writeSync(file, piece);
    if (count % 4 === 0) fdatasyncSync(file);
    if (count % 200 === 0) await turn();
  }
  closeSync(file);
  return ((performance.now() - from) * total) / samples;
}

function report(found: Awaited<ReturnType<typeof measure>>) {
  const { recording, preparing, sending, recordMs, plainMs, prepareMs, parts, bytes } = found;
  const grew = Math.max(recording, preparing, sending);
  const seconds = total / SAMPLE_RATE;
  if (process.argv.includes('--json')) console.log(JSON.stringify({ ...found, grew }));
  else {
    console.log(`recording, ${hours} h of sound`);
    console.log(
      `  core memory      grew by ${grew} MB (recording ${recording}, preparing ${preparing}, sending ${sending}): ${(grew / LIMIT_MB).toFixed(2)} of the ${LIMIT_MB} MB that it may`,
    );
    console.log(
      `  append           ${(recordMs / 1000).toFixed(1)} s, ${(recordMs / plainMs).toFixed(2)} of plain fs.writeSync of the same bytes with the same syncs; ${Math.round(seconds / (recordMs / 1000))} times real time`,
    );
    console.log(
      `  encode           ${(prepareMs / 1000).toFixed(1)} s: ${Math.round(seconds / (prepareMs / 1000))} times real time; ${parts} parts, ${Math.round(bytes / 1024 / (seconds / 60))} KiB a minute`,
    );
  }
  if (grew > LIMIT_MB) process.exitCode = 1;
}

/** A buzz that comes and goes: work for the encoder, not silence. */
function speechLike(): Buffer {
  const bytes = Buffer.alloc(PIECE_SAMPLES * 2);
  for (let i = 0; i < PIECE_SAMPLES; i++)
    bytes.writeInt16LE(
      Math.round(9000 * Math.sin(i / 9) * Math.sin(i / 400) + 3000 * Math.sin(i / 2.3)),
      i * 2,
    );
  return bytes;
}
