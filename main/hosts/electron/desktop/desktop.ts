/**
 * The abilities of the desktop together, as the core's port: each follows the one view that the
 * core shows.
 */
import type { DesktopState, DesktopView } from '../../../../shared/model/desktop.ts';
import type { Desktop, DesktopListener } from '../../../infrastructure/ports.ts';
import type { HostWords } from '../host-words.ts';
import type { ElectronParts, Window } from '../types.ts';
import { LINK_SCHEME, readDeepLink } from './deep-link.ts';
import { createHotkey } from './hotkey.ts';
import { createMiniWindow } from './mini-window.ts';
import { createNotifications } from './notifications.ts';
import { createSleepBlocker } from './sleep-blocker.ts';
import { createTray } from './tray.ts';

export type ElectronDesktop = {
  readonly port: Desktop;
  readonly miniWindow: () => Window | undefined;
  /** A link that came from outside, perhaps before the core is there; anything else is ignored. */
  openLink(link: string | undefined): void;
};

type Deps = {
  readonly window: () => Window | undefined;
  readonly bringToFront: () => void;
  readonly words: HostWords;
};
type Command = Parameters<DesktopListener['command']>[0];

export function createDesktop(electron: ElectronParts, deps: Deps): ElectronDesktop {
  let listener: DesktopListener | undefined;
  let early: Command | undefined;
  const ask = (command: Command) => {
    if (listener) listener.command(command);
    else early = command;
  };
  const changed = () => listener?.changed(stateNow());
  const abilities = createAbilities(electron, deps, { ask, changed });
  const stateNow = (): DesktopState => ({
    hotkey: abilities.hotkey.state(),
    miniWindow: abilities.mini.window() !== undefined,
  });
  return {
    miniWindow: abilities.mini.window,
    openLink(link) {
      const command = link === undefined ? undefined : readDeepLink(link);
      if (command) ask(command);
    },
    port: {
      show(view) {
        if (view) deps.words.follow(view.language);
        show(abilities, view);
      },
      notify: abilities.notifications.notify,
      bringToFront: deps.bringToFront,
      state: stateNow,
      listen(given) {
        listener = given;
        const waiting = early;
        early = undefined;
        if (waiting) given.command(waiting);
        return () => {
          if (listener === given) listener = undefined;
        };
      },
    },
  };
}

type Abilities = ReturnType<typeof createAbilities>;
type Told = { readonly ask: (command: Command) => void; readonly changed: () => void };

function createAbilities(
  electron: ElectronParts,
  { window, bringToFront, words }: Deps,
  { ask, changed }: Told,
) {
  const { desktop, app } = electron;
  if (app.isPackaged) desktop.claimLinks(LINK_SCHEME);
  return {
    sleepBlocker: createSleepBlocker(desktop.powerSaveBlocker),
    tray: createTray(
      desktop,
      {
        start: () => ask({ command: 'start' }),
        pause: () => ask({ command: 'pause' }),
        resume: () => ask({ command: 'resume' }),
        finish: () => ask({ command: 'finish' }),
        open: bringToFront,
        quit() {
          // While a recording runs, a question comes beside the window.
          bringToFront();
          app.quit();
        },
      },
      words,
    ),
    mini: createMiniWindow(electron, changed),
    hotkey: createHotkey(desktop.globalShortcut, () => ask({ command: 'hotkey' }), changed),
    notifications: createNotifications(
      desktop.notification,
      () => isInFront(window()),
      (place) => ask({ command: 'open', place }),
      words,
    ),
  };
}

const isInFront = (window: Window | undefined) =>
  window !== undefined && !window.isDestroyed() && window.isFocused() && !window.isMinimized();

function show(abilities: Abilities, view: DesktopView | undefined): void {
  const { sleepBlocker, tray, mini, hotkey, notifications } = abilities;
  const status = view?.recorder.status;
  sleepBlocker.follow(status === 'recording' || status === 'finishing');
  tray.follow(view?.settings.tray ? view : undefined);
  mini.follow(view);
  hotkey.follow(view?.settings.hotkey ? view.settings.accelerator : undefined);
  if (!view) notifications.close();
}
