/**
 * Keys of the practice profile, in a plain file of mode 0600: invented patients only, never a real
 * account (D2).
 */
import path from 'node:path';
import { z } from 'zod';
import { Failure } from '../../../../shared/failure.ts';
import type { Disk, KeyStore } from '../../ports.ts';
import { readWhole, replaceFile } from '../files.ts';

const secrets = z.record(z.string(), z.string());

export function openPracticeStore({ disk, folder }: { disk: Disk; folder: string }): KeyStore {
  const file = path.join(folder, 'practice-keys.json');

  function read(): Map<string, string> {
    if (!disk.exists(file)) return new Map();
    try {
      return new Map(
        Object.entries(secrets.parse(JSON.parse(readWhole(disk, file).toString('utf8')))),
      );
    } catch {
      throw new Failure('locked', 'The practice keys cannot be read. Nothing was changed.', {
        detail: 'key-missing',
      });
    }
  }
  const write = (all: Map<string, string>) =>
    replaceFile(disk, file, Buffer.from(JSON.stringify(Object.fromEntries(all)), 'utf8'));

  return {
    get: async (name) => read().get(name),
    set: async (name, secret) => write(read().set(name, secret)),
    async remove(name) {
      const all = read();
      if (all.delete(name)) write(all);
    },
  };
}
