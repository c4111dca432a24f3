/**
 * The Alphabetic Index of ICD-10-CM as a tree: main terms, what stands below them, and where it
 * says "see".
 */

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
 * The Index's own inflections: "Infection, infected, infective" makes each of them the first. Only
 * words that begin alike count: "Bar, median, prostate" are three things.
 */
export function formsOf(mains: readonly Node[]): Forms {
  const forms = new Map<string, string>();
  for (const { title } of everyNode(mains)) {
    const [first, ...others] = title.split(',').map((part) => rawWords(part));
    const words = [first, ...others].map((part) => (part?.length === 1 ? part[0] : undefined));
    const [main, ...inflections] = words.map((word) => word && plainForm(word));
    if (!main) continue;
    if (inflections.every((form) => form !== undefined))
      for (const form of inflections) if (isFormOf(form, main, forms)) forms.set(form, main);
  }
  for (const base of forms.values()) forms.delete(base);
  return forms;
}

const isFormOf = (form: string, base: string, forms: Forms) =>
  form !== base &&
  !OF_ITS_OWN.has(form) &&
  beginAlike(base, form) &&
  !forms.has(form) &&
  !forms.has(base);

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

/**
 * `codeFor` returns the code that an entry's own code stands for ("H16.43-" is H16.43), or
 * undefined where there is none.
 */
export function* termsOf(
  mains: readonly Node[],
  forms: Forms,
  codeFor: (code: string) => string | undefined,
): Generator<TermRow> {
  const finder = createFinder(mains, forms);
  const codeOf = (node: Node) => codeBehind(finder, codeFor, node);
  for (const node of everyNode(mains)) {
    if (SMALL_WORDS.test(node.title)) continue;
    const found = codeOf(node);
    const own = found?.node === node;
    if (found)
      for (const text of wordingsOf(node, forms))
        yield { code: found.code, text, optional: optionalOf(node), kind: own ? 'index' : 'see' };
    const target = own ? undefined : findEntry(finder, node.see);
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

/**
 * A line of these only opens a list: its code is for the rest that has no other line there, never
 * for the words above it.
 */
export const SMALL_WORDS =
  /^(?:with|without|in|due to|by|following|of|and|or|from|type|affecting|complicating|complicated by)$/i;

function* everyNode(nodes: readonly Node[]): Generator<Node> {
  for (const node of nodes) {
    yield node;
    yield* everyNode(node.below);
  }
}

const pathOf = (node: Node): Node[] => (node.above ? [...pathOf(node.above), node] : [node]);

/**
 * "Sty, stye" are two spellings of one thing and not both needed: a wording each, unless they are
 * one word to us already.
 */
function wordingsOf(node: Node, forms: Forms): string[] {
  const [main = '', ...rest] = pathOf(node).map(({ title }) => title);
  const parts = main.split(',').map((part) => part.trim());
  const words = parts.map((part) => plainForm(rawWords(part).join(' ')));
  const [first = ''] = words;
  const bases = new Set(words.map((word) => forms.get(word) ?? word));
  const spellings =
    parts.length > 1 &&
    bases.size > 1 &&
    words.every(
      (word) =>
        !word.includes(' ') &&
        (word.slice(0, 3) === first.slice(0, 3) || word.slice(-4) === first.slice(-4)),
    );
  return (spellings ? parts : [main]).map((title) => [title, ...rest].join(', '));
}

const optionalOf = (node: Node) =>
  pathOf(node)
    .map(({ nonessential }) => nonessential)
    .filter(Boolean)
    .join(' ');

type Finder = {
  readonly forms: Forms;
  readonly mains: ReadonlyMap<string, Node>;
  /** Entries below an entry by their key, worked out when first asked. */
  readonly below: Map<Node, ReadonlyMap<string, Node>>;
};

function createFinder(mains: readonly Node[], forms: Forms): Finder {
  const byKey = new Map<string, Node>();
  addByKey(byKey, mains, forms);
  return { forms, mains: byKey, below: new Map() };
}

/** Follows "see" and "see also" to a code, a few steps far. */
function codeBehind(
  finder: Finder,
  codeFor: (code: string) => string | undefined,
  node: Node,
  hops = 0,
): { code: string; node: Node } | undefined {
  const own = codeFor(node.code);
  if (own !== undefined) return { code: own, node };
  if (hops > 4) return undefined;
  const target = findEntry(finder, node.see === '' ? node.seeAlso : node.see);
  return target && target !== node ? codeBehind(finder, codeFor, target, hops + 1) : undefined;
}

/** Disease, disorder and syndrome are three main terms: here the letters count, not the meaning. */
function keyIn(forms: Forms, text: string): string {
  const words = rawWords(text.replace(/\([^)]*\)/g, ' ')).map(plainForm);
  return keyOf(words.map((word) => forms.get(word) ?? word));
}

/** By the whole title and by each part of it; the first entry of a key counts. */
function addByKey(byKey: Map<string, Node>, nodes: readonly Node[], forms: Forms): void {
  for (const node of nodes)
    for (const name of [node.title, ...node.title.split(',')]) {
      const key = keyIn(forms, name);
      if (!byKey.has(key)) byKey.set(key, node);
    }
}

function entriesBelow({ forms, below }: Finder, node: Node): ReadonlyMap<string, Node> {
  const known = below.get(node);
  if (known) return known;
  const byKey = new Map<string, Node>();
  addByKey(byKey, node.below, forms);
  // "Disease, heart, with ..." leaves out the small words that stand on lines of their own.
  for (const child of node.below)
    if (/^(?:with|in|due to|by|following|complicating|type)\b/i.test(child.title))
      addByKey(byKey, child.below, forms);
  below.set(node, byKey);
  return byKey;
}

/**
 * Finds the entry of a reference such as "Pain, abdominal"; undefined where the words do not lead
 * to one.
 */
function findEntry(finder: Finder, reference: string): Node | undefined {
  // "see condition": look up the disease, not the place.
  if (/^\s*condition\b/.test(reference)) return undefined;
  const [words = ''] = reference.split(';', 1);
  const parts = words
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== 'by site');
  for (let taken = parts.length; taken > 0; taken--) {
    const main = finder.mains.get(keyIn(finder.forms, parts.slice(0, taken).join(', ')));
    const entry = main && entryBelow(finder, main, parts.slice(taken));
    if (entry) return entry;
  }
  return undefined;
}

/** Goes down by as many parts at once as have an entry, until none is left. */
function entryBelow(finder: Finder, node: Node, parts: readonly string[]): Node | undefined {
  if (parts.length === 0) return node;
  for (let used = parts.length; used > 0; used--) {
    const key = keyIn(finder.forms, parts.slice(0, used).join(', '));
    const next = entriesBelow(finder, node).get(key);
    if (next) return entryBelow(finder, next, parts.slice(used));
  }
  return undefined;
}
