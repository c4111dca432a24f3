/**
 * Checks a data file of the terminology when it is first read, so that a slip in it is found by file
 * and row.
 */
import type { z } from 'zod';

/** Throws an Error that names the file, the row (the first is 1) and what is wrong with it. */
export function readTable<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  data: unknown,
): z.output<Schema> {
  const read = schema.safeParse(data);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const path = issue?.path ?? [];
  const place = path.map((step) => (typeof step === 'number' ? step + 1 : String(step))).join(' ');
  throw new Error(`${file}: ${place}: ${issue?.message ?? 'wrong'}: ${rowAt(data, path)}`);
}

/** The innermost row of the path, short enough for one line. */
function rowAt(data: unknown, path: readonly PropertyKey[]): string {
  let row = data;
  let value = data;
  for (const step of path) {
    value = (value as Record<PropertyKey, unknown> | undefined)?.[step];
    if (typeof step === 'number') row = value;
  }
  return (JSON.stringify(row) ?? 'nothing').slice(0, 200);
}
