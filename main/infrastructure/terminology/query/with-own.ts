/**
 * A clinic's own list before all others: its code comes first and is promised, for exactly its words
 * and for no others. A code that the list in use does not have is not answered.
 */
import { HEADER } from '../index/index-file.ts';
import type { OwnCode } from '../own/own-words-index.ts';
import type { Answer, Hints, Opened } from './answer.ts';
import { isBillable, nameOf, tagOf } from './known-code.ts';
import { contradictedDrug } from './link-drugs.ts';
import { contradictedTest } from './link-tests.ts';
import type { Phrase } from './phrases.ts';
import type { Hit } from './search.ts';
import { fits } from './semantic-tags.ts';

type Asked = { readonly query: string; readonly top: number; readonly hints: Hints };

export function linkWithOwn(
  link: () => Answer[],
  opened: Opened,
  entry: OwnCode | undefined,
  { query, top, hints }: Asked,
): Answer[] {
  const found = link();
  const name = entry && nameOf(opened, entry.code);
  if (entry === undefined || name === undefined) return found;
  const { ontology } = entry;
  const tag = ontology === 'snomed' ? tagOf(opened, entry.code) : '';
  if (!fits(tag, ontology === 'snomed' ? hints.kind : undefined)) return found;
  // The words are the clinic's, but the unit, specimen or generic beside them are of something else.
  const lacks = contradictions(opened, entry, query, hints);
  const own: Answer = {
    ...(found.find(({ code }) => code === entry.code) ?? {
      code: entry.code,
      name,
      ...flagsOf(opened, entry.code),
      ...(tag === '' ? {} : { about: [['semantic_tag', tag] as const] }),
    }),
    score: ontology === 'medication' ? null : 1,
    isLinked: lacks.length === 0,
    why: {
      term: entry.words,
      kind: 'synonym',
      own: true,
      ...(lacks.length > 0 && { lacks }),
    },
  };
  const others = found.filter(({ code }) => code !== entry.code);
  return [own, ...others.map((one) => ({ ...one, isLinked: false }))].slice(0, top);
}

function contradictions(
  opened: Opened,
  { ontology, code }: OwnCode,
  query: string,
  hints: Hints,
): readonly string[] {
  if (ontology === 'loinc') return contradictedTest(opened, code, query, hints);
  return ontology === 'medication' ? contradictedDrug(opened, code, hints) : [];
}

function flagsOf(opened: Opened, code: string) {
  const billable = isBillable(opened, code);
  if (billable === undefined) return {};
  return { billable, header: ((opened.index.codeOf(code)?.flags ?? 0) & HEADER) !== 0 };
}

/** Where both have a stretch, the clinic's reading counts, and its code comes first. */
export function phrasesWithOwn(
  found: readonly Phrase[],
  own: readonly Phrase[],
  opened: Opened,
): Phrase[] {
  const known = own.filter(({ codes }) =>
    codes.every((code) => nameOf(opened, code) !== undefined),
  );
  if (known.length === 0) return [...found];
  const place = ({ start, end }: Phrase) => `${start} ${end}`;
  const all = new Map(found.map((one) => [place(one), one]));
  for (const one of known) {
    const others = all.get(place(one))?.codes ?? [];
    all.set(place(one), { ...one, codes: [...new Set([...one.codes, ...others])] });
  }
  return [...all.values()].sort((x, y) => x.start - y.start || x.end - y.end);
}

/** As one types: the clinic's words first. One hit a code. */
export function searchWithOwn(
  found: readonly Hit[],
  own: readonly OwnCode[],
  opened: Opened,
  most: number,
): Hit[] {
  const first = own.flatMap(({ code, words }): Hit[] => {
    const name = nameOf(opened, code);
    if (name === undefined) return [];
    const { billable = false, header = false } = flagsOf(opened, code);
    return [{ code, name, term: words, billable, header }];
  });
  const hits = new Map<string, Hit>();
  for (const hit of [...first, ...found]) if (!hits.has(hit.code)) hits.set(hit.code, hit);
  return [...hits.values()].slice(0, most);
}
