/**
 * P12: what a person typed to open the vault, its recovery code and its key are gone from the
 * memory of the browser host after the lock, as bytes and as text. A real host in a process of its
 * own, asked as its page asks; its memory is looked into from outside.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fromRecoveryCode } from '../../main/infrastructure/vault/keys/recovery-code.ts';
import { secretBytes } from '../../shared/secret-bytes.ts';
import { startScriba } from '../e2e/support/process.ts';
import { smallPage } from '../main/hosts/common/small-profile.ts';
import { openAsPage } from './support/app/page-client.ts';
import { openTestApp } from './support/app/test-app.ts';
import { countInMemory, memoryIsReadable } from './support/canaries/process-memory.ts';
import { p12 } from './support/promises/p12.ts';

const TYPED = 'Korallenriff-Zyxq 4711';
/** Collects what nobody holds any more, when told by a signal. */
const COLLECTOR = "process.on('SIGUSR2', () => { gc(); gc(); })";

/** Each secret as it may lie in memory: bytes, text of one and of two bytes a letter, Base64, hex. */
function formsOf(secrets: Readonly<Record<string, Buffer>>): Record<string, Buffer> {
  return Object.fromEntries(
    Object.entries(secrets).flatMap(([name, bytes]) => {
      const base64 = bytes.toString('base64').replace(/=+$/, '').slice(0, -1);
      const wide = Buffer.from(bytes.toString('latin1'), 'utf16le');
      return [
        [name, bytes],
        [`${name}, wide`, wide],
        [`${name} in Base64`, Buffer.from(base64)],
        [`${name} in Base64, wide`, Buffer.from(base64, 'utf16le')],
        [`${name} in hex`, Buffer.from(bytes.toString('hex'))],
      ] as const;
    }),
  );
}

const choices = {
  clinic: () => ({ kind: 'passphrase' as const, passphrase: secretBytes(TYPED) }),
  practice: () => ({ kind: 'practice' as const }),
};
const opening = {
  clinic: () => ({ passphrase: secretBytes(TYPED) }),
  practice: () => ({}),
};

for (const profile of ['clinic', 'practice'] as const)
  test(`after the lock of a ${profile} nothing that was typed, no recovery code and no key lies in memory`, async (ctx) => {
    if (!memoryIsReadable())
      p12.skipLoudly(ctx, 'the memory of a process can be read on Linux only');
    const scriba = await startScriba({
      practice: 'none',
      env: {
        // A broken variant is loaded by what stands there already (test/mutants).
        NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --expose-gc --import=data:text/javascript,${encodeURIComponent(COLLECTOR)}`,
      },
      page: smallPage(),
    });
    try {
      const { ask } = await openAsPage(await scriba.address());
      await ask('profile.choose', { profile });
      const { recoveryCode } = await ask('vault.create', choices[profile]());
      const needles = formsOf({
        passphrase: Buffer.from(TYPED),
        'recovery code': Buffer.from(recoveryCode),
        key: fromRecoveryCode(recoveryCode),
      });
      // Positive control: the search finds what is there.
      expect(countInMemory(scriba.pid, needles).key, 'the key while open').toBeGreaterThan(0);
      await ask('vault.lock', undefined);
      await ask('vault.unlock', opening[profile]());
      await ask('vault.lock', undefined);
      await ask('vault.recover', { ...choices[profile](), code: Uint8Array.from(recoveryCode) });
      await ask('vault.lock', undefined);
      const left = async () => {
        process.kill(scriba.pid, 'SIGUSR2');
        await wait(200);
        return Object.entries(countInMemory(scriba.pid, needles)).filter(([, times]) => times > 0);
      };
      let found = await left();
      // What the engine has not collected yet goes later on a busy computer.
      for (let looks = p12.level === 'mutant' ? 0 : 5; looks > 0 && found.length > 0; looks -= 1)
        found = await left();
      expect(found).toEqual([]);
      p12.worst('copies of what was typed left after the lock', found.length, '');
      p12.ran(Object.keys(needles).length);
    } finally {
      await scriba.kill();
    }
  }, 120_000);

test('what was typed is overwritten where it lies, whether it opened the vault or not', async () => {
  const { ask, passphrase, recoveryCode, app } = await openTestApp();
  const wrong = secretBytes('not the passphrase');
  await ask('vault.lock', undefined);
  await expect(ask('vault.unlock', { passphrase: wrong })).rejects.toMatchObject({
    detail: 'passphrase-wrong',
  });
  const again = Uint8Array.from(passphrase);
  await ask('vault.recover', { kind: 'passphrase', passphrase: again, code: recoveryCode });
  await ask('vault.lock', undefined);
  await ask('vault.unlock', { passphrase });
  const left = [wrong, again, recoveryCode, passphrase].map((bytes) =>
    bytes.some((one) => one > 0),
  );
  expect(left).toEqual([false, false, false, false]);
  await app.close();
  p12.ran();
});
