/** The table of `npm run doctor`: a row for each thing that Scriba or its tests use. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findBrowser, playwrightBrowser } from '../../main/hosts/node/browsers.mjs';
import { isDebian, isRoot } from './debian.mjs';
import { findElectron } from './electron.mjs';
import { sandboxBy } from './electron-stories.mjs';
import { inPath } from './in-path.mjs';
import { packagesAreThere } from './packages.mjs';
import { findNode, inProject, OLDEST, root } from './project.mjs';
import { listen } from './run.mjs';
import { hasDisplay } from './window.mjs';

/**
 * @typedef {object} Examination
 * @property {string} name
 * @property {() => Promise<string | undefined>} look says where or which it is; undefined where it
 *   is missing
 * @property {string} skips what does not work, or which tests skip, without it
 * @property {string} get how to get it
 */

/** @returns {Examination[]} */
export function examinations({ platform = process.platform, env = process.env } = {}) {
  const onLinux = platform === 'linux';
  return [
    ...needed(),
    policy,
    ...windows({ platform, env }),
    ...programs(),
    ...(onLinux ? linux() : []),
  ];
}

/** Requirements without which Scriba cannot start. */
const needed = () => [
  {
    name: 'Node',
    look: async () => {
      const node = findNode();
      if (!node) return undefined;
      return node.command === process.execPath
        ? process.versions.node
        : `${(await listen(node.command, ['--version'])).said.trim()} of the npm packages (the system's is ${process.versions.node})`;
    },
    skips: 'nothing of Scriba runs',
    get: `install Node ${OLDEST.join('.')} or newer, best the version in .nvmrc; on Linux and Windows npm ci brings one`,
  },
  {
    name: 'npm packages',
    look: async () => (packagesAreThere() ? 'as in package-lock.json' : undefined),
    skips: 'nothing of Scriba runs',
    get: 'npm ci (npm start and npm test do it by themselves)',
  },
];

/**
 * Settings of an administrator: reported even if there are none, so that a file in the wrong place
 * is noticed.
 */
const policy = {
  name: 'Policy of the organisation',
  look: async () => {
    const { code, said } = await listen(findNode()?.command ?? 'node', [
      inProject('main', 'cli', 'scriba.ts'),
      'policy',
    ]);
    const { policy: found } = JSON.parse(
      said.split('\n').find((line) => line.startsWith('{"policy"')) ?? '',
    );
    if (!found) return 'none is set';
    return code === 0
      ? `${found.file} is in force`
      : `${found.file} is in force, and not as it was meant: ${found.problems.map(({ message }) => message).join(' ')}`;
  },
  skips: 'it cannot be told which rules an administrator has set',
  get: 'npm run scriba -- policy says why; docs/guide/administrators.md has the rules',
};

const windows = ({ platform, env }) => [
  {
    name: 'Chromium, Chrome or Edge',
    look: async () => findBrowser() ?? (await playwrightBrowser()),
    skips:
      'all end-to-end tests (test/e2e), PDF export of a note, the proofs P12 to P14, P17 and P23 in a browser',
    get: orDebian('chromium', 'npm run setup, or set SCRIBA_BROWSER to the path of one'),
  },
  {
    name: 'Display',
    look: async () =>
      hasDisplay({ platform, env }) ? (env.WAYLAND_DISPLAY ?? env.DISPLAY ?? platform) : undefined,
    skips: 'npm start opens no window and prints an address; the stories in Electron need Xvfb',
    get: `${orDebian('xvfb xauth', 'install xvfb')}, then start Scriba with xvfb-run -a`,
  },
  {
    name: 'Electron',
    look: async () => findElectron(root),
    skips:
      'the stories in Electron (test/e2e/stories, test/e2e/electron); npm start opens Chromium instead, npm run package makes nothing that runs',
    get: 'npm run setup -- --electron, or set ELECTRON_OVERRIDE_DIST_PATH to a folder with an unpacked Electron',
  },
  {
    name: 'Keychain (keytar)',
    look: async () =>
      existsSync(inProject('node_modules', 'keytar', 'build', 'Release', 'keytar.node'))
        ? 'built'
        : undefined,
    skips: 'the proof of P11 with a real keychain; keys of real patients lie behind a passphrase',
    get: `${orDebian('libsecret-1-dev', "install libsecret's headers")}, then npm rebuild keytar`,
  },
];

/** Programs that tests start, on every system. */
const programs = () => [
  program({
    names: ['espeak-ng', 'sox'],
    skips:
      'tests with spoken sound: test/e2e/capture, the stories record, crash and take-along, prepare.test.ts',
  }),
  program({
    names: ['ffmpeg'],
    skips:
      'tests that decode what was uploaded (prepare.test.ts, listen.test.ts), take-along.spec.ts',
  }),
  program({
    names: ['python3'],
    skips: 'the disk proofs P2 and P3, and opening a saved visit with a second unzip program',
  }),
  program({
    names: ['pdftotext', 'pdffonts'],
    packages: 'poppler-utils',
    skips: 'tests that read PDF files (export-note.test.ts, export.spec.ts)',
  }),
];

const linux = () => [
  program({
    names: ['Xvfb'],
    packages: 'xvfb',
    skips:
      'the stories in Electron where there is no display; where there is one, their windows open on it one upon another',
  }),
  {
    name: "Electron's sandbox",
    look: async () => sandboxBy(),
    skips: 'the stories in Electron, and Electron itself may not start',
    get: 'allow user namespaces: user.max_user_namespaces above 0 and, on Ubuntu, an AppArmor profile for Electron or kernel.apparmor_restrict_unprivileged_userns=0',
  },
  program({
    names: ['strace'],
    skips: 'the sweeps over every system call: P1, P2, P3 and P10',
  }),
  program({
    names: ['dbus-run-session', 'gnome-keyring-daemon', 'secret-tool'],
    packages: 'dbus gnome-keyring libsecret-tools',
    skips: 'the proof of P11 with a real keychain',
  }),
  {
    name: 'Root and loop mounts',
    look: async () =>
      isRoot() && (await loopMountWorks()) ? 'an ext4 image was mounted' : undefined,
    skips:
      'the disk proofs on a real ext4 (P2, P3, P27), a full disk (P3), another user of this computer (P23)',
    get: 'run the tests as root in a virtual machine, or in a container with --privileged',
  },
];

/** A row for programs that come together. */
function program({ names, packages = names.join(' '), skips }) {
  return {
    name: names.join(', '),
    look: async () => {
      const places = names.map((name) => inPath(name));
      return places.every((place) => place !== undefined) ? places.join(', ') : undefined;
    },
    skips,
    get: orDebian(packages, `install ${packages} and put it into PATH`),
  };
}

const orDebian = (packages, otherwise) =>
  isDebian() ? `sudo apt-get install ${packages}` : otherwise;

/** Tries it on an image of 8 MB in the folder for temporary files. */
async function loopMountWorks() {
  const base = mkdtempSync(path.join(tmpdir(), 'scriba-doctor-'));
  const [image, folder] = [path.join(base, 'image'), path.join(base, 'disk')];
  try {
    writeFileSync(image, '');
    truncateSync(image, 8 * 2 ** 20);
    mkdirSync(folder);
    if ((await listen('mkfs.ext4', ['-q', '-F', image])).code !== 0) return false;
    if ((await listen('mount', ['-o', 'loop', image, folder])).code !== 0) return false;
    return (await listen('umount', [folder])).code === 0;
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

/** Plain text: what is here, then what is missing with its consequence and its cure. */
export function report(findings) {
  const here = findings.filter(({ found }) => found !== undefined);
  const missing = findings.filter(({ found }) => found === undefined);
  const width = Math.max(...here.map(({ name }) => name.length), 0);
  return [
    'Here:',
    ...here.map(({ name, found }) => `  ${name.padEnd(width)}  ${found}`),
    ...(missing.length === 0 ? ['Nothing is missing.'] : ['Missing:']),
    ...missing.flatMap(({ name, skips, get }) => [
      `  ${name}`,
      `    without it: ${skips}`,
      `    to get it:  ${get}`,
    ]),
  ].join('\n');
}
