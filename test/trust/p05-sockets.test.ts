/**
 * P5, third level: the whole core over real sockets, through a network that breaks in every way we
 * know, killed again and again.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';
import { nodeClock } from '../../main/hosts/node/node-ports.ts';
import type { FaultOrder } from '../../sandbox/faults/faults.ts';
import { dice } from '../support/fakes/fake-platform.ts';
import { collect, openRecorder } from '../support/rigs/recorder.ts';
import { startSandbox } from '../support/rigs/sandbox.ts';
import { makeQueue } from './support/app/queue-of-visits.ts';
import { fastFolder } from './support/disks/fast-folder.ts';
import { startFaultyProxy } from './support/platforms/faulty-proxy.ts';
import { promise } from './support/promise.ts';

const proof = promise({
  id: 'P5',
  title: 'Every consultation reaches the platform exactly once, whole, in order',
  figure:
    '0 of 200 consultations lost, doubled or mixed up over real sockets, with kill -9 in between',
});

const child = path.join(import.meta.dirname, 'support', 'children', 'sending-child.ts');
const ends: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

/** Faults of the platform itself; each strikes once. */
const orders: readonly FaultOrder[] = [
  { do: 'status', path: '/blob/*', status: 503 },
  { do: 'status', path: '/v1/file-upload', status: 429, retryAfter: 3 },
  { do: 'status', path: '/voice/api/v2/transaction/init/*', status: 500, after: true },
  { do: 'cut', path: '/voice/api/v2/transaction/init/*', when: 'after' },
  { do: 'cut', path: '/blob/*', when: 'middle', bytes: 700 },
  { do: 'expired-policy' },
  { do: 'new-folder' },
  { do: 'expire-tokens' },
  { do: 'expire-tokens', refresh: true },
  {
    do: 'status',
    path: '/voice/api/v3/status/*',
    status: 400,
    body: { error: { code: 'transaction_not_found', msg: 'no' } },
    count: 3,
  },
  { do: 'dead' },
  { do: 'fail-template', template: 'transcript_template' },
  { do: 'slow', ms: 400 },
  { do: 'status', path: '/voice/api/v3/status/*', status: 200, body: { data: 'no' } },
  { do: 'html', path: '/voice/api/*', status: 200 },
  { do: 'status', path: '/voice/api/v3/status/*', status: 202, body: {} },
];

test('consultations through a faulty proxy, with kill -9 in between', async () => {
  const visits = proof.size({ mutant: 24, commit: 200, long: 2000 });
  const roll = dice(proof.seed());
  const folder = fastFolder();
  const sandbox = await startSandbox({ delay: 20, data: path.join(fastFolder(), 'platform') });
  ends.push(() => sandbox.kill());
  const proxy = await startFaultyProxy({ target: new URL(sandbox.url), roll, share: 0.3 });
  ends.push(() => proxy.close());
  const recorded = Math.min(10, Math.ceil(visits / 10));
  const audio = await makeQueue(folder, roll, {
    prepared: visits - recorded,
    recorded,
    setup: { templates: ['clinical_notes_template', 'transcript_template'] },
  });

  const { url, brand, clientId, clientSecret } = sandbox;
  // Starting costs more than dying; what is compiled once need not be compiled again.
  const cache = fastFolder();
  let kills = 0;
  for (let left = visits; left > 0; ) {
    const worker = spawn(
      process.execPath,
      [
        child,
        JSON.stringify({
          folder,
          practice: { url, brand, clientId, clientSecret },
          proxy: proxy.url,
        }),
      ],
      { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NODE_COMPILE_CACHE: cache } },
    );
    let complaint = '';
    worker.stderr.on('data', (bytes: Buffer) => {
      complaint += bytes;
    });
    const ended = new Promise<number | null>((resolve) => worker.once('exit', resolve));
    const lives = kills < 10 ? 200 + roll() * 1000 : 3000 + roll() * 3000;
    let began = 0;
    for await (const line of createInterface({ input: worker.stdout })) {
      began ||= performance.now();
      ({ left } = JSON.parse(line) as { left: number });
      if (roll() < 0.12 && left > visits / 10)
        await sandbox.faults(orders[Math.floor(roll() * orders.length)]!);
      if (roll() < 0.02) proxy.cutAll();
      if (left === 0 || performance.now() - began > lives) break;
    }
    worker.kill('SIGKILL');
    const code = await ended;
    if (code !== null) throw new Error(`the core ended by itself: ${complaint.slice(-2000)}`);
    if (left > 0) kills += 1;
  }
  proof.ran(visits);
  proof.worst('kill -9 while sending', kills, '');
  proof.worst('kinds of broken lines met', Object.keys(proxy.met).length, '');

  const core = await openRecorder(folder, nodeClock);
  const { transactions } = await sandbox.state();
  const begun = transactions.filter(({ started, dead }) => started && !dead);
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  for (const id of audio.keys()) {
    const row = core.store.visits.get(id)!;
    const known = core.store.transactions.list(id).map(({ transactionId }) => transactionId);
    expect(
      begun.filter(({ txnId }) => known.includes(txnId)).map(({ txnId }) => txnId),
      id,
    ).toEqual([row.transactionId]);
    const sent = begun.find(({ txnId }) => txnId === row.transactionId)!;
    const sealed = await Promise.all(
      core.store.uploads
        .list(id)
        .map(async (part) => digest(await collect(core.recordings.openUpload(part)))),
    );
    const inOrder = sent.init!.client_generated_files.map(
      (name) => sent.files.find((file) => file.name === name.split('/').at(-1))?.sha256,
    );
    expect(inOrder, id).toEqual(sealed);
    const made = audio.get(id)!;
    if (made.length > 0) expect(sealed, id).toEqual(made.map(digest));
    expect(sent.additionalData?.client_ref, id).toBe(row.details.clientRef);
    expect(core.store.notes.get(id), id).toBeDefined();
  }
  expect(begun).toHaveLength(visits);
  core.close();
  expect(kills).toBeGreaterThan(0);
}, 1_200_000);
