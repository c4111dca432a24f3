/**
 * P7: whatever becomes of the database, Scriba starts, says so, keeps the file, and sends nothing
 * twice and nothing that was discarded.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { audioOf, dice, digest, isAlive } from '../support/fakes/fake-platform.ts';
import { makeStandstills, type Standstill } from './support/app/outbox-states.ts';
import { copyWorld, restore, startWholeApp, type WholeApp } from './support/app/whole-app.ts';
import { damages } from './support/damage/database-damage.ts';
import { fastFolder } from './support/disks/fast-folder.ts';
import { textOf } from './support/platforms/net-platform.ts';
import { promise } from './support/promise.ts';

const proof = promise({
  id: 'P7',
  title:
    'A database that is damaged, deleted or newer: Scriba starts, tells, keeps it aside, rebuilds from the vault',
  figure: '0 cases lose a visit, send one twice, or send one that was discarded',
});

/**
 * All recorded visits hold the same sound, so that what is made of it must be the same bytes each
 * time.
 */
let recordedDigest: string | undefined;
/** A broken variant has to show itself in a few seconds. */
const few = {
  kinds: ['both deleted', 'another kind of file', 'from a newer version'],
  states: ['prepared', 'committing, heard, no answer', 'discarded', 'ready'],
};
const kinds = proof.level === 'mutant' ? few.kinds : Object.keys(damages);

const person =
  (whole: WholeApp) =>
  async ({ id, state }: { id: string; state: string }) => {
    if (state === 'attention') await whole.app.handlers['outbox.retry']({ id });
    if (state === 'recording') await whole.app.handlers['recordings.finishUnfinished']({ id });
  };

/** One that was damaged is told so, and fetched again. */
async function noteOf(whole: WholeApp, id: string): Promise<string | undefined> {
  const get = async () => (await whole.app.handlers['notes.get']({ id }))?.documents[0]?.text;
  return get().catch(async (error: { detail?: string }) => {
    expect(error.detail).toBe('note-damaged');
    await whole.until((all) => all.some((one) => one.id === id && one.state === 'ready'));
    return get();
  });
}

async function live(at: Standstill, kind: string, seed: number, home: string) {
  const seen = `seed ${seed}: ${at.name}, ${kind}`;
  const roll = dice(seed);
  const folder = path.join(home, `case-${seed}`);
  const files = new Map(at.files);
  damages[kind]!(files, roll, at);
  restore(folder, files);
  const world = copyWorld(at.world);

  const whole = await startWholeApp(folder, world).catch((error: unknown) =>
    expect.fail(`${seen}: Scriba does not start: ${String(error)}`),
  );
  const health = (await whole.app.handlers['app.health'](undefined)).map(({ code }) => code);
  const aside = readdirSync(folder).filter((name) =>
    /^scriba\.db\.(damaged|newer)-\d{8}T\d{6}Z/.test(name),
  );
  if (aside.length > 0)
    expect(health, seen).toContain(
      aside[0]!.includes('newer') ? 'database-newer' : 'database-rebuilt',
    );
  // Lost rows that no log brings back are reported, too.
  else
    expect(health, seen).toEqual(
      ['both deleted', 'database empty'].includes(kind) &&
        (files.get('scriba.db-wal')?.length ?? 0) === 0
        ? ['database-rebuilt']
        : expect.toBeOneOf([
            [],
            ['database-rebuilt'],
            // Without the end of its log the database is behind the mark in the key store.
            ...(/\blog\b/.test(kind) ? [['folder-older']] : []),
          ]),
    );
  if (kind === 'from a newer version') expect(health, seen).toEqual(['database-newer']);
  for (const name of aside) {
    const end = /-(wal|shm)$/.exec(name)?.[0] ?? '';
    // A log that was not there may have been opened, empty.
    if (end !== '-shm')
      expect(
        readFileSync(path.join(folder, name)).equals(
          files.get(`scriba.db${end}`) ?? Buffer.alloc(0),
        ),
        `${seen}: ${name} is kept as it was`,
      ).toBe(true);
  }

  const visits = await whole
    .until(
      (all) =>
        all.length >= at.audio.size &&
        all.every(
          ({ id, state }) => state === (at.audio.get(id) === 'discarded' ? 'discarded' : 'ready'),
        ),
      person(whole),
    )
    .catch((error: Error) => expect.fail(`${seen}: ${error.message}`));
  expect(visits.map(({ id }) => id).sort(), seen).toEqual([...at.audio.keys()].sort());
  expect(whole.platform.sentAgain, `${seen}: sent again`).toEqual([]);
  const alive = [...world.txns.values()].filter(isAlive);
  for (const [id, audio] of at.audio) {
    const visit = visits.find((one) => one.id === id)!;
    const mine = alive.filter((txn) => txn.id === visit.transactionId);
    if (audio === 'discarded') {
      expect(mine, `${seen}: discarded`).toEqual([]);
      continue;
    }
    expect(mine, `${seen}: ${visit.transactionId}`).toHaveLength(1);
    const sent = digest(...audioOf(mine[0]!).map((bytes) => bytes!));
    if (audio === 'recorded') recordedDigest ??= sent;
    expect(sent, `${seen}: whole and in order`).toBe(
      audio === 'recorded' ? recordedDigest : digest(...audio),
    );
    expect(await noteOf(whole, id), `${seen}: the note`).toBe(textOf(mine[0]!));
  }
  expect(alive, seen).toHaveLength(
    [...at.audio.values()].filter((audio) => audio !== 'discarded').length,
  );
  await whole.app.close();
  rmSync(folder, { recursive: true, force: true });
  return aside.length > 0;
}

function leastCommon(one: number, other: number): number {
  let most = one;
  while (most % other !== 0) most += one;
  return most;
}

test('at every state of the outbox', async () => {
  const cases = proof.size({
    mutant: few.kinds.length * few.states.length,
    commit: kinds.length * 6,
    long: 6000,
  });
  const standstills = await makeStandstills(proof.level === 'mutant' ? few.states : undefined);
  const home = fastFolder();
  let rebuilt = 0;
  const wrong: string[] = [];
  // Continues about where another run stopped: small sizes cover all pairs in the end.
  const first = proof.level === 'mutant' ? 0 : proof.seed() % (kinds.length * standstills.length);
  for (let at = first; at < first + cases; at++) {
    // Every kind meets every state before any meets it again.
    const kind = kinds[at % kinds.length]!;
    const standstill =
      standstills[
        (at + Math.floor(at / leastCommon(kinds.length, standstills.length))) % standstills.length
      ]!;
    try {
      if (await live(standstill, kind, proof.seed() + at, home)) rebuilt += 1;
    } catch (error) {
      wrong.push((error as Error).message);
      // A broken variant is caught at the first.
      if (wrong.length > 10 || proof.level === 'mutant') break;
    }
    proof.ran();
  }
  proof.failed(wrong.length);
  expect(wrong).toEqual([]);
  proof.worst('databases set aside and rebuilt', rebuilt, '');
  expect(rebuilt).toBeGreaterThan(cases / 10);
}, 3_600_000);
