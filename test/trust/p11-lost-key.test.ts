/**
 * P11: a key that is gone, wrong or out of reach destroys nothing; recording goes on with a new
 * one; all opens again when it returns.
 */
import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { nodeDisk, nodeRandom } from '../../main/hosts/node/node-ports.ts';
import { createVault, type Vault } from '../../main/infrastructure/vault/vault.ts';
import { asFailure } from '../../shared/failure.ts';
import { hashFolder } from '../support/rigs/vault.ts';
import { openTestApp } from './support/app/test-app.ts';
import {
  type FailingKeys,
  failingKeys,
  faults,
  type Planned,
} from './support/damage/failing-keys.ts';
import { fastFolder } from './support/disks/fast-folder.ts';
import { choice, p11 } from './support/promises/p11.ts';

const place = { table: 't', column: 'c', row: 'r' };

type State = {
  readonly name: string;
  readonly folder: string;
  readonly secrets: ReadonlyMap<string, string>;
  /** Sealed words by the generation that sealed them. */
  readonly words: readonly { readonly generation: string; readonly sealed: Buffer }[];
  readonly codes: readonly Uint8Array[];
};

const vaultOn = (folder: string, keys: FailingKeys) =>
  createVault({
    folder,
    disk: nodeDisk,
    random: nodeRandom,
    openKeyStore: keys.open,
    profile: 'clinic',
  });

/**
 * Vaults as they can be found: none, one key, two keys, two of which one is lost, and with a list
 * that is damaged or gone.
 */
async function states(): Promise<State[]> {
  const root = fastFolder();
  const made: State[] = [];
  const keep = (
    name: string,
    keys: FailingKeys,
    words: State['words'],
    codes: Uint8Array[],
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
    run: (vault, { codes }) => vault.recover(codes[0] ?? Buffer.from('AAAA'), choice),
  },
  {
    name: 'recover the newest',
    writes: true,
    run: (vault, { codes }) => vault.recover(codes.at(-1) ?? Buffer.from('AAAA'), choice),
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
    // Text of a foreign error is not passed on.
    expect(`${failure.message} ${failure.detail}`, said).not.toMatch(/asha|home/);
  }
  if (doing.name === 'create' && state.words.length > 0) expect(failure, said).toBeDefined();
  if (failure || !doing.writes) expect(hashFolder(folder), said).toBe(before);
  // Keys that were there are there: only the one being put back may be written again, with the same
  // bytes, unless the store itself spoils it.
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
