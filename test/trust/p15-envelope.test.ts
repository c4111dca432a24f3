/**
 * P15: what a platform answers is refused when it is forged, foreign, too large or too deep - soon,
 * in little memory, with one word.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { undiciNet } from '../../main/hosts/node/node-net.ts';
import { nodeClock, nodeRandom } from '../../main/hosts/node/node-ports.ts';
import { createAuthentication } from '../../main/infrastructure/platform/client/authentication.ts';
import { createClient } from '../../main/infrastructure/platform/client/client.ts';
import {
  openBytes,
  openJson,
  sealBytes,
} from '../../main/infrastructure/platform/envelope/envelope.ts';
import type { Net, NetRequest } from '../../main/infrastructure/ports.ts';
import { Failure } from '../../shared/failure.ts';
import { otherEnvelope } from './support/envelopes/other-envelope.ts';
import { hostileEnvelopes, hostileKey } from './support/hostile/hostile-envelopes.ts';
import { leastProcessorTime, processorTime } from './support/processor-time.ts';
import { promise } from './support/promise.ts';

const p15 = promise({
  id: 'P15',
  title: 'Envelopes and answers: one algorithm, one key, one reading; everything else is refused',
  figure: `${hostileEnvelopes.length} hostile envelopes and 5,000 mutations at each commit: 0 opened, each refused in at most 10 ms and 8 MiB; answers at most 32 MiB (sign-in 1 MiB), 32 deep`,
});

const MEBIBYTE = 1024 * 1024;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const held = () => {
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
};

/** The word of the refusal, its work and its memory. */
async function refusal(run: () => Promise<unknown>) {
  let bytes = Infinity;
  let failure: unknown;
  const ms = await leastProcessorTime(async () => {
    const before = held();
    failure = await run().then(
      () => undefined,
      (error: unknown) => error,
    );
    bytes = Math.min(bytes, held() - before);
  }, 10);
  if (bytes >= 8 * MEBIBYTE) {
    // Somebody else's leavings may have been counted.
    collect();
    const before = held();
    await run().catch(() => {});
    bytes = Math.min(bytes, held() - before);
  }
  return { failure, ms, bytes };
}

test.each(hostileEnvelopes)('%s is refused', async (name, envelope, word) => {
  const { failure, ms, bytes } = await refusal(() => openJson(envelope, hostileKey));
  p15.ran();
  p15.worst('refused after', Math.ceil(ms * 10) / 10, 'ms');
  p15.worst('refused within', Math.ceil((bytes / MEBIBYTE) * 10) / 10, 'MiB');
  expect(failure, name).toBeInstanceOf(Failure);
  expect((failure as Failure).detail).toBe(word);
  // Words for a log, never a value: neither what was sealed nor the key stands in them.
  expect(`${(failure as Failure).message} ${String((failure as Failure).cause ?? '')}`).not.toMatch(
    /Kq7m|ok":true|AAAA/,
  );
  // How long it took is told as a figure and never judged here: a busy computer would decide.
  expect(bytes, `${ms} ms`).toBeLessThan(8 * MEBIBYTE);
  expect(({} as Record<string, unknown>).alg).toBeUndefined();
});

test('a foreign length of iv or tag has a word of its own for the log (contract 5.5)', async () => {
  const good = otherEnvelope(hostileKey.text, '{}');
  const cause = async (envelope: object) =>
    ((await openBytes(envelope, hostileKey).catch((error: Failure) => error)) as Failure).cause;
  expect(String(await cause({ ...good, tag: Buffer.alloc(32).toString('base64url') }))).toContain(
    'envelope-tag-of-32-bytes',
  );
  expect(String(await cause({ ...good, iv: Buffer.alloc(12).toString('base64url') }))).toContain(
    'envelope-iv-of-12-bytes',
  );
});

test('headers that point elsewhere are not followed: jku, x5u, jwk, kid', async () => {
  const header = Buffer.from(
    JSON.stringify({
      alg: 'dir',
      enc: 'A128CBC-HS256',
      jku: 'https://evil.example/k',
      x5u: 'https://evil.example/x',
      jwk: { kty: 'oct', k: 'AAAA' },
      kid: 'other',
      typ: 'JWT',
      cty: 'JWT',
    }),
  ).toString('base64url');
  // Header members are ignored: our key opens it, no other is looked for.
  expect(
    await openJson(otherEnvelope(hostileKey.text, '{"ok":1}', { header }), hostileKey),
  ).toEqual({ ok: 1 });
  await expect(
    openJson(otherEnvelope('0123456789abcdef', '{"ok":1}', { header }), hostileKey),
  ).rejects.toMatchObject({ detail: 'failed' });
});

test.each([
  '',
  'short',
  'fifteen-bytes-!',
  'seventeen bytes !',
  'नमस्ते',
  'x'.repeat(16_000),
  'fourteen-bytes\ud800',
])('the key %j is refused before it is used', async (text) => {
  const key = { kid: 'k', text };
  await expect(sealBytes(Buffer.from('{}'), key, nodeRandom)).rejects.toMatchObject({
    code: 'invalid',
    detail: 'bad_key_length',
  });
  await expect(openBytes(otherEnvelope(hostileKey.text, '{}'), key)).rejects.toMatchObject({
    code: 'invalid',
    detail: 'bad_key_length',
  });
});

test.each(['', 'k'.repeat(201)])('a key without a usable name seals nothing', async (kid) => {
  await expect(
    sealBytes(Buffer.from('{}'), { kid, text: hostileKey.text }, nodeRandom),
  ).rejects.toMatchObject({ code: 'invalid', detail: 'kid' });
});

test('a good envelope changed anywhere, by anything, never opens to other bytes', async () => {
  const plain = JSON.stringify({ patient: 'Asha Rao', n: 17 });
  const good = otherEnvelope(hostileKey.text, plain, { kid: hostileKey.kid });
  const member = fc.constantFrom('protected', 'iv', 'ciphertext', 'tag', 'kid');
  const odd = fc.oneof(
    fc.string(),
    fc.base64String(),
    fc.anything(),
    fc.constantFrom<unknown>(null, 0, [], {}, '__proto__'),
  );
  const change = fc.oneof(
    fc.tuple(fc.constant('set'), member, odd),
    fc.tuple(fc.constant('drop'), member, fc.constant(undefined)),
    fc.tuple(fc.constant('add'), fc.string(), odd),
    fc.tuple(fc.constant('letter'), member, fc.nat({ max: 200 })),
    fc.tuple(fc.constant('cut'), member, fc.nat({ max: 200 })),
    fc.tuple(fc.constant('double'), member, fc.nat({ max: 20 })),
  );
  let slowest = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      const envelope: Record<string, unknown> = { ...good };
      for (const [what, name, value] of changes) {
        const before = envelope[name];
        const text = typeof before === 'string' ? before : '';
        if (what === 'set' || what === 'add')
          Object.defineProperty(envelope, name, {
            value,
            enumerable: true,
            configurable: true,
            writable: true,
          });
        else if (what === 'drop') delete envelope[name];
        else if (what === 'cut') envelope[name] = text.slice(0, value as number);
        else if (what === 'double') envelope[name] = text.repeat((value as number) % 4);
        else
          envelope[name] =
            text.slice(0, value as number) +
            (text[value as number] === 'A' ? 'B' : 'A') +
            text.slice((value as number) + 1);
      }
      p15.ran();
      const startedAt = processorTime();
      const opened = await openBytes(envelope, hostileKey).then(
        (bytes) => Buffer.from(bytes).toString('utf8'),
        (error: unknown) => error,
      );
      slowest = Math.max(slowest, processorTime() - startedAt);
      if (typeof opened === 'string') expect(opened).toBe(plain);
      else expect(opened).toBeInstanceOf(Failure);
    }),
    { numRuns: p15.size({ mutant: 200, commit: 5000, long: 200_000 }), seed: p15.seed() },
  );
  expect(slowest).toBeLessThan(1000);
}, 600_000);

const address = () => ({ baseUrl: 'https://platform.example', brand: 'svc', clientId: 'c' });
/** A client whose platform answers with these bytes. */
function client(body: Buffer, status = 200, asked: NetRequest[] = []) {
  const net: Net = async (request) => {
    asked.push(request);
    return { status, headers: { 'content-type': 'application/json' }, body };
  };
  const tokens = { current: async () => 't', renew: async () => 't' } as never;
  return createClient({ net, clock: nodeClock, random: nodeRandom, address, tokens });
}
const call = { method: 'GET', path: '/x' } as const;
const shape = z.object({
  data: z.record(z.string(), z.unknown()).optional(),
  id: z.unknown().optional(),
});
const deep = (depth: number) =>
  Buffer.from(`{"data":${'{"a":'.repeat(depth - 1)}1${'}'.repeat(depth - 1)}}`);

test('an answer 32 deep is read, one 33 deep or a million deep is not, and neither costs time', async () => {
  expect(await client(deep(32)).ask(call, shape)).toMatchObject({ data: { a: {} } });
  for (const body of [
    deep(33),
    deep(1_000_000),
    Buffer.from('['.repeat(5_000_000)),
    Buffer.from('[{"a":'.repeat(500_000)),
  ]) {
    const { failure, ms, bytes } = await refusal(() => client(body).ask(call, shape));
    expect(
      [(failure as Failure | undefined)?.detail, bytes < 8 * MEBIBYTE],
      `${ms} ms ${bytes} bytes`,
    ).toEqual(['answer-unreadable', true]);
    p15.ran();
  }
});

test('an answer of too many documents is not read, whatever they hold, and takes no memory', async () => {
  for (const document of ['{}', '{"id":"a","name":"b","value":"c"}', '[]', '1']) {
    const body = Buffer.from(`{"data":{"output":[${`${document},`.repeat(500_000)}1]}}`);
    const { failure, bytes } = await refusal(() => client(body).ask(call, shape));
    expect([(failure as Failure | undefined)?.detail, bytes < 8 * MEBIBYTE]).toEqual([
      'answer-unreadable',
      true,
    ]);
    p15.ran();
  }
});

test('brackets in words are no depth, and an answer full of them is read', async () => {
  expect(
    await client(Buffer.from(JSON.stringify({ id: `${'[{"'.repeat(100)}\\` }))).ask(call, shape),
  ).toEqual({ id: `${'[{"'.repeat(100)}\\` });
});

test('an answer of more than 32 MiB is not read, whoever hands it over, and none larger is asked for', async () => {
  const asked: NetRequest[] = [];
  const body = Buffer.from(`{"id":"${'x'.repeat(32 * MEBIBYTE)}"}`);
  const { failure, ms, bytes } = await refusal(() => client(body, 200, asked).ask(call, shape));
  expect(
    [(failure as Failure | undefined)?.detail, bytes < 8 * MEBIBYTE, asked[0]!.maxBytes],
    `${ms} ms`,
  ).toEqual(['answer-unreadable', true, 32 * MEBIBYTE]);
});

test('an answer to a sign-in of more than 1 MiB is not asked for', async () => {
  const asked: NetRequest[] = [];
  const net: Net = async (request) => {
    asked.push(request);
    return { status: 200, headers: {}, body: Buffer.from('{}') };
  };
  const { login, refresh, logout } = createAuthentication({
    net,
    clock: nodeClock,
    random: nodeRandom,
  });
  await login(address(), 's').catch(() => {});
  await refresh(address(), { accessToken: 'a', refreshToken: 'r' }).catch(() => {});
  await logout(address(), 'r').catch(() => {});
  expect(asked.map(({ maxBytes }) => maxBytes)).toEqual([MEBIBYTE, MEBIBYTE, MEBIBYTE]);
});

test('a platform that never stops answering is cut off at 32 MiB', async () => {
  let sent = 0;
  const server = http.createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const piece = Buffer.alloc(MEBIBYTE, ' ');
    const more = () => {
      while (!response.destroyed && sent < 200) {
        sent += 1;
        if (!response.write(piece)) return response.once('drain', more);
      }
    };
    more();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await expect(undiciNet()({ method: 'GET', url, timeout: 20_000 })).rejects.toMatchObject({
    code: 'broken',
    detail: 'answer-too-large',
  });
  expect(sent).toBeLessThan(60);
});

test('keys that name prototypes change nothing', async () => {
  for (const body of [
    '{"data":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}},"__proto__":{"polluted":1},"id":{"__proto__":{"polluted":1}}}',
    '{"__proto__":null}',
    '{"error":{"__proto__":{"message":"x"},"code":{"__proto__":1}}}',
  ]) {
    for (const status of [200, 400, 500]) {
      const answer = await client(Buffer.from(body), status)
        .ask(call, shape)
        .catch((error: unknown) => error);
      expect(({} as { polluted?: number }).polluted).toBeUndefined();
      expect(Object.getPrototypeOf(answer instanceof Failure ? {} : answer)).toBe(Object.prototype);
      if (!(answer instanceof Failure))
        expect((answer as { data?: { polluted?: number } }).data?.polluted).toBeUndefined();
      p15.ran();
    }
  }
});
