/**
 * P4, second half: five days without a network. Every visit is recorded, locked away each night,
 * told to be waiting, and arrives once and in order when the network is back.
 */
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { NetAnswer } from '../../main/infrastructure/ports.ts';
import type { Visit } from '../../shared/model/visit.ts';
import { audioOf, createWorld, isAlive } from '../support/fakes/fake-platform.ts';
import { heldClock } from '../support/ports/clocks.ts';
import { tone } from '../support/rigs/outbox-rig.ts';
import { visit } from '../support/rigs/recorder.ts';
import { memoryKeyStore } from '../support/rigs/vault.ts';
import { openTestApp, type TestApp } from './support/app/test-app.ts';
import { fastFolder } from './support/disks/fast-folder.ts';
import { netPlatform, offline, PLATFORM } from './support/platforms/net-platform.ts';
import { leastProcessorTime } from './support/processor-time.ts';
import { promise } from './support/promise.ts';

const proof = promise({
  id: 'P4',
  title: 'Eight hours of recording, five days offline',
  figure:
    '5 days of 30 visits without a network: all arrive once, whole and in order, nothing expires, and it is said all the time',
});

const DAYS = 5;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Milliseconds of work, not of the wall. */
const START = 2000;

const portal: NetAnswer = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from('<h1>Welcome to our Wi-Fi</h1>'),
};

test('five offline days of visits: said to wait, kept, and sent once in the order of the consultations', async () => {
  const aDay = proof.size({ mutant: 3, commit: 30, long: 60 });
  const folder = fastFolder();
  const keyStore = memoryKeyStore().open;
  const clock = heldClock();
  const world = createWorld(0);
  const platform = netPlatform(world, { now: clock.now });
  let line: 'up' | 'down' | 'portal' = 'up';
  /**
   * Transactions in the order in which they were first asked for while the line was up; requests
   * while it was down.
   */
  const order: string[] = [];
  let inVain = 0;
  platform.meet = (kind, { url }) => {
    if (line !== 'up') inVain += 1;
    if (line === 'down') throw offline();
    if (line === 'portal') return portal;
    const id = url.searchParams.get('txn_id');
    if (kind === 'presign' && id && !order.includes(id)) order.push(id);
    return undefined;
  };
  const open = () => openTestApp({ folder, clock, keyStore, net: platform.net });
  let app: TestApp = await open();
  // As strict as it can be set: what waits must not be erased all the same.
  await app.ask('settings.change', {
    privacy: { keepAudioDays: 1, keepNotesDays: 1, lockAfterMinutes: 10 },
  });
  await app.ask('account.signIn', {
    baseUrl: PLATFORM,
    brand: 'svc',
    clientId: 'c',
    clientSecret: 's',
  });
  line = 'down';

  const made: string[] = [];
  const bytesOf = new Map<string, Buffer>();
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const list = async () => app.ask('visits.list', undefined);
  const waiting = async () => {
    for (const one of await list()) {
      expect(['sealed', 'prepared'], `${one.state} ${one.trouble?.code ?? ''}`).toContain(
        one.state,
      );
      if (one.state === 'prepared')
        expect(one.hold, 'it is not said that it waits for the network').toBe('offline');
    }
  };
  /**
   * The last that was told of each visit; asking for the whole list all the time would be most of
   * the work.
   */
  const told = new Map<string, string>();
  let read = 0;
  const states = () => {
    for (; read < app.notices.length; read++) {
      const { name, payload } = app.notices[read]!;
      if (name === 'visits.changed') told.set((payload as Visit).id, (payload as Visit).state);
    }
    return [...told.values()];
  };
  const begin = async () => {
    app = await open();
    read = 0;
  };
  const idle = async () => {
    // Encoding runs in a thread of its own, by no clock of ours.
    for (let wait = 0; wait < 20_000 && states().includes('sealed'); wait++)
      await new Promise((resolve) => setTimeout(resolve, 5));
    for (let ticks = 0; ticks < 20; ticks++) await turn();
  };

  for (let at = 0; at < DAYS; at++) {
    for (let number = 0; number < aDay; number++) {
      line = at === 2 && number % 3 === 0 ? 'portal' : 'down';
      await app.ask('vault.awake', undefined);
      if (number % 15 === 1) {
        made.push(
          (await app.record(1, { name: `Patient ${at}-${number}`, recordNumber: `${number}` })).id,
        );
      } else {
        const bytes = tone(0.01, 150 + at * 100 + number);
        const { id } = await app.app.importFile(visit({ templates: ['clinical_notes_template'] }), {
          name: 'a.wav',
          size: bytes.length,
          async *read() {
            yield bytes;
          },
        });
        bytesOf.set(id, bytes);
        made.push(id);
      }
      // Short of the ten minutes after which it locks itself. Each that waits is tried in between,
      // so seldom: tries are most of the work.
      if (number % 5 === 2) {
        clock.advance(9 * 60_000);
        await turn();
      }
    }
    await idle();
    // With few visits a day the last one was nine minutes ago.
    await app.ask('vault.awake', undefined);
    clock.advance(10 * 60_000 - 1);
    await idle();
    await waiting();
    expect(await app.ask('platform.reachable', undefined)).toMatchObject({ reachable: false });
    // The evening: locked by itself, for nobody is there; then it is switched off, or the battery
    // ends.
    clock.advance(HOUR);
    expect((await app.ask('vault.state', undefined)).state).toBe('locked');
    await app.close();
    clock.advance(DAY - (clock.monotonic() % DAY) + 8 * HOUR);
    await begin();
    expect(await list()).toHaveLength(made.length);
    expect(await app.ask('account.state', undefined)).toMatchObject({ state: 'signed-in' });
  }
  proof.worst('requests in five days without a network', inVain, '');
  await idle();
  await waiting();

  // The sixth morning. How much work it is to start with all that waits:
  await app.close();
  const work = await leastProcessorTime(
    async () => {
      app = await open();
      await list();
      await app.close();
    },
    START,
    3,
  );
  proof.worst(`ms of work to start with ${made.length} visits waiting`, Math.round(work), 'ms');
  expect(work).toBeLessThan(START);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  proof.worst('files for all that waits', files.length, '');
  // A file of sound, one for sending, and nothing that grows with the days.
  expect(files.length).toBeLessThan(made.length * 2 + 30);

  // The network is back.
  line = 'up';
  await begin();
  for (let steps = 0; steps < 5000 && states().some((state) => state !== 'ready'); steps++) {
    await app.ask('vault.awake', undefined);
    for (let ticks = 0; ticks < 5; ticks++) await turn();
    expect(states()).not.toContain('attention');
    if (steps % 3 === 2) clock.next();
  }
  expect((await list()).filter(({ state }) => state !== 'ready')).toEqual([]);
  expect(await app.ask('platform.reachable', undefined)).toMatchObject({ reachable: true });
  const visits = new Map((await list()).map((one) => [one.id, one]));
  expect([...visits.keys()].sort()).toEqual([...made].sort());
  expect(order, 'the order of the consultations').toEqual(
    made.map((id) => visits.get(id)!.transactionId),
  );
  const arrived = [...world.txns.values()].filter(isAlive);
  expect(arrived.map(({ id }) => id).sort()).toEqual([...order].sort());
  expect(platform.sentAgain).toEqual([]);
  for (const [id, bytes] of bytesOf) {
    const sent = audioOf(arrived.find((txn) => txn.id === visits.get(id)!.transactionId)!);
    expect([sent.length, sent[0]?.equals(bytes)], id).toEqual([1, true]);
  }
  // Its days begin when the note is here, and not before.
  clock.advance(20 * HOUR);
  await turn();
  if ((await app.ask('vault.state', undefined)).state === 'locked')
    await app.ask('vault.unlock', {});
  expect((await list()).map(({ state }) => state)).toEqual(made.map(() => 'ready'));
  await app.close();
  proof.ran(made.length);
}, 600_000);
