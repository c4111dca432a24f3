/**
 * Which switches the packed app starts with. Chromium takes hundreds, and some open Scriba to
 * others: a port for a debugger, a proxy, certificates that are not checked, a microphone that asks
 * nobody. So the packed app starts with the few below and refuses all others. Node's own are off by
 * the fuses (electron-builder.yml).
 */

/** Display, input, language and processor; and what systems and our installer add by themselves. */
const allowed: ReadonlySet<string> = new Set([
  'disable-gpu',
  'disable-gpu-compositing',
  'enable-wayland-ime',
  'force-color-profile',
  'force-device-scale-factor',
  'force-high-contrast',
  'force-prefers-reduced-motion',
  'force-renderer-accessibility',
  'gtk-version',
  'high-dpi-support',
  'lang',
  'ozone-platform',
  'ozone-platform-hint',
  'wayland-text-input-version',
  // Windows: after an update, and a file that is opened once more in the running app.
  'force-run',
  'updated',
  'allow-file-access-from-files',
  'original-process-start-time',
]);

const NO_SANDBOX = '--no-sandbox';

/** macOS names a process this way when the Finder starts it. */
const FINDER = /^-psn_\d+_\d+$/;

/**
 * The first switch that is refused, as it was given but for its value; undefined where there is
 * none. Reads the arguments as Chromium does: spaces around them do not count, one hyphen is enough
 * (on Windows a slash too), capitals do not count there, and nothing after `--` is a switch.
 */
export function refusedSwitch(
  args: readonly string[],
  platform: NodeJS.Platform,
): string | undefined {
  for (const arg of args.map((one) => one.trim())) {
    if (arg === '--') return undefined;
    const [, prefix, given] = (platform === 'win32' ? /^(--|-|\/)([^=]+)/ : /^(--|-)([^=]+)/).exec(
      arg,
    ) ?? [undefined, '', ''];
    if (given === '' || (platform === 'darwin' && FINDER.test(arg))) continue;
    if (prefix === '--' && allowed.has(platform === 'win32' ? given.toLowerCase() : given))
      continue;
    return `${prefix}${given}`;
  }
  return undefined;
}

/**
 * An AppImage adds it by itself where the system keeps the sandbox from it. Whoever clicked on it
 * sees no line of standard error, so a dialog must say why, and that comes only when Electron is
 * ready. No other switch may take effect until then.
 */
export const isSystemsOwn = (name: string): boolean => name === NO_SANDBOX;

/** What the person is told. */
export const refusal = (name: string): string =>
  name === NO_SANDBOX
    ? 'Scriba does not start without its sandbox (--no-sandbox). Nothing was opened or changed. If you did not ask for it, this system keeps the sandbox from programs it does not know: install the deb or rpm package instead of the AppImage, or ask your administrator.'
    : `Scriba does not start with ${name}: it could open your recordings to other programs. Nothing was opened or changed. Start Scriba without it.`;
