/**
 * P11 with the real thing: a Secret Service under a bus of its own; open, locked, its entry
 * deleted, its daemon killed, another user's.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hashFolder } from '../support/rigs/vault.ts';
import { temporaryFolder } from '../support/rows.ts';
import { promise } from './support/promise.ts';

const p11 = promise({
  id: 'P11',
  title: 'A lost, wrong or refused key destroys nothing',
  figure:
    'with a real keychain: locked, emptied, killed or another’s, 0 bytes changed, and open again when it is back',
});
const child = path.join(import.meta.dirname, '..', 'support', 'children', 'keychain-child.ts');
const here = (tool: string) => spawnSync('which', [tool]).status === 0;
const keytar = await import('keytar').then(
  () => true,
  () => false,
);
const missing = [
  !here('dbus-run-session') && 'dbus',
  !here('gnome-keyring-daemon') && 'gnome-keyring',
  !here('secret-tool') && 'secret-tool',
  !keytar && 'keytar',
]
  .filter(Boolean)
  .join(', ');

const UNLOCKED =
  'echo -n pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; ';
const LOCKED = 'gnome-keyring-daemon --start --components=secrets >/dev/null 2>&1; ';
/** `secret-tool` finds our entries by the words that keytar gives them. */
const emptied = (name: string) =>
  `${UNLOCKED} secret-tool clear service Scriba account '${name}'; `;
/**
 * The daemon dies between the sign-in to the session and our question; the bus stays, and starts no
 * other.
 */
const OWNED =
  'dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets | grep -q true';
const KILLED = `${UNLOCKED} until ${OWNED}; do sleep 0.05; done; pid=$(dbus-send --session --print-reply=literal --dest=org.freedesktop.DBus / org.freedesktop.DBus.GetConnectionUnixProcessID string:org.freedesktop.secrets | awk '{print $2}'); kill -9 "$pid"; while ${OWNED}; do sleep 0.05; done; `;

/** Runs the vault in a session with a keyring of its own; `home` is where that keyring is kept. */
function ask(home: string, folder: string, keyring: string, word = 'open') {
  const { stdout, stderr } = spawnSync(
    'dbus-run-session',
    ['--', 'bash', '-c', `${keyring} "$0" "$1" "$2" "$3"`, process.execPath, child, folder, word],
    {
      env: {
        PATH: process.env.PATH,
        HOME: home,
        XDG_RUNTIME_DIR: home,
        NODE_OPTIONS: process.env.NODE_OPTIONS,
        SCRIBA_MUTANT: process.env.SCRIBA_MUTANT,
      },
      encoding: 'utf8',
      timeout: 60_000,
    },
  );
  const line = stdout.trim().split('\n').at(-1);
  if (!line?.startsWith('{')) throw new Error(`the child said nothing: ${stderr.slice(-500)}`);
  return JSON.parse(line) as {
    state?: string;
    generations?: string[];
    code?: string;
    detail?: string;
  };
}

test('the operating system’s keychain keeps the key; locked, emptied, killed or another’s it changes nothing', (ctx) => {
  if (missing) p11.skipLoudly(ctx, `the real keychain is not tried: ${missing} not installed`);
  const [home, folder] = [temporaryFolder(), temporaryFolder()];
  const open = expect.objectContaining({ state: 'open', secret: 'secret-1' });
  const first = ask(home, folder, UNLOCKED);
  expect(first).toEqual(open);
  const [generation] = first.generations!;

  const before = hashFolder(folder);
  const unchanged = (why: string, found: unknown, detail: RegExp) => {
    expect(found, why).toMatchObject({ code: 'locked', detail: expect.stringMatching(detail) });
    expect(hashFolder(folder), why).toBe(before);
    p11.ran();
  };
  // Keyring that answers as if it were empty while it is locked.
  unchanged(
    'locked',
    ask(home, folder, LOCKED),
    /^(keychain-locked|keychain-missing|keychain-denied|key-missing)$/,
  );
  // A keyring that the bus starts by itself is locked.
  unchanged(
    'no keychain',
    ask(home, folder, ''),
    /^(keychain-locked|keychain-missing|keychain-denied|key-missing)$/,
  );
  unchanged(
    'killed',
    ask(home, folder, KILLED),
    /^(keychain-missing|keychain-locked|keychain-denied|key-missing)$/,
  );
  unchanged('another user’s', ask(temporaryFolder(), folder, UNLOCKED), /^key-missing$/);
  expect(ask(home, folder, UNLOCKED), 'open again').toEqual(open);

  // The entry is deleted for good: another key is made, and the first stays what it is.
  unchanged('entry deleted', ask(home, folder, emptied(`kek:${generation}`)), /^key-missing$/);
  const another = ask(home, folder, UNLOCKED, 'another');
  expect(another).toMatchObject({
    state: 'open',
    generations: [expect.not.stringContaining(generation!)],
  });
  p11.ran(2);
}, 90_000);
