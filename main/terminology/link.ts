/** The local linker: one question, the best codes for it, each with why. */
import { BILLABLE, HEADER, LEFT_OVER, OPTIONAL } from './index-file.ts';
import type { Code, Index, Term } from './open-index.ts';
import { match, type Asked, type Match } from './rank.ts';
import { KIND_BONUS, LIGHT, NUMBER_LIGHT } from './weights.ts';
import { NEGATIONS, OPPOSITES } from './words.ts';
import { read, type Reading } from './reading.ts';
import { readAbbreviations } from './abbreviations.ts';

export type Why = {
  readonly term: string;
  readonly kind: string;
  readonly corrected?: Readonly<Record<string, string>> | undefined;
  readonly expanded?: Readonly<Record<string, string>> | undefined;
};
export type Candidate = { readonly code: string; readonly name: string; readonly score: number; readonly isLinked: boolean; readonly billable: boolean; readonly header: boolean; readonly why: Why };

export type Linker = { link(query: string, top?: number): Candidate[] };

const MOST = 160;
/** A word that no term has weighs as a rare one. */
const UNKNOWN = 6;
/** A code for who says no more than its header does. */
const DEFAULTS = /\b(?:without|uncomplicated|unspecified|not specified)\b/i;

export function createLinker(index: Index): Linker {
  const abbreviations = readAbbreviations();
  const size = index.facts.terms;
  // Worked out once for all words: it is asked some ten thousand times a question.
  const heft = new Float64Array(index.counts.length);
  heft[0] = UNKNOWN;
  for (let id = 1; id < heft.length; id++) heft[id] = Math.log(1 + size / (index.counts[id]! + 1));
  const shares = new Float64Array(heft.length).fill(1);
  for (const [word, share] of LIGHT) shares[index.word(word)?.id ?? 0] = share;
  for (const { id } of index.numbers()) shares[id] = NUMBER_LIGHT;
  shares[0] = 1;
  const rarity = (id: number) => heft[id] ?? UNKNOWN;
  const light = (id: number) => shares[id] ?? 1;
  const idOf = (word: string) => index.word(word)?.id ?? 0;
  const opposites = new Map<number, Set<number>>();
  for (const group of OPPOSITES) for (const word of group) for (const other of group) {
    const [id, against] = [idOf(word), idOf(other)];
    if (id === 0 || against === 0 || id === against) continue;
    if (!opposites.has(id)) opposites.set(id, new Set());
    opposites.get(id)!.add(against);
  }
  const negations = new Set(NEGATIONS.map(idOf).filter((id) => id !== 0));
  const weights = { rarity, light, rules: { opposites, negations } };

  function candidates(asked: readonly Asked[]): Map<number, Term> {
    const found = new Map<number, Term>();
    const take = (words: readonly Asked[]) => {
      for (const term of index.having(words.map(({ word }) => [word]), MOST)) found.set(term.id, term);
    };
    const known = asked.filter(({ id, word }) => id !== 0 && (asked.length === 1 || !/^\d/.test(word))).sort((a, b) => index.counts[a.id]! - index.counts[b.id]!);
    if (known.length === 0) return found;
    take(known);
    if (known.length > 2 && known.length <= 7) for (const left of known) take(known.filter((one) => one !== left));
    const rare = known.filter(({ id }) => light(id) === 1 && index.counts[id]! <= size / 20).slice(0, 4);
    const few = rare.length > 0 ? rare : known.slice(0, 2);
    for (const [at, one] of few.entries()) {
      for (const other of few.slice(at + 1)) take([one, other]);
      take([one]);
    }
    return found;
  }

  type Best = { term: Term; match: Match; reading: Reading; score: number };

  return {
    link(query, top = 5) {
      const best = new Map<number, Best>();
      const question = read(index, abbreviations, query);
      for (const way of question.readings) {
        const asked = way.asked.map((one) => ({ ...one, weight: rarity(one.id) * light(one.id) * one.weight }));
        const terms = candidates(asked);
        for (const term of index.exactly(way.key)) terms.set(term.id, term);
        for (const term of terms.values()) {
          const found = match(asked, term.words, weights);
          if (found.score === 0) continue;
          const score = found.score * way.weight * KIND_BONUS[term.kind]!;
          const before = best.get(term.code);
          if (!before || score > before.score || (score === before.score && term.id < before.term.id)) best.set(term.code, { term, match: found, reading: way, score });
        }
      }
      const near = [...best.values()].sort((a, b) => b.score - a.score || a.term.id - b.term.id).slice(0, 40);
      const ranked = near.map((one) => {
        const code = index.code(one.term.code);
        const askedIds = new Set(one.reading.asked.map(({ id }) => id));
        let unsaid = 0;
        for (const word of code.nameWords) if (!askedIds.has(word & ~OPTIONAL)) unsaid += rarity(word & ~OPTIONAL) * light(word & ~OPTIONAL) * (word & OPTIONAL ? 0.15 : 1);
        const exact = one.match.missing === 0 && one.match.added < 1;
        const isDefault = exact && DEFAULTS.test(code.name) && one.term.kind >= 2 && (code.flags & BILLABLE) !== 0 && code.nameWords.some((word) => !(word & OPTIONAL) && !askedIds.has(word));
        const depth = code.flags & BILLABLE ? 0 : code.flags & HEADER ? 1 : 0.5;
        return { ...one, code, final: one.score * (code.flags & LEFT_OVER ? 0.97 : 1), unsaid, depth, isDefault };
      });
      const first = ranked[0];
      if (true) for (const one of ranked) if (first && one.isDefault && (one.code.flags & LEFT_OVER) === 0 && first.code.flags & HEADER && first.code.code.length === 3 && one.code.code.startsWith(first.code.code) && first.match.added < 1 && first.match.missing === 0) one.final = Math.max(one.final, first.final + 0.0001);
      ranked.sort((a, b) => b.final - a.final || a.depth - b.depth || a.unsaid - b.unsaid || (a.code.code < b.code.code ? -1 : 1));
      const chosen = ranked.slice(0, top);
      const lead = chosen[0];
      if (lead && top > 1) {
        // The header above the first choice: for who finds it says too much.
        for (let up = above(lead.code.code), at = top - 1; up !== undefined && at >= Math.max(2, top - 2); up = above(up)) {
          if (chosen.some(({ code }) => code.code === up)) continue;
          const header = index.codeOf(up);
          if (!header) continue;
          const last = chosen[at];
          if (last && last.final > lead.final * 0.72) break;
          chosen.length = Math.min(chosen.length, at);
          const final = Math.min(lead.final * 0.5, chosen.at(-1)!.final);
          chosen.push({ ...lead, code: header, final, isDefault: false });
          at -= 1;
          break;
        }
      }
      return chosen.map(({ code, term, final, reading: way }, at) => ({
        code: code.code,
        name: code.name,
        score: Math.round(final * 10_000) / 10_000,
        isLinked: at === 0 && !question.doubtful && sure(chosen),
        billable: (code.flags & BILLABLE) !== 0,
        header: (code.flags & HEADER) !== 0,
        why: { term: index.text(term.id), kind: index.kind(term.kind), corrected: way.corrected, expanded: way.expanded },
      }));
    },
  };
}

type Ranked = { readonly code: Code; readonly term: Term; readonly match: Match; readonly reading: Reading; readonly final: number; readonly isDefault: boolean };

/** A promise: frozen on the dev sets, see the bench. */
function sure([first, ...others]: readonly Ranked[]): boolean {
  if (!first || first.reading.ambiguous || first.code.flags & LEFT_OVER) return false;
  const spelt = Object.entries(first.reading.corrected ?? {});
  if (spelt.length > 1) return false;
  if (first.match.missing > (spelt.length > 0 ? 1 : 0.6) || first.final < (spelt.length > 0 ? 0.93 : 0.955)) return false;
  // Another disease says it nearly as well.
  return !others.some(({ code, final }) => code.code.slice(0, 3) !== first.code.code.slice(0, 3) && final > first.final - 0.03);
}

const above = (code: string) => (code.length <= 3 ? undefined : code.slice(0, code.length === 5 ? 3 : -1));
