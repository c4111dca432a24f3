/** The platform's copy of a visit's sound, over HTTP: only where ours is gone, and kept nowhere. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { platformSound } from '../../../main/app/platform-sound.ts';
import { createListening } from '../../../main/features/recordings/playback/playback.ts';
import { undiciNet } from '../../../main/hosts/node/node-net.ts';
import { nodeDisk } from '../../../main/hosts/node/node-ports.ts';
import type { Vault } from '../../../main/infrastructure/vault/vault.ts';
import { createRig } from '../../support/rigs/outbox-rig.ts';
import { type RunningSandbox, startSandbox } from '../../support/rigs/sandbox.ts';

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ delay: 50 });
});
afterAll(() => sandbox.kill());
beforeEach(() => sandbox.clearFaults());

/** A visit with its note, by a session; its sound erased here unless told otherwise. */
async function visited(id: string, { erased = true, recording = false } = {}) {
  const rig = await createRig(sandbox, { transport: 'sessions', speed: 100, net: undiciNet() });
  rig.seal(id);
  const outbox = rig.begin();
  await rig.until(id, ({ state }) => state === 'ready');
  await outbox.stop();
  if (erased) rig.store.uploads.removeAll(id);
  const listening = createListening({
    disk: nodeDisk,
    store: rig.store,
    vault: {} as Vault,
    isRecording: () => recording,
  });
  const { sessionDocuments } = rig.platform;
  const ask = () => platformSound({ store: rig.store, listening, sessionDocuments }, id);
  return { rig, ask };
}
const caught = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

test('the very sound that was sent comes back', async () => {
  const { rig, ask } = await visited('copyhere');
  expect(Buffer.from(await ask()).equals(rig.audio.get('copyhere')![0]!)).toBe(true);
});

test('it is not asked for where our own sound is here, nor while a visit is recorded', async () => {
  const here = await visited('copyours', { erased: false });
  expect(await caught(here.ask())).toMatchObject({ detail: 'sound-is-here' });
  const recording = await visited('copybusy', { recording: true });
  expect(await caught(recording.ask())).toMatchObject({ detail: 'recording-now' });
  const asked = (await sandbox.state()).requests.filter(
    ({ path }) => /copy(ours|busy)/.test(path) && path.endsWith('/audio'),
  );
  expect(asked).toEqual([]);
});

test.each([
  ['audio_not_enabled', 403, 'copy-not-kept'],
  ['audio_not_available', 404, 'copy-not-yet'],
])('%s is told in words', async (code, status, detail) => {
  const { ask } = await visited(`copy${status}`);
  await sandbox.faults({
    do: 'status',
    path: '/voice/v1/sessions/*/audio',
    method: 'GET',
    status,
    body: { error: { code, message: 'none', details: {} } },
  });
  expect(await caught(ask())).toMatchObject({ detail });
});

test('an address that has run out is told as such', async () => {
  const { ask } = await visited('copyexpired');
  await sandbox.faults({ do: 'status', path: '/practice-audio/*', status: 403 });
  expect(await caught(ask())).toMatchObject({ code: 'busy', detail: 'upload-expired' });
});
