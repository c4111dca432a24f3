/**
 * Keys of the practice profile, in a plain file of mode 0600: invented patients only, never a real
 * account (D2). Keys stand there as Base64, and never become text on the way.
 */
import path from 'node:path';
import { fromBase64, toBase64 } from '../../../../shared/base64.ts';
import { Failure } from '../../../../shared/failure.ts';
import type { Disk, KeyStore } from '../../ports.ts';
import { readWhole, replaceFile } from '../files.ts';
import { textAt, textsIn, withText } from './flat-json.ts';

type Deps = { readonly disk: Disk; readonly folder: string };

export function openPracticeStore(deps: Deps): KeyStore {
  return {
    get: async (name) =>
      read(deps, (bytes) => {
        const place = textsIn(bytes).get(name);
        return place && textAt(bytes, place);
      }),
    set: async (name, secret) => put(deps, name, Buffer.from(JSON.stringify(secret))),
    getBytes: async (name) =>
      read(deps, (bytes) => {
        const place = textsIn(bytes).get(name);
        const found = place && fromBase64(bytes.subarray(place.from + 1, place.to - 1));
        return found && Buffer.from(found.buffer);
      }),
    async setBytes(name, secret) {
      const letters = toBase64(secret);
      const quoted = Buffer.concat([Buffer.from('"'), letters, Buffer.from('"')]);
      letters.fill(0);
      put(deps, name, quoted);
    },
    async remove(name) {
      const isThere = read(deps, (bytes) => textsIn(bytes).has(name));
      if (isThere) put(deps, name, undefined);
    },
  };
}

const fileIn = ({ folder }: Deps) => path.join(folder, 'practice-keys.json');

/** Throws Failure `locked` / `key-missing`. What was read is overwritten. */
function read<T>(deps: Deps, look: (bytes: Buffer) => T): T {
  const file = fileIn(deps);
  const bytes = deps.disk.exists(file) ? readWhole(deps.disk, file) : Buffer.from('{}');
  try {
    return look(bytes);
  } catch {
    throw new Failure('locked', 'The practice keys cannot be read. Nothing was changed.', {
      detail: 'key-missing',
    });
  } finally {
    bytes.fill(0);
  }
}

/** `value`: quotation marks included; it is overwritten. */
function put(deps: Deps, name: string, value: Buffer | undefined): void {
  const whole = read(deps, (bytes) => withText(bytes, name, value));
  value?.fill(0);
  try {
    replaceFile(deps.disk, fileIn(deps), whole);
  } finally {
    whole.fill(0);
  }
}
