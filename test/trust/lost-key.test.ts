/** P11: a key that is gone, wrong or out of reach destroys nothing; everything opens again when it returns. */
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeDisk, nodeRandom } from '../../main/hosts/node.ts';
import { createStore } from '../../main/store/store.ts';
import { createVault } from '../../main/vault/vault.ts';
import { heldClock } from '../support/clocks.ts';
import { openRecorder, visit } from '../support/recorder.ts';
import { temporaryFolder } from '../support/rows.ts';
import { firstWrong, numberedSound } from '../support/sound.ts';
import { hashFolder, memoryKeyStore, type MemoryKeyStore } from '../support/vault.ts';

type Loss = { why: string; detail: string; lose(keys: MemoryKeyStore): void; giveBack(keys: MemoryKeyStore): void };

const first = (keys: MemoryKeyStore) => [...keys.secrets.keys()].find((name) => name.startsWith('kek:'))!;
let kept: [string, string][] = [];
const emptied = { lose: (keys: MemoryKeyStore) => void ((kept = [...keys.secrets]), keys.secrets.clear()), giveBack: (keys: MemoryKeyStore) => kept.forEach(([name, secret]) => keys.secrets.set(name, secret)) };
const changed = (secret: string) => ({ lose: (keys: MemoryKeyStore) => void ((kept = [...keys.secrets]), keys.secrets.set(first(keys), secret)), giveBack: emptied.giveBack });
const refusing = (call: 'open' | 'get', detail: string) => ({ lose: (keys: MemoryKeyStore) => void (keys.failing = { [call]: detail }), giveBack: (keys: MemoryKeyStore) => void (keys.failing = {}) });

const losses: Loss[] = [
  { why: 'the key store is empty', detail: 'key-missing', ...emptied },
  { why: 'another key lies there', detail: 'key-wrong', ...changed(Buffer.alloc(32, 9).toString('base64')) },
  { why: 'half a key lies there', detail: 'key-wrong', ...changed('AAAA') },
  { why: 'the keychain is locked', detail: 'keychain-locked', ...refusing('get', 'keychain-locked') },
  { why: 'the keychain refuses', detail: 'keychain-denied', ...refusing('get', 'keychain-denied') },
  { why: 'there is no keychain any more', detail: 'keychain-missing', ...refusing('open', 'keychain-missing') },
];

describe('when the key is lost (P11)', () => {
  test.each(losses)('because $why, not a byte changes, and all is there when it returns', async ({ detail, lose, giveBack }) => {
    const folder = temporaryFolder();
    const keys = memoryKeyStore();
    const clock = heldClock();
    const core = await openRecorder(folder, clock, { open: keys.open });
    const whole = core.recordings.start(visit());
    core.recordings.append(whole.id, 0, numberedSound(0, 20_000));
    core.recordings.finish(whole.id, 20_000);
    const cut = core.recordings.start(visit());
    core.recordings.append(cut.id, 0, numberedSound(0, 12_000));
    core.close();

    lose(keys);
    const before = hashFolder(folder);
    const secrets = JSON.stringify([...keys.secrets]);
    const vault = createVault({ folder, disk: nodeDisk, random: nodeRandom, openKeyStore: keys.open, profile: 'practice' });
    await expect(vault.open()).rejects.toThrow(expect.objectContaining({ code: 'locked', detail }));
    expect(vault.state()).toMatchObject({ state: 'locked', cause: detail });
    await expect(vault.create({ kind: 'practice' })).rejects.toThrow(expect.objectContaining({ code: 'refused' }));
    expect(hashFolder(folder)).toBe(before);

    // The store opens without the key, as the app does; its rows stay shut, and stay.
    const vaultBefore = hashFolder(path.join(folder, 'vault'));
    const store = createStore({ file: path.join(folder, 'scriba.db'), clock, seal: () => vault.keys() });
    expect(() => store.consultations.get(whole.id)).toThrow(expect.objectContaining({ code: 'locked' }));
    store.close();
    expect(hashFolder(path.join(folder, 'vault'))).toBe(vaultBefore);
    expect(JSON.stringify([...keys.secrets])).toBe(secrets);

    giveBack(keys);
    const again = await openRecorder(folder, clock, { open: keys.open });
    again.recordings.recover();
    expect(again.store.consultations.get(whole.id)!.state).toBe('sealed');
    expect([again.sound(whole.id).length / 2, firstWrong(again.sound(whole.id), 0)]).toEqual([20_000, -1]);
    expect(again.recordings.unfinished()).toMatchObject([{ id: cut.id, samples: 12_000 }]);
    expect(firstWrong(again.sound(cut.id), 0)).toBe(-1);
    again.close();
  });
});
