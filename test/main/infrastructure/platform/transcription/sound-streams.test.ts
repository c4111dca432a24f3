/** Streams of sound: what a refusal of the connection means, and what is held of one. */
import { expect, test } from 'vitest';
import {
  closeWithin,
  createSoundStreams,
} from '../../../../../main/infrastructure/platform/transcription/sound-streams.ts';
import type { UploadFile } from '../../../../../main/infrastructure/platform/transcription/upload.ts';
import type { OpenSoundLine, SoundLine } from '../../../../../main/infrastructure/ports.ts';
import { Failure } from '../../../../../shared/failure.ts';
import { HOUR, MINUTE, SECOND } from '../../../../../shared/time.ts';
import { failure, failureWith } from '../../../../support/failure.ts';
import { heldClock } from '../../../../support/ports/clocks.ts';
import { tone } from '../../../../support/rigs/outbox-rig.ts';

const ID = 'txn-01STREAM';
const BASE = 'https://platform.example';
const address = { baseUrl: BASE, brand: 'eka', clientId: 'client' };

type Answer = { status: number; headers?: Record<string, string>; body?: unknown };

function wav(seconds: number, over: Partial<UploadFile> = {}): UploadFile {
  const bytes = tone(seconds);
  return {
    name: 'audio_0001.wav',
    contentType: 'audio/wav',
    bytes: bytes.length,
    async *open() {
      for (let at = 0; at < bytes.length; at += 10_001)
        yield Buffer.from(bytes.subarray(at, at + 10_001));
    },
    ...over,
  };
}

/** Streams over a line that keeps what it was sent; `answers` come first, in place of it. */
function rig(answers: Answer[] = []) {
  const clock = heldClock();
  const sent: Buffer[] = [];
  const seen = { opened: [] as string[], urls: [] as string[], drops: 0, bound: 0 };
  const tokens = { renewals: 0, refused: [] as string[] };
  const platform = { ...address };
  let gate: Promise<void> | undefined;
  const line: SoundLine = {
    send: async (bytes) => void sent.push(Buffer.from(bytes)),
    async close(within) {
      seen.bound = within(1_000_000);
    },
    drop: () => void seen.drops++,
  };
  const openLine: OpenSoundLine = async ({ url, headers }) => {
    seen.opened.push(headers.authorization!);
    seen.urls.push(url.href);
    await gate;
    const next = answers.shift();
    if (!next) return { line };
    const { status, headers: given = {}, body } = next;
    return {
      answer: { status, headers: given, body: Buffer.from(body ? JSON.stringify(body) : '') },
    };
  };
  const streams = createSoundStreams({
    openLine,
    clock,
    random: { uuid: () => 'uuid' },
    address: () => platform,
    tokens: {
      current: async () => 'first',
      renew: async () => `renewed-${++tokens.renewals}`,
      refused: (token) => void tokens.refused.push(token),
    },
  });
  streams.begin(ID, `wss://platform.example/voice/v1/sessions/${ID}/audio`);
  return {
    streams,
    clock,
    sent,
    seen,
    tokens,
    platform,
    line,
    hold(until: Promise<void>) {
      gate = until;
    },
  };
}

test('the samples go as they are, without a header, in pieces of a second', async () => {
  const { streams, sent, seen } = rig();
  await streams.send(ID, wav(2.5));
  await streams.send(ID, wav(0.3, { name: 'audio_0002.wav' }));
  expect(Buffer.concat(sent)).toEqual(
    Buffer.concat([tone(2.5).subarray(44), tone(0.3).subarray(44)]),
  );
  expect(Math.max(...sent.map(({ length }) => length))).toBe(32_000);
  expect(seen.urls).toEqual([`wss://platform.example/voice/v1/sessions/${ID}/audio`]);
  expect(await streams.finish(ID)).toBe(true);
  expect(await streams.finish(ID)).toBe(true);
});

test('a 401 renews the sign-in once; a second one needs a person, and the session stays as it was', async () => {
  const once = rig([{ status: 401 }]);
  await once.streams.send(ID, wav(0.1));
  expect(once.seen.opened).toEqual(['Bearer first', 'Bearer renewed-1']);
  const words = rig([{ status: 403, body: { detail: 'token_expired' } }]);
  await words.streams.send(ID, wav(0.1));
  expect(words.tokens.renewals).toBe(1);
  const twice = rig([{ status: 401 }, { status: 401 }]);
  await expect(twice.streams.send(ID, wav(0.1))).rejects.toThrow(
    failure('signed-out', 'signed-out'),
  );
  expect(twice.tokens.refused).toEqual(['renewed-1']);
  expect(twice.streams.canGoOn(ID)).toBe(true);
  await twice.streams.send(ID, wav(0.1));
});

test.each([
  [{ status: 408 }, 'busy', 'platform-busy', undefined],
  [{ status: 429, headers: { 'retry-after': '30' } }, 'busy', 'rate-limited', 30 * SECOND],
  [{ status: 429, headers: { 'retry-after': '999999999' } }, 'busy', 'rate-limited', HOUR],
  [{ status: 500 }, 'busy', 'platform-error', undefined],
  [{ status: 502 }, 'busy', 'platform-busy', undefined],
  [{ status: 503, headers: { 'retry-after': '7200' } }, 'busy', 'platform-busy', HOUR],
  [
    { status: 302, headers: { location: 'https://e.example' } },
    'offline',
    'not-the-platform',
    undefined,
  ],
  [{ status: 511 }, 'offline', 'not-the-platform', undefined],
  [
    { status: 403, headers: { date: 'Mon, 01 Jan 2001 00:00:00 GMT' } },
    'refused',
    'clock-wrong',
    undefined,
  ],
] as const)(
  'refused by %j: it waits as any other call does, in the same session',
  async (answer, code, detail, retryAfter) => {
    const { streams } = rig([answer]);
    const error = await streams.send(ID, wav(0.1)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code, detail });
    expect((error as Failure).retryAfter).toBe(retryAfter);
    expect(streams.canGoOn(ID)).toBe(true);
    expect(streams.offered()).toBe(true);
    await streams.send(ID, wav(0.1));
  },
);

test.each([200, 404, 405, 426, 501])(
  '%i: this platform has no stream, for three hours',
  async (status) => {
    const { streams, clock, platform } = rig([{ status }]);
    await expect(streams.send(ID, wav(0.1))).rejects.toThrow(
      failure('missing', 'transaction-dead'),
    );
    expect(streams.canGoOn(ID)).toBe(false);
    expect(streams.offered()).toBe(false);
    platform.baseUrl = 'https://other.example';
    expect(streams.offered()).toBe(true);
    platform.baseUrl = BASE;
    clock.advance(3 * HOUR);
    expect(streams.offered()).toBe(true);
  },
);

test.each([400, 403, 409, 410, 422])('%i ends this session alone', async (status) => {
  const { streams } = rig([{ status }]);
  const error = await streams.send(ID, wav(0.1)).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'missing', detail: 'transaction-dead' });
  expect((error as Failure).message).toContain('safe on this computer');
  expect(streams.canGoOn(ID)).toBe(false);
  expect(streams.offered()).toBe(true);
});

test('an address elsewhere, one that is none, and none at all are never opened', async () => {
  const { streams, seen } = rig();
  for (const given of ['wss://elsewhere.example/audio', 'nonsense', undefined]) {
    streams.begin(ID, given);
    await expect(streams.send(ID, wav(0.1))).rejects.toThrow(failureWith('upload-address-refused'));
    expect(streams.canGoOn(ID)).toBe(false);
  }
  expect(seen.opened).toEqual([]);
});

test('what is no WAV, or not the next part, ends the stream: it would be heard as noise, or twice', async () => {
  for (const file of [
    wav(0.1, { name: 'audio_0001.mp3', contentType: 'audio/mpeg' }),
    wav(0.1, { name: 'audio_0002.wav' }),
  ]) {
    const { streams, sent } = rig();
    await expect(streams.send(ID, file)).rejects.toThrow(failureWith('transaction-dead'));
    expect(streams.canGoOn(ID)).toBe(false);
    expect(sent).toEqual([]);
  }
});

test('a part that is damaged, and a line that breaks, end the stream, and nothing of the sound stays in memory', async () => {
  const kept: Uint8Array[] = [];
  const damaged = rig();
  damaged.line.send = async (bytes) => void kept.push(bytes);
  await expect(damaged.streams.send(ID, wav(2, { bytes: tone(2).length + 1 }))).rejects.toThrow(
    failureWith('part-changed'),
  );
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.every((bytes) => bytes.every((byte) => byte === 0))).toBe(true);
  expect(damaged.streams.canGoOn(ID)).toBe(false);
  expect(damaged.seen.drops).toBe(1);
  const broken = rig();
  broken.line.close = () => Promise.reject(new Failure('offline', 'x', { detail: 'unclear' }));
  await broken.streams.send(ID, wav(0.1));
  expect(await broken.streams.finish(ID)).toBe(false);
  expect(broken.streams.canGoOn(ID)).toBe(false);
  expect(await broken.streams.finish(ID)).toBe(false);
});

test('a lock, a sign-out or an end drops every line, also one that is just being opened', async () => {
  const { streams, seen, sent, hold } = rig();
  await streams.send(ID, wav(0.1));
  streams.close();
  expect(seen.drops).toBe(1);
  expect(streams.canGoOn(ID)).toBe(false);
  const sentBefore = sent.length;
  const opening = Promise.withResolvers<void>();
  hold(opening.promise);
  streams.begin(ID, `wss://platform.example/voice/v1/sessions/${ID}/audio`);
  const sending = streams.send(ID, wav(0.1));
  streams.close();
  opening.resolve();
  await expect(sending).rejects.toThrow(failureWith('transaction-dead'));
  expect(seen.drops).toBe(2);
  expect(sent.length).toBe(sentBefore);
});

test('the end is waited for by what is still under way, and never for longer than half an hour', async () => {
  expect(closeWithin(0)).toBe(30 * SECOND);
  expect(closeWithin(4_800_000)).toBe(30 * SECOND + 10 * MINUTE);
  expect(closeWithin(1e12)).toBe(30 * MINUTE);
  const { streams, seen } = rig();
  await streams.send(ID, wav(0.1));
  await streams.finish(ID);
  expect(seen.bound).toBe(closeWithin(1_000_000));
});
