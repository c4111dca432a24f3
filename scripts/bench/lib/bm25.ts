/**
 * A yardstick: SQLite's own full-text search with BM25 over the wording of the same terms, and
 * nothing else.
 */
import Database from 'better-sqlite3';
import type { Linked } from './linking-sets.ts';

/** `file`: an index of ours, for its terms and codes. */
export function plainBm25(file: string): {
  link(query: string): Linked[];
  search(typed: string): string[];
  close(): void;
} {
  const db = new Database(':memory:');
  db.prepare('ATTACH ? AS ours').run(file);
  db.exec(`
    CREATE VIRTUAL TABLE terms USING fts5(text, code UNINDEXED, tokenize='porter unicode61');
    INSERT INTO terms SELECT coalesce(t.text, c.name), c.code FROM ours.terms t JOIN ours.codes c ON c.id = t.code;
  `);
  db.exec('DETACH ours');
  const best = db
    .prepare('SELECT code FROM terms WHERE terms MATCH ? ORDER BY bm25(terms), rowid LIMIT 30')
    .pluck();
  const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return {
    link(query) {
      const words = wordsOf(query);
      if (words.length === 0) return [];
      const codes = best.all(words.map((word) => `"${word}"`).join(' OR ')) as string[];
      return [...new Set(codes)].slice(0, 5).map((code) => ({ code, isLinked: false }));
    },
    search(typed) {
      const words = wordsOf(typed);
      return words.length === 0
        ? []
        : (best.all(
            words
              .map((word, at) => (at === words.length - 1 ? `"${word}"*` : `"${word}"`))
              .join(' AND '),
          ) as string[]);
    },
    close: () => void db.close(),
  };
}
