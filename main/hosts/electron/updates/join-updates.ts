/** Updates as a part of the running app: asked about in its window, installed at its end. */
import { MINUTE, SECOND } from '../../../../shared/time.ts';
import type { Log } from '../../../infrastructure/log/log.ts';
import type { Clock } from '../../../infrastructure/ports.ts';
import type { Ending } from '../ending.ts';
import type { HostWords, Words } from '../host-words.ts';
import type { ElectronParts, Window } from '../types.ts';
import { startUpdates, type Updater } from './updates.ts';

export type JoinUpdatesDeps = {
  /** Opens the updater of this system for a feed. Rejects where this Scriba cannot be updated. */
  readonly openUpdater: (feed: string) => Promise<Updater>;
  readonly clock: Pick<Clock, 'after'>;
};

export type UpdateTarget = {
  readonly ending: Ending;
  readonly window: () => Window | undefined;
  /**
   * Resolves when the core is open: where the feed is, if anywhere, and whether a visit is under
   * way.
   */
  readonly core: Promise<{ updateFeed(): string | undefined; hasUnsentAudio(): Promise<boolean> }>;
  readonly log: Pick<Log, 'note'>;
  readonly words: HostWords;
};

const LATER = 0;
/**
 * How long an installer has to end us by itself; macOS unpacks and checks the new version first.
 */
const installerEndsUs = (platform: string) => (platform === 'darwin' ? 5 * MINUTE : 10 * SECOND);

/**
 * To be called before anything else registers for the end: the installer starts when all others
 * have closed.
 */
export function joinUpdates(
  electron: ElectronParts,
  { openUpdater, clock }: JoinUpdatesDeps,
  { ending, window, core, log, words }: UpdateTarget,
): void {
  let agreed: Updater | undefined;
  ending.add(async () => {
    if (!agreed) return;
    // The new version starts before we are gone.
    electron.app.releaseSingleInstanceLock();
    const late = new Promise<void>(
      (resolve) => void clock.after(installerEndsUs(electron.platform), resolve),
    );
    await Promise.race([agreed.install().catch(() => {}), late]);
    // Still here: nothing was installed, and the person was told that Scriba starts again.
    log.note('update-failed');
    electron.app.relaunch();
  });
  const start = async (feed: string, isBusy: () => Promise<boolean>) => {
    const updater = await openUpdater(feed).catch(() => log.note('update-failed'));
    if (!updater) return;
    const updates = startUpdates({
      updater,
      isBusy,
      ask: (version) => ask(electron, window(), words.now().update, version),
      install() {
        agreed = updater;
        electron.app.quit();
      },
      clock,
      log,
    });
    ending.add(async () => updates.stop());
  };
  core.then(
    (opened) => {
      const feed = opened.updateFeed();
      if (feed !== undefined) void start(feed, () => opened.hasUnsentAudio());
    },
    // Whoever opened the core says why it did not open.
    () => {},
  );
}

async function ask(
  electron: ElectronParts,
  window: Window | undefined,
  { message, detail, no, yes }: Words['update'],
  version: string,
): Promise<boolean> {
  if (!window) return false;
  const answer = await electron.ask(window, {
    type: 'question',
    title: 'Scriba',
    message: message.replace('{version}', version),
    detail,
    buttons: [no, yes],
    defaultId: LATER,
    cancelId: LATER,
    noLink: true,
  });
  return answer !== LATER;
}
