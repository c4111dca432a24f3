/**
 * The zoom of the page: by keys, by Ctrl and the wheel, by the menu; remembered from start to
 * start.
 */
import type { Contents, KeyInput } from '../types.ts';
import type { WindowMemory } from './window-memory.ts';

export type ZoomChange = 'in' | 'out' | 'reset';

/** Per cent, as browsers step. */
const steps = [50, 67, 75, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300];

export function zoomAfter(percent: number, change: ZoomChange): number {
  switch (change) {
    case 'in':
      return steps.find((step) => step > percent) ?? 300;
    case 'out':
      return steps.findLast((step) => step < percent) ?? 50;
    case 'reset':
      return 100;
  }
}

/**
 * The change that a key asks for: with Ctrl, or Command on a Mac. Plus stands on another key on
 * every keyboard, so it is known by what it writes.
 */
export function zoomKey(
  { type, key, code, control, meta, alt }: KeyInput,
  platform: string,
): ZoomChange | undefined {
  const held = platform === 'darwin' ? meta && !control : control && !meta;
  if (type !== 'keyDown' || !held || alt) return undefined;
  if (key === '+' || key === '=') return 'in';
  if (key === '-' || key === '_') return 'out';
  return key === '0' || code === 'Digit0' || code === 'Numpad0' ? 'reset' : undefined;
}

/** @returns what the menu calls. */
export function keepZoom(
  contents: Contents,
  memory: WindowMemory,
  platform: string,
): (change: ZoomChange) => void {
  const apply = () => contents.setZoomFactor(memory.get().zoom / 100);
  const zoom = (change: ZoomChange) => {
    memory.change({ zoom: zoomAfter(memory.get().zoom, change) });
    apply();
  };
  // Before its first picture, and after every loading anew.
  contents.on('did-navigate', apply);
  contents.on('before-input-event', (event, input) => {
    const change = zoomKey(input, platform);
    if (!change) return;
    event.preventDefault();
    zoom(change);
  });
  contents.on('zoom-changed', (_event, direction) => zoom(direction));
  return zoom;
}
