/**
 * Keeps one program running and starts it again on demand: never two at once, and several wishes
 * close together count as one.
 */

/**
 * So long no further change must come before a restart: an editor or git writes several files.
 * Milliseconds.
 */
const PAUSE = 200;

/**
 * @template {{ stop(): Promise<unknown> }} T
 * @param {{ start: () => Promise<T>, started?: (running: T, seconds: number) => void, failed?:
 *   (error: unknown) => void, pause?: number }} of
 */
export function createRestarter({ start, started = () => {}, failed = () => {}, pause = PAUSE }) {
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

  const startNow = () => {
    work = work.then(startAgain);
    return work;
  };

  return {
    /** The program that runs; undefined between two. */
    current: () => running,
    /** Starts it, in place of the one that runs; resolves when it is started or has failed to. */
    start: startNow,
    /** Starts it again once no further call has come for a moment. */
    restartSoon() {
      clearTimeout(timer);
      timer = setTimeout(startNow, pause);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await work;
      await running?.stop();
    },
  };
}
