/**
 * The menu of the app: the bar at the top on macOS; elsewhere a bar that the Alt key shows.
 *
 * What the page does by a key, an item does by sending the page that key: one place decides what it
 * means and whether it is allowed now (renderer/app/shell/useKeys.ts). Such keys are only shown
 * beside the item; the page takes them itself.
 */
import type { Words } from '../host-words.ts';
import type { Contents, KeyPress, MenuItem, Window } from '../types.ts';
import type { ZoomChange } from './zoom.ts';

export type MenuDeps = {
  readonly platform: string;
  readonly isPackaged: boolean;
  /** Sends the page a key. */
  readonly press: (key: KeyPress) => void;
  readonly zoom: (change: ZoomChange) => void;
  readonly words: Words['menu'];
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

const newVisit = (deps: MenuDeps) => byKey(deps, deps.words.newVisit, 'N');
const lock = (deps: MenuDeps) => byKey(deps, deps.words.lock, 'L');
const settings = (deps: MenuDeps) => byKey(deps, deps.words.settings, ',');
const about = ({ words }: MenuDeps): MenuItem => ({ label: words.about, role: 'about' });

const macMenu = (deps: MenuDeps): MenuItem[] => [
  {
    label: 'Scriba',
    submenu: [
      about(deps),
      separator,
      settings(deps),
      separator,
      { label: deps.words.services, role: 'services' },
      separator,
      { label: deps.words.hide, role: 'hide' },
      { label: deps.words.hideOthers, role: 'hideOthers' },
      { label: deps.words.showAll, role: 'unhide' },
      separator,
      { label: deps.words.quitScriba, role: 'quit' },
    ],
  },
  { label: deps.words.file, submenu: [newVisit(deps), lock(deps)] },
  { label: deps.words.edit, submenu: editItems(deps) },
  { label: deps.words.view, submenu: viewItems(deps) },
  { label: deps.words.window, role: 'window', submenu: windowItems(deps) },
  { label: deps.words.help, role: 'help', submenu: [keys(deps)] },
];

const barMenu = (deps: MenuDeps): MenuItem[] => [
  {
    label: `&${deps.words.file}`,
    submenu: [
      newVisit(deps),
      settings(deps),
      lock(deps),
      separator,
      { label: deps.words.quit, role: 'quit' },
    ],
  },
  { label: `&${deps.words.edit}`, submenu: editItems(deps) },
  { label: `&${deps.words.view}`, submenu: viewItems(deps) },
  { label: `&${deps.words.help}`, submenu: [keys(deps), about(deps)] },
];

const keys = ({ press, words }: MenuDeps): MenuItem => ({
  label: words.keys,
  accelerator: 'F1',
  registerAccelerator: false,
  click: () => press({ keyCode: 'F1', modifiers: [] }),
});

/**
 * The page and its fields take these keys themselves; the roles name the usual ones beside the
 * items.
 */
const editItems = ({ words }: MenuDeps): MenuItem[] => [
  { label: words.undo, role: 'undo', registerAccelerator: false },
  { label: words.redo, role: 'redo', registerAccelerator: false },
  separator,
  { label: words.cut, role: 'cut', registerAccelerator: false },
  { label: words.copy, role: 'copy', registerAccelerator: false },
  { label: words.paste, role: 'paste', registerAccelerator: false },
  { label: words.selectAll, role: 'selectAll', registerAccelerator: false },
];

const windowItems = ({ words }: MenuDeps): MenuItem[] => [
  { label: words.minimize, role: 'minimize' },
  { label: words.zoom, role: 'zoom' },
  separator,
  { label: words.toFront, role: 'front' },
];

/** Zoom keys are heard before the page (zoom.ts), so that plus is found on every keyboard. */
const viewItems = ({ zoom, isPackaged, words }: MenuDeps): MenuItem[] => {
  const zoomItem = (label: string, key: string, change: ZoomChange): MenuItem => ({
    label,
    accelerator: `CommandOrControl+${key}`,
    registerAccelerator: false,
    click: () => zoom(change),
  });
  return [
    zoomItem(words.larger, 'Plus', 'in'),
    zoomItem(words.smaller, '-', 'out'),
    zoomItem(words.actualSize, '0', 'reset'),
    separator,
    { label: words.fullScreen, role: 'togglefullscreen' },
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
