/** Adds to a failure what the command line has to offer as a way out of it. */
import { asFailure } from '../../shared/failure.ts';
import { FAILED, WRONG_USAGE } from './exit-codes.ts';

const KEYCHAIN =
  'On Linux a keychain is a Secret Service such as gnome-keyring, unlocked in a session of the same login.';

/** Words to add, by the detail of the failure. */
const waysOut: Readonly<Record<string, string>> = {
  'no-profile': 'Run "practice", "without-platform" or "sign-in" first.',
  'passphrase-needed':
    'Add --passphrase, and give the passphrase as the first line of standard input. Nothing was changed.',
  'passphrase-wrong': 'Nothing was changed. Try again with --passphrase.',
  'not-signed-in': 'Run "sign-in". What waits here is kept.',
  'keychain-missing': KEYCHAIN,
  'keychain-locked': KEYCHAIN,
};

/** Details that tell of a wrong value on the command line. */
const usageDetails: readonly string[] = [
  'usage',
  'address-invalid',
  'address-insecure',
  'brand-invalid',
  'client-id-invalid',
];

const systemErrors: Readonly<Record<string, string>> = {
  EACCES: 'this login may not read or write there',
  EPERM: 'this login may not read or write there',
  EROFS: 'it can only be read',
  EEXIST: 'a file stands where a folder is wanted',
  ENOTDIR: 'a file stands where a folder is wanted',
  ENOENT: 'the system can make nothing there',
  ENOTSUP: 'the system can make nothing there',
  ENAMETOOLONG: 'its name is too long',
  EINVAL: 'its name has a sign that the system does not take',
  ELOOP: 'its links lead back to themselves',
  EIO: 'the disk has an error',
  ENOSPC: 'the disk is full',
  SQLITE_CANTOPEN: 'its files cannot be opened',
};

export type Explained = { readonly message: string; readonly code: number };

/** `folder`: the data folder in use. */
export function explain(error: unknown, folder: string): Explained {
  const { message, detail } = asFailure(error);
  if (detail === 'already-open')
    return {
      message:
        'Another Scriba has this data folder open. Close it first, or choose another folder with --data.',
      code: FAILED,
    };
  if (detail !== undefined && usageDetails.includes(detail))
    return { message: `${message}\n\nSee --help.`, code: WRONG_USAGE };
  const { code, path } = (error ?? {}) as NodeJS.ErrnoException;
  const why = systemErrors[code ?? ''];
  if (why !== undefined) {
    // The system names the folder above where it can make none of ours.
    const isOther = path !== undefined && !path.startsWith(folder) && !folder.startsWith(path);
    return {
      message: isOther
        ? `${path} cannot be used: ${why}. Check its rights and its disk.`
        : `The data folder ${folder} cannot be used: ${why}. Nothing was begun. Check its rights and its disk, or choose another folder with --data.`,
      code: FAILED,
    };
  }
  const more = detail === undefined ? undefined : waysOut[detail];
  return { message: more === undefined ? message : `${message} ${more}`, code: FAILED };
}
