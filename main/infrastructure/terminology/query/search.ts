/**
 * Searches while a person types: all words but the last are whole, the last is only a beginning.
 */
import { BILLABLE, HEADER, kinds } from '../index/index-file.ts';
import type { Index, Term } from '../index/open-index.ts';
import { rawWords } from '../text/normalise.ts';

export type Hit = {
  readonly code: string;
  readonly name: string;
  readonly billable: boolean;
  readonly header: boolean;
  readonly term: string;
};

/** Words that a beginning may become. */
const MOST_WORDS = 24;
const MOST_TERMS = 120;

/**
 * Codes by what is typed so far; also by a code itself ("E11."). Shorter terms come first, names
 * before other terms. Returns none where nothing fits: a list of other things would be read as an
 * answer.
 */
export function search(index: Index, typed: string, most = 20): Hit[] {
  const text = typed.trim();
  if (text === '') return [];
  const hit = (id: number, term: string): Hit => {
    const { code, name, flags } = index.code(id);
    return { code, name, term, billable: (flags & BILLABLE) !== 0, header: (flags & HEADER) !== 0 };
  };
  const byCode = index.codesFrom(text.toUpperCase(), most).map((code) => hit(code.id, code.name));
  if (byCode.length > 0) return byCode;

  const groups = groupsOf(index, text, /[\s,;]$/.test(typed));
  if (!groups || groups.length === 0) return [];
  const found = new Map<number, Hit & { readonly rank: number }>();
  for (const term of index.having(groups, MOST_TERMS)) {
    const rank = term.words.length + farness(index, term);
    const before = found.get(term.code);
    if (!before || rank < before.rank)
      found.set(term.code, { ...hit(term.code, index.text(term.id)), rank });
  }
  return [...found.values()]
    .sort((a, b) => a.rank - b.rank || (a.code < b.code ? -1 : 1))
    .slice(0, most)
    .map(({ rank: _, ...rest }) => rest);
}

/** Of another name as of an entry of the Index. */
const farness = (index: Index, { kind }: Term): number => {
  const name = index.kind(kind);
  return kinds.indexOf(name === 'other' ? 'index' : name);
};

/**
 * Groups of which a term has one word each; undefined where no known word begins as the last one
 * does.
 */
function groupsOf(index: Index, text: string, finished: boolean): string[][] | undefined {
  const last = finished ? undefined : rawWords(text).at(-1);
  if (last === undefined) return index.wordsOf(text).map((word) => [word]);
  const before = index.wordsOf(text.slice(0, text.toLowerCase().lastIndexOf(last)));
  const groups = before.map((word) => [word]);
  const [whole] = index.wordsOf(last);
  // "haemorr" is the beginning of the word that is kept as "hemorrhage".
  const starts = whole === undefined || whole === last ? [last] : [last, whole];
  const begun = starts.flatMap((start) => index.beginning(start, MOST_WORDS));
  const known = whole !== undefined && index.word(whole) ? [whole] : [];
  const group = [...new Set([...known, ...begun.map(({ word }) => word)])];
  if (group.length > 0) return [...groups, group];
  return last.length > 1 ? undefined : groups;
}
