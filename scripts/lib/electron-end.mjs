/** Says in one sentence why Electron ended, or why nobody waits for it any longer. */
import path from 'node:path';

/**
 * A trap that Chromium sets itself off with: as a signal, and as the exit code that a shell makes
 * of it.
 */
const TRAPPED = ['SIGTRAP', 133];
const LAST_LINES = 3;

/**
 * Undefined where it ended as it should.
 *
 * `shown`: the window was there. `said`: its last words. `silentFor`: milliseconds that it was
 * waited for in vain. `error`: it could not be started at all.
 */
export function explainEnd({
  shown,
  error,
  code,
  signal,
  silentFor,
  said,
  file,
  platform = process.platform,
}) {
  if (error) return `Electron could not be started (${error.code ?? error.message}).`;
  if (silentFor !== undefined)
    return `Electron did not show Scriba's window within ${Math.round(silentFor / 1000)} s, so it was ended.`;
  if (code === 0) return undefined;
  const how = signal ?? `exit code ${code}`;
  if (shown)
    return `Scriba's window ended unexpectedly (${how}). What was recorded is kept; start Scriba again.`;
  return known(said, file) ?? trapped({ code, signal, said, file, platform }) ?? unknown(how, said);
}

function known(said, file) {
  if (/Running as root without --no-sandbox/.test(said))
    return 'Electron does not run as root. Start Scriba as an ordinary user to have it in its own window.';
  if (
    /SUID sandbox helper|No usable sandbox|Failed to move to new namespace|zygote_host_impl_linux/.test(
      said,
    )
  )
    return `${refusedSandbox(file)}.`;
  const library = /error while loading shared libraries: ([^\s:]+)/.exec(said)?.[1];
  if (library)
    return `Electron needs the system library ${library}, which is missing here; an administrator can install the package that has it.`;
  if (
    /Missing X server|Failed to connect to Wayland|Unable to open X display|platform failed to initialize/.test(
      said,
    )
  )
    return 'Electron could not reach the display that DISPLAY or WAYLAND_DISPLAY names.';
  return undefined;
}

/** Without words it is most often the sandbox. */
function trapped({ code, signal, said, file, platform }) {
  if (
    platform !== 'linux' ||
    said.trim() !== '' ||
    !TRAPPED.some((one) => one === code || one === signal)
  )
    return undefined;
  return `Electron ended at once (${signal ?? `exit code ${code}`}). Most often this is because of its sandbox: ${refusedSandbox(file)}.`;
}

const refusedSandbox = (file) =>
  `This system does not allow Electron its sandbox, and Scriba never runs without it; an administrator can allow it by an AppArmor profile with "userns," for ${file}, or by giving ${path.join(path.dirname(file), 'chrome-sandbox')} to root with mode 4755`;

function unknown(how, said) {
  const lines = said.trim().split('\n').slice(-LAST_LINES).join('\n  ');
  return `Electron ended before its window was there (${how}).${lines === '' ? '' : ` Its last words:\n  ${lines}`}`;
}
