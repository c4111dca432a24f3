/**
 * The rules for an EMR user's `extras` (contract 7), asked before sending and by the practice
 * platform alike.
 */
import { isObject } from '../clinic/user-rules.ts';

/** The rules by their names; `object` and `scalar` hold what JSON itself leaves open. */
const extrasRules = {
  object: 'extras must be an object',
  'list-in-list': 'a list may not hold another list',
  'object-in-list': 'a list may not hold an object',
  'too-deep': 'only one object may stand inside another',
  'key-too-long': 'a key may have at most 16 characters',
  'key-empty': 'a key may not be empty',
  scalar: 'only texts, numbers, true, false and nothing can be kept',
} as const;
type ExtrasRule = keyof typeof extrasRules;
/** `path` as one would write it: `extras.address.geo`, `extras.langs[1]`, `extras["two words"]`. */
export type ExtrasBreach = { readonly rule: ExtrasRule; readonly path: string };

/** Keys counted in code points. */
const LONGEST_KEY = 16;

/**
 * Looks at extras as they stand in JSON. Answers them without the keys that begin with `_` (rule 5,
 * at both levels, before all others), and every breach in the order in which it stands there.
 */
export function checkExtras(given: unknown): {
  readonly extras: Readonly<Record<string, unknown>>;
  readonly breaches: readonly ExtrasBreach[];
} {
  const breaches: ExtrasBreach[] = [];
  const breach = (rule: ExtrasRule, path: string) => void breaches.push({ rule, path });
  if (!isObject(given)) return { extras: {}, breaches: [{ rule: 'object', path: 'extras' }] };
  return { extras: objectAt(given, 'extras', 1), breaches };

  function objectAt(
    value: Readonly<Record<string, unknown>>,
    path: string,
    level: number,
  ): Record<string, unknown> {
    const kept = Object.entries(value).filter(([key]) => !key.startsWith('_'));
    // Not by assignment: a key may be called anything.
    return Object.fromEntries(
      kept.map(([key, inner]) => {
        const at = path + step(key);
        if (key === '') breach('key-empty', at);
        if ([...key].length > LONGEST_KEY) breach('key-too-long', at);
        return [key, valueAt(inner, at, level)];
      }),
    );
  }
  function valueAt(value: unknown, path: string, level: number): unknown {
    if (Array.isArray(value))
      for (const [index, inner] of value.entries()) elementAt(inner, `${path}[${index}]`);
    else if (isObject(value) && level === 1) return objectAt(value, path, 2);
    else if (isObject(value)) breach('too-deep', path);
    else if (!isScalar(value)) breach('scalar', path);
    return value;
  }
  function elementAt(value: unknown, path: string): void {
    if (Array.isArray(value)) breach('list-in-list', path);
    else if (isObject(value)) breach('object-in-list', path);
    else if (!isScalar(value)) breach('scalar', path);
  }
}

/** "extras.address.geo: only one object may stand inside another" for each. */
export const extrasMessages = (breaches: readonly ExtrasBreach[]): string[] =>
  breaches.map(({ rule, path }) => `${path}: ${extrasRules[rule]}`);

const isScalar = (value: unknown) =>
  value === null ||
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value));
const step = (key: string) =>
  /^[\p{L}\p{N}_-]+$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
