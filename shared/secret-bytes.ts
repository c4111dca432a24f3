/**
 * Passphrases and recovery codes as bytes: text cannot be overwritten, so it becomes bytes where a
 * person typed it, and stays bytes from there on (P12).
 */

/** UTF-8 of NFKC: the same letters typed on another keyboard may come as other code points. */
export const secretBytes = (typed: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(typed.normalize('NFKC'));

/** For a person to read; to be called as late as can be. */
export const secretText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** How many letters (code points) there are, without making text of them. */
export const lettersIn = (bytes: Uint8Array): number =>
  bytes.reduce((count, byte) => count + ((byte & 0xc0) === 0x80 ? 0 : 1), 0);

/**
 * Memory for a secret. What an engine makes for a few bytes lies among its objects: it copies them
 * when it tidies up, and an overwritten one leaves copies behind.
 */
export const unmoved = (length: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(new ArrayBuffer(length));
