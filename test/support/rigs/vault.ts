/** For tests of vaults: a key store that can be made to fail, and the digest of a folder. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { KeyStore, OpenKeyStore } from '../../../main/infrastructure/ports.ts';
import { Failure } from '../../../shared/failure.ts';

export type MemoryKeyStore = {
  readonly open: OpenKeyStore;
  readonly secrets: Map<string, string>;
  /** Makes a call fail until it is set back; `detail` of the Failure `locked`. */
  failing: Partial<Record<'open' | 'get' | 'set' | 'remove', string>>;
};

export function memoryKeyStore(): MemoryKeyStore {
  const secrets = new Map<string, string>();
  const fault = (call: 'open' | 'get' | 'set' | 'remove') => {
    const detail = self.failing[call];
    if (detail) throw new Failure('locked', 'The key store refuses.', { detail });
  };
  const store: KeyStore = {
    get: async (name) => {
      fault('get');
      return secrets.get(name);
    },
    set: async (name, secret) => {
      fault('set');
      secrets.set(name, secret);
    },
    remove: async (name) => {
      fault('remove');
      secrets.delete(name);
    },
  };
  const self: MemoryKeyStore = {
    open: async () => {
      fault('open');
      return store;
    },
    secrets,
    failing: {},
  };
  return self;
}

/** One hash over the names and contents of everything in the folder. */
export function hashFolder(folder: string): string {
  const hash = createHash('sha256');
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }).sort((a, b) =>
    path.join(a.parentPath, a.name) < path.join(b.parentPath, b.name) ? -1 : 1,
  )) {
    const name = path.join(entry.parentPath, entry.name);
    hash.update(`${entry.isDirectory() ? 'folder' : 'file'} ${path.relative(folder, name)}\n`);
    if (entry.isFile()) hash.update(readFileSync(name));
  }
  return hash.digest('hex');
}
