/** Checks answers of the practice platform against the shared openapi.yaml, where that file is there. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

const FILE = fileURLToPath(new URL('../../../shared/contract/openapi.yaml', import.meta.url));
export const hasOpenApi = existsSync(FILE);
export const noOpenApi = 'no ../shared/contract/openapi.yaml here: answers are not checked against it';

type Answer = { readonly method: string; readonly path: string; readonly status: number; readonly contentType: string; readonly body: unknown };
type Node = { readonly [key: string]: Node } & { readonly $ref?: string };

/** Throws an Error that says what is wrong with the answer; does nothing when the file is not there. */
export function createAnswerCheck(): (answer: Answer) => void {
  if (!hasOpenApi) return () => undefined;
  const document = parse(readFileSync(FILE, 'utf8')) as Node;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'openapi');
  const paths = Object.keys(document['paths'] ?? {}).sort((one, other) => one.split('{').length - other.split('{').length);

  return ({ method, path, status, contentType, body }) => {
    const template = paths.find((template) => new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path));
    const where = `${method} ${path} -> ${status}`;
    if (!template) throw new Error(`${where}: the path is not in openapi.yaml`);
    let pointer = ['paths', template, method.toLowerCase(), 'responses', String(status)];
    let response = at(document, pointer);
    if (!response) throw new Error(`${where}: this status is not in openapi.yaml`);
    if (response.$ref) {
      pointer = response.$ref.slice(2).split('/');
      response = at(document, pointer);
    }
    const kinds = Object.keys(response?.['content'] ?? {});
    if (kinds.length === 0) return;
    const kind = kinds.find((kind) => contentType.startsWith(kind));
    if (!kind) throw new Error(`${where}: ${contentType || 'no content'} instead of ${kinds.join(', ')}`);
    const validate = ajv.compile({ $ref: `openapi#/${[...pointer, 'content', kind, 'schema'].map(escape).join('/')}` });
    if (!validate(body)) throw new Error(`${where}: ${ajv.errorsText(validate.errors)}`);
  };
}

const at = (node: Node, pointer: readonly string[]) => pointer.reduce<Node | undefined>((inner, key) => inner?.[key], node);
const escape = (key: string) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));
