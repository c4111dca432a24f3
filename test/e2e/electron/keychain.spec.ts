/**
 * The key in the system's own keychain, asked for by the core of a real Electron: a Secret Service
 * under a bus of its own.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, type Page } from '@playwright/test';
import { electronStories } from '../../../scripts/lib/electron-stories.mjs';
import { endHard, test } from './launch-window.ts';

const tools = ['dbus-daemon', 'dbus-send', 'gnome-keyring-daemon'];
const absent = tools.filter((tool) => spawnSync('which', [tool]).status !== 0);
test.skip(absent.length > 0, `the system’s keychain is not tried: no ${absent.join(', no ')}`);

const OWNER_OF_SECRETS = [
  '--session',
  '--print-reply=literal',
  '--dest=org.freedesktop.DBus',
  '/org/freedesktop/DBus',
  'org.freedesktop.DBus.NameHasOwner',
  'string:org.freedesktop.secrets',
];

type Keyring = { readonly env: Record<string, string>; end(): Promise<void> };

const started: ChildProcess[] = [];
test.afterEach(async () => {
  for (const child of started.splice(0)) await endHard(child);
});

/** `home`: where its entries are kept. The bus asks who calls, so it runs as the app does. */
async function openKeyring(home: string): Promise<Keyring> {
  const here = electronStories();
  const prefix = here.why === undefined ? here.prefix : [];
  const run = (words: string[], env: Record<string, string> = {}): ChildProcess => {
    const [program, ...args] = [...prefix, ...words];
    const child = spawn(program!, args, {
      env: { PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: home, ...env },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    started.push(child);
    return child;
  };
  const bus = run(['dbus-daemon', '--session', '--nofork', '--print-address=1']);
  const [address] = (await once(createInterface({ input: bus.stdout! }), 'line')) as [string];
  const env = { DBUS_SESSION_BUS_ADDRESS: address };
  const daemon = run(
    ['gnome-keyring-daemon', '--foreground', '--unlock', '--components=secrets'],
    env,
  );
  daemon.stdin!.end('pw');
  const [asker, ...words] = [...prefix, 'dbus-send', ...OWNER_OF_SECRETS];
  const owned = () =>
    spawnSync(asker!, words, { env: { PATH: process.env.PATH, ...env }, timeout: 5000 });
  await expect.poll(() => String(owned().stdout)).toContain('true');
  return {
    env: { ...env, HOME: home, XDG_RUNTIME_DIR: home },
    async end() {
      await endHard(daemon);
      await endHard(bus);
    },
  };
}

async function makeKeyInKeychain(page: Page) {
  await page.getByRole('button', { name: 'Work on this computer' }).click();
  await expect(page.getByRole('radio', { name: 'This computer’s keychain' })).toBeChecked();
  await page.getByRole('button', { name: 'Create the key' }).click();
  await expect(page.getByRole('region', { name: 'Recovery code' })).toBeVisible();
  await page.getByText('I have written it down').click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('the key is made in the system’s keychain and opens the next start without a word; with the keychain gone the page says so, and with it back all is there', async ({
  openWindow,
}) => {
  const home = mkdtempSync(path.join(tmpdir(), 'scriba-keyring-'));
  let keyring = await openKeyring(home);
  const first = await openWindow({ env: keyring.env });
  await makeKeyInKeychain(first.page);
  await endHard(first.app.process());

  const again = await openWindow({ data: first.data, env: keyring.env });
  await expect(again.page.getByRole('heading', { name: 'Today' })).toBeVisible();
  await endHard(again.app.process());
  await keyring.end();

  const without = await openWindow({ data: first.data, env: keyring.env });
  await expect(without.page.getByText(/keychain/i).first()).toBeVisible();
  await expect(without.page.getByRole('heading', { name: 'Today' })).toHaveCount(0);
  await endHard(without.app.process());

  keyring = await openKeyring(home);
  const back = await openWindow({ data: first.data, env: keyring.env });
  await expect(back.page.getByRole('heading', { name: 'Today' })).toBeVisible();
  await endHard(back.app.process());
  await keyring.end();
  rmSync(home, { recursive: true, force: true, maxRetries: 3 });
});
