/** AES-256-GCM, the one cipher of the vault. */
import { createCipheriv, createDecipheriv } from 'node:crypto';

export const TAG_BYTES = 16;

/** `nonce`: 12 bytes that this key has never seen. */
export const cipherOf = (key: Uint8Array, nonce: Uint8Array) =>
  createCipheriv('aes-256-gcm', key, nonce);

/** Takes whole tags only: one of 4 bytes would be guessed in time. */
export const decipherOf = (key: Uint8Array, nonce: Uint8Array) =>
  createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
