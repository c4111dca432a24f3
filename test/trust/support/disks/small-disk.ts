/**
 * A disk in memory of a chosen size (tmpfs), to be filled to the last byte. Needs Linux and root.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type SmallDisk = {
  readonly folder: string;
  /** Fills it until so many bytes are free; a smaller number fills it further. */
  leave(bytes: number): void;
  /** Somebody else makes room. */
  empty(): void;
  end(): void;
};

export function whyNoSmallDisk(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'needs Linux and root, for a tmpfs of a chosen size';
  try {
    smallDisk(1).end();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : 'no tmpfs can be mounted here';
  }
}

export function smallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(path.join(tmpdir(), 'scriba-small-'));
  const { status, stderr } = spawnSync(
    'mount',
    ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder],
    { encoding: 'utf8' },
  );
  if (status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`no tmpfs can be mounted here (${stderr.trim()})`);
  }
  const ballast = path.join(folder, 'ballast');
  const free = () => {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  };
  return {
    folder,
    leave(bytes) {
      // Never more than half of what is left: what one write does not get it leaves to the next.
      for (let more = free() - bytes; more > 0; more = free() - bytes)
        writeFileSync(ballast, Buffer.alloc(more), { flag: 'a' });
    },
    empty: () => truncateSync(ballast),
    end() {
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
