/**
 * A list that a chapter of the practice platform keeps in a file of its own, so that it goes on
 * after a restart.
 */
import { join } from 'node:path';
import { z } from 'zod';
import type { Sandbox } from '../sandbox.ts';
import { readIfPresent, writeAtomically } from './json-files.ts';

export type JsonList<T> = {
  /** Oldest first; a change in it is kept by `save`. */
  readonly list: T[];
  save(): void;
};

/** Throws ZodError when the kept file is not one of ours. */
export function openJsonList<T>(
  { options }: Pick<Sandbox, 'options'>,
  name: string,
  schema: z.ZodType<T>,
): JsonList<T> {
  const path = join(options.folder, `${name}.json`);
  const kept = readIfPresent(path);
  const list: T[] = kept === undefined ? [] : z.array(schema).parse(JSON.parse(kept));
  return {
    list,
    save: () => writeAtomically(path, JSON.stringify(list)),
  };
}
