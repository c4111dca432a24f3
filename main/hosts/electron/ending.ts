/**
 * The end of Scriba under Electron: who may ask for it, the question while a recording runs, and
 * everything closed in good order.
 */
import type { HostWords } from './host-words.ts';
import type { ElectronParts, Stoppable, Window } from './types.ts';

export type Ending = {
  /** Called at the end, in the opposite order of adding. */
  add(close: () => Promise<void>): void;
  /** From now on quitting is asked about and done in order; only once the app is ready. */
  listen(): void;
  /** For a window that is about to close: asks first while a recording runs. */
  mayClose(event: Stoppable): void;
  /** Whether a question stands between a recording and its end. */
  mustAsk(): boolean;
  /** The computer ends our session: everything closes, and nothing is asked. */
  now(): void;
  /** For a page that is about to be reloaded while it records: asks, then runs `reload`. */
  askToReload(reload: () => void): void;
};

type State = {
  readonly closing: (() => Promise<void>)[];
  /** A question is on the screen. */
  asking: boolean;
  /** The person said yes, or the computer is being shut down: nothing is asked any more. */
  agreed: boolean;
  ended: boolean;
};

type Deps = {
  readonly isRecording: () => boolean;
  /** The core does not run just now: what was said since then is in the page alone. */
  readonly isAway: () => boolean;
  readonly window: () => Window | undefined;
  readonly words: HostWords;
};

const KEEP_RECORDING = 0;

export function createEnding(electron: ElectronParts, deps: Deps): Ending {
  const state: State = { closing: [], asking: false, agreed: false, ended: false };
  return {
    add: (close) => void state.closing.push(close),
    listen: () => listen(electron, deps, state),
    mayClose(event) {
      if (state.agreed || !deps.isRecording()) return;
      event.preventDefault();
      askToClose(electron, deps, state);
    },
    mustAsk: () => !state.agreed && deps.isRecording(),
    now() {
      if (!state.ended) void endAll(electron, state);
    },
    askToReload: (reload) => askOnce(electron, deps, state, 'reload', reload),
  };
}

function listen(electron: ElectronParts, deps: Deps, state: State): void {
  const { app, powerMonitor } = electron;
  app.on('before-quit', (event) => {
    // Asked for a second time while everything is closing: it goes at once; a recording is safe by
    // then or after a restart.
    if (state.ended) return;
    event.preventDefault();
    if (!state.agreed && deps.isRecording()) return askToClose(electron, deps, state);
    void endAll(electron, state);
  });
  // Electron's own answer to a signal would be the question, and the kill comes seconds later.
  electron.onTerminate(() => {
    if (!state.ended) void endAll(electron, state);
  });
  // Log-out and shut-down give a few seconds and ask nothing.
  powerMonitor.on('shutdown', (event) => {
    if (state.ended) return;
    event?.preventDefault();
    void endAll(electron, state);
  });
}

/** Closes everything in the opposite order of its start, once, then ends the process. */
async function endAll({ app }: ElectronParts, state: State): Promise<void> {
  state.agreed = true;
  state.ended = true;
  for (const close of [...state.closing].reverse()) await close().catch(() => {});
  app.exit(0);
}

function askToClose(electron: ElectronParts, deps: Deps, state: State): void {
  askOnce(electron, deps, state, 'close', () => {
    state.agreed = true;
    electron.app.quit();
  });
}

/**
 * Asks beside the window; the recording goes on meanwhile. Runs `agreed` when the answer is yes.
 */
function askOnce(
  electron: ElectronParts,
  deps: Deps,
  state: State,
  kind: 'close' | 'reload',
  agreed: () => void,
): void {
  if (state.asking) return;
  const window = deps.window();
  // Without a window nobody can answer, and nothing must keep Scriba from ending.
  if (!window) {
    agreed();
    return;
  }
  state.asking = true;
  const words = deps.words.now();
  const { message, no, yes } = words[kind];
  const detail = deps.isAway() ? words.away : words[kind].detail;
  electron
    .ask(window, {
      type: 'question',
      title: 'Scriba',
      message,
      detail,
      buttons: [no, yes],
      defaultId: KEEP_RECORDING,
      cancelId: KEEP_RECORDING,
      noLink: true,
    })
    .catch(() => KEEP_RECORDING)
    .then((answer) => {
      state.asking = false;
      if (answer !== KEEP_RECORDING) agreed();
    });
}
