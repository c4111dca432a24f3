/**
 * How soon the core answers while it makes many recordings ready for sending: the time from when an
 * answer was due until it is here, asked every ten milliseconds. Argument: visits (default 660).
 * Yardstick: the same answer of the same core afterwards, when nothing is to be done. Fails where
 * one in a hundred takes more than a hundred times as long as the middle one then, and more than
 * 100 ms.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createApp } from '../../main/app/app.ts';
import { nodeClock, nodeDisk, nodeRandom } from '../../main/hosts/node/node-ports.ts';
import { openKeyStore } from '../../main/infrastructure/vault/keystores/keystore.ts';
import { Failure } from '../../shared/failure.ts';
import { PIECE_SAMPLES } from '../../shared/model/recording.ts';
import { openRecorder, visit } from '../../test/support/rigs/recorder.ts';

const EVERY_MS = 10;
const MOST_MS = 100;
const MOST_TIMES = 100;
const visits = Number(process.argv.slice(2).find((arg) => !arg.startsWith('--')) ?? 660);
const folder = mkdtempSync(path.join(tmpdir(), 'scriba-bench-'));

try {
  await record();
  await measure();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Three seconds each, sealed and not yet prepared. */
async function record() {
  const { recordings, close } = await openRecorder(folder, nodeClock);
  const pieces = 12;
  const sound = new Uint8Array(PIECE_SAMPLES * 2);
  for (let made = 0; made < visits; made += 1) {
    const { id } = recordings.start(visit());
    for (let piece = 0; piece < pieces; piece += 1)
      recordings.append(id, piece * PIECE_SAMPLES, sound);
    await recordings.finish(id, pieces * PIECE_SAMPLES);
  }
  close();
}

async function measure() {
  const { handlers, close } = await createApp({
    host: 'browser',
    version: '0.0.0',
    profile: 'practice',
    folder,
    clock: nodeClock,
    random: nodeRandom,
    disk: nodeDisk,
    net: async () => {
      throw new Failure('offline', 'There is no network here.', { detail: 'not-sent' });
    },
    openKeyStore: openKeyStore({ disk: nodeDisk, random: nodeRandom }),
  });
  const begun = performance.now();
  await handlers['vault.unlock']({});
  const waiting = async () => {
    const all = await handlers['visits.list'](undefined);
    return all.some(({ state }) => state === 'sealed');
  };
  const [first] = await handlers['visits.list'](undefined);
  if (!first) throw new Error('Nothing was recorded.');
  const probe = async () => {
    const due = performance.now() + EVERY_MS;
    await wait(EVERY_MS);
    await handlers['visits.get']({ id: first.id });
    return performance.now() - due;
  };
  const busy: number[] = [];
  do {
    for (let asked = 0; asked < 50; asked += 1) busy.push(await probe());
  } while (await waiting());
  const seconds = (performance.now() - begun) / 1000;
  const idle: number[] = [];
  for (let asked = 0; asked < 200; asked += 1) idle.push(await probe());
  await close();
  report(busy, idle, seconds);
}

function report(busy: number[], idle: number[], seconds: number) {
  const at = (times: number[], share: number) =>
    [...times].sort((one, other) => one - other)[Math.floor((times.length - 1) * share)] ?? 0;
  const yardstick = at(idle, 0.5);
  const [half, most, worst] = [at(busy, 0.5), at(busy, 0.99), at(busy, 1)];
  const times = (ms: number) => `${ms.toFixed(1)} ms, ${(ms / yardstick).toFixed(1)} times`;
  console.log(
    `${visits} visits made ready in ${seconds.toFixed(1)} s, ${busy.length} answers meanwhile`,
  );
  console.log(
    `an idle answer: ${yardstick.toFixed(2)} ms, one in a hundred ${at(idle, 0.99).toFixed(1)} ms`,
  );
  console.log(`the middle one: ${times(half)}`);
  console.log(`one in a hundred: ${times(most)}`);
  console.log(`the longest: ${times(worst)}`);
  if (most > MOST_MS && most > MOST_TIMES * yardstick) process.exitCode = 1;
}
