/**
 * What the tray says and offers in each state of the recorder: a plain function, so that every
 * state can be looked at.
 */
import type { DesktopView } from '../../../../shared/model/desktop.ts';
import type { Words } from '../host-words.ts';
import type { TrayShape } from './tray-icon.ts';
import type { MenuEntry } from './types.ts';

export type TrayActions = {
  readonly start: () => void;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly finish: () => void;
  readonly open: () => void;
  readonly quit: () => void;
};

export type TrayContent = {
  readonly shape: TrayShape;
  readonly toolTip: string;
  readonly menu: readonly MenuEntry[];
};

export function trayContent(
  view: DesktopView,
  actions: TrayActions,
  words: Words['tray'],
): TrayContent {
  const { status } = view.recorder;
  const state = stateOf(view, words);
  const running = status === 'recording' || status === 'paused';
  return {
    shape: shapeOf(view),
    toolTip: `Scriba: ${state}`,
    menu: [
      { label: state, enabled: false },
      { type: 'separator' },
      { label: words.start, enabled: status === 'idle', click: actions.start },
      status === 'paused'
        ? { label: words.resume, click: actions.resume }
        : { label: words.pause, enabled: status === 'recording', click: actions.pause },
      { label: words.finish, enabled: running, click: actions.finish },
      { type: 'separator' },
      { label: words.open, click: actions.open },
      { label: words.quit, click: actions.quit },
    ],
  };
}

/** A recording goes before the network: it is what must not be forgotten. */
function shapeOf({ recorder: { status }, offline }: DesktopView): TrayShape {
  if (status === 'recording' || status === 'finishing') return 'recording';
  if (status === 'paused') return 'paused';
  return offline ? 'offline' : 'idle';
}

function stateOf(
  { recorder: { status, initials, silent }, offline }: DesktopView,
  words: Words['tray'],
): string {
  const state = status === 'recording' && silent ? words.silent : words[status];
  const parts = [state, ...(status === 'idle' || initials === '' ? [] : [initials])];
  return [...parts, ...(offline ? [words.offline] : [])].join(' · ');
}
