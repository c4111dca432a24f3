/** P11 with the real thing: a Secret Service under a bus of its own, open, locked, emptied and absent. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/rows.ts';
import { hashFolder } from '../support/vault.ts';

const child = path.join(import.meta.dirname, '..', 'support', 'keychain-child.ts');
const here = (tool: string) => spawnSync('which', [tool]).status === 0;
const keytar = await import('keytar').then(() => true, () => false);
const missing = [!here('dbus-run-session') && 'dbus', !here('gnome-keyring-daemon') && 'gnome-keyring', !keytar && 'keytar'].filter(Boolean);
if (missing.length > 0) console.warn(`SKIPPED: the real keychain is not tried: ${missing.join(', ')} not installed.`);

const UNLOCKED = 'echo -n pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; ';
const LOCKED = 'gnome-keyring-daemon --start --components=secrets >/dev/null 2>&1; ';

/** Runs the vault in a session with a keyring of its own; `home` is where that keyring is kept; without a keyring there is no session bus either. */
function ask(home: string, folder: string, keyring: string | undefined) {
  const script = ['bash', '-c', `${keyring ?? ''} "$0" "$1" "$2"`, process.execPath, child, folder];
  const [command, ...rest] = keyring === undefined ? script : ['dbus-run-session', '--', ...script];
  const { stdout } = spawnSync(command!, rest, { env: { PATH: process.env['PATH'], HOME: home, XDG_RUNTIME_DIR: home }, encoding: 'utf8', timeout: 20_000 });
  return JSON.parse(stdout.trim().split('\n').at(-1)!) as unknown;
}

describe.skipIf(missing.length > 0)('the operating system’s keychain', () => {
  test('keeps the key; locked, absent or another’s it changes nothing', () => {
    const [home, folder] = [temporaryFolder(), temporaryFolder()];
    expect(ask(home, folder, UNLOCKED)).toEqual({ state: 'open', secret: 'secret-1' });
    expect(ask(home, folder, UNLOCKED)).toEqual({ state: 'open', secret: 'secret-1' });
    const before = hashFolder(folder);
    // This keyring answers as if it were empty while it is locked.
    expect(ask(home, folder, LOCKED)).toMatchObject({ code: 'locked', detail: expect.stringMatching(/^(keychain-locked|keychain-missing|keychain-denied|key-missing)$/) });
    expect(ask(home, folder, undefined)).toMatchObject({ code: 'locked', detail: 'keychain-missing' });
    expect(ask(temporaryFolder(), folder, UNLOCKED)).toMatchObject({ code: 'locked', detail: 'key-missing' });
    expect(hashFolder(folder)).toBe(before);
    expect(ask(home, folder, UNLOCKED)).toEqual({ state: 'open', secret: 'secret-1' });
  }, 90_000);
});
