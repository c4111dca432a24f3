/** Which words of a note are marked: the dictionary, the lists of codes, names, and own words. */

import path from 'node:path';
import { expect, test } from 'vitest';
import { createOwnWords } from '../../../../main/features/spelling/own-words.ts';
import { createSpelling } from '../../../../main/features/spelling/spelling.ts';
import { nodeRandom } from '../../../../main/hosts/node/node-ports.ts';
import { createStore } from '../../../../main/infrastructure/store/store.ts';
import { Failure } from '../../../../shared/failure.ts';
import { type Settings, settingsSchema } from '../../../../shared/model/settings.ts';
import { temporaryFolder, testCipher } from '../../../support/rows.ts';

function rig(given: Partial<Settings> = {}) {
  const file = path.join(temporaryFolder(), 'scriba.db');
  let cipher = testCipher();
  let locked = false;
  const seal = () => {
    if (locked) throw new Failure('locked', 'The vault is locked.');
    return cipher;
  };
  let store = createStore({ file, seal });
  const settings = { ...settingsSchema.parse({}), ...given };
  const begin = () => {
    const own = createOwnWords({ values: store.values, seal, random: nodeRandom });
    const spelling = createSpelling({
      settings: () => settings,
      own,
      isDrug: (word) => word === 'brandoxil',
    });
    return { own, spelling };
  };
  return {
    ...begin(),
    settings,
    lock: (now: boolean) => (locked = now),
    otherKey: () => (cipher = testCipher(Buffer.alloc(32, 9))),
    restart() {
      store.close();
      store = createStore({ file, seal });
      return begin();
    },
    fill(count: number) {
      const entries = Array.from({ length: count }, (_, index) => {
        const place = { table: 'small_values', column: 'spelling.words', row: `${index}` };
        const sealed = cipher.sealRow(place, Buffer.from(`word${index}`));
        return { key: place.row, sealed: sealed.toString('base64') };
      });
      store.values.set('spelling.words', JSON.stringify(entries));
    },
    stored: () => store.values.get('spelling.words') ?? '',
  };
}

test('misspelt words are told, right ones are not', async () => {
  const { spelling } = rig();
  expect(
    await spelling.check(['The', 'patiant', 'has', 'a', 'feaver', "doesn't", 'patient’s']),
  ).toEqual(['patiant', 'feaver']);
});

test('numbers, units, codes, abbreviations and other scripts are not words to check', async () => {
  const { spelling } = rig();
  const words = ['5mg', 'B12', 'HbA1c', 'mmHg', 'mcg', 'ECG', 'ECGs', 'I10', 'x', 'बुखार', 'naïve'];
  expect(await spelling.check([...words, 'q'.repeat(500)])).toEqual([]);
});

test('the lists that come with Scriba are known: medicines, findings, tests, short forms; their misspellings are not', async () => {
  const { spelling } = rig();
  const known = ['Metformin', 'amlodipine', 'hepatomegaly', 'bilirubin', 'tds', 'bd', 'COPD'];
  expect(await spelling.check(known)).toEqual([]);
  expect(await spelling.check(['metfromin', 'amlodipin', 'hepatomegally', 'bilirubbin'])).toEqual([
    'metfromin',
    'amlodipin',
    'hepatomegally',
    'bilirubbin',
  ]);
  expect((await spelling.suggest('metfromin'))[0]).toBe('metformin');
});

test('a medicine of a list on this computer is known', async () => {
  expect(await rig().spelling.check(['Brandoxil', 'brandoxel'])).toEqual(['brandoxel']);
});

test('British and American spelling: the lists of codes, which are American, make no American word British', async () => {
  const pairs = ['anaemia', 'anemia', 'diarrhoea', 'diarrhea', 'colour', 'color'];
  expect(await rig().spelling.check(pairs)).toEqual(['anemia', 'diarrhea', 'color']);
  expect(await rig({ spelling: 'american' }).spelling.check(pairs)).toEqual([
    'anaemia',
    'diarrhoea',
    'colour',
  ]);
  expect(await rig().spelling.check(['organise', 'organize', 'organization'])).toEqual([]);
});

test('a change of the spelling counts from the next word on; switched off, nothing is told', async () => {
  const { spelling, settings } = rig();
  expect(await spelling.check(['color'])).toEqual(['color']);
  settings.spelling = 'american';
  expect(await spelling.check(['color'])).toEqual([]);
  settings.spelling = 'off';
  expect([await spelling.check(['xqzzv']), await spelling.suggest('feaver')]).toEqual([[], []]);
});

test('the names of the patient whose note is edited are right, until the next patient or a lock', async () => {
  const { spelling } = rig();
  const names = ['Venkataraghavan', 'Ashalatha’s', 'Thirunavukkarasu'];
  expect(await spelling.check(names)).toEqual(names);
  spelling.accept('Ashalatha Venkataraghavan');
  expect(await spelling.check(names)).toEqual(['Thirunavukkarasu']);
  spelling.accept('Thirunavukkarasu');
  expect(await spelling.check(names)).toEqual(names.slice(0, 2));
  spelling.forget();
  expect(await spelling.check(names)).toEqual(names);
});

test('the doctor’s name and what the own dictionary writes are right', async () => {
  const base = settingsSchema.parse({});
  const { spelling } = rig({
    exportProfile: { ...base.exportProfile, doctorName: 'Dr Kavitha Subramaniam' },
    phrases: { dot: [], dictionary: [{ heard: 'dolo', written: 'Dolopar' }] },
  });
  expect(await spelling.check(['Subramaniam', 'Dolopar', 'Subramanien'])).toEqual(['Subramanien']);
});

test('an own word is right in any case and with an ending, survives a restart, and goes when it is removed', async () => {
  const { own, spelling, restart } = rig();
  own.add('Zostrix');
  own.add('Zostrix');
  expect(await spelling.check(['Zostrix', 'zostrix', "Zostrix's", 'zostrex'])).toEqual(['zostrex']);
  expect(await spelling.suggest('zostrex')).toEqual(['zostrix']);
  const again = restart();
  expect(again.own.all()).toEqual(['Zostrix']);
  expect(await again.spelling.check(['zostrix'])).toEqual([]);
  again.own.remove('Zostrix');
  expect([again.own.all(), restart().own.all()]).toEqual([[], []]);
  expect(await again.spelling.check(['zostrix'])).toEqual(['zostrix']);
});

test('own words lie on the disk sealed; while the vault is locked nothing of them is told, also of what was read before', async () => {
  const { own, spelling, lock, stored } = rig();
  own.add('Venkataraghavan');
  expect(own.all()).toEqual(['Venkataraghavan']);
  expect(stored()).not.toMatch(/venkat/i);
  expect(Buffer.from(JSON.parse(stored())[0].sealed, 'base64').toString('latin1')).not.toMatch(
    /venkat/i,
  );
  lock(true);
  expect(() => own.all()).toThrow('locked');
  expect(() => own.add('Another')).toThrow('locked');
  expect(() => own.remove('Venkataraghavan')).toThrow('locked');
  await expect(spelling.check(['Venkataraghavan'])).rejects.toThrow('locked');
  spelling.forget();
  lock(false);
  expect(own.all()).toEqual(['Venkataraghavan']);
});

test('words that another key sealed stay where they are, beside new ones', () => {
  const { own, otherKey, restart, stored } = rig();
  own.add('Zostrix');
  otherKey();
  const { own: other } = restart();
  expect(other.all()).toEqual([]);
  other.add('Dolopar');
  expect(other.all()).toEqual(['Dolopar']);
  expect(JSON.parse(stored())).toHaveLength(2);
});

test('a thousand words of one’s own, and not one more', () => {
  const { own, fill } = rig();
  fill(999);
  own.add('Zostrix');
  expect(own.all()).toHaveLength(1000);
  expect(() => own.add('onemore')).toThrow('There is room for 1000 words');
  own.add('Zostrix');
  own.remove('Zostrix');
  own.add('onemore');
  expect(own.all()).toHaveLength(1000);
});
