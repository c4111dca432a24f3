/** Puts the verified rows of a list together: rows that contradict one another are all refused. */
import type { OwnEntry, OwnOutcome } from '../../../../shared/model/coding/own-list.ts';
import { brandKey } from '../text/brands.ts';
import { ownKey } from './own-words.ts';
import { noteOf, type Verified } from './verify.ts';

export function collectRows(verified: readonly Verified[]): {
  readonly entries: readonly OwnEntry[];
  readonly outcome: OwnOutcome;
} {
  const found = verified.flatMap(({ entry }) => entry ?? []);
  const others = contradictions(found);
  const entries = new Map<string, OwnEntry>();
  for (const entry of found)
    if (!others.has(entry)) {
      const said = saidBy(entry)
        .map(({ key, meaning }) => `${key} ${meaning}`)
        .join('\n');
      if (!entries.has(said)) entries.set(said, entry);
    }
  const contradicting = [...others].map(([{ line, words, code = '' }, other]) =>
    noteOf({ line, words, code }, { why: 'contradicts', about: String(other.line) }),
  );
  const problems = verified.flatMap(({ problem }) => problem ?? []);
  return {
    entries: [...entries.values()],
    outcome: {
      taken: entries.size,
      repeated: found.length - others.size - entries.size,
      refused: [...problems, ...contradicting].sort((a, b) => a.line - b.line),
      warnings: verified.flatMap(({ entry, warnings }) =>
        entry && others.has(entry) ? [] : warnings,
      ),
    },
  };
}

/** What an entry says: a code for words of an ontology, and what a brand is made of. */
const saidBy = ({ words, ontology, code, ingredients, strengths = [] }: OwnEntry) => [
  ...(code === undefined ? [] : [{ key: `${ontology} ${ownKey(words)}`, meaning: code }]),
  ...(ingredients === undefined
    ? []
    : [
        {
          key: `brand ${brandKey(words)}`,
          meaning: [...ingredients, '', ...strengths].join('+'),
        },
      ]),
];

/** Each entry that another one contradicts, with the first such one. */
function contradictions(entries: readonly OwnEntry[]): Map<OwnEntry, OwnEntry> {
  const said = Map.groupBy(
    entries.flatMap((entry) => saidBy(entry).map((one) => ({ ...one, entry }))),
    ({ key }) => key,
  );
  const found = new Map<OwnEntry, OwnEntry>();
  for (const group of said.values()) {
    const [first] = group;
    const second = group.find(({ meaning }) => meaning !== first?.meaning);
    if (!first || !second) continue;
    for (const one of group) {
      const other = one.meaning === first.meaning ? second : first;
      if (!found.has(one.entry)) found.set(one.entry, other.entry);
    }
  }
  return found;
}
