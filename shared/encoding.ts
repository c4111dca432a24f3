/** JSON that can hold bytes; used where a host has only text to send. */
const KEY = '$bytes';
/**
 * A member of that name in what is sent, a platform's own JSON for one, goes under one `$` more,
 * and never turns into bytes.
 */
const taken = /^\$+bytes$/;
const escaped = /^\$\$+bytes$/;

/** `textOf`: what stands for bytes, for a sender that puts them in itself. */
export const encode = (value: unknown, textOf = toBase64): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    inner instanceof Uint8Array
      ? { [KEY]: textOf(inner) }
      : renamed(inner, taken, (name) => `$${name}`),
  );

/**
 * Throws a SyntaxError or InvalidCharacterError for text that `encode` did not make. `bytesOf`: the
 * bytes for what `textOf` made.
 */
export const decode = (json: string, bytesOf = fromBase64): unknown =>
  JSON.parse(json, (_key, inner: unknown) =>
    isSealedBytes(inner) ? bytesOf(inner[KEY]) : renamed(inner, escaped, (name) => name.slice(1)),
  );

function renamed(value: unknown, names: RegExp, to: (name: string) => string): unknown {
  if (
    typeof value !== 'object' ||
    value === null ||
    Array.isArray(value) ||
    !Object.keys(value).some((name) => names.test(name))
  )
    return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [names.test(name) ? to(name) : name, inner]),
  );
}

const isSealedBytes = (value: unknown): value is { [KEY]: string } =>
  typeof value === 'object' &&
  value !== null &&
  Object.hasOwn(value, KEY) &&
  typeof (value as Record<string, unknown>)[KEY] === 'string';

// Node answers Uint8Array.fromBase64 only from version 25 on; atob and btoa are everywhere.
const toBase64 = (data: Uint8Array): string =>
  btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(''));
const fromBase64 = (data: string): Uint8Array =>
  Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
