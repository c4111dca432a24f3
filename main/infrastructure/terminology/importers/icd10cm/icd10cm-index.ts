/** The Alphabetic Index of ICD-10-CM as a tree: main terms, what stands below them, and where it says "see". */

import type { TermRow } from '../../index/build.ts';
import { type Forms, keyOf, plainForm, rawWords } from '../../text/normalise.ts';

export type Entry = {
  readonly level: number;
  readonly title: string;
  readonly see: string;
  readonly seeAlso: string;
  /** In brackets: may be said and need not. */
  readonly nonessential: string;
  readonly code: string;
};
type Node = Entry & { readonly below: Node[]; readonly above: Node | undefined };

/** Entries in the order of the book. */
export function treeOf(entries: Iterable<Entry>): Node[] {
  const mains: Node[] = [];
  const path: Node[] = [];
  for (const entry of entries) {
    path.length = Math.min(path.length, entry.level);
    const above = path.at(-1);
    const node: Node = { ...entry, below: [], above };
    (above?.below ?? mains).push(node);
    path.push(node);
  }
  return mains;
}

/**
 * The Index's own inflections: "Infection, infected, infective" makes each of them the first. Only words that begin alike
 * count, for "Bar, median, prostate" are three things.
 */
export function formsOf(mains: readonly Node[]): Forms {
  const forms = new Map<string, string>();
  const visit = (node: Node) => {
    const parts = node.title.split(',').map((part) => rawWords(part));
    if (parts.length > 1 && parts.every((part) => part.length === 1)) {
      const base = plainForm(parts[0]![0]!);
      for (const [part] of parts.slice(1)) {
        const form = plainForm(part!);
        if (
          form !== base &&
          !OF_ITS_OWN.has(form) &&
          beginAlike(base, form) &&
          !forms.has(form) &&
          !forms.has(base)
        )
          forms.set(form, base);
      }
    }
    node.below.forEach(visit);
  };
  mains.forEach(visit);
  for (const base of forms.values()) forms.delete(base);
  return forms;
}

const DISEASE = /(?:itis|oma|osis|emia|uria|algia|pathy|ectomy|rrhea|rrhagia|megaly|plegia)$/;

const ADJECTIVE = /(?:ic|al|ous|ed|ing|ive|ary|ent|ant)$/;

/** A metastatic cancer is where it came from as well as where it went. */
const OF_ITS_OWN: ReadonlySet<string> = new Set(['metastatic']);

function beginAlike(a: string, b: string): boolean {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  // "Sinus, sinusitis": a part and its disease are two things.
  if (DISEASE.test(a) !== DISEASE.test(b) && !ADJECTIVE.test(a) && !ADJECTIVE.test(b)) return false;
  return same >= 4 && same >= Math.min(a.length, b.length) - 4;
}

/** `codeFor` answers the code that an entry's own code stands for ("H16.43-" is H16.43), or undefined where there is none. */
export function* termsOf(
  mains: readonly Node[],
  forms: Forms,
  codeFor: (code: string) => string | undefined,
): Generator<TermRow> {
  const find = finder(mains, forms);
  const codeOf = (node: Node, hops = 0): { code: string; seen: Node } | undefined => {
    const own = codeFor(node.code);
    if (own !== undefined) return { code: own, seen: node };
    if (hops > 4) return undefined;
    const target = find(node.see) ?? (node.see === '' ? find(node.seeAlso) : undefined);
    return target && target !== node ? codeOf(target, hops + 1) : undefined;
  };
  for (const node of everyNode(mains)) {
    if (SMALL_WORDS.test(node.title)) continue;
    const found = codeOf(node);
    const own = found?.seen === node;
    if (found)
      for (const text of wordingsOf(node, forms))
        yield { code: found.code, text, optional: optionalOf(node), kind: own ? 'index' : 'see' };
    const target = own ? undefined : find(node.see);
    // A main term that is only another word for a main term has all that stands below that one.
    if (target && !node.above && !target.above && node.below.length === 0) {
      for (const below of everyNode(target.below)) {
        const { code } = codeOf(below) ?? {};
        if (code !== undefined)
          yield {
            code,
            text: [
              node.title,
              ...pathOf(below)
                .slice(1)
                .map(({ title }) => title),
            ].join(', '),
            optional: optionalOf(below),
            kind: 'see',
          };
      }
    }
  }
}

/** A line of these only opens a list: its code is for what has no other line there, and never for the words above it. */
export const SMALL_WORDS =
  /^(?:with|without|in|due to|by|following|of|and|or|from|type|affecting|complicating|complicated by)$/i;

function* everyNode(nodes: readonly Node[]): Generator<Node> {
  for (const node of nodes) {
    yield node;
    yield* everyNode(node.below);
  }
}

const pathOf = (node: Node): Node[] => (node.above ? [...pathOf(node.above), node] : [node]);

/** "Sty, stye" are two spellings of one thing and not both needed: a wording each, unless they are one word to us already. */
function wordingsOf(node: Node, forms: Forms): string[] {
  const [main, ...rest] = pathOf(node).map(({ title }) => title);
  const parts = main!.split(',').map((part) => part.trim());
  const words = parts.map((part) => plainForm(rawWords(part).join(' ')));
  const bases = new Set(words.map((word) => forms.get(word) ?? word));
  const spellings =
    parts.length > 1 &&
    bases.size > 1 &&
    words.every(
      (word) =>
        !word.includes(' ') &&
        (word.slice(0, 3) === words[0]!.slice(0, 3) || word.slice(-4) === words[0]!.slice(-4)),
    );
  return (spellings ? parts : [main]).map((title) => [title, ...rest].join(', '));
}

const optionalOf = (node: Node) =>
  pathOf(node)
    .map(({ nonessential }) => nonessential)
    .filter(Boolean)
    .join(' ');

/** Finds the entry that "see Pain, abdominal" means; undefined where the words do not lead to one. */
function finder(mains: readonly Node[], forms: Forms): (reference: string) => Node | undefined {
  // Disease, disorder and syndrome are three main terms: here the letters count, not the meaning.
  const key = (text: string) =>
    keyOf(
      rawWords(text.replace(/\([^)]*\)/g, ' ')).map(
        (word) => forms.get(plainForm(word)) ?? plainForm(word),
      ),
    );
  const byKey = new Map<string, Node>();
  const names = (title: string) => [title, ...title.split(',')];
  for (const main of mains)
    for (const name of names(main.title)) if (!byKey.has(key(name))) byKey.set(key(name), main);
  const keysBelow = new Map<Node, Map<string, Node>>();
  const below = (node: Node) => {
    let known = keysBelow.get(node);
    if (!known) {
      keysBelow.set(node, (known = new Map()));
      for (const child of node.below)
        for (const name of names(child.title))
          if (!known.has(key(name))) known.set(key(name), child);
      // "Disease, heart, with ..." leaves out the small words that stand on lines of their own.
      for (const child of node.below) {
        if (!/^(?:with|in|due to|by|following|complicating|type)\b/i.test(child.title)) continue;
        for (const grandchild of child.below)
          for (const name of names(grandchild.title))
            if (!known.has(key(name))) known.set(key(name), grandchild);
      }
    }
    return known;
  };
  return (reference) => {
    // "see condition": look it up by what is wrong, not by where.
    if (/^\s*condition\b/.test(reference)) return undefined;
    const parts = reference
      .split(';')[0]!
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '' && part !== 'by site');
    for (let taken = parts.length; taken > 0; taken--) {
      let node = byKey.get(key(parts.slice(0, taken).join(', ')));
      for (let at = taken; node && at < parts.length; ) {
        let next: Node | undefined;
        let used = parts.length - at;
        for (; used > 0 && !next; used -= next ? 0 : 1)
          next = below(node).get(key(parts.slice(at, at + used).join(', ')));
        node = next;
        at += Math.max(1, used);
      }
      if (node) return node;
    }
    return undefined;
  };
}
