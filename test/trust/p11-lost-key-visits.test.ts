/**
 * P11: visits whose key is gone are listed as locked and open again when it returns; recording goes
 * on with a new key.
 */

import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { secretBytes, secretText } from '../../shared/secret-bytes.ts';
import { heldClock } from '../support/ports/clocks.ts';
import { openRecorder } from '../support/rigs/recorder.ts';
import { hashFolder } from '../support/rigs/vault.ts';
import { firstWrong } from '../support/sound/sound.ts';
import { openTestApp } from './support/app/test-app.ts';
import { type FailingKeys, failingKeys, faults } from './support/damage/failing-keys.ts';
import { fastFolder } from './support/disks/fast-folder.ts';
import { choice, p11 } from './support/promises/p11.ts';

const half = (keys: FailingKeys, run: (secret: string) => string | undefined) => {
  for (const [name, secret] of [...keys.secrets].filter(([each]) => each.startsWith('kek:'))) {
    const changed = run(secret);
    if (changed === undefined) keys.secrets.delete(name);
    else keys.secrets.set(name, changed);
  }
};
const losses: readonly [string, string, (keys: FailingKeys) => void][] = [
  ['the key store is empty', 'key-missing', (keys) => keys.secrets.clear()],
  [
    'another key lies there',
    'key-wrong',
    (keys) => half(keys, () => Buffer.alloc(32, 9).toString('base64')),
  ],
  ['half a key lies there', 'key-wrong', (keys) => half(keys, (secret) => secret.slice(0, 20))],
  [
    'the keychain is locked',
    'keychain-locked',
    (keys) =>
      keys.begin({
        call: 0,
        lasting: true,
        fault: faults.find(({ name }) => name === 'keychain-locked')!,
      }),
  ],
  [
    'the keychain refuses',
    'keychain-denied',
    (keys) =>
      keys.begin({
        call: 1,
        lasting: true,
        fault: faults.find(({ name }) => name === 'keychain-denied')!,
      }),
  ],
];

describe('with visits', () => {
  test.each(losses)(
    'when %s: not a byte changes, another key is recorded with, the old visits are listed as locked, and open again',
    async (_, detail, lose) => {
      const keys = failingKeys();
      const folder = fastFolder();
      const clock = heldClock();
      const app = await openTestApp({ folder, clock, keyStore: keys.open });
      const whole = await app.record(2, { name: 'Asha First', recordNumber: '1' });
      const cut = await app.start({ name: 'Asha Cut', recordNumber: '2' });
      await app.feed(cut.id, 0, 12_000);
      await app.app.idle();
      await app.close();

      const kept = new Map(keys.secrets);
      lose(keys);
      const before = hashFolder(path.join(folder, 'vault'));
      const lost = await openTestApp({ folder, clock, keyStore: keys.open, made: false });
      expect(await lost.ask('vault.state', undefined)).toMatchObject({
        state: 'locked',
        cause: detail,
      });
      await expect(lost.ask('vault.create', choice)).rejects.toMatchObject({
        code: 'refused',
        detail: 'vault-exists',
      });
      await expect(lost.ask('visits.list', undefined)).rejects.toMatchObject({
        code: 'locked',
      });
      expect(hashFolder(path.join(folder, 'vault'))).toBe(before);

      // The doctor goes on with a new key: the keychain is well again, the old key is not in it.
      keys.begin();
      keys.secrets.clear();
      const { recoveryCode } = await lost.ask('vault.startAnother', choice);
      expect(secretText(recoveryCode)).toMatch(/^([A-Z2-7]{4}-){13}[A-Z2-7]{4}$/);
      const third = await lost.record(1, { name: 'Asha Third', recordNumber: '3' });
      await lost.app.idle();
      const listed = await lost.ask('visits.list', undefined);
      expect(listed.map(({ id, locked = false, patient }) => [id, locked, patient.name])).toEqual([
        [third.id, false, 'Asha Third'],
        [cut.id, true, ''],
        [whole.id, true, ''],
      ]);
      expect(Math.abs(listed[2]!.createdAt - clock.now())).toBeLessThan(120_000);
      await expect(lost.ask('notes.get', { id: whole.id })).rejects.toMatchObject({
        code: 'locked',
        detail: 'key-of-visit-missing',
      });
      // Days later nothing of the old ones was erased, sent, or taken for damaged.
      clock.advance(30 * 24 * 3600 * 1000);
      await lost.ask('vault.unlock', {});
      await lost.app.idle();
      expect(await lost.ask('app.health', undefined)).toEqual([]);
      await lost.close();

      for (const [name, secret] of kept) keys.secrets.set(name, secret);
      const again = await openTestApp({ folder, clock, keyStore: keys.open });
      const all = await again.ask('visits.list', undefined);
      expect(all.map(({ patient, locked }) => [patient.name, locked])).toEqual([
        ['Asha Third', undefined],
        ['Asha Cut', undefined],
        ['Asha First', undefined],
      ]);
      expect(await again.ask('recordings.unfinished', undefined)).toMatchObject([
        { id: cut.id, samples: 12_000 },
      ]);
      await again.close();
      const core = await openRecorder(folder, clock, { open: keys.open });
      for (const [id, samples] of [
        [whole.id, 32_000],
        [cut.id, 12_000],
        [third.id, 16_000],
      ] as const)
        expect([core.sound(id).length / 2, firstWrong(core.sound(id), 0)]).toEqual([samples, -1]);
      core.close();
      p11.ran();
    },
  );
});

describe('with visits, when the key returns', () => {
  test('the old visits open from the recovery code while work goes on, and a cut recording among them is offered', async () => {
    const keys = failingKeys();
    const app = await openTestApp({ keyStore: keys.open });
    const cut = await app.start({ name: 'Asha Cut', recordNumber: '2' });
    await app.feed(cut.id, 0, 12_000);
    await app.close();
    keys.secrets.clear();
    const lost = await openTestApp({
      folder: app.folder,
      clock: app.clock,
      keyStore: keys.open,
      made: false,
    });
    await lost.ask('vault.startAnother', choice);
    const live = await lost.start({ name: 'Asha Live', recordNumber: '3' });
    await lost.feed(live.id, 0, 8000);
    await expect(
      lost.ask('vault.recover', {
        ...choice,
        code: (await openTestApp({ keyStore: failingKeys().open })).recoveryCode,
      }),
    ).rejects.toMatchObject({ code: 'refused', detail: 'recovery-code-other' });
    await lost.ask('vault.recover', { ...choice, code: app.recoveryCode });
    expect((await lost.ask('visits.list', undefined)).map(({ patient }) => patient.name)).toEqual([
      'Asha Live',
      'Asha Cut',
    ]);
    expect(await lost.ask('recordings.unfinished', undefined)).toMatchObject([
      { id: cut.id, samples: 12_000 },
    ]);
    await lost.feed(live.id, 8000, 16_000);
    expect(await lost.ask('recordings.finish', { id: live.id, samples: 16_000 })).toMatchObject({
      samples: 16_000,
    });
    await lost.close();
    p11.ran();
  });

  test('a passphrase that was forgotten and comes back opens its visits again', async () => {
    const folder = fastFolder();
    const clock = heldClock();
    const app = await openTestApp({ folder, clock });
    const old = await app.record(1, { name: 'Asha Old', recordNumber: '1' });
    await app.close();
    const lost = await openTestApp({ folder, clock, made: false });
    await expect(
      lost.ask('vault.unlock', { passphrase: secretBytes('not this one') }),
    ).rejects.toMatchObject({
      detail: 'passphrase-wrong',
    });
    await lost.ask('vault.startAnother', {
      kind: 'passphrase',
      passphrase: secretBytes('a new passphrase'),
    });
    await lost.record(1, { name: 'Asha New', recordNumber: '2' });
    await expect(
      lost.ask('vault.unlock', { passphrase: secretBytes('still not this') }),
    ).rejects.toMatchObject({
      code: 'locked',
    });
    expect(await lost.ask('vault.state', undefined)).toMatchObject({ state: 'open' });
    await lost.ask('vault.unlock', { passphrase: app.passphrase });
    expect((await lost.ask('visits.get', { id: old.id })).patient.name).toBe('Asha Old');
    await lost.app.idle();
    await lost.close();
    p11.ran();
  });
});
