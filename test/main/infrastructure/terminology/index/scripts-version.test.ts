/** An index that has words of Indian scripts is made anew when their spelling is compared otherwise. */
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openIndex } from '../../../../../main/infrastructure/terminology/index/open-index.ts';
import { keyOf } from '../../../../../main/infrastructure/terminology/text/normalise.ts';
import { SCRIPTS } from '../../../../../main/infrastructure/terminology/text/scripts.ts';
import { buildSmallIndex } from '../../../../support/terminology/small-index.ts';

const files = (name: string) => ({
  'codes_2025.csv': `Code,Description,ChapterID,SectionID\nR50,"${name}",1,X\nR50.9,"Fever, unspecified",1,X\n`,
  'index_2025.csv': 'RowID,Letter,Level,Term,See,SeeAlso,NonEssModif,Code\n1,F,0,Fever,,,,R50.9\n',
});

function withoutVersion(name: string): string {
  const { index, file } = buildSmallIndex(files(name));
  index.close();
  const db = new Database(file);
  expect(db.prepare("SELECT value FROM meta WHERE name = 'scripts'").pluck().get()).toBe(SCRIPTS);
  db.prepare("DELETE FROM meta WHERE name = 'scripts'").run();
  db.close();
  return file;
}

test('an index with such words and another version is old', () => {
  expect(() => openIndex(withoutVersion('बुखार'))).toThrow(
    expect.objectContaining({ code: 'broken', detail: 'terminology-old' }),
  );
});

test('an index without such words is the same under any version', () => {
  const index = openIndex(withoutVersion('Fever'));
  expect(index.facts.codes).toBe(2);
  index.close();
});

test('a name of a release in an Indian script is found in any of its spellings', () => {
  const { index } = buildSmallIndex(files('कब्ज़ और खाँसी'));
  const words = index.wordsOf('कब्ज और खांसी');
  expect(index.exactly(keyOf(words))).toHaveLength(1);
  index.close();
});
