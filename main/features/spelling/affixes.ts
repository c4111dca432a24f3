/** Words of the English dictionary with all their endings and beginnings (english/README.md). */
import { z } from 'zod';
import affixTable from './english/affixes.json' with { type: 'json' };

const affixes = z.record(
  z.string().length(1),
  z.strictObject({
    kind: z.enum(['prefix', 'suffix']),
    /** May stand at the same word with one of the other kind. */
    cross: z.boolean(),
    rules: z.array(
      z.strictObject({
        strip: z.string(),
        add: z.string().min(1),
        /** Of the end of a word, or its beginning, as a regular expression. */
        when: z.string().min(1),
      }),
    ),
  }),
);

type Rule = { readonly strip: string; readonly add: string; readonly when: RegExp };
type Affix = {
  readonly kind: 'prefix' | 'suffix';
  readonly cross: boolean;
  readonly rules: readonly Rule[];
};

const byFlag: ReadonlyMap<string, Affix> = new Map(
  Object.entries(affixes.parse(affixTable)).map(([flag, { kind, cross, rules }]) => [
    flag,
    {
      kind,
      cross,
      rules: rules.map(({ when, ...rule }) => ({
        ...rule,
        when: new RegExp(kind === 'prefix' ? `^${when}` : `${when}$`),
      })),
    },
  ]),
);

/** All words that one entry stands for, the entry's own first. Throws for an unknown flag. */
export function wordsOfEntry(entry: string): string[] {
  const slash = entry.indexOf('/');
  if (slash < 0) return [entry];
  const word = entry.slice(0, slash);
  const found = [...entry.slice(slash + 1)].map((flag) => affixOf(flag, entry));
  const prefixes = found.filter(({ kind }) => kind === 'prefix');
  const words = [word];
  for (const prefix of prefixes) words.push(...formsOf(word, prefix));
  for (const suffix of found.filter(({ kind }) => kind === 'suffix'))
    for (const form of formsOf(word, suffix)) {
      words.push(form);
      if (!suffix.cross) continue;
      for (const prefix of prefixes) if (prefix.cross) words.push(...formsOf(form, prefix));
    }
  return words;
}

function affixOf(flag: string, entry: string): Affix {
  const affix = byFlag.get(flag);
  if (!affix) throw new Error(`words.json: ${entry}: affixes.json has no ${flag}`);
  return affix;
}

const formsOf = (word: string, { kind, rules }: Affix): string[] =>
  rules
    .filter(({ when }) => when.test(word))
    .map(({ strip, add }) =>
      kind === 'prefix'
        ? add + word.slice(strip.length)
        : word.slice(0, word.length - strip.length) + add,
    );
