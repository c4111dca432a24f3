/**
 * The project's own files for rules that hold over text: read as they stand, or as the mutant at
 * hand breaks them; and as syntax trees.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { mutate } from '../../support/mutate.mjs';

export const root = path.resolve(import.meta.dirname, '../../..');

/** From the project's root, with forward slashes. */
export const filesLike = (...patterns: string[]): string[] =>
  patterns
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .map((file) => file.replaceAll(path.sep, '/'))
    .sort();

export function sourceOf(file: string): string {
  const text = readFileSync(path.join(root, file), 'utf8');
  return mutate(path.join(root, file), text) ?? text;
}

/**
 * The code of a file without comments, in one line: a rule over text must not depend on where the
 * formatter breaks lines.
 */
export const flatSourceOf = (file: string): string =>
  inOneLine(sourceOf(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''));

/** Code as it would stand in one line. */
export const inOneLine = (code: string): string =>
  code
    .replace(/([([])\s*\n\s*/g, '$1')
    .replace(/,?\s*\n\s*([)\]])/g, '$1')
    .replace(/,?\s*\n\s*}/g, ' }')
    .replace(/\s*\n\s*\./g, '.')
    .replace(/\s*\n\s*/g, ' ');

/**
 * A node of the tree, as ESTree has it; its other members are looked at by rules that know them.
 */
export type Node = { readonly type: string; readonly start: number; readonly end: number } & {
  readonly [member: string]: unknown;
};

/** Throws when the file cannot be read as TypeScript. */
export function treeOf(file: string): Node {
  const { program, errors } = parseSync(file, sourceOf(file));
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]!.message}`);
  return program as unknown as Node;
}

/** Every node below and including this one. */
export function* nodesOf(node: unknown): Generator<Node> {
  if (Array.isArray(node)) for (const one of node) yield* nodesOf(one);
  else if (typeof node === 'object' && node !== null) {
    if (typeof (node as Node).type === 'string') yield node as Node;
    for (const [name, member] of Object.entries(node))
      if (name !== 'parent') yield* nodesOf(member);
  }
}
