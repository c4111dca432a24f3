/**
 * A real ext4 in a file of its own, mounted over a loop device, whose power can be cut:
 * EXT4_IOC_SHUTDOWN stops it at once, with nothing more reaching the image; mounted again it shows
 * what a disk would show after a power cut.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { nodeDisk } from '../../../../main/hosts/node/node-ports.ts';
import type { Disk } from '../../../../main/infrastructure/ports.ts';

/**
 * Sleeps, cuts, and says so: a process of its own, so that the cut comes in the middle of whatever
 * is going on.
 */
const CUTTER = `
import fcntl, os, struct, sys, time
for line in sys.stdin:
    folder, wait, flags = line.split()
    held = os.open(folder, os.O_RDONLY)
    print('ready', flush=True)
    time.sleep(float(wait))
    now = time.monotonic_ns()
    fcntl.ioctl(held, 0x8004587D, struct.pack('I', int(flags)))
    os.close(held)
    print(now, flush=True)
`;

/**
 * Kinds of power cut: the unwritten part of the journal is lost too, or it is written as a last
 * act.
 */
const cutKinds = { noLogFlush: 2, logFlush: 1 } as const;

export type LoopDisk = {
  readonly folder: string;
  /**
   * The power goes after so many seconds. Answers when it is certain to go; `gone` is when it went,
   * as `process.hrtime.bigint` tells time. What the disk answers after that moment counts for
   * nothing: a sync in progress may still be called a success.
   */
  cutAfter(seconds: number, kind: keyof typeof cutKinds): Promise<{ gone: Promise<bigint> }>;
  /** Off and on again: the journal is replayed. All files must be closed. */
  remount(): void;
  /**
   * Makes it fail as a disk with a fault does: it is read-only from then on. False where this
   * kernel cannot.
   */
  turnReadOnly(): boolean;
  end(): void;
};

const run = (command: string, ...args: string[]) => {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args[0]}: ${error?.message ?? stderr}`);
};

/** Undefined when it can be used here, else why not. Tries it. */
export function whyNoLoopDisk(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'needs Linux and root, for a loop-mounted ext4 image';
  try {
    loopDisk({ megabytes: 16 }).end();
    return spawnSync('python3', ['-c', 'import fcntl']).status === 0
      ? undefined
      : 'needs python3, for one ioctl';
  } catch (error) {
    return `no ext4 image can be loop-mounted here (${error instanceof Error ? error.message.trim() : ''})`;
  }
}

export function loopDisk({ megabytes = 128 } = {}): LoopDisk {
  const base = mkdtempSync(path.join(tmpdir(), 'scriba-loop-'));
  const [image, folder] = [path.join(base, 'image'), path.join(base, 'disk')];
  const mount = () => run('mount', '-o', 'loop,errors=remount-ro', image, folder);
  writeFileSync(image, '');
  truncateSync(image, megabytes * 2 ** 20);
  mkdirSync(folder);
  try {
    run('mkfs.ext4', '-q', '-F', '-E', 'lazy_itable_init=0,lazy_journal_init=0', image);
    mount();
  } catch (error) {
    rmSync(base, { recursive: true, force: true });
    throw error;
  }

  const cutter = spawn('python3', ['-c', CUTTER], { stdio: ['pipe', 'pipe', 'inherit'] });
  cutter.on('error', () => {});
  const words = createInterface({ input: cutter.stdout })[Symbol.asyncIterator]();
  const heard = async (): Promise<string> => (await words.next()).value ?? '';

  return {
    folder,
    async cutAfter(seconds, kind) {
      cutter.stdin.write(`${folder} ${seconds} ${cutKinds[kind]}\n`);
      if ((await heard()) !== 'ready') throw new Error('The power cannot be cut here.');
      return { gone: heard().then(BigInt) };
    },
    remount() {
      run('umount', folder);
      mount();
    },
    turnReadOnly() {
      const { stdout } = spawnSync('findmnt', ['-no', 'SOURCE', folder], { encoding: 'utf8' });
      const fault = `/sys/fs/ext4/${path.basename(stdout.trim())}/trigger_fs_error`;
      if (!existsSync(fault)) return false;
      writeFileSync(fault, 'by a test');
      return true;
    },
    end() {
      cutter.stdin.end();
      cutter.kill();
      spawnSync('umount', ['-l', folder]);
      rmSync(base, { recursive: true, force: true });
    },
  };
}

/** The real disk, whose files can all be let go of at once, as when a process ends. */
export function closableDisk(): Disk & { closeAll(): void } {
  const open = new Set<number>();
  const kept = (file: number) => {
    open.add(file);
    return file;
  };
  return {
    ...nodeDisk,
    create: (name) => kept(nodeDisk.create(name)),
    openToRead: (name) => kept(nodeDisk.openToRead(name)),
    openToChange: (name) => kept(nodeDisk.openToChange(name)),
    close(file) {
      open.delete(file);
      nodeDisk.close(file);
    },
    closeAll() {
      for (const file of open) nodeDisk.close(file);
      open.clear();
    },
  };
}
