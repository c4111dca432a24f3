/**
 * Finds and reads the policy of this computer, where its system keeps what an administrator sets
 * for everybody. A file that others could have written is not believed. No environment variable
 * takes the place of such a file: SCRIBA_POLICY names one for tests, which counts only in a Scriba
 * that is not packed, and only where the system's place has none.
 */
import { closeSync, fstatSync, openSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import path from 'node:path';
import type { Policy } from '../../../shared/model/policy.ts';
import { LARGEST_POLICY, readPolicy, unreadablePolicy } from '../../app/policy/read-policy.ts';
import type { Environment } from './data-folder.ts';

export type PolicySearch = {
  /** Scriba was installed as a package: no variable names a policy. */
  readonly packed: boolean;
  readonly platform: NodeJS.Platform;
  readonly env: Environment['env'];
  /** Of the system's own places; the first file that is there counts. */
  readonly places: readonly string[];
};

const thisComputer = (packed: boolean): PolicySearch => ({
  packed,
  platform: process.platform,
  env: process.env,
  places: policyPlaces(
    { platform: process.platform, env: process.env, home: homeOf() },
    process.execPath,
  ),
});

/**
 * By the system's list of users, where there is one: HOME and USERPROFILE are a person's to change.
 */
function homeOf(): string {
  try {
    return userInfo().homedir;
  } catch {
    return homedir();
  }
}

/**
 * Windows names its folder in a variable that a person can change. The usual one is looked at
 * first, then the same folder on the drives of this program and of the person's home, and what the
 * variable says comes last: it can add a policy, never hide one.
 */
export function policyPlaces(
  { platform, env, home }: Environment,
  program: string,
): readonly string[] {
  if (platform === 'darwin') return ['/Library/Application Support/Scriba/policy.json'];
  if (platform !== 'win32') return ['/etc/scriba/policy.json'];
  const drives = ['C:\\', ...[program, home].map((one) => path.win32.parse(one).root)];
  const folders = [
    ...drives.map((drive) => path.win32.join(drive, 'ProgramData')),
    env.ProgramData,
  ];
  return [
    ...new Set(
      folders
        .filter((folder) => folder !== undefined && path.win32.parse(folder).root !== '')
        .map((folder) => path.win32.join(folder ?? '', 'Scriba', 'policy.json')),
    ),
  ];
}

/**
 * Undefined where there is none. Never throws: a policy that cannot be read is as strict as it can
 * be.
 */
export function machinePolicy(
  { packed }: Pick<PolicySearch, 'packed'>,
  search: PolicySearch = thisComputer(packed),
): Policy | undefined {
  for (const file of search.places) {
    const found = readIfThere(file, () => checkOwnership(file, search.platform));
    if (found) return found;
  }
  const named = search.packed ? undefined : search.env.SCRIBA_POLICY;
  if (named === undefined || named === '') return undefined;
  const file = path.resolve(named);
  // The person who runs the tests owns it.
  return (
    readIfThere(file, () => {}) ??
    unreadablePolicy(file, 'SCRIBA_POLICY names a file that is not there.')
  );
}

/** `check` throws an `Untrusted`. */
function readIfThere(file: string, check: () => void): Policy | undefined {
  try {
    const bytes = readBytes(file);
    check();
    return readPolicy(bytes, file);
  } catch (error) {
    if (error instanceof Untrusted) return unreadablePolicy(file, error.message);
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    return unreadablePolicy(
      file,
      `It cannot be read (${code}). Everybody on this computer needs the right to read it, and none but the administrator to change it.`,
    );
  }
}

class Untrusted extends Error {}

function readBytes(file: string): Uint8Array {
  const opened = openSync(file, 'r');
  try {
    const { size } = fstatSync(opened);
    if (!fstatSync(opened).isFile()) throw new Untrusted('It is no file.');
    if (size > LARGEST_POLICY) throw new Untrusted('It is larger than 64 KiB.');
    return readFileSync(opened);
  } finally {
    closeSync(opened);
  }
}

const ROOT = 0;
const [WRITABLE_BY_OTHERS, STICKY] = [0o022, 0o1000];

/**
 * The file and every folder above it, also where a link leads elsewhere, belong to root, and nobody
 * else can write them. A folder like /tmp passes above, where nobody can replace what is another's.
 * Windows tells no owner here: there its rights on the folder are relied on.
 */
function checkOwnership(file: string, platform: NodeJS.Platform): void {
  if (platform === 'win32') return;
  for (const one of new Set([file, realpathSync(file)].flatMap(withFolders))) {
    const { uid, mode } = statSync(one);
    const isShared = (mode & WRITABLE_BY_OTHERS) !== 0;
    const mayShare = one !== file && one !== path.dirname(file) && (mode & STICKY) !== 0;
    if (uid === ROOT && (!isShared || mayShare)) continue;
    throw new Untrusted(
      `${one} ${uid === ROOT ? 'can be written by others' : 'does not belong to root'}, so anybody could have written this policy. The administrator mends it with: chown root ${quoted(one)}; chmod go-w ${quoted(one)}.`,
    );
  }
}

const withFolders = (file: string): string[] => {
  const above = path.dirname(file);
  return above === file ? [file] : [file, ...withFolders(above)];
};

const quoted = (file: string) =>
  /^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
