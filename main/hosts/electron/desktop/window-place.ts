/**
 * Where the window opens: as it was left, always in view, never larger than the screen has room
 * for.
 */
import type { Clock } from '../../../infrastructure/ports.ts';
import type { Bounds, Screen, Window } from '../types.ts';
import type { WindowMemory } from './window-memory.ts';

/** Of the work area, at the first start; within what can be read well. */
const FIRST = {
  width: { part: 0.7, least: 1100, most: 1600 },
  height: { part: 0.85, least: 800, most: 1200 },
};
/** Milliseconds of rest after which a moved or resized window is remembered. */
const REST = 500;

/**
 * `saved`: undefined at the first start. `areas`: of all screens, without their bars; the first is
 * the main one's.
 */
export function placeWindow(
  saved: Bounds | undefined,
  areas: readonly [Bounds, ...Bounds[]],
): Bounds {
  if (!saved) return centred(firstSize(areas[0]), areas[0]);
  const area = areas.toSorted(
    (one, other) => overlap(saved, other) - overlap(saved, one),
  )[0] as Bounds;
  const size = {
    width: Math.min(saved.width, area.width),
    height: Math.min(saved.height, area.height),
  };
  // Its screen is gone.
  if (overlap(saved, area) === 0) return centred(size, areas[0]);
  return {
    ...size,
    x: clamp(saved.x, area.x, area.x + area.width - size.width),
    y: clamp(saved.y, area.y, area.y + area.height - size.height),
  };
}

function firstSize(area: Bounds) {
  const size = (side: 'width' | 'height') => {
    const { part, least, most } = FIRST[side];
    return Math.min(area[side], clamp(Math.round(area[side] * part), least, most));
  };
  return { width: size('width'), height: size('height') };
}

function centred({ width, height }: Pick<Bounds, 'width' | 'height'>, area: Bounds): Bounds {
  const size = { width: Math.min(width, area.width), height: Math.min(height, area.height) };
  return {
    ...size,
    x: area.x + Math.floor((area.width - size.width) / 2),
    y: area.y + Math.floor((area.height - size.height) / 2),
  };
}

/** The area that two rectangles share. */
function overlap(one: Bounds, other: Bounds): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width > 0 && height > 0 ? width * height : 0;
}

const clamp = (value: number, least: number, most: number) =>
  Math.max(least, Math.min(value, most));

export const areasOf = (screen: Screen): [Bounds, ...Bounds[]] => [
  screen.getPrimaryDisplay().workArea,
  ...screen.getAllDisplays().map(({ workArea }) => workArea),
];

/**
 * Remembers the place whenever the window rests, and at its closing; a full screen is not
 * remembered. @returns what does it now.
 */
export function rememberPlace(
  window: Window,
  memory: WindowMemory,
  clock: Pick<Clock, 'after'>,
): () => void {
  let cancel = () => {};
  const remember = () => {
    cancel();
    if (window.isDestroyed() || window.isFullScreen()) return;
    const { x, y, width, height } = window.getNormalBounds();
    memory.change({ bounds: { x, y, width, height }, maximized: window.isMaximized() });
  };
  for (const event of ['resize', 'move', 'maximize', 'unmaximize'] as const)
    window.on(event, () => {
      cancel();
      cancel = clock.after(REST, remember);
    });
  window.on('close', remember);
  window.on('closed', () => cancel());
  return remember;
}

/**
 * Brings the window back into view when its screen is unplugged or gets smaller while it is open.
 */
export function stayInView(window: () => Window | undefined, screen: Screen): void {
  const look = () => {
    const open = window();
    if (!open || open.isDestroyed() || open.isMaximized() || open.isFullScreen()) return;
    const now = open.getNormalBounds();
    const areas = areasOf(screen);
    if (!areas.some((area) => overlap(now, area) > 0)) open.setBounds(placeWindow(now, areas));
  };
  screen.on('display-removed', look);
  screen.on('display-metrics-changed', look);
}
