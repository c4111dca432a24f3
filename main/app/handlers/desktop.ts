/** Requests about the tray, the small window and the hot key. */
import type { Handlers } from '../../../shared/contract/contract.ts';
import type { desktopRequests } from '../../../shared/contract/desktop.ts';
import type { DesktopPart } from '../desktop.ts';

export const createDesktopHandlers = (
  desktop: DesktopPart,
): Pick<Handlers, keyof typeof desktopRequests> => ({
  'desktop.state': () => desktop.state(),
  'desktop.recorder': (recorder) => desktop.follow(recorder),
  'desktop.level': ({ level }) => desktop.showLevel(level),
  'desktop.mini': () => desktop.miniView(),
  'desktop.press': ({ button }) => desktop.command({ command: button }),
});
