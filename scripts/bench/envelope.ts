/**
 * A file sealed for the platform: piece by piece (`envelope-file.ts`) against jose with the whole
 * file in memory, in one run. Arguments: megabytes of the file (default 10), and `--json`.
 * Yardsticks: jose's time for the same envelope, and the file's own size for the memory. Fails
 * below five times jose's speed, or where memory, the file itself included, is more than three
 * times the file.
 */
import { createHash } from 'node:crypto';
import { nodeRandom } from '../../main/hosts/node/node-ports.ts';
import { sealJson } from '../../main/infrastructure/platform/envelope/envelope.ts';
import { sealFile } from '../../main/infrastructure/platform/envelope/envelope-file.ts';

const FASTER = 5;
const MEMORY = 3;
const ROUNDS = 7;
const megabytes = Number(process.argv.slice(2).find((arg) => !arg.startsWith('--')) ?? 10);
const file = nodeRandom.bytes(Math.round(megabytes * 2 ** 20));
const key = { kid: 'bench', text: 'bench-key-012345' };

/** Hands the bytes over as a page does: a mebibyte at a time. */
function* pieces() {
  for (let at = 0; at < file.length; at += 2 ** 20) yield file.subarray(at, at + 2 ** 20);
}
/** Reads as the network does: each piece is released before the next is requested. */
async function byPieces(random = nodeRandom, take: (piece: Uint8Array) => void = () => {}) {
  for await (const piece of sealFile(pieces, file.length, key, random).open()) take(piece);
}
const byJose = async (random = nodeRandom) =>
  JSON.stringify(await sealJson({ file: file.toString('base64') }, key, random));

async function time(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}
const median = (values: number[]) =>
  values.sort((one, other) => one - other)[values.length >> 1] ?? Number.NaN;

/**
 * Bytes by which the process grew at its highest; `look` measures between two pieces, where all of
 * one are in memory.
 */
async function growth(run: (look: () => void) => Promise<unknown>): Promise<number> {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const look = () => {
    most = Math.max(most, process.memoryUsage.rss());
  };
  const result = await run(look);
  look();
  // Held until here, so that it counts.
  void result;
  return most - before;
}

const fixed = { bytes: () => Buffer.alloc(16, 7) };
const digest = createHash('sha256');
await byPieces(fixed as never, (piece) => digest.update(piece));
const same =
  digest.digest('hex') ===
  createHash('sha256')
    .update(await byJose(fixed as never))
    .digest('hex');

// Memory first, while nothing has grown yet; the pieces before jose, whose leftovers would hide
// them.
const ours = await growth((look) => byPieces(nodeRandom, look));
const theirs = await growth(async (look) => {
  const text = await byJose();
  look();
  return text;
});
const times = { ours: [] as number[], jose: [] as number[] };
for (let round = 0; round < ROUNDS; round += 1) {
  times.ours.push(await time(byPieces));
  times.jose.push(await time(byJose));
}
const faster = median(times.jose) / median(times.ours);
// With the file itself, which its owner holds all the while.
const memory = (ours + file.length) / file.length;
if (process.argv.includes('--json')) {
  console.log(
    JSON.stringify({
      megabytes,
      same,
      faster: round(faster),
      memory: round(memory),
      memoryOfJose: round((theirs + file.length) / file.length),
    }),
  );
} else {
  console.log(`a file of ${megabytes} MB, sealed
  the same envelope as jose's    ${same ? 'yes' : 'NO'}
  speed against jose             ${round(faster)} times (at least ${FASTER})
  memory against the file        ${round(memory)} times (at most ${MEMORY}; jose: ${round((theirs + file.length) / file.length)} times)`);
}
process.exitCode = same && faster >= FASTER && memory <= MEMORY ? 0 : 1;

function round(value: number) {
  return Math.round(value * 10) / 10;
}
