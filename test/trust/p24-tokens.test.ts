/**
 * P24: one renewal however many wait for it, stored before it is used; a refusal pauses the queue
 * and loses nothing; signing out leaves nothing.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { nodeRandom } from '../../main/hosts/node/node-ports.ts';
import { createPlatform, type Platform } from '../../main/infrastructure/platform/platform.ts';
import type { KeyStore, NetAnswer, NetRequest } from '../../main/infrastructure/ports.ts';
import { asFailure, Failure } from '../../shared/failure.ts';
import { createWorld, type Dice, dice, isAlive } from '../support/fakes/fake-platform.ts';
import { type HeldClock, heldClock } from '../support/ports/clocks.ts';
import { tone } from '../support/rigs/outbox-rig.ts';
import { openRecorder } from '../support/rigs/recorder.ts';
import { memoryKeyStore } from '../support/rigs/vault.ts';
import { addPrepared } from './support/app/queue-of-visits.ts';
import { openTestApp, type TestApp } from './support/app/test-app.ts';
import { fastFolder } from './support/disks/fast-folder.ts';
import { netPlatform, offline, PLATFORM } from './support/platforms/net-platform.ts';
import { type TokenAuthority, tokenAuthority } from './support/platforms/token-authority.ts';
import { promise } from './support/promise.ts';

const proof = promise({
  id: 'P24',
  title: 'Tokens: one renewal for all, stored before it is used',
  figure:
    '50 refused jobs cause 1 renewal; a token is on the disk before it is sent; a refusal pauses the queue, and nothing is lost',
});

const MINUTE = 60_000;
const address = { baseUrl: PLATFORM, brand: 'svc', clientId: 'c1' };
const kindOf = ({ url }: NetRequest) =>
  url.pathname.includes('/account/refresh') ? 'refresh' : url.pathname.split('/').at(-1)!;
const wordsOf = (json: unknown) => JSON.parse(String(json)) as Record<string, string>;
type Life = ReturnType<typeof newLife>;
const never = () => new Promise<never>(() => {});
/** Of Scriba, until it is killed. */
function newLife() {
  let end = (_?: undefined) => {};
  const ended = new Promise<undefined>((resolve) => (end = resolve));
  const one = {
    over: false,
    /** Renewals under way. */
    renewals: 0,
    ended,
    kill() {
      one.over = true;
      end();
    },
  };
  return one;
}
const ticks = async (count: number) => {
  for (let at = 0; at < count; at++) await undefined;
};

type Run = {
  readonly roll: Dice;
  readonly clock: HeldClock;
  readonly authority: TokenAuthority;
  /** The key store. */
  readonly kept: Map<string, string>;
  /** Every access token that was ever in the key store. */
  readonly stored: Set<string>;
  readonly seen: string;
  /** Faults that may still strike. */
  faults: number;
  life: Life;
};

/** Starts Scriba anew: nothing of the sign-in is in memory. */
function begin(run: Run): Platform {
  const mine = newLife();
  run.life = mine;
  const secrets: KeyStore = {
    get: async (name) => run.kept.get(name),
    async set(name, secret) {
      // A key store is slow; whoever does not wait for it is found out.
      await ticks(Math.floor(run.roll() * 40));
      if (mine.over) return never();
      if (run.faults > 0 && run.roll() < 0.05) {
        run.faults -= 1;
        throw new Failure('locked', 'The keychain is locked.', { detail: 'keychain-locked' });
      }
      run.kept.set(name, secret);
      if (name === 'session') run.stored.add(wordsOf(secret).accessToken!);
    },
    remove: async (name) => (mine.over ? never() : void run.kept.delete(name)),
  };
  return createPlatform({
    clock: run.clock,
    random: nodeRandom,
    secrets,
    address: () => address,
    tokensChanged() {},
    net: (request) => answer(run, mine, request),
  });
}

/** Answers one request, with its share of faults. */
async function answer(run: Run, mine: Life, request: NetRequest): Promise<NetAnswer> {
  const kind = kindOf(request);
  const renewal = kind === 'refresh' || kind === 'login';
  const bearer = request.headers!.authorization?.slice('Bearer '.length);
  if (!renewal && kind !== 'logout')
    expect(run.stored.has(bearer!), `${run.seen}: ${bearer} is used before it is stored`).toBe(
      true,
    );
  if (kind === 'refresh')
    expect(wordsOf(request.body).refresh_token, `${run.seen}: an old refresh token`).toBe(
      wordsOf(run.kept.get('session') ?? '{}').refreshToken,
    );
  if (renewal) expect(++mine.renewals, `${run.seen}: two renewals at once`).toBe(1);
  try {
    await ticks(1 + Math.floor(run.roll() * 60));
    if (mine.over) return never();
    let met = 0;
    if (run.faults > 0 && run.roll() < (renewal ? 0.5 : 0.05)) {
      run.faults -= 1;
      met = 1 + Math.floor(run.roll() * 5);
    }
    if (met === 1) throw offline();
    if (met === 2) return { status: 503, headers: {}, body: Buffer.alloc(0) };
    if (met === 3)
      return {
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: Buffer.from('<h1>Welcome to our Wi-Fi</h1>'),
      };
    const answer = run.authority.judge(kind, request) ?? {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from('{"username":"d"}'),
    };
    if (met === 4) throw offline('unclear');
    if (met === 5) {
      mine.kill();
      return never();
    }
    return answer;
  } finally {
    if (renewal) mine.renewals -= 1;
  }
}

/**
 * Some rounds of jobs that all want a token at once, with faults, kills and a platform that takes
 * its word back.
 */
async function live(seed: number): Promise<void> {
  const roll = dice(seed);
  const clock = heldClock();
  const authority = tokenAuthority({ now: clock.now });
  const kept = new Map<string, string>();
  const stored = new Set<string>();
  const seen = `seed ${seed}`;
  const run: Run = { roll, clock, authority, kept, stored, seen, faults: 0, life: newLife() };

  let platform = begin(run);
  /** Result of a job; undefined when Scriba was killed before. */
  const job = (): Promise<string | undefined> => {
    const done = platform.account.whoAmI().then(
      () => 'done',
      (error: unknown) => {
        if (!(error instanceof Failure)) throw error;
        return asFailure(error).code;
      },
    );
    return Promise.race([done, run.life.ended]);
  };

  await platform.account.signIn(address, 'right');
  for (let rounds = 2 + Math.floor(roll() * 4); rounds > 0; rounds--) {
    clock.advance(Math.floor(roll() * 40 * MINUTE));
    const event = roll();
    if (event < 0.3) authority.revoke();
    else if (event < 0.45) authority.revoke(true);
    else if (event < 0.55) {
      authority.revoke(true);
      authority.secret = 'another';
    }
    run.faults = roll() < 0.5 ? Math.floor(roll() * 6) : 0;
    const clean = run.faults === 0;
    const before = { ...authority.counts };
    // Started anew, nothing of the sign-in is in memory.
    if (roll() < 0.3) platform = begin(run);
    const jobs = Array.from({ length: roll() < 0.3 ? 50 : 1 + Math.floor(roll() * 8) }, job);
    const leaves = roll() < 0.25;
    if (leaves) {
      await ticks(Math.floor(roll() * 100));
      const left = run.life.over ? undefined : platform.account.signOut();
      for (let at = 0; at < 3; at++) {
        jobs.push(job());
        await ticks(Math.floor(roll() * 4));
      }
      await Promise.race([left, run.life.ended]);
    }
    const came = await Promise.all(jobs);
    run.faults = 0;
    if (run.life.over) platform = begin(run);
    else if (leaves) expect([...kept], `${seen}: signing out left something`).toEqual([]);
    if (clean && !leaves) {
      expect(
        authority.counts.refresh - before.refresh,
        `${seen}: ${jobs.length} jobs`,
      ).toBeLessThanOrEqual(1);
      expect(
        authority.counts.login - before.login,
        `${seen}: ${jobs.length} jobs`,
      ).toBeLessThanOrEqual(1);
      // All of them, or none: there is one sign-in.
      expect(new Set(came).size, `${seen}: ${came.join()}`).toBe(1);
      proof.worst('jobs served by one renewal', jobs.length, '');
    }
    // Only a refusal takes the sign-in away, never a line that is down.
    if (!leaves && authority.secret === 'right' && came.includes('signed-out'))
      expect.fail(`${seen}: signed out by trouble on the line: ${came.join()}`);
    if (leaves || authority.secret !== 'right') {
      const asked = { ...authority.counts };
      if (clean && !leaves && came.includes('signed-out')) {
        expect(await job(), seen).toBe('signed-out');
        expect(authority.counts, `${seen}: asked again after the last word`).toEqual(asked);
      }
      authority.secret = 'right';
      await platform.account.signIn(address, 'right');
    }
    expect(await job(), `${seen}: goes on`).toBe('done');
  }
}

test('whatever is refused, lost on the way or killed: one renewal at a time, stored before use, and it goes on', async () => {
  const schedules = proof.size({ mutant: 100, commit: 2000, long: 100_000 });
  for (let at = 0; at < schedules; at++) {
    await live(proof.seed() + at);
    proof.ran();
  }
}, 3_600_000);

test('a queue of fifty: one renewal for all, a refusal pauses it, and after signing in again each visit arrives once', async () => {
  const visits = proof.size({ mutant: 12, commit: 50, long: 150 });
  const folder = fastFolder();
  const clock = heldClock();
  const keys = memoryKeyStore();
  const world = createWorld(0);
  const platform = netPlatform(world, { now: clock.now });
  const authority = tokenAuthority({ now: clock.now });
  let under = 0;
  let most = 0;
  let begun = 0;
  platform.meet = (kind, request) => {
    if (kind === 'init') {
      begun += 1;
      if (begun === Math.floor(visits / 5)) authority.revoke();
      // The client secret was changed in the platform's console.
      if (begun === Math.floor(visits / 2)) {
        authority.revoke(true);
        authority.secret = 'Zyx-other-secret';
      }
    }
    if (kind === 'refresh' || kind === 'login') most = Math.max(most, ++under);
    const answer = authority.judge(kind, request);
    if (kind === 'refresh' || kind === 'login') under -= 1;
    return answer;
  };
  const first = await openTestApp({ folder, clock, keyStore: keys.open });
  await first.ask('settings.change', {
    privacy: { keepAudioDays: 7, keepNotesDays: 0, lockAfterMinutes: 0 },
  });
  await first.close();
  const core = await openRecorder(folder, clock, { open: keys.open });
  for (let at = 0; at < visits; at++) addPrepared(core, [tone(0.01, 200 + at)]);
  core.close();

  const app = await openTestApp({ folder, clock, keyStore: keys.open, net: platform.net });
  const states = async () =>
    (await app.ask('visits.list', undefined)).map(({ state, hold }) => hold ?? state);
  const pass = async (so: (all: readonly string[]) => boolean) => {
    for (let turn = 0; turn < 5000; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
      const all = await states();
      expect(all).not.toContain('attention');
      if (so(all)) return;
      if (turn % 3 === 2) clock.next();
    }
    throw new Error(`still ${(await states()).join()}`);
  };
  await app.ask('account.signIn', { ...address, clientSecret: 'right' });

  // Refused in the middle of the queue: one renewal, whoever asked for it. Then nobody is believed
  // any more: everybody waits for a person, and nobody gives up.
  await pass((all) => all.every((state) => state === 'sign-in'));
  expect([authority.counts.refresh, authority.counts.login, most]).toEqual([2, 2, 1]);
  expect(await app.ask('account.state', undefined)).toMatchObject({ state: 'needs-sign-in' });
  const asked = { ...authority.counts };
  clock.advance(10 * 3_600_000);
  await new Promise((resolve) => setImmediate(resolve));
  expect(authority.counts, 'a refused client goes on asking').toEqual(asked);
  // Recording is possible all the same.
  const spoken = await app.record(1);
  await app.ask('account.signIn', { ...address, clientSecret: 'Zyx-other-secret' });
  await pass(
    (all) =>
      all.length === visits + 1 && all.every((state) => state === 'ready' || state === 'sealed'),
  );
  for (let wait = 0; wait < 500 && (await states()).includes('sealed'); wait++)
    await new Promise((resolve) => setTimeout(resolve, 10));
  await pass((all) => all.every((state) => state === 'ready'));
  const arrived = [...world.txns.values()].filter(isAlive);
  expect(arrived).toHaveLength(visits + 1);
  expect(arrived.map(({ id }) => id)).toContain(
    (await app.ask('visits.get', { id: spoken.id })).transactionId,
  );
  expect(platform.sentAgain).toEqual([]);
  proof.ran(visits);

  await signOutAndLeaveNothing(app, keys.secrets);
}, 600_000);

/** Signing out leaves no byte of the tokens and the secret, in the key store or in any file. */
async function signOutAndLeaveNothing(app: TestApp, kept: Map<string, string>): Promise<void> {
  const secrets = [...kept]
    .filter(([name]) => /session|client-secret/.test(name))
    .map(([, secret]) => wordsOf(secret));
  const words = secrets
    .flatMap(({ accessToken, refreshToken, clientSecret }) => [
      accessToken,
      refreshToken,
      clientSecret,
    ])
    .filter((word) => word !== undefined);
  expect(words).toHaveLength(3);
  await app.ask('account.signOut', undefined);
  expect([...kept.keys()].filter((name) => /session|client-secret/.test(name))).toEqual([]);
  await app.close();
  const files = readdirSync(app.folder, {
    recursive: true,
    encoding: 'utf8',
    withFileTypes: true,
  }).filter((entry) => entry.isFile());
  const left = files.filter((entry) =>
    words.some((word) => readFileSync(path.join(entry.parentPath, entry.name)).includes(word)),
  );
  expect(left.map(({ name }) => name)).toEqual([]);
}
