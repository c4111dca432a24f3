/** Tells in which function of a source file a stretch of text stands. */
import { parseSync } from 'vite';

type Node = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
};

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as { type?: unknown }).type === 'string';
const isFunction = (value: unknown) => isNode(value) && /Function/u.test(value.type);

/**
 * Returns the name of the innermost named function around the stretch, else of the top-level
 * declaration, else `module`; a file that is not code is a module.
 */
export function enclosingName(file: string, source: string, start: number, end: number): string {
  if (!/\.[cm]?[jt]sx?$/u.test(file)) return 'module';
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]!.message}`);
  let name = 'module';
  let inFunction = false;
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      value.forEach(visit);
      return;
    }
    if (!isNode(value) || value.start > start || value.end < end) return;
    const own = nameOf(value);
    if (own !== undefined && (own.isFunction || !inFunction)) {
      name = own.name;
      inFunction ||= own.isFunction;
    }
    Object.values(value).forEach(visit);
  };
  visit(program.body);
  return name;
}

/** Returns the name that a declaration or property gives to what is inside it. */
function nameOf(node: Node): { readonly name: string; readonly isFunction: boolean } | undefined {
  const named = (identifier: unknown, isFunction: boolean) => {
    const text = isNode(identifier) ? (identifier.name ?? identifier.value) : undefined;
    return typeof text === 'string' ? { name: text, isFunction } : undefined;
  };
  if (node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression')
    return named(node.id, true);
  if (node.type === 'VariableDeclarator') return named(node.id, isFunction(node.init));
  if (node.type === 'ClassDeclaration') return named(node.id, false);
  if (
    (node.type === 'Property' ||
      node.type === 'MethodDefinition' ||
      node.type === 'PropertyDefinition') &&
    isFunction(node.value)
  )
    return named(node.key, true);
  return undefined;
}
