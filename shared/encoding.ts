/** JSON that can hold bytes; used where a host has only text to send. */
const KEY = '$bytes';

export const encode = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) => (inner instanceof Uint8Array ? { [KEY]: toBase64(inner) } : inner));

/** Throws a SyntaxError or InvalidCharacterError for text that `encode` did not make. */
export const decode = (json: string): unknown =>
  JSON.parse(json, (_key, inner: unknown) =>
    isSealedBytes(inner) ? fromBase64(inner[KEY]) : inner);

const isSealedBytes = (value: unknown): value is { [KEY]: string } =>
  typeof value === 'object' && value !== null && typeof (value as Record<string, unknown>)[KEY] === 'string';

// Node answers Uint8Array.fromBase64 only from version 25 on; atob and btoa are everywhere.
const toBase64 = (data: Uint8Array) => btoa(Array.from(data, (byte) => String.fromCharCode(byte)).join(''));
const fromBase64 = (data: string) => Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
