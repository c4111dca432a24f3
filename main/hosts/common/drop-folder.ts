/** The folder that an EMR takes notes from, where it was named when Scriba was started. */
import path from 'node:path';

/** `--drop-folder`, else SCRIBA_DROP_FOLDER; undefined where neither is there. */
export function dropFolder(asked?: string): string | undefined {
  const named = asked ?? process.env.SCRIBA_DROP_FOLDER;
  return named === undefined || named.trim() === '' ? undefined : path.resolve(named);
}
