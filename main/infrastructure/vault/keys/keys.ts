/**
 * Uses the key of one vault generation: wraps file keys, seals rows, makes references. The key
 * itself stays in here.
 */
import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { Failure } from '../../../../shared/failure.ts';
import { kekIdIn, openSealed, type Place, seal } from '../seal.ts';
import { createManyHmacs } from './many-hmacs.ts';

export const KEY_BYTES = 32;

/** Keys to write and read the files of a generation. */
export type FileKeys = {
  readonly generation: string;
  /** 8 bytes; tells a wrong key from damage (D2). */
  readonly kekId: Buffer;
  /** Folder of this generation's files. */
  readonly folder: string;
  /**
   * The key under which the file's own key is wrapped; 32 bytes, to be overwritten by the caller
   * after use.
   */
  wrapKey(fileId: Buffer): Buffer;
  /**
   * Registers a file's own key: it is overwritten when the vault is locked, or by the function that
   * is returned.
   */
  hold(fileKey: Buffer): () => void;
  /**
   * Throws Failure `locked` once the keys are forgotten: an overwritten key must neither seal nor
   * judge a file as damaged.
   */
  check(): void;
};

export type VaultKeys = FileKeys & {
  sealRow(place: Place, plain: Uint8Array): Buffer;
  /** Throws Failure `broken` / `row-damaged`. */
  openRow(place: Place, sealed: Uint8Array): Buffer;
  /** A name for these words that tells nothing about them and is the same each time; Base64url. */
  reference(parts: readonly string[]): string;
  /** A keyed digest of words for the search's index, under a key of its own; 32 bytes. */
  wordDigest(words: string): Buffer;
  /**
   * A keyed digest for the audit log's chain (P28); 32 bytes. Undefined where `sealed` was not
   * sealed with this key.
   */
  macFor(sealed: Uint8Array, bytes: Uint8Array): Buffer | undefined;
  /**
   * Returns the keys that a recording in progress keeps when the vault is locked: it can begin new
   * files, and open none (P12).
   */
  writeOnly(): WriteKeys;
};

export type WriteKeys = FileKeys & {
  /**
   * For a new file; 32 hex digits, never used before. Throws Failure `locked` when the vault is
   * locked and all spares are used up.
   */
  nextFileId(): string;
  /** Overwrites what is left. */
  forget(): void;
};

/**
 * New files that a recording can begin while the vault is locked: one takes nine hours of sound,
 * each further one a disk fault.
 */
const SPARES = 32;

/** `SHA-256("scriba/kek-id" ‖ KEK)[0..7]` (D2). */
export const kekIdOf = (kek: Uint8Array): Buffer =>
  createHash('sha256').update('scriba/kek-id').update(kek).digest().subarray(0, 8);

/** Each piece with its length before it, so that no two lists read the same. */
function joined(parts: readonly string[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const bytes = Buffer.from(part);
      const length = Buffer.alloc(4);
      length.writeUInt32LE(bytes.length);
      return [length, bytes];
    }),
  );
}

/**
 * `forget` overwrites the derived keys and every file's key that is held; the KEK is the caller's
 * to overwrite.
 */
export function createKeys(deps: {
  kek: Buffer;
  generation: string;
  folder: string;
  randomBytes(count: number): Buffer;
}): VaultKeys & { forget(): void } {
  const { kek, generation, folder, randomBytes } = deps;
  const kekId = kekIdOf(kek);
  let forgotten = false;
  const derive = (label: string, salt: Uint8Array = new Uint8Array()) =>
    Buffer.from(hkdfSync('sha256', kek, salt, `scriba/v1/${label}`, KEY_BYTES));
  const rowKey = derive('db-row');
  const referenceKey = derive('pseudonym');
  const auditKey = derive('audit-mac');
  const searchKey = derive('search-words');
  const searchHmacs = createManyHmacs(searchKey);
  const fileKeys = new Set<Buffer>();

  // Overwritten keys are all zeros: sealing with them would look as if all were well.
  const check = () => {
    if (forgotten) throw new Failure('locked', 'The vault is locked.', { detail: 'vault-closed' });
  };
  const held = <T>(value: T): T => {
    check();
    return value;
  };
  const wrapKey = (fileId: Buffer) => held(derive)('seg-wrap', fileId);

  function writeOnly(): WriteKeys {
    const spares = new Map(
      Array.from({ length: SPARES }, () => {
        const fileId = randomBytes(16);
        return [fileId.toString('hex'), wrapKey(fileId)] as const;
      }),
    );
    return {
      generation,
      folder,
      kekId,
      wrapKey(fileId) {
        const spare = spares.get(fileId.toString('hex'));
        if (!spare) return wrapKey(fileId);
        spares.delete(fileId.toString('hex'));
        return spare;
      },
      nextFileId: () =>
        (forgotten ? spares.keys().next().value : undefined) ??
        held(randomBytes)(16).toString('hex'),
      // The recorder overwrites it when it closes the file; until then it must be able to write.
      hold: (fileKey) => () => void fileKey.fill(0),
      check: () => {},
      forget() {
        for (const spare of spares.values()) spare.fill(0);
        spares.clear();
      },
    };
  }

  return {
    generation,
    folder,
    kekId,
    wrapKey,
    check,
    writeOnly,
    hold(fileKey) {
      check();
      fileKeys.add(fileKey);
      return () => {
        fileKey.fill(0);
        fileKeys.delete(fileKey);
      };
    },
    sealRow: (place, plain) => seal({ key: held(rowKey), kekId }, randomBytes(12), place, plain),
    openRow: (place, sealed) => openSealed({ key: held(rowKey), kekId }, place, sealed),
    reference: (parts) =>
      createHmac('sha256', held(referenceKey)).update(joined(parts)).digest('base64url'),
    wordDigest: (words) => held(searchHmacs).digest(words),
    macFor: (sealed, bytes) =>
      kekIdIn(sealed)?.equals(kekId)
        ? createHmac('sha256', held(auditKey)).update(bytes).digest()
        : undefined,
    forget() {
      forgotten = true;
      for (const key of [rowKey, referenceKey, auditKey, searchKey, ...fileKeys]) key.fill(0);
      searchHmacs.forget();
      fileKeys.clear();
    },
  };
}
