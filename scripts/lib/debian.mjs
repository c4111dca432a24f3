/**
 * The Debian packages that Scriba's tests and its browser window use: which are missing, and
 * installing them.
 */

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findBrowser } from '../../main/hosts/node/browsers.mjs';
import { listen } from './run.mjs';

/** Package -> what does not work without it. */
export const wanted = {
  chromium: 'the app window and the browser tests',
  xvfb: 'an app window in tests without a display',
  xauth: 'an app window in tests without a display',
  'libsecret-1-dev':
    'building keytar, which keeps keys in the system keychain (a passphrase works without)',
  'libsecret-tools': 'the keychain test',
  'gnome-keyring': 'the keychain test',
  dbus: 'the keychain test',
  'espeak-ng': 'tests with spoken sound',
  sox: 'tests with spoken sound',
  ffmpeg: "tests that decode what was uploaded, and importing from the practice platform's side",
  'fonts-noto-core': 'Indic scripts in the app window',
  strace: 'the tests that kill Scriba at every system call',
  'poppler-utils': 'tests that read PDF files',
};

export const isDebian = () =>
  process.platform === 'linux' &&
  existsSync('/etc/debian_version') &&
  existsSync('/usr/bin/apt-get');
export const isRoot = () => process.getuid?.() === 0;

/**
 * The names that are not installed; none where this is no Debian. Another Chromium serves as well
 * as Debian's.
 */
export async function missingPackages() {
  if (!isDebian()) return [];
  const names = Object.keys(wanted);
  const { said } = await listen('dpkg-query', [
    '-W',
    '-f',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the form of dpkg-query.
    '${Package} ${db:Status-Status}\\n',
    ...names,
  ]);
  const there = new Set(
    said
      .split('\n')
      .filter((line) => line.endsWith(' installed'))
      .map((line) => line.split(' ')[0]),
  );
  if (findBrowser()) there.add('chromium');
  return names.filter((name) => !there.has(name));
}

/** Installs them, telling how far it is; answers whether it worked. */
export async function installDebianPackages(names) {
  console.log(
    `Installing ${names.length} Debian package${names.length === 1 ? '' : 's'}: ${names.join(' ')}`,
  );
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const update = await listen('apt-get', ['-q', 'update'], { env });
  if (update.code !== 0)
    console.log('  apt-get update did not succeed; trying with the lists that are here.');
  return apt(
    ['-q', '-y', '--no-install-recommends', '-o', 'APT::Status-Fd=3', 'install', ...names],
    env,
  );
}

function apt(args, env) {
  return new Promise((resolve) => {
    const child = spawn('apt-get', args, { env, stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
    const told = { dlstatus: -1, pmstatus: -1 };
    let complaint = '';
    child.stderr?.on('data', (piece) => (complaint = (complaint + piece).slice(-2000)));
    child.stdio[3]?.on('data', (piece) => {
      for (const line of String(piece).split('\n')) tell(line, told);
    });
    child.once('error', () => resolve(false));
    child.once('close', (code) => {
      if (code !== 0)
        console.log(
          `  apt-get failed:\n${complaint
            .trim()
            .split('\n')
            .slice(-3)
            .map((line) => `    ${line}`)
            .join('\n')}`,
        );
      resolve(code === 0);
    });
  });
}

/** "dlstatus:12:34.5:…" becomes a line at every quarter. */
function tell(line, told) {
  const [kind, , percent] = line.split(':');
  if (kind !== 'dlstatus' && kind !== 'pmstatus') return;
  const quarter = Math.floor(Number(percent) / 25) * 25;
  if (!(quarter > told[kind])) return;
  told[kind] = quarter;
  console.log(
    `  ${kind === 'dlstatus' ? 'downloading' : 'installing '} ${String(quarter).padStart(3)} %`,
  );
}
