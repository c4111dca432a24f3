/**
 * The small window over all others while a recording is under way. It knows initials, a time and a
 * level, and may ask two requests (../ipc.ts).
 */
import path from 'node:path';
import type { DesktopView } from '../../../../shared/model/desktop.ts';
import { readPageFiles } from '../../common/page-files.ts';
import { servePage } from '../page-protocol.ts';
import { applySessionPolicy, MINI_ADDRESS, SCHEME } from '../session.ts';
import type { ElectronParts, Window } from '../types.ts';
import { windowOptions } from '../window.ts';
import type { Area, SmallWindow } from './types.ts';

/** A session of its own, in memory alone: its page may not use the microphone either. */
const MINI_PARTITION = 'scriba-mini';

const MINI_SIZE = { width: 320, height: 88 };
/** From the edges of the screen. */
const MARGIN = 16;

export type MiniWindow = {
  /** Undefined: no window. One that the person has closed stays closed until the next recording. */
  follow(view: DesktopView | undefined): void;
  window(): Window | undefined;
};

type State = {
  readonly electron: ElectronParts;
  readonly changed: () => void;
  window: (Window & SmallWindow) | undefined;
  /** The person closed it during this recording. */
  dismissed: boolean;
  /** Where the person has put it. */
  position: readonly number[] | undefined;
  protect: boolean;
};

/** The window's options: those of every window of ours, with less around it. */
export const miniWindowOptions = (
  given: Parameters<typeof windowOptions>[0],
  position: readonly number[],
) => ({
  ...windowOptions(given),
  ...MINI_SIZE,
  minWidth: MINI_SIZE.width,
  minHeight: MINI_SIZE.height,
  x: position[0],
  y: position[1],
  title: 'Scriba: recording',
  useContentSize: true,
  frame: false,
  resizable: false,
  minimizable: false,
  maximizable: false,
  fullscreenable: false,
  skipTaskbar: true,
  alwaysOnTop: true,
});

/** `changed`: it was opened or closed. */
export function createMiniWindow(electron: ElectronParts, changed: () => void): MiniWindow {
  const state: State = {
    electron,
    changed,
    window: undefined,
    dismissed: false,
    position: undefined,
    protect: false,
  };
  return { window: () => state.window, follow: (view) => follow(state, view) };
}

function follow(state: State, view: DesktopView | undefined): void {
  const running = view !== undefined && isRunning(view);
  if (!running) state.dismissed = false;
  if (!view || !running || !view.settings.miniWindow) {
    close(state);
    return;
  }
  if (!state.window && !state.dismissed) open(state);
  if (state.window && state.protect !== view.settings.contentProtection) {
    state.protect = view.settings.contentProtection;
    state.window.setContentProtection(state.protect);
  }
}

const isRunning = ({ recorder: { status } }: DesktopView) =>
  status === 'recording' || status === 'paused' || status === 'finishing';

function close(state: State): void {
  const { window } = state;
  state.window = undefined;
  window?.destroy();
}

function open(state: State): void {
  const { electron } = state;
  const out = path.join(electron.app.getAppPath(), 'out');
  const session = electron.openSession(MINI_PARTITION, { cache: false });
  applySessionPolicy(session, electron);
  // This page hears nothing: what the policy leaves to our main page is taken from it too.
  session.setPermissionRequestHandler((_contents, _permission, allow) => allow(false));
  session.setPermissionCheckHandler(() => false);
  if (!session.protocol.isProtocolHandled(SCHEME))
    session.protocol.handle(SCHEME, servePage(readPageFiles(path.join(out, 'renderer'))));
  const window = electron.openWindow(
    miniWindowOptions(
      {
        preload: path.join(out, 'preload', 'preload.cjs'),
        session,
        devTools: !electron.app.isPackaged,
      },
      state.position ?? corner(electron.desktop.workArea()),
    ),
  ) as Window & SmallWindow;
  state.window = window;
  state.protect = false;
  window.setAlwaysOnTop(true, 'floating');
  // It never takes the keyboard from what the doctor writes in.
  window.once('ready-to-show', () => window.showInactive());
  window.on('close', () => {
    state.position = window.getPosition();
    state.dismissed = true;
  });
  window.on('closed', () => {
    if (state.window === window) state.window = undefined;
    state.changed();
  });
  // A small window that crashed is of no use; the recording does not need it.
  window.webContents.on('render-process-gone', () => close(state));
  void window.loadURL(MINI_ADDRESS).catch(() => close(state));
  state.changed();
}

/** At the top right, clear of the middle of the page. */
const corner = ({ x, y, width }: Area): readonly number[] => [
  x + width - MINI_SIZE.width - MARGIN,
  y + MARGIN,
];
