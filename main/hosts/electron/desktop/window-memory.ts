/**
 * Remembers how the window was left: its place, its size, its zoom. One small file in the window's
 * folder; it holds nothing of a visit.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const coordinate = z.int().min(-100_000).max(100_000);
const length = z.int().min(100).max(100_000);

const stateSchema = z.object({
  bounds: z.object({ x: coordinate, y: coordinate, width: length, height: length }).optional(),
  maximized: z.boolean().default(false),
  /** Per cent. */
  zoom: z.number().min(50).max(300).default(100),
});
type WindowState = z.infer<typeof stateSchema>;

export type WindowMemory = {
  get(): WindowState;
  /** A disk that refuses costs the memory, nothing else. */
  change(change: Partial<WindowState>): void;
};

/** `folder` is there. A file that cannot be read, or says what cannot be, counts as none. */
export function openWindowMemory(folder: string): WindowMemory {
  const file = path.join(folder, 'scriba-window.json');
  let state = read(file);
  return {
    get: () => state,
    change(change) {
      const next = { ...state, ...change };
      const text = JSON.stringify(next);
      if (text === JSON.stringify(state)) return;
      state = next;
      try {
        writeFileSync(`${file}.new`, text, { mode: 0o600 });
        renameSync(`${file}.new`, file);
      } catch {
        // The next start opens the window where this one did.
      }
    },
  };
}

function read(file: string): WindowState {
  try {
    return stateSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return stateSchema.parse({});
  }
}
