/**
 * The starter table beside a whole list: its rows are further names that lead to the codes. The
 * list answers; a name of the starter that has exactly the words comes first.
 */
import { BILLABLE, HEADER } from '../index/index-file.ts';
import { type Answer, corrects, type Hints, type Opened } from './answer.ts';
import type { Phrase } from './phrases.ts';
import type { Hit } from './search.ts';

type Link = (opened: Opened, query: string, top: number, hints: Hints) => Answer[];

export function linkWithStarter(
  link: Link,
  opened: Opened,
  query: string,
  top: number,
  hints: Hints,
): Answer[] {
  const found = link(opened, query, Math.max(top, 5), hints);
  const own = opened.starter && link(opened.starter, query, 1, hints).find((one) => one.isLinked);
  if (!own || !isCode(opened, own.code)) return found.slice(0, top);
  const same = found.find(({ code }) => code === own.code);
  const promised = found.find(({ isLinked }) => isLinked);
  const led: Answer = {
    ...(same ?? { ...own, ...flagsOf(opened, own.code) }),
    score: own.score,
    why: own.why,
    isLinked: isRight(own, promised),
  };
  const others = found.filter((one) => one !== same);
  const all =
    promised && promised.code !== own.code && isOwnName(opened, promised)
      ? [promised, { ...led, isLinked: false }, ...others.filter((one) => one !== promised)]
      : [led, ...others.map((one) => ({ ...one, isLinked: false }))];
  return all.slice(0, top);
}

const isDirect = ({ why }: Answer) => why.expanded === undefined && !corrects(why);

/**
 * The very words are the name of a concept of SNOMED CT: the starter, which has fewer of them, may
 * lead the same words to a wider one ("loose stools" to diarrhea).
 */
const isOwnName = ({ index }: Opened, answer: Answer) =>
  index.facts.ontology === 'snomed' && isDirect(answer);

/**
 * Where the list promises another code for the words, the starter's is promised only if it is the
 * same with less left open (R05 and R05.9), or if the starter alone has the words as they are.
 */
const isRight = (own: Answer, promised: Answer | undefined) =>
  promised === undefined ||
  own.code.startsWith(promised.code) ||
  (isDirect(own) && !isDirect(promised));

/**
 * A code of the starter that an imported release does not have was taken out of use. The lists in
 * the box are a part of what is in use.
 */
const isCode = ({ index, boxed }: Opened, code: string) =>
  boxed || index.codeOf(code) !== undefined;

function flagsOf({ index, linker: _, ...opened }: Opened, code: string) {
  const flags = index.codeOf(code)?.flags;
  if (flags === undefined || index.facts.ontology !== 'icd-10-cm' || !opened.imported) return {};
  return { billable: (flags & BILLABLE) !== 0, header: (flags & HEADER) !== 0 };
}

/**
 * Stretches of both. Where both have one, the starter's reading and its code come first: they are
 * chosen for a clinic, while a list may give two common words one code. A name as it stands has
 * fewer words than a short form written out.
 */
export function phrasesWithStarter(list: readonly Phrase[], starter: readonly Phrase[]): Phrase[] {
  const place = ({ start, end }: Phrase) => `${start} ${end}`;
  const all = new Map(list.map((one): [string, Phrase] => [place(one), { ...one, rare: true }]));
  for (const one of starter) {
    const before = all.get(place(one));
    if (!before) all.set(place(one), one);
    else {
      const first = one.codes.length > 0 ? one : before;
      const codes = [...new Set([...one.codes, ...before.codes])];
      const words = Math.min(before.words, one.words);
      all.set(place(one), { ...first, codes, words, rare: false });
    }
  }
  return [...all.values()].sort((x, y) => x.start - y.start || x.end - y.end);
}

/** What is common first: the starter's hits, then the list's. One hit a code. */
export function searchWithStarter(
  { index }: Opened,
  list: readonly Hit[],
  starter: readonly Hit[],
  most: number,
): Hit[] {
  const found = new Map<string, Hit>();
  for (const hit of starter.slice(0, MOST_COMMON)) {
    const code = index.codeOf(hit.code);
    const flags = code?.flags ?? 0;
    if (code)
      found.set(hit.code, {
        ...hit,
        name: code.name,
        billable: (flags & BILLABLE) !== 0,
        header: (flags & HEADER) !== 0,
      });
  }
  for (const hit of list) if (!found.has(hit.code)) found.set(hit.code, hit);
  return [...found.values()].slice(0, most);
}
const MOST_COMMON = 5;
