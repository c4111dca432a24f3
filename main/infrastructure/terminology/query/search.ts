/** Search as one types: all words but the last stand, the last has only begun. */
import { BILLABLE, HEADER } from '../index/index-file.ts';
import type { Index } from '../index/open-index.ts';
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
 * Codes by what is typed so far; also by a code itself ("E11."). Shorter terms come first, names before other terms.
 * Answers none where nothing fits: a list of other things would be read as an answer.
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

  const finished = /[\s,;]$/.test(typed);
  const raw = rawWords(text);
  const last = finished ? undefined : raw.at(-1);
  const before = index.wordsOf(
    finished || last === undefined ? text : text.slice(0, text.toLowerCase().lastIndexOf(last)),
  );
  const groups: string[][] = before.map((word) => [word]);
  if (last !== undefined) {
    const whole = index.wordsOf(last)[0];
    // "haemorr" begins what is kept as "hemorrhage".
    const begun = [last, ...(whole !== undefined && whole !== last ? [whole] : [])]
      .flatMap((start) => index.beginning(start, MOST_WORDS))
      .map(({ word }) => word);
    const group = [
      ...new Set([...(whole !== undefined && index.word(whole) ? [whole] : []), ...begun]),
    ];
    if (group.length > 0) groups.push(group);
    else if (last.length > 1) return [];
  }
  if (groups.length === 0) return [];
  const found = new Map<number, Hit & { rank: number }>();
  for (const term of index.having(groups, MOST_TERMS)) {
    if (found.has(term.code)) continue;
    found.set(term.code, {
      ...hit(term.code, index.text(term.id)),
      rank: term.words.length + term.kind,
    });
  }
  return [...found.values()]
    .sort((a, b) => a.rank - b.rank || (a.code < b.code ? -1 : 1))
    .slice(0, most)
    .map(({ rank: _, ...rest }) => rest);
}
