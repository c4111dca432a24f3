/**
 * Requests and reports of a page about the tray, the small window and the hot key; only some hosts
 * have them.
 */
import { z } from 'zod';
import {
  type DesktopCommand,
  type DesktopState,
  LONGEST_INITIALS,
  type MiniView,
  recorderStatuses,
} from '../model/desktop.ts';
import { stateOnly } from './not-audited.ts';
import { notAudited, request, returns } from './request.ts';

const followsRecording = notAudited('follows a recording, whose start and finish have entries');
const nothing = z.undefined();

export const desktopRequests = {
  'desktop.state': request(nothing, returns<DesktopState>(), stateOnly),
  /** Told once a second while recording, and at each change. */
  'desktop.recorder': request(
    z.object({
      status: z.enum(recorderStatuses),
      initials: z.string().max(LONGEST_INITIALS),
      elapsed: z.int().min(0),
      silent: z.boolean(),
    }),
    returns<void>(),
    followsRecording,
  ),
  /**
   * Root mean square of the sound; told eight times a second at most, and only while the small
   * window is open.
   */
  'desktop.level': request(
    z.object({ level: z.number().min(0).max(1) }),
    returns<void>(),
    followsRecording,
  ),
  /** For the small window: what it draws. */
  'desktop.mini': request(nothing, returns<MiniView>(), stateOnly),
  /** For the small window: one of its buttons was pressed. */
  'desktop.press': request(
    z.object({ button: z.enum(['pause', 'resume', 'finish']) }),
    returns<void>(),
    followsRecording,
  ),
};

export const desktopNotices = {
  'desktop.changed': returns<DesktopState>(),
  'desktop.command': returns<DesktopCommand>(),
  'desktop.mini': returns<MiniView>(),
  'desktop.level': returns<{ level: number }>(),
};

/**
 * All that the small window may ask, and all that it is told; what it is told goes to no other
 * window.
 */
export const miniWindowRequests: ReadonlySet<unknown> = new Set([
  'desktop.mini',
  'desktop.press',
] satisfies (keyof typeof desktopRequests)[]);
export const miniWindowNotices: ReadonlySet<unknown> = new Set([
  'desktop.mini',
  'desktop.level',
] satisfies (keyof typeof desktopNotices)[]);
