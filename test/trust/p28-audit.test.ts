/**
 * P28: who did what and when: sealed, chained, without a word about a patient; every tampering is
 * noticed, a year is kept.
 */

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { nodeDisk, nodeRandom } from '../../main/hosts/node/node-ports.ts';
import { createStore } from '../../main/infrastructure/store/store.ts';
import { createVault } from '../../main/infrastructure/vault/vault.ts';
import type { AuditEntry } from '../../shared/model/audit.ts';
import { auditWords } from '../../shared/model/audit.ts';
import { secretBytes } from '../../shared/secret-bytes.ts';
import { memoryKeyStore } from '../support/rigs/vault.ts';
import { temporaryFolder } from '../support/rows.ts';
import { openTestApp } from './support/app/test-app.ts';
import { promise } from './support/promise.ts';
import { seeded } from './support/seeded.ts';

const p28 = promise({
  id: 'P28',
  title: 'Audit log: who, what and when, without a patient, in a chain',
  figure:
    'every change, loss, insertion and reordering of entries is noticed; 0 words about a patient; a year is kept',
});
const DAY = 24 * 3600 * 1000;
const NOW = 1_760_000_000_000;

type Row = { seq: number; entry: Buffer; mac: Buffer };
type Tables = { rows: Row[]; ends: Buffer | undefined };

async function log(entries: number, keyStore = memoryKeyStore()) {
  const folder = temporaryFolder();
  const file = path.join(folder, 'scriba.db');
  const vault = createVault({
    folder,
    disk: nodeDisk,
    random: nodeRandom,
    openKeyStore: keyStore.open,
  });
  await vault.create({ kind: 'keychain' });
  const open = () => createStore({ file, seal: vault.rows });
  const store = open();
  store.transaction(() => {
    for (let n = 0; n < entries; n++) store.audit.add(entry(n));
  });
  store.close();
  return { folder, file, vault, open, keyStore };
}
const entry = (n: number): AuditEntry => ({
  at: NOW + n * 60_000,
  what: auditWords[n % auditWords.length]!,
  who: 'clinic-17',
  ...(n % 2 === 0 && { visit: `visit-${n}`.padEnd(12, 'x') }),
});

function read(file: string): Tables {
  const db = new Database(file);
  const rows = db.prepare('SELECT seq, entry, mac FROM audit ORDER BY seq').all() as Row[];
  const ends = (db.prepare('SELECT ends FROM audit_ends').get() as { ends: Buffer } | undefined)
    ?.ends;
  db.close();
  return { rows, ends };
}

function write(file: string, { rows, ends }: Tables): void {
  const db = new Database(file);
  db.exec('DELETE FROM audit; DELETE FROM audit_ends');
  for (const { seq, entry: sealed, mac } of rows)
    db.prepare('INSERT INTO audit VALUES (?, ?, ?)').run(seq, sealed, mac);
  if (ends) db.prepare('INSERT INTO audit_ends VALUES (1, ?)').run(ends);
  db.close();
}

const flipped = (bytes: Buffer, at: number, bit: number) =>
  Buffer.from(bytes.map((byte, i) => (i === at % bytes.length ? byte ^ (1 << (bit % 8)) : byte)));
type Tampering = { name: string; run(tables: Tables, pick: (below: number) => number): Tables };
const without = <T>(list: T[], at: number, count = 1) => [
  ...list.slice(0, at),
  ...list.slice(at + count),
];
const tamperings: Tampering[] = [
  {
    name: 'a bit of an entry is changed',
    run: ({ rows, ends }, pick) => ({
      ends,
      rows: rows.map((row, i) =>
        i === pick(rows.length) ? { ...row, entry: flipped(row.entry, pick(1e6), pick(8)) } : row,
      ),
    }),
  },
  {
    name: 'a bit of a digest is changed',
    run: ({ rows, ends }, pick) => ({
      ends,
      rows: rows.map((row, i) =>
        i === pick(rows.length) ? { ...row, mac: flipped(row.mac, pick(1e6), pick(8)) } : row,
      ),
    }),
  },
  {
    name: 'an entry is taken out',
    run: ({ rows, ends }, pick) => ({ ends, rows: without(rows, pick(rows.length)) }),
  },
  {
    name: 'an entry is taken out and the rest moved up',
    run: ({ rows, ends }, pick) => ({
      ends,
      rows: without(rows, pick(rows.length)).map((row, i) => ({ ...row, seq: i + 1 })),
    }),
  },
  {
    name: 'the last entries are cut off',
    run: ({ rows, ends }, pick) => ({
      ends,
      rows: rows.slice(0, rows.length - 1 - pick(rows.length - 1)),
    }),
  },
  {
    name: 'the first entries are cut off',
    run: ({ rows, ends }, pick) => ({ ends, rows: rows.slice(1 + pick(rows.length - 1)) }),
  },
  { name: 'all entries are removed', run: ({ ends }) => ({ ends, rows: [] }) },
  {
    name: 'two entries change places',
    run: ({ rows, ends }, pick) => {
      const a = pick(rows.length - 1);
      const [one, two] = [rows[a]!, rows[a + 1]!];
      return {
        ends,
        rows: [
          ...rows.slice(0, a),
          { ...two, seq: one.seq },
          { ...one, seq: two.seq },
          ...rows.slice(a + 2),
        ],
      };
    },
  },
  {
    name: 'an entry is repeated in the place of another',
    run: ({ rows, ends }, pick) => {
      const a = pick(rows.length);
      const b = (a + 1 + pick(rows.length - 1)) % rows.length;
      return { ends, rows: rows.map((row, i) => (i === a ? { ...rows[b]!, seq: row.seq } : row)) };
    },
  },
  {
    name: 'an old entry is put in once more at the end',
    run: ({ rows, ends }, pick) => ({
      ends,
      rows: [...rows, { ...rows[pick(rows.length)]!, seq: rows.length + 1 }],
    }),
  },
  { name: 'the ends are removed', run: ({ rows }) => ({ ends: undefined, rows }) },
  {
    name: 'a bit of the ends is changed',
    run: ({ rows, ends }, pick) => ({ rows, ends: flipped(ends!, pick(1e6), pick(8)) }),
  },
];

describe('the audit log (P28)', () => {
  test('notices every tampering, and nothing where there was none', async () => {
    const random = seeded(p28.seed());
    const pick = (below: number) => Math.floor(random() * below);
    const { file, open } = await log(40);
    const asWritten = read(file);
    const check = () => {
      const store = open();
      const found = { ...store.audit.verify(), listed: store.audit.list(500).length };
      store.close();
      return found;
    };
    expect(check()).toEqual({ state: 'whole', entries: 40, unknown: 0, listed: 40 });
    const runs = p28.size({ mutant: 24, commit: 240, long: 10_000 });
    const unseen: string[] = [];
    for (let run = 0; run < runs; run++) {
      const { name, run: tamper } = tamperings[run % tamperings.length]!;
      // One choice a tampering: `pick` is asked once for each place inside.
      const chosen = new Map<number, number>();
      const once = (below: number) => {
        if (!chosen.has(below)) chosen.set(below, pick(below));
        return chosen.get(below)!;
      };
      write(file, tamper(asWritten, once));
      if (check().state !== 'broken') unseen.push(name);
      p28.ran();
    }
    p28.failed(unseen.length);
    expect(unseen).toEqual([]);
    write(file, asWritten);
    expect(check().state).toBe('whole');
  });

  test('notices an entry out of another history of the same log', async () => {
    const { file, open } = await log(10);
    const before = read(file);
    const lived = (from: number) => {
      write(file, before);
      const store = open();
      for (let n = 0; n < 10; n++) store.audit.add(entry(from + n));
      store.close();
      return read(file);
    };
    const [one, other] = [lived(100), lived(200)];
    for (let at = 10; at < 20; at++) {
      write(file, {
        ends: one.ends,
        rows: one.rows.map((row, i) => (i === at ? other.rows[at]! : row)),
      });
      const store = open();
      expect(store.audit.verify().state, `entry ${at}`).toBe('broken');
      store.close();
      p28.ran();
    }
  });

  test('stays noticed when entries are written after the tampering', async () => {
    for (const tamper of tamperings) {
      const { file, open } = await log(6);
      write(
        file,
        tamper.run(read(file), (below) => Math.floor(below / 2)),
      );
      const store = open();
      try {
        store.audit.add(entry(99));
      } catch {
        // Ends that do not open let nothing be written over them.
      }
      expect(store.audit.verify().state, tamper.name).toBe('broken');
      store.close();
      p28.ran();
    }
  });
});

describe('the audit log over the years (P28)', () => {
  test('keeps a year: older entries go from its beginning, the chain stays whole, and none goes early', async () => {
    const { open } = await log(0);
    const store = open();
    for (let day = 0; day < 400; day += 20)
      store.audit.add({ at: NOW + day * DAY, what: 'note-read', who: 'clinic-17' });
    expect(store.audit.forgetBefore(NOW + 400 * DAY - 365 * DAY)).toBe(2);
    expect(store.audit.list(500).map(({ at }) => (at - NOW) / DAY)).toEqual(
      Array.from({ length: 18 }, (_, i) => 380 - i * 20),
    );
    expect(store.audit.verify()).toEqual({ state: 'whole', entries: 18, unknown: 0 });
    expect(store.audit.forgetBefore(NOW)).toBe(0);
    store.audit.add(entry(1));
    expect(store.audit.verify()).toMatchObject({ state: 'whole', entries: 19 });
    store.close();
    p28.ran();
  });

  test('goes on under a new key while the old one is lost, and the old entries are believed again when it returns', async () => {
    const { folder, file, keyStore } = await log(5);
    const kept = [...keyStore.secrets];
    keyStore.secrets.clear();
    const vault = createVault({
      folder,
      disk: nodeDisk,
      random: nodeRandom,
      openKeyStore: keyStore.open,
    });
    await expect(vault.open()).rejects.toThrow();
    await vault.createAnother({ kind: 'keychain' });
    const store = createStore({ file, seal: vault.rows });
    store.audit.add(entry(7));
    expect(store.audit.verify()).toEqual({ state: 'whole', entries: 6, unknown: 5 });
    expect(store.audit.list(500)).toEqual([entry(7)]);
    for (const [name, secret] of kept) keyStore.secrets.set(name, secret);
    await vault.open();
    expect(store.audit.list(500)).toEqual([entry(7), ...[4, 3, 2, 1, 0].map(entry)]);
    expect(store.audit.verify().unknown).toBe(0);
    store.close();
    p28.ran();
  });
});

describe('what the audit log says (P28)', () => {
  test('of a working day names the visit by a pseudonym and nobody by name; what stands on the disk says nothing at all', async () => {
    const app = await openTestApp();
    const { id } = await app.record(1);
    await app.ask('visits.rename', {
      id,
      patient: { name: 'Zyxwanda Canaryname', recordNumber: 'UHID-778899' },
    });
    await app.ask('visits.consent', { id, agreed: true });
    await app.ask('notes.get', { id });
    await app.ask('recordings.discard', { id });
    await app.ask('recordings.undoDiscard', { id });
    await app.ask('vault.lock', undefined);
    await expect(
      app.ask('vault.unlock', { passphrase: secretBytes('not the passphrase') }),
    ).rejects.toMatchObject({ code: 'locked' });
    await app.ask('vault.unlock', { passphrase: app.passphrase });
    await app.ask('settings.change', {
      privacy: { keepAudioDays: 3, keepNotesDays: 0, lockAfterMinutes: 5 },
    });
    const entries = await app.ask('audit.list', undefined);
    expect(entries.map(({ what }) => what).reverse()).toEqual([
      'log-begun',
      'vault-made',
      'visit-started',
      'visit-finished',
      'visit-renamed',
      'consent-changed',
      'note-read',
      'visit-discarded',
      'visit-restored',
      'vault-locked',
      'vault-refused',
      'vault-opened',
      'settings-changed',
    ]);
    const names = new Set(entries.flatMap(({ visit }) => visit ?? []));
    expect(names.size).toBe(1);
    const [name] = names;
    expect(name).toMatch(/^[A-Za-z0-9_-]{12}$/);
    expect(id).not.toContain(name);
    expect(
      entries.filter(
        ({ at, who }) =>
          Math.abs(at - app.clock.now()) > 3600_000 ||
          !['person', 'scriba', 'locked'].includes(who),
      ),
    ).toEqual([]);
    expect(JSON.stringify(entries)).not.toMatch(/zyxwanda|canary|778899|asha/i);
    await app.close();
    const bytes = Buffer.concat(
      readdirSync(app.folder, { recursive: true, withFileTypes: true })
        .filter((found) => found.isFile())
        .map((found) => readFileSync(path.join(found.parentPath, found.name))),
    );
    expect(auditWords.filter((word) => bytes.includes(word))).toEqual([]);
    expect(bytes.includes(name!)).toBe(false);
    p28.ran();
  });
});
