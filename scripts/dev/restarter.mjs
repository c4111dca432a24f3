/** Keeps one program running and starts it again on demand: never two at once, and several wishes close together count as one. */

/** So long no further change must come before a restart: an editor or git writes several files. Milliseconds. */
const PAUSE = 200;

/**
 * @template {{ stop(): Promise<unknown> }} T
 * @param {{ start: () => Promise<T>, started?: (running: T, seconds: number) => void, failed?: (error: unknown) => void }} of
 */
export function createRestarter({ start, started = () => {}, failed = () => {} }) {
  /** @type {T | undefined} */
  let running;
  let work = Promise.resolve();
  let timer;
  let stopped = false;

  async function startAgain() {
    const old = running;
    running = undefined;
    await old?.stop();
    if (stopped) return;
    const since = performance.now();
    try {
      running = await start();
    } catch (error) {
      return failed(error);
    }
    if (!stopped) started(running, (performance.now() - since) / 1000);
  }

  return {
    /** The program that runs; undefined between two. */
    current: () => running,
    /** Resolves when it is started, or has failed to; a later call within the pause leaves an earlier one waiting for nothing. */
    restart({ pause = PAUSE } = {}) {
      clearTimeout(timer);
      return new Promise((resolve) => {
        timer = setTimeout(() => {
          work = work.then(startAgain);
          resolve(work);
        }, pause);
      });
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await work;
      await running?.stop();
    },
  };
}
