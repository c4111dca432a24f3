/**
 * A core in a process of its own whose memory is looked into from outside: it records one visit
 * whole and begins another, says so, locks itself when told, says so again, and goes on recording.
 * Argument: its folder. Words on standard input.
 */

import { readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createApp } from '../../../../main/app/app.ts';
import { nodeClock, nodeDisk, nodeRandom } from '../../../../main/hosts/node/node-ports.ts';
import { openKeyStore } from '../../../../main/infrastructure/vault/keystores/keystore.ts';
import { Failure } from '../../../../shared/failure.ts';
import { secretBytes, secretText } from '../../../../shared/secret-bytes.ts';
import { numberedSound } from '../../../support/sound/sound.ts';

const folder = process.argv[2]!;
const app = await createApp({
  host: 'browser',
  version: '0.1.0',
  profile: 'clinic',
  folder,
  clock: nodeClock,
  random: nodeRandom,
  disk: nodeDisk,
  net: async () => {
    throw new Failure('offline', 'There is no network here.', { detail: 'not-sent' });
  },
  openKeyStore: openKeyStore({ disk: nodeDisk, random: nodeRandom }),
});
const { handlers } = app;
const setup = {
  patient: { name: 'Asha Canary' },
  mode: 'dictation' as const,
  modelType: 'pro' as const,
  templates: ['clinical_notes_template'],
  inputLanguages: ['en-IN'],
  outputLanguage: 'en-IN',
  codify: true,
};
const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
const feed = (id: string, from: number, to: number) => {
  for (let at = from; at < to; at += 4000)
    void handlers['recordings.append']({
      id,
      firstSample: at,
      audio: new Uint8Array(numberedSound(at, Math.min(at + 4000, to))),
    });
};

const segments = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.seg'))
    .map((name) => name.slice(-36));

const passphrase = secretBytes('canary passphrase of a doctor');
if ((await handlers['vault.state'](undefined)).state === 'none') {
  // In a process of its own: the recovery code is text, and text stays in memory.
  const { recoveryCode } = await handlers['vault.create']({ kind: 'passphrase', passphrase });
  say({ recoveryCode: secretText(recoveryCode) });
  await app.close();
  process.exit(0);
}
await handlers['vault.unlock']({ passphrase });
const whole = await handlers['recordings.start'](setup);
feed(whole.id, 0, 32_000);
await handlers['recordings.finish']({ id: whole.id, samples: 32_000 });
await app.idle();
const before = segments();
const live = await handlers['recordings.start'](setup);
feed(live.id, 0, 16_000);
say({ writing: segments().find((name) => !before.includes(name)) });

for await (const word of createInterface({ input: process.stdin })) {
  if (word === 'lock' || word === 'settle') {
    if (word === 'lock') await handlers['vault.lock'](undefined);
    // Work that ended with the lock, such as making a file to send, releases its memory.
    await app.idle();
    for (let round = 0; round < 3; round++) {
      (globalThis as { gc?: () => void }).gc?.();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    say(await Promise.resolve(handlers['vault.state'](undefined)));
  } else if (word === 'more') {
    feed(live.id, 16_000, 32_000);
    say({
      kept: await handlers['recordings.append']({
        id: live.id,
        firstSample: 32_000,
        audio: new Uint8Array(numberedSound(32_000, 36_000)),
      }),
    });
  } else if (word === 'end') {
    await app.close();
    process.exit(0);
  }
}
