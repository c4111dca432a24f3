/** Opening at sign-in, on each system: what the setting changes, and what it leaves. */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  followOpenAtLogin,
  type LoginDeps,
} from '../../../../../main/hosts/electron/desktop/open-at-login.ts';
import { createHostWords } from '../../../../../main/hosts/electron/host-words.ts';
import { defaultSettings } from '../../../../../shared/model/settings.ts';
import { smallProfile } from '../../common/small-profile.ts';
import { hostedCore } from '../hosted-core.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

async function following(change: Partial<LoginDeps> = {}, openAtLogin = false) {
  const home = mkdtempSync(path.join(tmpdir(), 'scriba-home-'));
  const items: object[] = [];
  const errors: string[] = [];
  const core = hostedCore(smallProfile());
  const settings = (on: boolean) => ({
    ...defaultSettings,
    desktop: { ...defaultSettings.desktop, openAtLogin: on },
  });
  let now = settings(openAtLogin);
  Object.assign(core.handlers, { 'settings.get': async () => now });
  const deps = {
    platform: 'linux',
    env: {},
    home,
    execPath: '/opt/Scriba/scriba',
    appFolder: undefined,
    setLoginItemSettings: (item: object) => items.push(item),
    showError: (title: string) => errors.push(title),
    words: createHostWords(() => ['en']),
    ...change,
  };
  followOpenAtLogin(core, deps);
  await settle();
  const set = (on: boolean) => {
    now = settings(on);
    core.notify('settings.changed', now);
  };
  const file = path.join(deps.home, '.config/autostart/scriba.desktop');
  return { home, items, errors, core, deps, set, file };
}
const execOf = (file: string) => /^Exec=(.*)$/m.exec(readFileSync(file, 'utf8'))?.[1];

test('it is off until the setting says so', async () => {
  expect(defaultSettings.desktop.openAtLogin).toBe(false);
  const { file, items } = await following();
  expect([existsSync(file), items]).toEqual([false, []]);
});

test('on Linux a file of the autostart folder is written, and taken away again', async () => {
  const { file, set } = await following();
  set(true);
  expect(readFileSync(file, 'utf8')).toBe(
    '[Desktop Entry]\nType=Application\nName=Scriba\nComment=The clinical scribe that keeps every second safe\nExec="/opt/Scriba/scriba"\nTerminal=false\nX-GNOME-Autostart-enabled=true\n',
  );
  set(false);
  expect(existsSync(file)).toBe(false);
});

test('the file lies in the folder that the system names', async () => {
  const config = mkdtempSync(path.join(tmpdir(), 'scriba-config-'));
  const { set } = await following({ env: { XDG_CONFIG_HOME: config } });
  set(true);
  expect(existsSync(path.join(config, 'autostart/scriba.desktop'))).toBe(true);
});

test('an AppImage is named by its own file, with whatever signs its name has', async () => {
  const { file, set } = await following({
    env: { APPIMAGE: '/home/dr/my "new" $apps/100%/a\\b.AppImage' },
  });
  set(true);
  expect(execOf(file)).toBe('"/home/dr/my \\\\"new\\\\" \\\\$apps/100%%/a\\\\\\\\b.AppImage"');
});

test('an entry that names an older place gets the new one at the start; one that the person removed stays away', async () => {
  const first = await following();
  first.set(true);
  const { home } = first;
  await following({ home, execPath: '/opt/Scriba-2/scriba' }, true);
  expect(execOf(first.file)).toBe('"/opt/Scriba-2/scriba"');
  rmSync(first.file);
  await following({ home }, true);
  expect(existsSync(first.file)).toBe(false);
});

test('another setting, or the other profile with another choice, changes nothing', async () => {
  const { file, set, core } = await following({}, true);
  set(true);
  expect(existsSync(file)).toBe(false);
  Object.assign(core.handlers, { 'settings.get': async () => defaultSettings });
  core.notify('profile.changed', { profile: 'practice' });
  await settle();
  core.notify('settings.changed', { ...defaultSettings, theme: 'dark' });
  expect(existsSync(file)).toBe(false);
});

test('Windows and macOS are told through Electron', async () => {
  const windows = await following({ platform: 'win32', execPath: 'C:\\Scriba\\Scriba.exe' });
  windows.set(true);
  windows.set(false);
  expect(windows.items).toEqual([
    { openAtLogin: true, path: 'C:\\Scriba\\Scriba.exe', args: [] },
    { openAtLogin: false, path: 'C:\\Scriba\\Scriba.exe', args: [] },
  ]);
  const mac = await following({ platform: 'darwin' });
  mac.set(true);
  expect(mac.items).toEqual([{ openAtLogin: true }]);
});

test('a disk that refuses is told in words, and Scriba goes on', async () => {
  const home = mkdtempSync(path.join(tmpdir(), 'scriba-home-'));
  writeFileSync(path.join(home, '.config'), 'a file in the place of the folder');
  const { set, errors } = await following({ home });
  set(true);
  expect(errors).toEqual(['Scriba could not change which programs open at sign-in']);
});
