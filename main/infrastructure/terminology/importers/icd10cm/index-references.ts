/**
 * Follows a reference of the Alphabetic Index ("see Insufficiency, aortic") to the entry that it
 * names, and to that entry's code.
 */
import { type Forms, keyOf, plainForm, rawWords } from '../../text/normalise.ts';
import type { Node } from './icd10cm-index.ts';
import { neoplasmCode } from './neoplasm-table.ts';

/** The likeliest entry of a key first. */
type ByKey = ReadonlyMap<string, readonly Node[]>;
/** Words of a name without order: as they are, and in the forms of the release. */
type Keys = { readonly plain: string; readonly formed: string };
type KeysOf = (name: string) => Keys;
export type Finder = {
  readonly keysOf: KeysOf;
  readonly mains: ByKey;
  /** Entries below an entry by their key, worked out when first asked. */
  readonly below: Map<Node, ByKey>;
};

export function createFinder(mains: readonly Node[], forms: Forms): Finder {
  // The same names come again and again: "left", "with coma".
  const known = new Map<string, Keys>();
  const keysOf = (name: string) => {
    const keys = known.get(name) ?? keysIn(forms, name);
    known.set(name, keys);
    return keys;
  };
  return { keysOf, mains: byKey(mains, keysOf), below: new Map() };
}

/** Follows "see" and "see also" to a code, a few steps far. */
export function codeBehind(
  finder: Finder,
  codeFor: (code: string) => string | undefined,
  node: Node,
  hops = 0,
): { code: string; node: Node } | undefined {
  const own = codeFor(node.code);
  if (own !== undefined) return { code: own, node };
  if (hops > 4) return undefined;
  const reference = node.see === '' ? node.seeAlso : node.see;
  const neoplasm = codeFor(neoplasmCode(reference) ?? '');
  if (neoplasm !== undefined) return { code: neoplasm, node: { ...node, below: [] } };
  const target = findEntry(finder, reference);
  return target && target !== node ? codeBehind(finder, codeFor, target, hops + 1) : undefined;
}

/** Disease, disorder and syndrome are three main terms: here the letters count, not the meaning. */
function keysIn(forms: Forms, name: string): Keys {
  const words = rawWords(name.replace(/\([^)]*\)/g, ' ')).map(plainForm);
  const plain = keyOf(words);
  return words.some((word) => forms.has(word))
    ? { plain, formed: keyOf(words.map((word) => forms.get(word) ?? word)) }
    : { plain, formed: plain };
}

/** "Fracture, ankle" is one by an injury, unless the reference says another kind. */
const KIND = /, (?:pathological|nontraumatic|chronic|burst|stress|insufficiency)\b/i;

/**
 * By the whole title and its first word, then by each other one, then by their inflections:
 * "Cave-in, injury" comes after the entry "Injury", and "Calculi" (see Calculus) after "Calculus".
 * There may be several: two entries can have one word.
 */
function byKey(nodes: readonly Node[], keysOf: KeysOf): ByKey {
  const found = new Map<string, Node[]>();
  const add = (key: string, node: Node) => {
    const entries = found.get(key);
    if (!entries) found.set(key, [node]);
    else if (!entries.includes(node)) entries.push(node);
  };
  const firsts = ({ title }: Node) =>
    KIND.test(title) || !title.includes(',') ? [title] : [title, title.split(',', 1)[0] ?? ''];
  const others = ({ title }: Node) =>
    KIND.test(title) || !title.includes(',') ? [] : title.split(',').slice(1);
  for (const form of ['plain', 'formed'] as const)
    for (const namesOf of [firsts, others])
      for (const node of nodes)
        for (const name of namesOf(node)) {
          const keys = keysOf(name);
          if (form === 'plain' || keys.formed !== keys.plain) add(keys[form], node);
        }
  return found;
}

function entriesOf({ keysOf }: Finder, entries: ByKey, name: string): readonly Node[] {
  const { plain, formed } = keysOf(name);
  return entries.get(plain) ?? entries.get(formed) ?? [];
}

/** Small words that stand on lines of their own, and in a reference before the next word. */
const JOINING = /^(?:with|in|due to|by|following|complicating|type)\b/i;

function entriesBelow({ keysOf, below }: Finder, node: Node): ByKey {
  const known = below.get(node);
  if (known) return known;
  // "Disease, heart, with ..." leaves out the small words that stand on lines of their own.
  const inside = node.below.filter(({ title }) => JOINING.test(title));
  const entries = new Map(byKey(node.below, keysOf));
  for (const [key, entry] of byKey(
    inside.flatMap((child) => child.below),
    keysOf,
  ))
    if (!entries.has(key)) entries.set(key, entry);
  below.set(node, entries);
  return entries;
}

/**
 * Finds the entry of a reference such as "Pain, abdominal"; undefined where the words do not lead
 * to one.
 */
export function findEntry(finder: Finder, reference: string): Node | undefined {
  // "see condition": look up the disease, not the place.
  if (/^\s*condition\b/.test(reference)) return undefined;
  const [words = ''] = reference.split(';', 1);
  const parts = words
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== 'by site');
  for (let taken = parts.length; taken > 0; taken--) {
    const name = parts.slice(0, taken).join(', ');
    for (const main of entriesOf(finder, finder.mains, name)) {
      const entry = entryBelow(finder, main, parts.slice(taken));
      if (entry) return entry;
    }
  }
  return undefined;
}

/** Goes down by as many parts at once as have an entry, until none is left. */
function entryBelow(finder: Finder, node: Node, parts: readonly string[]): Node | undefined {
  if (parts.length === 0) return node;
  const entries = entriesBelow(finder, node);
  for (let used = parts.length; used > 0; used--) {
    const name = parts.slice(0, used).join(', ');
    for (const next of [
      ...entriesOf(finder, entries, name),
      ...entriesOf(finder, entries, name.replace(JOINING, ' ').trim()),
    ]) {
      const entry = entryBelow(finder, next, parts.slice(used));
      if (entry) return entry;
    }
  }
  return undefined;
}
