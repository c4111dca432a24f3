/**
 * P26: tokens and deliveries follow the platform's time, and a person is told beyond five minutes.
 */
import { createHmac } from 'node:crypto';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { clockNotice } from '../../main/app/health.ts';
import { judge } from '../../main/features/clinic/webhooks/signature.ts';
import { undiciNet } from '../../main/hosts/node/node-net.ts';
import { nodeClock, nodeRandom } from '../../main/hosts/node/node-ports.ts';
import { createPlatform } from '../../main/infrastructure/platform/platform.ts';
import type { Net } from '../../main/infrastructure/ports.ts';
import type { Failure } from '../../shared/failure.ts';
import { createWorld, dice, isAlive } from '../support/fakes/fake-platform.ts';
import { type HeldClock, heldClock } from '../support/ports/clocks.ts';
import { memoryKeyStore as memorySecrets } from '../support/rigs/outbox-rig.ts';
import { memoryKeyStore } from '../support/rigs/vault.ts';
import { makeCertificate } from '../support/servers/certificate.ts';
import { openTestApp } from './support/app/test-app.ts';
import { fastFolder } from './support/disks/fast-folder.ts';
import { netPlatform, PLATFORM } from './support/platforms/net-platform.ts';
import { tokenAuthority } from './support/platforms/token-authority.ts';
import { HOUR, jumpOf, MINUTE, proof, YEAR } from './support/promises/p26.ts';

/** A platform whose clock is right, and a client whose clock is not; both pass at the same pace. */
function client(clock: HeldClock, secrets = memorySecrets()) {
  const theirs = 1_760_000_000_000 - clock.monotonic();
  const authority = tokenAuthority({ now: () => theirs + clock.monotonic() });
  const asked: string[] = [];
  const net: Net = async (request) => {
    const kind = request.url.pathname.includes('refresh')
      ? 'refresh'
      : request.url.pathname.split('/').at(-1)!;
    asked.push(`${Math.round(clock.monotonic())} ${kind}`);
    return (
      authority.judge(kind, request) ?? {
        status: 200,
        headers: {
          'content-type': 'application/json',
          date: new Date(theirs + clock.monotonic()).toUTCString(),
        },
        body: Buffer.from('{"username":"d"}'),
      }
    );
  };
  const address = { baseUrl: PLATFORM, brand: 'svc', clientId: 'c' };
  const make = () =>
    createPlatform({
      net,
      clock,
      random: nodeRandom,
      secrets,
      address: () => address,
      tokensChanged() {},
    });
  return {
    authority,
    asked,
    make,
    address,
    platform: make(),
    time: () => theirs + clock.monotonic(),
  };
}

test('tokens are renewed when the platform’s time says so, whatever the wall clock does in between', async () => {
  const schedules = proof.size({ mutant: 20, commit: 200, long: 10_000 });
  for (let at = 0; at < schedules; at++) {
    const seed = proof.seed() + at;
    const requestsOfADay = async (jumps: boolean) => {
      const roll = dice(seed);
      const wild = dice(seed + 1);
      const clock = heldClock();
      const { platform, address, asked, authority } = client(clock);
      if (jumps) clock.jump(jumpOf(wild));
      await platform.account.signIn(address, 'right');
      for (let call = 0; call < 20; call++) {
        clock.advance(roll() * 25 * MINUTE);
        if (jumps && wild() < 0.5) clock.jump(jumpOf(wild));
        await platform.account.whoAmI();
      }
      expect(
        authority.counts.refused,
        `seed ${seed}: a token was used that the platform no longer takes`,
      ).toBe(0);
      return asked;
    };
    expect(await requestsOfADay(true), `seed ${seed}`).toEqual(await requestsOfADay(false));
    proof.ran();
  }
});

test('started under a wrong clock, it costs one renewal at most', async () => {
  for (const years of [-10, -1, 1, 10]) {
    const clock = heldClock();
    const { make, platform, address, authority } = client(clock);
    await platform.account.signIn(address, 'right');
    clock.jump(years * YEAR);
    clock.advance(40 * MINUTE);
    const next = make();
    await next.account.open();
    const before = authority.counts.refresh;
    for (let call = 0; call < 10; call++) await next.account.whoAmI();
    expect(authority.counts.refresh - before, `${years} years`).toBe(1);
    proof.ran();
  }
});

test('a delivery of the platform is judged by the platform’s time', async () => {
  const body = Buffer.from('{"event":"v2rx.completed"}');
  for (const wrong of [-10 * YEAR, -HOUR, 0, HOUR, 10 * YEAR]) {
    const clock = heldClock();
    const { platform, address, time } = client(clock);
    clock.jump(wrong);
    await platform.account.signIn(address, 'right');
    clock.advance(HOUR);
    const at = Math.floor(time() / 1000);
    const header = `t=${at},v1=${createHmac('sha256', 'k').update(`${at}.`).update(body).digest('hex')}`;
    const verdict = (now: number) =>
      judge({ header, body, signingKey: 'k', now, seenBefore: () => false }).kind;
    expect(verdict(clock.now() - platform.offset()!), `${wrong}`).toBe('accepted');
    if (wrong !== 0) expect(verdict(clock.now())).toBe('refused');
    proof.ran();
  }
});

test('beyond five minutes a person is told by how much and which way, and told again when it is right', async () => {
  const sizes = proof.size({ mutant: 40, commit: 300, long: 10_000 });
  const roll = dice(proof.seed());
  const keys = memoryKeyStore();
  const clock = heldClock();
  const theirs = clock.now() - clock.monotonic();
  const platform = netPlatform(createWorld(0), { now: () => theirs + clock.monotonic() });
  const app = await openTestApp({
    folder: fastFolder(),
    clock,
    keyStore: keys.open,
    net: platform.net,
  });
  await app.ask('settings.change', {
    privacy: { keepAudioDays: 7, keepNotesDays: 0, lockAfterMinutes: 0 },
  });
  await app.ask('account.signIn', {
    baseUrl: PLATFORM,
    brand: 'svc',
    clientId: 'c',
    clientSecret: 's',
  });
  const wrongs = [4.9 * MINUTE, 5.1 * MINUTE, HOUR, 26 * HOUR, 10 * YEAR].flatMap((ms) => [
    ms,
    -ms,
  ]);
  for (let at = 0; at < sizes; at++) {
    const wrong = wrongs[at] ?? (roll() < 0.5 ? (roll() - 0.5) * 20 * MINUTE : jumpOf(roll));
    // Dates on the wire have whole seconds.
    if (Math.abs(Math.abs(wrong) - 5 * MINUTE) < 2000) continue;
    clock.jump(wrong);
    await app.ask('account.offer', undefined);
    const told = (await app.ask('app.health', undefined))
      .filter(({ code }) => code === 'clock-wrong')
      .map(({ message }) => message);
    if (Math.abs(wrong) < 5 * MINUTE) expect(told, `${wrong} ms`).toEqual([]);
    else {
      expect(told, `${wrong} ms`).toHaveLength(1);
      expect(told[0]).toMatch(wrong > 0 ? /ahead/ : /behind/);
      const minutes = Math.abs(wrong) / MINUTE;
      if (minutes < 119)
        expect(told[0]).toMatch(
          new RegExp(`\\b(${Math.floor(minutes)}|${Math.ceil(minutes)}) minutes`),
        );
      else if (minutes > 121) expect(told[0]).toMatch(/\d+ (hours|days)/);
      expect(told[0]).toMatch(/Recording and sending continue/);
      expect(app.notices.at(-1)).toMatchObject({ name: 'app.health' });
    }
    clock.jump(-wrong);
    await app.ask('account.offer', undefined);
    expect(await app.ask('app.health', undefined), `${wrong} ms, and right again`).toEqual([]);
    proof.ran();
  }
  await app.close();
});

test('a platform that refuses because of our clock: the visit waits, and goes by itself when the clock is set', async () => {
  for (const wrong of [-HOUR, HOUR, 10 * YEAR]) {
    const clock = heldClock();
    const theirs = clock.now() - clock.monotonic();
    const world = createWorld(0);
    const platform = netPlatform(world, { now: () => theirs + clock.monotonic() });
    platform.meet = (kind) => {
      const off = Math.abs(clock.now() - theirs - clock.monotonic()) > 5 * MINUTE;
      return off && kind !== 'login'
        ? {
            status: 403,
            headers: { date: new Date(theirs + clock.monotonic()).toUTCString() },
            body: Buffer.from('{"message":"Signature expired"}'),
          }
        : undefined;
    };
    const app = await openTestApp({
      folder: fastFolder(),
      clock,
      keyStore: memoryKeyStore().open,
      net: platform.net,
    });
    await app.ask('settings.change', {
      privacy: { keepAudioDays: 7, keepNotesDays: 0, lockAfterMinutes: 0 },
    });
    clock.jump(wrong);
    await app.ask('account.signIn', {
      baseUrl: PLATFORM,
      brand: 'svc',
      clientId: 'c',
      clientSecret: 's',
    });
    const { id } = await app.record(2);
    const visit = () => app.ask('visits.get', { id });
    const until = async (so: (seen: Awaited<ReturnType<typeof visit>>) => boolean) => {
      for (let turn = 0; turn < 3000; turn++) {
        const seen = await visit();
        if (so(seen)) return;
        expect(seen.state).not.toBe('attention');
        // Encoding runs in a thread of its own, by no clock of ours.
        await new Promise((resolve) =>
          seen.state === 'sealed' ? setTimeout(resolve, 5) : setImmediate(resolve),
        );
        if (turn % 3 === 2 && seen.state !== 'sealed') clock.next();
      }
      throw new Error(`still ${JSON.stringify(await visit())}`);
    };
    await until(({ hold }) => hold === 'clock');
    clock.advance(3 * HOUR);
    expect((await visit()).hold).toBe('clock');
    clock.jump(-wrong);
    await until(({ state }) => state === 'ready');
    expect([...world.txns.values()].filter(isAlive)).toHaveLength(1);
    await app.close();
    proof.ran();
  }
}, 120_000);

test('a date so wrong that no certificate is valid is told as such, and it is over when an answer comes through', async () => {
  const authority = makeCertificate({
    commonName: 'Test authority',
    authority: true,
    from: new Date(0),
    until: new Date(Date.now() + 20 * YEAR),
  });
  const good = makeCertificate({ names: ['127.0.0.1'], by: authority });
  const server = https.createServer({ cert: good.cert, key: good.pem }, (_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
  );
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const told: unknown[] = [];
  const address = {
    baseUrl: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    brand: 'svc',
    clientId: 'c',
  };
  const real = undiciNet({ ca: authority.cert });
  const net: Net = (request) =>
    real({ ...request, headers: { ...request.headers, connection: 'close' } });
  const platform = createPlatform({
    net,
    clock: nodeClock,
    random: nodeRandom,
    secrets: memorySecrets(),
    address: () => address,
    tokensChanged() {},
    clockChanged: (skew) => told.push(skew),
  });
  const ask = () =>
    platform.authentication.login(address, 's').catch((error: unknown) => error as Failure);
  // Their certificate in place of our clock: what is wrong is the difference.
  for (const years of [-10, 10]) {
    const wrong = makeCertificate({
      names: ['127.0.0.1'],
      by: authority,
      from: new Date(Date.now() + (years > 0 ? YEAR : -2 * YEAR)),
      until: new Date(Date.now() + (years > 0 ? 2 * YEAR : -YEAR)),
    });
    server.setSecureContext({ cert: wrong.cert, key: wrong.pem });
    told.length = 0;
    const failure = await ask();
    expect(failure).toMatchObject({
      code: 'offline',
      detail: 'not-sent',
      message: expect.stringMatching(/date and time of this computer/),
    });
    await ask();
    expect(told).toEqual(['date']);
    expect(clockNotice('date')?.message).toMatch(/Recording continues[\s\S]*Set the date and time/);
    server.setSecureContext({ cert: good.cert, key: good.pem });
    await ask();
    expect(told).toEqual(['date', 0]);
    proof.ran();
  }
});
