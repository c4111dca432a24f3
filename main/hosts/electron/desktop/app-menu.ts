/**
 * The menu of the app: the bar at the top on macOS; elsewhere a bar that the Alt key shows.
 *
 * What the page does by a key, an item does by sending the page that key: one place decides what it
 * means and whether it is allowed now (renderer/app/shell/useKeys.ts). Such keys are only shown
 * beside the item; the page takes them itself.
 */
import type { Contents, KeyPress, MenuItem, Window } from '../types.ts';
import type { ZoomChange } from './zoom.ts';

export type MenuDeps = {
  readonly platform: string;
  readonly isPackaged: boolean;
  /** Sends the page a key. */
  readonly press: (key: KeyPress) => void;
  readonly zoom: (change: ZoomChange) => void;
};

const separator: MenuItem = { type: 'separator' };

/** With Ctrl, or Command on a Mac. */
const byKey = ({ press, platform }: MenuDeps, label: string, keyCode: string): MenuItem => ({
  label,
  accelerator: `CommandOrControl+${keyCode}`,
  registerAccelerator: false,
  click: () => press({ keyCode, modifiers: [platform === 'darwin' ? 'meta' : 'control'] }),
});

export const menuItems = (deps: MenuDeps): MenuItem[] =>
  deps.platform === 'darwin' ? macMenu(deps) : barMenu(deps);

const newVisit = (deps: MenuDeps) => byKey(deps, 'New visit', 'N');
const lock = (deps: MenuDeps) => byKey(deps, 'Lock', 'L');
const settings = (deps: MenuDeps) => byKey(deps, 'Settings', ',');
const about: MenuItem = { label: 'About Scriba', role: 'about' };

const macMenu = (deps: MenuDeps): MenuItem[] => [
  {
    label: 'Scriba',
    submenu: [
      about,
      separator,
      settings(deps),
      separator,
      { role: 'services' },
      separator,
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      separator,
      { label: 'Quit Scriba', role: 'quit' },
    ],
  },
  { label: 'File', submenu: [newVisit(deps), lock(deps)] },
  { label: 'Edit', submenu: editItems() },
  { label: 'View', submenu: viewItems(deps) },
  { role: 'windowMenu' },
  { label: 'Help', role: 'help', submenu: [keys(deps)] },
];

const barMenu = (deps: MenuDeps): MenuItem[] => [
  {
    label: '&File',
    submenu: [
      newVisit(deps),
      settings(deps),
      lock(deps),
      separator,
      { label: 'Quit', role: 'quit' },
    ],
  },
  { label: '&Edit', submenu: editItems() },
  { label: '&View', submenu: viewItems(deps) },
  { label: '&Help', submenu: [keys(deps), about] },
];

const keys = ({ press }: MenuDeps): MenuItem => ({
  label: 'Keys',
  accelerator: 'F1',
  registerAccelerator: false,
  click: () => press({ keyCode: 'F1', modifiers: [] }),
});

/**
 * The page and its fields take these keys themselves; the roles name the usual ones beside the
 * items.
 */
const editItems = (): MenuItem[] => [
  { label: 'Undo', role: 'undo', registerAccelerator: false },
  { label: 'Redo', role: 'redo', registerAccelerator: false },
  separator,
  { label: 'Cut', role: 'cut', registerAccelerator: false },
  { label: 'Copy', role: 'copy', registerAccelerator: false },
  { label: 'Paste', role: 'paste', registerAccelerator: false },
  { label: 'Select all', role: 'selectAll', registerAccelerator: false },
];

/** Zoom keys are heard before the page (zoom.ts), so that plus is found on every keyboard. */
const viewItems = ({ zoom, isPackaged }: MenuDeps): MenuItem[] => {
  const zoomItem = (label: string, key: string, change: ZoomChange): MenuItem => ({
    label,
    accelerator: `CommandOrControl+${key}`,
    registerAccelerator: false,
    click: () => zoom(change),
  });
  return [
    zoomItem('Larger', 'Plus', 'in'),
    zoomItem('Smaller', '-', 'out'),
    zoomItem('Actual size', '0', 'reset'),
    separator,
    { label: 'Full screen', role: 'togglefullscreen' },
    ...(isPackaged
      ? []
      : ([separator, { role: 'reload' }, { role: 'toggleDevTools' }] satisfies MenuItem[])),
  ];
};

/** Sends the page a key as if it had been pressed. */
export function pressIn(window: Window | undefined, { keyCode, modifiers }: KeyPress): void {
  if (!window || window.isDestroyed()) return;
  const contents: Contents = window.webContents;
  // Keys go to a window that is in front.
  window.show();
  window.focus();
  contents.focus();
  for (const type of ['keyDown', 'keyUp'] as const)
    contents.sendInputEvent({ type, keyCode, modifiers: [...modifiers] });
}
