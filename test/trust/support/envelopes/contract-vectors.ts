/**
 * The contract's vectors (docs/platform/contract.md, 5), made by other implementations:
 * test/fixtures/contract/vectors.json.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';

type Sealed = {
  readonly protected?: string;
  readonly iv: string;
  readonly ciphertext: string;
  readonly tag?: string;
  readonly kid?: string;
};
type Vectors = {
  readonly jwe: readonly {
    readonly id: string;
    readonly kind: 'json' | 'file' | 'file-by-seed';
    readonly key: string;
    readonly kid: string;
    readonly protected: string;
    readonly iv: string;
    readonly ciphertext: string | null;
    readonly tag: string;
    readonly plaintext_utf8?: string;
    readonly plaintext_length: number;
    readonly plaintext_sha256: string;
    readonly ciphertext_b64url_sha256?: string;
    readonly ciphertext_length_bytes?: number;
    readonly file_seed?: string;
    readonly file_length?: number;
    readonly file_sha256?: string;
  }[];
  readonly jwe_responses: readonly {
    readonly id: string;
    readonly key: string;
    readonly aad: string;
    readonly envelope: Sealed;
    readonly plaintext_utf8: string;
    readonly plaintext_sha256: string;
  }[];
  readonly jwe_tampered: readonly {
    readonly id: string;
    readonly key: string;
    readonly refuse_with: 'bad_tag' | 'bad_header' | 'malformed';
    readonly envelope: Sealed;
  }[];
  readonly webhook_signatures: readonly {
    readonly id: string;
    readonly signing_key: string;
    readonly body: string;
    readonly body_sha256: string;
    readonly header: string;
    readonly now: number;
    readonly tolerance_s: number;
    readonly accept: boolean;
    readonly reason: string | null;
  }[];
};

const file = path.resolve(import.meta.dirname, '../../../fixtures/contract/vectors.json');

export const contractVectors = JSON.parse(readFileSync(file, 'utf8')) as Vectors;

// The tests are loops over these lists: an empty one would prove nothing and pass.
for (const list of ['jwe', 'jwe_responses', 'jwe_tampered', 'webhook_signatures'] as const)
  if (contractVectors[list].length === 0) throw new Error(`${file} has no ${list}`);
if (!contractVectors.jwe.some(({ kind }) => kind === 'file-by-seed'))
  throw new Error(`${file} has no jwe of kind file-by-seed`);
