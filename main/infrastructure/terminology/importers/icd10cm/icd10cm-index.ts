/**
 * The Alphabetic Index of ICD-10-CM as a tree: main terms, what stands below them, and where it
 * says "see".
 */

import type { TermRow } from '../../index/build.ts';
import { type Forms, plainForm, rawWords } from '../../text/normalise.ts';
import { codeBehind, createFinder, type Finder, findEntry } from './index-references.ts';

export type Entry = {
  readonly level: number;
  readonly title: string;
  readonly see: string;
  readonly seeAlso: string;
  /** In brackets: may be said and need not. */
  readonly nonessential: string;
  readonly code: string;
};
export type Node = Entry & { readonly below: Node[]; readonly above: Node | undefined };

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
    yield* termsBelowReference(node, finder, codeOf);
  }
}

type CodeOf = (node: Node) => { code: string; node: Node } | undefined;

/**
 * What is only another word for an entry has all that stands below that one: "Squint, intermittent"
 * is "Strabismus, intermittent". A "see also" counts where both have one code, or the word has none.
 */
function* termsBelowReference(node: Node, finder: Finder, codeOf: CodeOf): Generator<TermRow> {
  const target = sameThing(node, finder, codeOf);
  if (!target) return;
  const depth = pathOf(target).length;
  if ([...everyNode(target.below)].length > mostBelow(node)) return;
  const head = pathOf(node).map(({ title }) => title);
  const own = new Set(node.below.map(({ title }) => finder.keysOf(title).formed));
  for (const child of target.below) {
    // A line of its own is what the word means there.
    if (own.has(finder.keysOf(child.title).formed)) continue;
    for (const below of everyNode([child])) {
      const { code } = codeOf(below) ?? {};
      if (code === undefined || SMALL_WORDS.test(below.title)) continue;
      const rest = pathOf(below)
        .slice(depth)
        .map(({ title }) => title);
      yield { code, text: [...head, ...rest].join(', '), optional: optionalOf(below), kind: 'see' };
    }
  }
}

/**
 * "Internal organs, see Injury, by site" is no other word for each of 2,310 injuries; a longer list
 * belongs to its own entry. A main term that only says "see" always was another word.
 */
function mostBelow({ above, see }: Node): number {
  if (above) return 20;
  return see === '' ? 300 : Number.POSITIVE_INFINITY;
}

function sameThing(node: Node, finder: Finder, codeOf: CodeOf): Node | undefined {
  const reference = node.see === '' ? node.seeAlso : node.see;
  if (reference === '' || reference.includes(';')) return undefined;
  const target = findEntry(finder, reference);
  if (!target || target === node || pathOf(node).includes(target) || pathOf(target).includes(node))
    return undefined;
  if (node.see !== '') return target;
  const code = node.code === '' ? undefined : codeOf(node)?.code;
  return code === undefined || code === codeOf(target)?.code ? target : undefined;
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
