/**
 * Starts a process again whenever it ends without having been told to (decisions 0163 and 0220).
 * One rule for both parents of a core: scripts/lib/core.mjs, which a Node without types may run, and
 * Electron's main process.
 */

/** More ends than this within a minute are a fault that starting again does not mend. */
const MOST_RESTARTS = 3;
const MINUTE = 60_000;

/**
 * Resolves when the process has ended for good. `running`: it was started already. `start` returns
 * the next one at once; one that does not come up ends, and is started again like any other.
 * `isOver(how)`: nobody wants another one. `tell({ how, pause })`: it ended, and is started again
 * after so many milliseconds. `pause(ms)` waits, and may be cut short.
 */
export async function keepRunning({
  running,
  start,
  isOver,
  tell,
  pause,
  now = () => performance.now(),
}) {
  let current = running;
  /** Times of the ends within the last minute; monotonic. */
  let ends = [];
  for (;;) {
    const how = await current.ended;
    if (isOver(how)) return;
    ends = [...ends.filter((at) => now() - at < MINUTE), now()];
    const wait = ends.length > MOST_RESTARTS ? MINUTE : 0;
    tell({ how, pause: wait });
    if (wait > 0) {
      await pause(wait);
      ends = [];
    }
    if (isOver(how)) return;
    current = start();
  }
}
