/** The icon in the tray, by the state of the recorder, and its menu. */
import type { DesktopView } from '../../../../shared/model/desktop.ts';
import type { HostWords } from '../host-words.ts';
import { drawTrayIcon, type TrayShape, trayShapes } from './tray-icon.ts';
import { type TrayActions, type TrayContent, trayContent } from './tray-menu.ts';
import type { DesktopParts, TrayIcon } from './types.ts';

export type Tray = {
  /** Undefined: no tray. */
  follow(view: DesktopView | undefined): void;
};

type Parts = Pick<DesktopParts, 'image' | 'menu' | 'tray' | 'mac'>;
type State = {
  readonly parts: Parts;
  readonly images: Map<TrayShape, unknown>;
  icon: TrayIcon | undefined;
  shape: TrayShape | undefined;
  /** What the menu was made of: a menu that is made anew closes under the pointer. */
  words: string | undefined;
};

export function createTray(parts: Parts, actions: TrayActions, hostWords: HostWords): Tray {
  const state: State = {
    parts,
    images: new Map(),
    icon: undefined,
    shape: undefined,
    words: undefined,
  };
  return {
    follow(view) {
      if (view) show(state, trayContent(view, actions, hostWords.now().tray), actions);
      else remove(state);
    },
  };
}

function show(state: State, { shape, toolTip, menu }: TrayContent, actions: TrayActions): void {
  const { parts } = state;
  if (!state.icon) {
    state.icon = parts.tray(imageOf(state, shape));
    // On macOS a click opens the menu.
    if (!parts.mac) state.icon.on('click', actions.open);
  } else if (shape !== state.shape) state.icon.setImage(imageOf(state, shape));
  state.shape = shape;
  const words = JSON.stringify(menu);
  if (words === state.words) return;
  state.words = words;
  state.icon.setToolTip(toolTip);
  state.icon.setContextMenu(parts.menu(menu));
}

function remove(state: State): void {
  state.icon?.destroy();
  state.icon = undefined;
  state.words = undefined;
}

function imageOf({ images, parts }: State, shape: TrayShape): unknown {
  if (images.size === 0)
    for (const each of trayShapes)
      images.set(
        each,
        parts.image(
          [1, 2].map((scale) => drawTrayIcon(each, scale, parts.mac)),
          { template: parts.mac },
        ),
      );
  return images.get(shape);
}
