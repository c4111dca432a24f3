/** What one vault generation's key can do: wrap file keys, seal rows, make references. The key itself stays in here. */
import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { Failure } from '../../shared/failure.ts';
import { openSealed, seal, type Place } from './seal.ts';

export const KEY_BYTES = 32;

export type VaultKeys = {
  readonly generation: string;
  /** 8 bytes; tells a wrong key from damage (D2). */
  readonly kekId: Buffer;
  /** Where the files of this generation lie. */
  readonly folder: string;
  /** The key under which the file's own key is wrapped; 32 bytes. */
  wrapKey(fileId: Buffer): Buffer;
  sealRow(place: Place, plain: Uint8Array): Buffer;
  /** Throws Failure `broken` / `row-damaged`. */
  openRow(place: Place, sealed: Uint8Array): Buffer;
  /** A name for these words that tells nothing about them and is the same each time; Base64url. */
  reference(parts: readonly string[]): string;
};

/** `SHA-256("scriba/kek-id" ‖ KEK)[0..7]` (D2). */
export const kekIdOf = (kek: Uint8Array): Buffer => createHash('sha256').update('scriba/kek-id').update(kek).digest().subarray(0, 8);

/** Each piece with its length before it, so that no two lists read the same. */
export function joined(parts: readonly string[]): Buffer {
  return Buffer.concat(parts.flatMap((part) => {
    const bytes = Buffer.from(part, 'utf8');
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    return [length, bytes];
  }));
}

/** `forget` overwrites the derived keys; the KEK is the caller's to overwrite. */
export function createKeys(needs: { kek: Buffer; generation: string; folder: string; randomBytes(count: number): Buffer }): VaultKeys & { forget(): void } {
  const { kek, generation, folder, randomBytes } = needs;
  let forgotten = false;
  // Overwritten keys are all zeros: sealing with them would look as if all were well.
  const held = <T>(value: T): T => {
    if (forgotten) throw new Failure('locked', 'The vault is locked.', { detail: 'vault-closed' });
    return value;
  };
  const derive = (label: string, salt: Uint8Array = new Uint8Array()) => Buffer.from(hkdfSync('sha256', kek, salt, `scriba/v1/${label}`, KEY_BYTES));
  const rowKey = derive('db-row');
  const referenceKey = derive('pseudonym');
  return {
    generation,
    folder,
    kekId: kekIdOf(kek),
    wrapKey: (fileId) => held(derive)('seg-wrap', fileId),
    sealRow: (place, plain) => seal(held(rowKey), randomBytes(12), place, plain),
    openRow: (place, sealed) => openSealed(held(rowKey), place, sealed),
    reference: (parts) => createHmac('sha256', held(referenceKey)).update(joined(parts)).digest('base64url'),
    forget() {
      forgotten = true;
      rowKey.fill(0);
      referenceKey.fill(0);
    },
  };
}
