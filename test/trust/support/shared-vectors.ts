/** The contract's vectors, made by other implementations; they lie beside the project, so they may be absent. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

type Sealed = {
  readonly protected?: string;
  readonly iv: string;
  readonly ciphertext: string;
  readonly tag?: string;
  readonly kid?: string;
};
export type Vectors = {
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

const file = path.resolve(import.meta.dirname, '../../../../shared/contract/vectors.json');

export const sharedVectors: Vectors | undefined = existsSync(file)
  ? (JSON.parse(readFileSync(file, 'utf8')) as Vectors)
  : undefined;
export const vectorsAbsent =
  "the contract's vectors are not beside the project (../shared/contract/vectors.json)";
