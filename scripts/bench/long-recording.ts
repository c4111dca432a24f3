/**
 * Records eight hours as fast as the disk takes them, then prepares them for the platform, and says
 * how much memory the core grew by. Argument: hours (default 8). Fails above 60 MB (promise P4, issue 2).
 */
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PIECE_SAMPLES, SAMPLE_RATE } from '../../shared/recording.ts';
import { heldClock } from '../../test/support/clocks.ts';
import { openRecorder, visit } from '../../test/support/recorder.ts';

const LIMIT_MB = 60;
const hours = Number(process.argv[2] ?? 8);
const total = hours * 3600 * SAMPLE_RATE;
const folder = mkdtempSync(path.join(tmpdir(), 'scriba-bench-'));
const megabytes = () => Math.round(process.memoryUsage().rss / 2 ** 20);

try {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < total * 2.5) throw new Error(`Not enough room in ${tmpdir()} for ${hours} hours of sound.`);
  // Moves with the sound: eight hours of syncs and checkpoints are part of the work.
  const clock = heldClock();
  const core = await openRecorder(folder, clock);
  const { id } = core.recordings.start(visit());
  const piece = speechLike();
  // The first minute belongs to the beginning: the engine compiles and reserves what it needs anyway.
  let at = 0;
  const feed = () => {
    core.recordings.append(id, at, piece);
    clock.advance(250);
    at += PIECE_SAMPLES;
  };
  while (at < 60 * SAMPLE_RATE) feed();
  const before = megabytes();
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, megabytes())), 50);

  const beganAt = performance.now();
  for (let count = 1; at < total; count++) {
    feed();
    if (count % 200 === 0) {
      most = Math.max(most, megabytes());
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  core.recordings.finish(id, at);
  const recordedAt = performance.now();
  const afterRecording = most;
  await core.recordings.prepare(id);
  const preparedAt = performance.now();
  const afterPreparing = Math.max(most, megabytes());
  const parts = core.store.uploads.list(id);
  for (const part of parts) for await (const bytes of core.recordings.openUpload(part)) most = Math.max(most, bytes.length && megabytes());
  clearInterval(watch);
  const grew = Math.max(most, afterPreparing) - before;
  console.log(JSON.stringify({
    hours, before, grewRecording: afterRecording - before, grewPreparing: afterPreparing - before, grew, limit: LIMIT_MB,
    recordSeconds: Math.round((recordedAt - beganAt) / 1000), prepareSeconds: Math.round((preparedAt - recordedAt) / 1000),
    parts: parts.length, kibPerMinute: Math.round(parts.reduce((sum, { bytes }) => sum + bytes, 0) / 1024 / (hours * 60)),
  }));
  core.close();
  if (grew > LIMIT_MB) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** A buzz that comes and goes: work for the encoder, not silence. */
function speechLike(): Buffer {
  const bytes = Buffer.alloc(PIECE_SAMPLES * 2);
  for (let i = 0; i < PIECE_SAMPLES; i++) bytes.writeInt16LE(Math.round(9000 * Math.sin(i / 9) * Math.sin(i / 400) + 3000 * Math.sin(i / 2.3)), i * 2);
  return bytes;
}
