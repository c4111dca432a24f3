/**
 * What the tray says and offers in each state of the recorder: a plain function, so that every
 * state can be looked at.
 */
import type { DesktopView } from '../../../../shared/model/desktop.ts';
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

export function trayContent(view: DesktopView, actions: TrayActions): TrayContent {
  const { status } = view.recorder;
  const words = wordsOf(view);
  const running = status === 'recording' || status === 'paused';
  return {
    shape: shapeOf(view),
    toolTip: `Scriba: ${words}`,
    menu: [
      { label: words, enabled: false },
      { type: 'separator' },
      { label: 'Start a recording …', enabled: status === 'idle', click: actions.start },
      status === 'paused'
        ? { label: 'Resume', click: actions.resume }
        : { label: 'Pause', enabled: status === 'recording', click: actions.pause },
      { label: 'Finish …', enabled: running, click: actions.finish },
      { type: 'separator' },
      { label: 'Open Scriba', click: actions.open },
      { label: 'Quit Scriba', click: actions.quit },
    ],
  };
}

/** A recording goes before the network: it is what must not be forgotten. */
function shapeOf({ recorder: { status }, offline }: DesktopView): TrayShape {
  if (status === 'recording' || status === 'finishing') return 'recording';
  if (status === 'paused') return 'paused';
  return offline ? 'offline' : 'idle';
}

function wordsOf({ recorder: { status, initials, silent }, offline }: DesktopView): string {
  const state = {
    idle: 'not recording',
    opening: 'opening the microphone',
    recording: silent ? 'recording, but no sound' : 'recording',
    paused: 'paused',
    finishing: 'saving the recording',
  }[status];
  const parts = [state, ...(status === 'idle' || initials === '' ? [] : [initials])];
  return [...parts, ...(offline ? ['offline, everything is saved here'] : [])].join(' · ');
}
