/**
 * Checks what is sent to and answered by the practice platform against docs/platform/openapi.yaml.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

const FILE = fileURLToPath(new URL('../../docs/platform/openapi.yaml', import.meta.url));

export type Answered = {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly contentType: string;
  readonly body: unknown;
};
export type Sent = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly contentType: string;
  readonly body: unknown;
};
type Node = { readonly [key: string]: Node } & { readonly $ref?: string };
type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: unknown;
};

/** `answer` and `request` throw an Error that says what is wrong. */
export function createContractCheck(): {
  answer(answered: Answered): void;
  request(sent: Sent): void;
  knows(path: string): boolean;
} {
  const document = parse(readFileSync(FILE, 'utf8')) as Node;
  const ajv = new Ajv2020({ strict: false, allErrors: true, coerceTypes: false });
  addFormats.default(ajv);
  ajv.addSchema(document, 'openapi');
  const paths = Object.keys(document.paths ?? {}).sort(
    (one, other) => one.split('{').length - other.split('{').length,
  );
  const templateOf = (path: string) =>
    paths.find((template) => new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path));
  const compiled = new Map<string, ValidateFunction>();

  /** Follows references; answers the place where the node stands and the node. */
  function found(pointer: readonly string[]): {
    pointer: readonly string[];
    node: Node | undefined;
  } {
    const node = at(document, pointer);
    return node?.$ref
      ? found(
          node.$ref
            .slice(2)
            .split('/')
            .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~')),
        )
      : { pointer, node };
  }
  function held(where: string, pointer: readonly string[], value: unknown) {
    const $ref = `openapi#/${pointer.map(escapePointer).join('/')}`;
    let validate = compiled.get($ref);
    if (!validate) {
      validate = ajv.compile({ $ref });
      compiled.set($ref, validate);
    }
    if (!validate(value)) throw new Error(`${where}: ${ajv.errorsText(validate.errors)}`);
  }
  function operationOf(where: string, method: string, path: string) {
    const template = templateOf(path);
    if (!template) throw new Error(`${where}: the path is not in openapi.yaml`);
    const pointer = ['paths', template, method.toLowerCase()];
    const operation = at(document, pointer);
    if (!operation) throw new Error(`${where}: the method is not in openapi.yaml`);
    return { template, pointer, operation };
  }
  function content(
    where: string,
    { pointer, node }: ReturnType<typeof found>,
    contentType: string,
    body: unknown,
  ) {
    const kinds = Object.keys(node?.content ?? {});
    if (kinds.length === 0) return;
    const kind = kinds.find((kind) => contentType.startsWith(kind));
    if (!kind)
      throw new Error(`${where}: ${contentType || 'no content'} instead of ${kinds.join(', ')}`);
    if (kind.includes('json')) held(where, [...pointer, 'content', kind, 'schema'], body);
  }

  return {
    knows: (path) => templateOf(path) !== undefined,
    answer({ method, path, status, contentType, body }) {
      const where = `${method} ${path} -> ${status}`;
      const response = found([
        ...operationOf(where, method, path).pointer,
        'responses',
        String(status),
      ]);
      if (!response.node) throw new Error(`${where}: this status is not in openapi.yaml`);
      content(where, response, contentType, body);
    },
    request({ method, path, query, contentType, body }) {
      const where = `${method} ${path}`;
      const { template, pointer, operation } = operationOf(where, method, path);
      const lists: readonly (readonly [readonly string[], unknown])[] = [
        [['paths', template, 'parameters'], at(document, ['paths', template, 'parameters'])],
        [[...pointer, 'parameters'], operation.parameters],
      ];
      const named = new Set<string>();
      for (const [where_, list] of lists) {
        (Array.isArray(list) ? list : []).forEach((_, index) => {
          const { pointer: place, node } = found([...where_, String(index)]);
          const { name, in: stands, required, schema } = node as unknown as Parameter;
          if (stands !== 'query') return;
          named.add(name);
          const given = query.get(name);
          if (given === null && required) throw new Error(`${where}: the query lacks ${name}`);
          if (given !== null && schema)
            held(
              `${where}?${name}`,
              [...place, 'schema'],
              typed(schema as { type?: string }, given),
            );
        });
      }
      for (const name of query.keys())
        if (!named.has(name))
          throw new Error(`${where}: the query has ${name}, which is not in openapi.yaml`);
      const wanted = found([...pointer, 'requestBody']);
      if (!wanted.node) return;
      if (body === undefined && !(wanted.node as { required?: unknown }).required) return;
      content(where, wanted, contentType, body);
    },
  };
}

/** For those who look at answers only. */
export const createAnswerCheck = () => createContractCheck().answer;

/** Converts a query's text to the type in the schema. */
function typed({ type }: { type?: string }, text: string): unknown {
  if (type === 'integer' || type === 'number') return Number(text);
  return type === 'boolean' ? text === 'true' : text;
}

const at = (node: Node, pointer: readonly string[]) =>
  pointer.reduce<Node | undefined>((inner, key) => inner?.[key], node);
const escapePointer = (key: string) =>
  encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
