/** A database that cannot be opened is set aside under a name of its own; nothing else is moved. */
import { copyFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../../../main/infrastructure/store/recovery/set-aside.ts';
import { createStore } from '../../../../main/infrastructure/store/store.ts';
import { failure } from '../../../support/failure.ts';
import { heldClock } from '../../../support/ports/clocks.ts';
import { temporaryFolder, testCipher, visit } from '../../../support/rows.ts';

const MOMENT = Date.UTC(2026, 10, 23, 10, 20, 30);
function rig() {
  const cipher = testCipher();
  const folder = temporaryFolder();
  const file = path.join(folder, 'scriba.db');
  const seal = () => cipher;
  const open = () => {
    const opened = openStore({ file, seal, clock: heldClock(MOMENT) });
    onTestFinished(() => opened.store.close());
    return opened;
  };
  return {
    file,
    folder,
    open,
    create: () => createStore({ file, seal }),
    names: () => readdirSync(folder).filter((name) => !/^scriba\.db(-wal|-shm)?$/.test(name)),
  };
}

test('where nothing was, and where the file is empty, the store is new; where a visit is, it is not', () => {
  expect(rig().open()).toMatchObject({ anew: true });
  const empty = rig();
  writeFileSync(empty.file, '');
  expect(empty.open()).toMatchObject({ anew: true });
  expect(empty.names()).toEqual([]);
  const used = rig();
  used.create().close();
  const opened = used.open();
  expect(opened).toMatchObject({ anew: false });
  expect(opened.setAside).toBeUndefined();
  expect(used.names()).toEqual([]);
});

test('the log of a database that was emptied is set aside too: SQLite would remove it', () => {
  const { file, folder, open, create, names } = rig();
  const store = create();
  store.visits.insert(visit('a'));
  copyFileSync(`${file}-wal`, `${file}.log`);
  store.close();
  truncateSync(file);
  copyFileSync(`${file}.log`, `${file}-wal`);
  const log = readFileSync(`${file}.log`);
  expect(open()).toMatchObject({ anew: true, setAside: { reason: 'damaged' } });
  const [kept] = names().filter((name) => name.endsWith('Z-wal'));
  expect(readFileSync(path.join(folder, kept!))).toEqual(log);
});

test('a log whose database is gone is set aside as it is, and the store is new', () => {
  const { file, folder, open, names } = rig();
  writeFileSync(`${file}-wal`, 'what was written last');
  const { setAside, anew } = open();
  expect({ setAside, anew }).toEqual({
    setAside: { reason: 'damaged', name: 'scriba.db.damaged-20261123T102030Z' },
    anew: true,
  });
  expect(names()).toEqual(['scriba.db.damaged-20261123T102030Z-wal']);
  expect(readFileSync(path.join(folder, names()[0]!), 'utf8')).toBe('what was written last');
});

test('three that are damaged within a second have names of their own, and so has one whose log alone was kept', () => {
  const { file, open, names, folder } = rig();
  for (const which of ['first', 'second', 'third']) {
    const words = `${which}, and no database`;
    writeFileSync(file, words.repeat(100));
    const { store, setAside } = open();
    store.close();
    expect(setAside!.reason).toBe('damaged');
    expect(readFileSync(path.join(folder, setAside!.name), 'utf8')).toBe(words.repeat(100));
  }
  expect(names().sort()).toEqual([
    'scriba.db.damaged-20261123T102030Z',
    'scriba.db.damaged-20261123T102030Z-2',
    'scriba.db.damaged-20261123T102030Z-3',
  ]);
  for (const reason of ['newer', 'damaged']) {
    const other = rig();
    writeFileSync(path.join(other.folder, `scriba.db.${reason}-20261123T102030Z-wal`), 'x');
    writeFileSync(other.file, 'no database'.repeat(100));
    expect(other.open().setAside!.name).toBe('scriba.db.damaged-20261123T102030Z-2');
  }
});

test('one that another Scriba has open is refused, and nothing is moved', () => {
  const { open, create, names } = rig();
  const first = create();
  onTestFinished(() => first.close());
  expect(open).toThrow(failure('busy', 'already-open'));
  expect(names()).toEqual([]);
});
