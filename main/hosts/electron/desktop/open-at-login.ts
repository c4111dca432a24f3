/** Opens Scriba when the person signs in to the computer: off unless the settings say so. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '../../../../shared/model/settings.ts';
import type { OpenedCore } from '../core/core-process.ts';
import type { HostWords } from '../host-words.ts';

export type LoginDeps = {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly execPath: string;
  /** Undefined in the packaged app; else the folder that a bare Electron opens. */
  readonly appFolder: string | undefined;
  /** Windows and macOS keep the list themselves. */
  readonly setLoginItemSettings: (settings: {
    openAtLogin: boolean;
    path?: string;
    args?: string[];
  }) => void;
};

type OpenAtLogin = {
  /** To be called when the setting was changed. Throws the disk's error. */
  set(on: boolean): void;
  /**
   * To be called at the start: an entry that names an older place of Scriba gets the new one. One
   * that the person took away stays away.
   */
  refresh(): void;
};

function createOpenAtLogin(deps: LoginDeps): OpenAtLogin {
  if (deps.platform !== 'linux') return { set: (on) => setByElectron(deps, on), refresh() {} };
  const file = autostartFile(deps);
  const write = () => {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, desktopEntry(commandOf(deps)));
  };
  return {
    set: (on) => (on ? write() : rmSync(file, { force: true })),
    refresh() {
      if (existsSync(file) && readFileSync(file, 'utf8') !== desktopEntry(commandOf(deps))) write();
    },
  };
}

/**
 * Follows the setting of the open profile when it is changed; what the person changed in the
 * system's own list stays as it is.
 */
export function followOpenAtLogin(
  core: Pick<OpenedCore, 'ask' | 'onNotice'>,
  deps: LoginDeps & {
    readonly showError: (title: string, message: string) => void;
    readonly words: HostWords;
  },
): void {
  const openAtLogin = createOpenAtLogin(deps);
  let known: boolean | undefined;
  const follow = ({ desktop }: Settings) => {
    const before = known;
    known = desktop.openAtLogin;
    if (before === undefined || before === known) return;
    try {
      openAtLogin.set(known);
    } catch {
      const { loginTitle, loginText } = deps.words.now().error;
      deps.showError(loginTitle, loginText);
    }
  };
  const learn = () => {
    known = undefined;
    const read = async () => {
      const answer = await core.ask('settings.get', undefined);
      // Settings that cannot be read change nothing.
      if (answer.ok) follow(answer.value as Settings);
    };
    void read();
  };
  try {
    openAtLogin.refresh();
  } catch {
    // A disk that refuses: the entry stays as it was.
  }
  learn();
  core.onNotice((name, payload) => {
    if (name === 'profile.changed') learn();
    if (name === 'settings.changed') follow(payload as Settings);
  });
}

function setByElectron(
  { platform, execPath, appFolder, setLoginItemSettings }: LoginDeps,
  on: boolean,
): void {
  setLoginItemSettings({
    openAtLogin: on,
    ...(platform === 'win32' && {
      path: execPath,
      args: appFolder === undefined ? [] : [`"${appFolder}"`],
    }),
  });
}

/** As the XDG autostart specification has it. */
const autostartFile = ({ env, home }: LoginDeps): string => {
  const config = env.XDG_CONFIG_HOME;
  return path.join(
    config && path.isAbsolute(config) ? config : path.join(home, '.config'),
    'autostart',
    'scriba.desktop',
  );
};

/** An AppImage unpacks itself to another place at each start; only its own file stays. */
const commandOf = ({ env, execPath, appFolder }: LoginDeps): string[] => [
  env.APPIMAGE ?? execPath,
  ...(appFolder === undefined ? [] : [appFolder]),
];

const desktopEntry = (command: readonly string[]): string =>
  [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Scriba',
    'Comment=The clinical scribe that keeps every second safe',
    `Exec=${command.map(quoted).join(' ')}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');

/**
 * One argument of an Exec line. The desktop entry specification escapes twice: `"`, backtick, `$`
 * and the backslash inside quotes, and then every backslash as a string's; `%` stands for a field
 * unless it is doubled.
 */
const quoted = (argument: string): string =>
  `"${argument
    .replace(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')}"`;
