/**
 * A folder for one test file, in memory where the system has such a place: thousands of commits
 * then cost no disk.
 */
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

const MEMORY = '/dev/shm';

export function fastFolder(): string {
  const folder = mkdtempSync(path.join(place(), 'scriba-trust-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function place(): string {
  try {
    accessSync(MEMORY, constants.W_OK);
    return MEMORY;
  } catch {
    return tmpdir();
  }
}
