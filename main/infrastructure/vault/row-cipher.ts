/** Seals rows with the newest key of the vault, and opens each with the key it was sealed with. */
import { Failure } from '../../../shared/failure.ts';
import type { VaultKeys } from './keys/keys.ts';
import { kekIdIn, type Place, rowDamaged } from './seal.ts';

type RowKeys = Pick<VaultKeys, 'kekId' | 'sealRow' | 'openRow' | 'macFor'>;
export type RowCipherDeps = {
  /** Throws Failure `locked` while the vault is. */
  readonly newest: () => RowKeys;
  /** Keys at hand. */
  readonly opened: () => readonly RowKeys[];
  /** Names of all keys this vault was made with, in hex; also of those that are not at hand. */
  readonly known: () => readonly string[];
};

export type RowCipher = {
  sealRow(place: Place, plain: Uint8Array): Buffer;
  /**
   * Throws Failure `locked` (`key-of-visit-missing`: with a key that is not at hand, while others
   * are), `broken` / `row-damaged`.
   */
  openRow(place: Place, sealed: Uint8Array): Buffer;
  /**
   * A keyed digest with the key that `sealed` was sealed with; undefined when that is not at hand.
   */
  macFor(sealed: Uint8Array, bytes: Uint8Array): Buffer | undefined;
};

export function createRowCipher({ newest, opened, known }: RowCipherDeps): RowCipher {
  return {
    sealRow: (place, plain) => newest().sealRow(place, plain),
    openRow(place, sealed) {
      newest();
      const named = kekIdIn(sealed);
      const keys = named ? opened().filter(({ kekId }) => kekId.equals(named)) : opened();
      let failure: unknown;
      for (const each of keys) {
        try {
          return each.openRow(place, sealed);
        } catch (error) {
          failure = error;
        }
      }
      const lost = known().filter(
        (kekId) => !opened().some((each) => each.kekId.toString('hex') === kekId),
      );
      // The first form does not say which key it needs: while one is lost, it may be that one.
      if (named ? lost.includes(named.toString('hex')) : lost.length > 0) throw keyMissing();
      throw failure ?? rowDamaged();
    },
    macFor(sealed, bytes) {
      newest();
      for (const each of opened()) {
        const mac = each.macFor(sealed, bytes);
        if (mac) return mac;
      }
      return undefined;
    },
  };
}

const keyMissing = () =>
  new Failure(
    'locked',
    'This visit was sealed with a key that is not at hand. It is kept; the recovery code of that key opens it.',
    { detail: 'key-of-visit-missing' },
  );
