/** P11: a key that is gone, wrong or out of reach destroys nothing; recording goes on with a new one; all opens again when it returns. */
import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { nodeDisk, nodeRandom } from '../../main/hosts/node/node-ports.ts';
import { createVault, type Vault } from '../../main/infrastructure/vault/vault.ts';
import { asFailure } from '../../shared/failure.ts';
import { heldClock } from '../support/ports/clocks.ts';
import { openRecorder } from '../support/rigs/recorder.ts';
import { hashFolder } from '../support/rigs/vault.ts';
import { firstWrong } from '../support/sound/sound.ts';
import { openTestApp } from './support/app/test-app.ts';
import {
  type FailingKeys,
  failingKeys,
  faults,
  type Planned,
} from './support/damage/failing-keys.ts';
import { fastFolder } from './support/disks/fast-folder.ts';
import { promise } from './support/promise.ts';

const p11 = promise({
  id: 'P11',
  title: 'A lost, wrong or refused key destroys nothing',
  figure:
    '0 bytes changed by any failure at any call of the key store; a new key is recorded with; old visits open again when theirs returns',
});
const choice = { kind: 'keychain' as const };
const place = { table: 't', column: 'c', row: 'r' };

type State = {
  readonly name: string;
  readonly folder: string;
  readonly secrets: ReadonlyMap<string, string>;
  /** Sealed words by the generation that sealed them. */
  readonly words: readonly { readonly generation: string; readonly sealed: Buffer }[];
  readonly codes: readonly string[];
};

const vaultOn = (folder: string, keys: FailingKeys) =>
  createVault({
    folder,
    disk: nodeDisk,
    random: nodeRandom,
    openKeyStore: keys.open,
    profile: 'clinic',
  });

/** Vaults as they can be found: none, one key, two keys, two of which one is lost, and with a list that is damaged or gone. */
async function states(): Promise<State[]> {
  const root = fastFolder();
  const made: State[] = [];
  const keep = (
    name: string,
    keys: FailingKeys,
    words: State['words'],
    codes: string[],
    change = (_folder: string) => {},
  ) => {
    const folder = path.join(root, name);
    if (words.length > 0) cpSync(path.join(root, 'work'), folder, { recursive: true });
    else mkdirSync(folder, { recursive: true });
    change(folder);
    made.push({
      name,
      folder,
      secrets: new Map(keys.secrets),
      words: [...words],
      codes: [...codes],
    });
  };
  const keys = failingKeys();
  const work = path.join(root, 'work');
  keep('none', keys, [], []);
  const first = vaultOn(work, keys);
  const words: { generation: string; sealed: Buffer }[] = [];
  const seal = (vault: Vault) =>
    words.push({
      generation: vault.keys().generation,
      sealed: vault.keys().sealRow(place, Buffer.from('fever')),
    });
  const codes = [(await first.create(choice)).recoveryCode];
  seal(first);
  // Some recording, and something that is nobody's: neither may be touched.
  writeFileSync(
    path.join(first.keys().folder, `${'aa'.repeat(16)}.seg`),
    Buffer.concat([
      Buffer.from('SCRBSEG1'),
      Buffer.alloc(20, 1),
      first.keys().kekId,
      Buffer.alloc(100, 2),
    ]),
  );
  writeFileSync(path.join(work, 'scriba.db'), 'a database');
  keep('one', keys, words, codes);
  keep('list damaged', keys, words, codes, (folder) =>
    writeFileSync(path.join(folder, 'vault/generations.json'), '[{"generation":'),
  );
  keep('list gone', keys, words, codes, (folder) =>
    rmSync(path.join(folder, 'vault/generations.json')),
  );
  const before = new Map(keys.secrets);
  keys.secrets.clear();
  const second = vaultOn(work, keys);
  await second.open().catch(() => {});
  codes.push((await second.createAnother(choice)).recoveryCode);
  seal(second);
  keep('two, the older lost', keys, words, codes);
  const newer = new Map(keys.secrets);
  for (const [name, secret] of before) keys.secrets.set(name, secret);
  keep('two', keys, words, codes);
  for (const name of newer.keys()) keys.secrets.delete(name);
  keep('two, the newer lost', keys, words, codes);
  return made;
}

type Doing = {
  readonly name: string;
  readonly writes: boolean;
  run(vault: Vault, state: State): Promise<unknown>;
};
const doings: readonly Doing[] = [
  { name: 'open', writes: false, run: (vault) => vault.open() },
  { name: 'create', writes: true, run: (vault) => vault.create(choice) },
  {
    name: 'start another',
    writes: true,
    run: async (vault) => {
      await vault.open().catch(() => {});
      return vault.createAnother(choice);
    },
  },
  {
    name: 'recover',
    writes: true,
    run: (vault, { codes }) => vault.recover(codes[0] ?? 'AAAA', choice),
  },
  {
    name: 'recover the newest',
    writes: true,
    run: (vault, { codes }) => vault.recover(codes.at(-1) ?? 'AAAA', choice),
  },
  {
    name: 'open, and keep a secret',
    writes: false,
    run: async (vault) => {
      await vault.open();
      return vault.secrets.set('session', 'tokens');
    },
  },
];

const contents = (secrets: ReadonlyMap<string, string>) =>
  JSON.stringify([...secrets].filter(([name]) => name.startsWith('kek:')).sort());

test('whatever fails, at whatever call, in whatever state of the vault: nothing that was there is changed, and it opens when all is well again', async () => {
  const all: ({ state: State; doing: Doing } & Planned)[] = [];
  for (const state of await states()) {
    for (const doing of doings) {
      const folder = copyOf(state);
      const keys = failingKeys();
      keys.secrets = new Map(state.secrets);
      keys.begin();
      await doing.run(vaultOn(folder, keys), state).catch(() => {});
      keys.calls.forEach((call, number) => {
        all.push(
          ...faults
            .filter(({ at }) => at.includes(call))
            .flatMap((fault) =>
              [true, false].map((lasting) => ({ state, doing, call: number, fault, lasting })),
            ),
        );
      });
    }
  }
  p11.worst('combinations of state, call and failure', all.length, '');
  const runs = p11.size({ mutant: 120, commit: 2000, long: all.length });
  const step = Math.max(1, all.length / runs);
  for (let at = 0; at < all.length; at += step) {
    const { state, doing, ...planned } = all[Math.floor(at)]!;
    await once(state, doing, planned);
    p11.ran();
  }
}, 120_000);

test('a vault that had keys is never made anew, in whatever state its list is', async () => {
  for (const state of await states()) {
    if (state.words.length === 0) continue;
    const folder = copyOf(state);
    const keys = failingKeys();
    const before = hashFolder(folder);
    await expect(vaultOn(folder, keys).create(choice), state.name).rejects.toMatchObject({
      code: expect.stringMatching(/^(refused|locked)$/),
    });
    expect(hashFolder(folder), state.name).toBe(before);
    expect(keys.secrets.size, state.name).toBe(0);
    p11.ran();
  }
});

const copyOf = (state: State) => {
  const folder = path.join(fastFolder(), 'clinic');
  cpSync(state.folder, folder, { recursive: true });
  return folder;
};

async function once(state: State, doing: Doing, planned: Planned) {
  const { call, fault, lasting } = planned;
  const said = `${doing.name}, vault: ${state.name}, call ${call}${lasting ? ' and on' : ''}: ${fault.name}`;
  const folder = copyOf(state);
  const keys = failingKeys();
  keys.secrets = new Map(state.secrets);
  const before = hashFolder(folder);
  keys.begin(planned);
  const vault = vaultOn(folder, keys);
  const failure = await doing.run(vault, state).then(() => undefined, asFailure);
  if (failure) {
    expect(['locked', 'refused', 'missing', 'invalid', 'broken'], said).toContain(failure.code);
    // What a stranger said goes no further.
    expect(`${failure.message} ${failure.detail}`, said).not.toMatch(/asha|home/);
  }
  if (doing.name === 'create' && state.words.length > 0) expect(failure, said).toBeDefined();
  if (failure || !doing.writes) expect(hashFolder(folder), said).toBe(before);
  // Keys that were there are there: only the one being put back may be written again, with the same bytes, unless the store itself spoils it.
  if (fault.name !== 'keeps something else')
    for (const [name, secret] of state.secrets) expect(keys.secrets.get(name), said).toBe(secret);
  vault.close();

  // The key store is well again and has its keys: everything opens.
  keys.begin();
  for (const [name, secret] of state.secrets) keys.secrets.set(name, secret);
  const healed = vaultOn(folder, keys);
  if (healed.state().cause === 'generations-damaged') await healed.recover(state.codes[0]!, choice);
  else if (healed.state().state !== 'none')
    await healed
      .open()
      .catch((error: unknown) =>
        expect(state.name, `${said}: ${String(error)}`).toBe('two, the newer lost'),
      );
  for (const [index, { generation, sealed }] of state.words.entries()) {
    if (!healed.generations().includes(generation))
      await healed.recover(state.codes[index]!, choice);
    if (healed.isOpen())
      expect(healed.rows().openRow(place, sealed).toString(), said).toBe('fever');
  }
  expect(contents(keys.secrets).length, said).toBeGreaterThan(0);
  healed.close();
}

describe('with visits', () => {
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
      expect(recoveryCode).toMatch(/^([A-Z2-7]{4}-){13}[A-Z2-7]{4}$/);
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
    await expect(lost.ask('vault.unlock', { passphrase: 'not this one' })).rejects.toMatchObject({
      detail: 'passphrase-wrong',
    });
    await lost.ask('vault.startAnother', { kind: 'passphrase', passphrase: 'a new passphrase' });
    await lost.record(1, { name: 'Asha New', recordNumber: '2' });
    await expect(lost.ask('vault.unlock', { passphrase: 'still not this' })).rejects.toMatchObject({
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

test('a vault whose folder was moved away and back is the same vault', async () => {
  const keys = failingKeys();
  const app = await openTestApp({ keyStore: keys.open });
  const { id } = await app.record(1);
  await app.app.idle();
  await app.close();
  const vault = path.join(app.folder, 'vault');
  renameSync(vault, `${vault}-away`);
  const bare = await openTestApp({
    folder: app.folder,
    clock: app.clock,
    keyStore: keys.open,
    made: false,
  });
  expect((await bare.ask('vault.state', undefined)).state).toBe('none');
  await bare.close();
  rmSync(vault, { recursive: true, force: true });
  renameSync(`${vault}-away`, vault);
  const back = await openTestApp({ folder: app.folder, clock: app.clock, keyStore: keys.open });
  expect((await back.ask('visits.get', { id })).patient.name).toBe('Asha Canary');
  await back.close();
  p11.ran();
});
