/**
 * A 401 in the middle of an upload (contract 1.6): one renewal, then the same bytes once more, on
 * every path that a body takes.
 */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { undiciNet } from '../../../../../main/hosts/node/node-net.ts';
import type { Net } from '../../../../../main/infrastructure/ports.ts';
import type { TransportChoice } from '../../../../../shared/model/account/platform-profile.ts';
import { createRig, tone } from '../../../../support/rigs/outbox-rig.ts';
import { createPlatformRig } from '../../../../support/rigs/platform-rig.ts';
import { type RunningSandbox, startSandbox } from '../../../../support/rigs/sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ delay: 30 });
});
afterAll(() => sandbox.kill());
beforeEach(() => sandbox.clearFaults());

/** Seconds of sound: far more bytes than have arrived in the middle. */
const LONG = 40;
/** So many bytes have arrived when the platform says 401. */
const MIDDLE = 100_000;
const paths: readonly (readonly [TransportChoice, string])[] = [
  ['transactions', '/blob/'],
  ['sessions', '/voice/v1/sessions/*/audio/*'],
];

/**
 * The real network; notes what was read of each streamed body, and how often a sign-in was renewed.
 */
function watchedNet() {
  const real = undiciNet();
  const bodies: Buffer[][] = [];
  const seen = { bodies, renewals: 0 };
  const net: Net = async (request) => {
    if (request.url.pathname.includes('/account/refresh')) seen.renewals += 1;
    const { body } = request;
    if (typeof body !== 'object' || body instanceof Uint8Array) return real(request);
    const pieces: Buffer[] = [];
    bodies.push(pieces);
    async function* noted(stream: AsyncIterable<Uint8Array>) {
      for await (const piece of stream) {
        pieces.push(Buffer.from(piece));
        yield piece;
      }
    }
    return real({ ...request, body: noted(body) });
  };
  return { net, seen };
}
/** Of a form: the file inside. */
function fileIn(body: Buffer): Buffer {
  const head = body.indexOf('name="file"');
  return head < 0 ? body : body.subarray(body.indexOf('\r\n\r\n', head) + 4);
}

test.each(paths)(
  '%s: refused in the middle, the same bytes go once more after one renewal, and no attempt is counted',
  async (transport, path) => {
    const { net, seen } = watchedNet();
    const rig = await createRig(sandbox, { net, transport, speed: 20 });
    await sandbox.faults({ do: 'status', path, status: 401, afterBytes: MIDDLE });
    const changes = vi.spyOn(rig.store.visits, 'change');
    rig.seal('one', [LONG], {}, `txn-one-${transport}-renewed`);
    const outbox = rig.begin();
    await rig.until('one', ({ state }) => state === 'ready');
    outbox.stop();
    const audio = tone(LONG, 200);
    expect(seen.renewals).toBe(1);
    expect(seen.bodies).toHaveLength(2);
    const [first, second] = seen.bodies.map((pieces) => fileIn(Buffer.concat(pieces)));
    const begun = first!.subarray(0, audio.length);
    expect(begun.length).toBeGreaterThan(MIDDLE / 2);
    expect(begun.equals(audio.subarray(0, begun.length))).toBe(true);
    expect(second!.subarray(0, audio.length).equals(audio)).toBe(true);
    expect((await sandbox.audioOf(rig.row('one').transactionId))[0]!.equals(audio)).toBe(true);
    expect(changes.mock.calls.filter(([, , { attempts }]) => (attempts ?? 0) > 0)).toEqual([]);
  },
);

test.each(paths)(
  '%s: refused again after the renewal, the visit is held with no attempt counted, and signing in releases it',
  async (transport, path) => {
    const { net, seen } = watchedNet();
    const rig = await createRig(sandbox, { net, transport, speed: 20 });
    await sandbox.faults({ do: 'status', path, status: 401, afterBytes: MIDDLE, count: 2 });
    rig.seal('two', [LONG], {}, `txn-two-${transport}-refused`);
    const outbox = rig.begin();
    const held = await rig.until('two', ({ hold }) => hold !== undefined);
    expect(held).toMatchObject({ state: 'uploading', hold: 'sign-in', attempts: 0 });
    expect([seen.renewals, seen.bodies.length]).toEqual([1, 2]);
    expect(rig.platform.account.state()).toMatchObject({ state: 'needs-sign-in' });
    await rig.platform.account.signIn(rig.address, sandbox.clientSecret);
    outbox.wake();
    await rig.until('two', ({ state }) => state === 'ready');
    outbox.stop();
    expect((await sandbox.audioOf(rig.row('two').transactionId))[0]!.equals(tone(LONG, 200))).toBe(
      true,
    );
  },
);

test.each(paths)(
  '%s: two uploads that are refused together share one renewal',
  async (transport, path) => {
    const { net, seen } = watchedNet();
    const rig = await createRig(sandbox, { net, transport, speed: 20 });
    const refusal = { do: 'status', path, status: 401, afterBytes: MIDDLE, count: 2 } as const;
    await sandbox.faults({ ...refusal, together: 2 });
    rig.seal('left', [LONG], {}, `txn-left-${transport}-renewed`);
    rig.seal('right', [LONG], {}, `txn-right-${transport}-renewed`);
    const outbox = rig.begin();
    for (const id of ['left', 'right'])
      expect(await rig.until(id, ({ state }) => state === 'ready')).toMatchObject({ attempts: 0 });
    outbox.stop();
    expect([seen.renewals, seen.bodies.length]).toEqual([1, 4]);
  },
);

test.each([
  ['plain', []],
  ['sealed', ['documents']],
] as const)('a document, %s: the same bytes once more after one renewal', async (_name, sealed) => {
  const { net, seen } = watchedNet();
  const { platform, address } = await createPlatformRig(sandbox, { net, sealed: [...sealed] });
  const [key] = sandbox.envelopeKeys;
  if (sealed.length > 0) await platform.envelopeKeys.add(key!, true);
  const pdf = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(2_000_000, 'x')]);
  const file = { size: pdf.length, type: 'pdf' as const, open: () => [Buffer.from(pdf)] };
  await sandbox.faults({
    do: 'status',
    path: '/mr/api/v2/docs',
    status: 401,
    afterBytes: MIDDLE,
  });
  const { documentId } = await platform.documents.upload(file, { task: 'smart' });
  expect(documentId).toMatch(/./);
  expect(address.clientId).toBe(sandbox.clientId);
  expect([seen.renewals, seen.bodies.length]).toEqual([1, 2]);
});
