/**
 * What is kept of a crash: one line of the log with words out of a list, and a sentence for the
 * doctor. No picture of the memory is ever written or sent (decision 0122): Electron's crash
 * reporter is never started.
 */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MINUTE } from '../../../../shared/time.ts';
import type { Log } from '../../../infrastructure/log/log.ts';
import type { Clock, Crash, Crashes } from '../../../infrastructure/ports.ts';
import type { HostWords } from '../host-words.ts';
import type { ChildGone, ElectronParts, Gone, Window } from '../types.ts';

/** A page that crashes more often than this within a minute is not opened again by itself. */
const MOST_RELOADS = 3;

export type CrashKeeper = Crashes & {
  /** Follows a page that crashed: opens it again, or asks where that helped nothing. */
  pageGone(window: Window, gone: Gone): void;
  /** To be called at a good end: the next start then finds nothing to tell. */
  endedWell(): void;
};

type Deps = {
  readonly electron: Pick<ElectronParts, 'app' | 'ask'>;
  readonly folder: string;
  readonly log: Pick<Log, 'note'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly words: HostWords;
};

type State = {
  readonly happened: Set<Crash>;
  readonly listeners: Set<(crash: Crash) => void>;
  /** Monotonic. */
  reloads: readonly number[];
};

/** `folder` is there. */
export function keepCrashes(deps: Deps): CrashKeeper {
  const state: State = { happened: new Set(), listeners: new Set(), reloads: [] };
  const mark = path.join(deps.folder, 'scriba-running');
  if (existsSync(mark)) {
    deps.log.note('ended-unexpectedly');
    happen(state, 'app');
  }
  // A disk that refuses costs the sentence at the next start, nothing else.
  ignoreErrors(() => writeFileSync(mark, '', { mode: 0o600 }));
  deps.electron.app.on('child-process-gone', (_event, gone) => noteChild(deps, gone));
  return {
    on(listener) {
      state.listeners.add(listener);
      for (const crash of state.happened) listener(crash);
      return () => void state.listeners.delete(listener);
    },
    pageGone: (window, gone) => pageGone(deps, state, window, gone),
    endedWell: () => ignoreErrors(() => rmSync(mark, { force: true })),
  };
}

function happen(state: State, crash: Crash): void {
  state.happened.add(crash);
  for (const listener of state.listeners) listener(crash);
}

function noteChild({ log }: Deps, { type, reason, exitCode }: ChildGone): void {
  if (reason === 'clean-exit') return;
  const part = { GPU: 'gpu', Utility: 'utility' } as const;
  log.note('process-gone', {
    process: part[type as keyof typeof part] ?? 'other',
    reason,
    exitCode,
  });
}

function pageGone(deps: Deps, state: State, window: Window, { reason, exitCode }: Gone): void {
  deps.log.note('process-gone', { process: 'page', reason, exitCode });
  happen(state, 'page');
  const now = deps.clock.monotonic();
  state.reloads = [...state.reloads.filter((at) => now - at < MINUTE), now];
  if (state.reloads.length <= MOST_RELOADS) reload(window);
  else askToReload(deps, state, window);
}

function askToReload({ electron, words }: Deps, state: State, window: Window): void {
  const { message, detail, no, yes } = words.now().crash;
  electron
    .ask(window, {
      type: 'error',
      title: 'Scriba',
      message,
      detail,
      buttons: [no, yes],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    })
    .catch(() => 0)
    .then((answer) => {
      state.reloads = [];
      if (answer === 1) electron.app.quit();
      else reload(window);
    });
}

function reload(window: Window): void {
  if (!window.isDestroyed()) window.webContents.reload();
}

function ignoreErrors(run: () => void): void {
  try {
    run();
  } catch {
    // Told in the comment of the caller.
  }
}
