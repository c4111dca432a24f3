/**
 * P4, first half: eight hours of recording. The core's memory stays flat, one file takes them all,
 * and every second is either there or named as missing.
 */
import { createHash } from 'node:crypto';
import { readdirSync, statfsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { segmentFiles } from '../../main/features/recordings/deps.ts';
import { decodeAudio } from '../../main/features/recordings/segments/segment-content.ts';
import { timeline } from '../../main/features/recordings/segments/timeline.ts';
import { nodeDisk } from '../../main/hosts/node/node-ports.ts';
import {
  containerPath,
  readContainer,
  recordTypes,
} from '../../main/infrastructure/vault/container/container.ts';
import { release } from '../../main/infrastructure/vault/release-memory.ts';
import { PIECE_SAMPLES, SAMPLE_RATE } from '../../shared/model/recording.ts';
import { dice } from '../support/fakes/fake-platform.ts';
import { heldClock } from '../support/ports/clocks.ts';
import { openRecorder, visit } from '../support/rigs/recorder.ts';
import { temporaryFolder } from '../support/rows.ts';
import { numberedSound } from '../support/sound/sound.ts';
import { fastFolder } from './support/disks/fast-folder.ts';
import { promise } from './support/promise.ts';

const proof = promise({
  id: 'P4',
  title: 'Eight hours of recording, five days offline',
  figure:
    'the core grows by less than 60 MB; every sample of eight hours is there or named as missing; pieces, files and rows stay few',
});

const LIMIT_MB = 60;
const megabytes = () => process.memoryUsage().rss / 2 ** 20;
const turn = () => new Promise((resolve) => setImmediate(resolve));

/**
 * Numbered sound that comes round after a good minute, twice over: no place looks like its
 * neighbours, and a piece of it costs nothing.
 */
const ROUND = 1_048_573;
const round = Buffer.concat([numberedSound(0, ROUND), numberedSound(0, PIECE_SAMPLES * 40)]);
const soundAt = (from: number, samples: number): Buffer =>
  round.subarray((from % ROUND) * 2, ((from % ROUND) + samples) * 2);

test('hours of sound with stalls, lost pieces, pauses, sleep and other microphones', async (ctx) => {
  const minutes = proof.size({ mutant: 4, commit: 8 * 60, long: 3 * 8 * 60 });
  const total = minutes * 60 * SAMPLE_RATE;
  const folder = temporaryFolder();
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < total * 2.2 + 2 ** 28)
    proof.skipLoudly(
      ctx,
      `needs ${Math.ceil((total * 2.2) / 2 ** 30)} GiB of room for temporary files`,
    );
  const roll = dice(proof.seed());
  const clock = heldClock();
  // Durability is proved elsewhere (P2): here a sync would only measure the computer's disk.
  let syncs = 0;
  const disk = {
    ...nodeDisk,
    datasync: () => {
      syncs += 1;
    },
  };
  const core = await openRecorder(folder, clock, { disk, databaseFolder: fastFolder() });
  const { id } = core.recordings.start(visit());

  let at = 0;
  /** Sound of the microphone that never reached us: [from, to). */
  const lost: [number, number][] = [];
  /** Losses with no sound between them are one. */
  const lose = (from: number, to: number) => {
    const last = lost.at(-1);
    if (last?.[1] === from) last[1] = to;
    else lost.push([from, to]);
  };
  /** Monotonic time that passed without sound: pauses and sleep. */
  let still = 0;
  const marks: Record<string, number> = {};
  const mark = (kind: 'pause' | 'resume' | 'sleep' | 'wake' | 'device-changed', sample: number) => {
    marks[kind] = (marks[kind] ?? 0) + 1;
    core.recordings.mark(id, { kind, sample });
  };
  const said = createHash('sha256');
  const append = (from: number, samples: number) => {
    said.update(soundAt(from, samples));
    // As a page hands it over: the memory is its own, and used again at once.
    const given = Buffer.from(soundAt(from, samples));
    core.recordings.append(id, from, given);
    given.fill(0x55);
  };

  let most = 0;
  let before = 0;
  /** Some dozens of each kind in eight hours, and some in minutes, too. */
  const often = Math.max(1, 27_000 / (minutes * 240));
  for (let count = 1; at < total; count++) {
    const happens = roll() / often;
    if (happens < 0.0004) {
      // The page is held up: what was said meanwhile comes in one go.
      const pieces = 2 + Math.floor(roll() * 38);
      clock.advance(pieces * 250);
      append(at, PIECE_SAMPLES * pieces);
      at += PIECE_SAMPLES * pieces;
    } else if (happens < 0.0007) {
      // A microphone is pulled out; the page knows how much it missed.
      const missed = 400 + Math.floor(roll() * 10 * SAMPLE_RATE);
      clock.advance((missed / SAMPLE_RATE) * 1000);
      lose(at, at + missed);
      at += missed;
      mark('device-changed', at);
    } else if (happens < 0.001) {
      const [before, after, longest] =
        roll() < 0.5
          ? (['pause', 'resume', 600_000] as const)
          : (['sleep', 'wake', 3_600_000] as const);
      mark(before, at);
      const away = roll() * longest;
      clock.advance(away);
      still += away;
      mark(after, at);
    } else {
      append(at, PIECE_SAMPLES);
      at += PIECE_SAMPLES;
      clock.advance(250);
    }
    if (count % 200 === 0) {
      await turn();
      // The first minute belongs to the beginning: the engine compiles and reserves what it needs
      // anyway.
      if (at > 60 * SAMPLE_RATE) before ||= megabytes();
      most = Math.max(most, before === 0 ? 0 : megabytes() - before);
    }
  }
  // The last piece closes what was lost just before the end.
  append(at, PIECE_SAMPLES);
  at += PIECE_SAMPLES;
  clock.advance(250);
  expect(core.recordings.finish(id, at)).toMatchObject({
    state: 'sealed',
    details: { samples: at },
  });
  expect(core.troubles).toEqual([]);
  proof.worst('MB that the core grew by while it recorded', Math.round(most), 'MB');
  expect(most).toBeLessThan(LIMIT_MB);
  // Each second is forced onto the disk, and hardly more often.
  const spoken = (at - lost.reduce((sum, [from, to]) => sum + to - from, 0)) / SAMPLE_RATE;
  expect(syncs).toBeGreaterThan(spoken * 0.5);
  expect(syncs).toBeLessThan(spoken * 1.3 + 100);

  // Time as the recorder's own clock saw it: sound, what is named as missing, and what was still.
  const scan = core.scan(id);
  expect(scan.samples).toBe(at);
  expect(scan.holes).toEqual(lost);
  const elapsed = (clock.monotonic() - still) / 1000;
  const drift = Math.abs(scan.samples / SAMPLE_RATE / elapsed - 1) * 100;
  proof.worst('drift of the recording against the clock', Math.round(drift * 1e4) / 1e4, '%');
  expect(drift).toBeLessThan(0.05);
  const counted = (kind: string) => scan.marks.filter((one) => one.kind === kind).length;
  for (const [kind, times] of Object.entries(marks)) expect(counted(kind), kind).toBe(times);
  expect(
    scan.marks
      .filter(({ kind }) => kind === 'gap')
      .map(({ sample, missing }) => [sample, sample + missing!]),
  ).toEqual(lost);
  // A checkpoint every ten seconds of sound: wall, monotonic and samples go together wherever
  // nothing is missing.
  const checkpoints = scan.marks.filter(({ kind }) => kind === 'clock');
  expect(checkpoints.length).toBeGreaterThan((at / SAMPLE_RATE / 10) * 0.5);

  // The files hold what was said, one after the other.
  expect(scan.files.every(({ verdict }) => verdict.state === 'complete')).toBe(true);
  const kept = createHash('sha256');
  for (const { fileId, keys } of segmentFiles({ ...core, disk } as never, id)) {
    const name = containerPath(keys.folder, fileId, 'seg');
    for (const { type, plain } of readContainer({ disk, keys }, name).records()) {
      if (type === recordTypes.audio) kept.update(decodeAudio(plain).audio);
      release(plain);
    }
    await turn();
  }
  expect(kept.digest('hex')).toBe(said.digest('hex'));

  // The same to the sample, as it is read for sending. In every commit the digest has to do.
  before = megabytes();
  most = 0;
  let heard = 0;
  let blocks = 0;
  let wrong = -1;
  if (proof.level === 'commit') heard = at;
  else
    for (const { firstSample, audio } of timeline(
      disk,
      segmentFiles({ ...core, disk } as never, id),
      scan,
    )) {
      const missing = lost.some(([from, to]) => firstSample >= from && firstSample < to);
      const expected = missing ? undefined : soundAt(firstSample, audio.length / 2);
      if (expected ? !expected.equals(audio) : audio.some((byte) => byte !== 0))
        wrong = firstSample;
      heard += audio.length / 2;
      if (++blocks % 400 === 0) {
        await turn();
        most = Math.max(most, megabytes() - before);
      }
    }
  expect([wrong, heard]).toEqual([-1, at]);
  expect(most).toBeLessThan(LIMIT_MB);

  // A file and a row for five minutes: forgetting writes one of them again, never hours.
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.seg'),
  );
  const fit = files.length;
  expect(fit).toBeLessThanOrEqual(Math.ceil((at * 2 * 1.006) / (10 * 2 ** 20)));
  expect(core.store.segments.list(id).length).toBe(fit);
  proof.worst('files of one recording', files.length, '');
  expect(core.store.segments.list(id).map(({ status }) => status)).toEqual(
    Array.from({ length: fit }, () => 'sealed'),
  );
  core.close();
  proof.ran(minutes);
}, 3_600_000);
