/** The menu under the right mouse button: what can be done with the text there. */
import type { ContextMenuParams, MenuItem, Window } from '../types.ts';
import type { MenuSpelling } from './menu-spelling.ts';

const separator: MenuItem = { type: 'separator' };

/** What can be done with a misspelt word. */
type WordActions = {
  readonly suggestions: readonly string[];
  readonly replace: (word: string) => void;
  readonly addToMyWords: () => void;
};

/** Of a menu at one place of the page. */
type Extras = {
  /** Present over a misspelt word alone. */
  readonly word?: WordActions | undefined;
  /** Only outside the packaged app. */
  readonly inspect?: (() => void) | undefined;
};

/** Empty where there is nothing to do. */
export function contextMenuItems(
  { isEditable, selectionText, editFlags }: ContextMenuParams,
  { word, inspect }: Extras,
): MenuItem[] {
  const groups: MenuItem[][] = [];
  if (isEditable && word) groups.push(...wordItems(word));
  if (isEditable)
    groups.push(
      [
        { label: 'Undo', role: 'undo', enabled: editFlags.canUndo },
        { label: 'Redo', role: 'redo', enabled: editFlags.canRedo },
      ],
      [
        { label: 'Cut', role: 'cut', enabled: editFlags.canCut },
        { label: 'Copy', role: 'copy', enabled: editFlags.canCopy },
        // Without what it looked like elsewhere: fields take text alone.
        { label: 'Paste', role: 'pasteAndMatchStyle', enabled: editFlags.canPaste },
      ],
      [{ label: 'Select all', role: 'selectAll', enabled: editFlags.canSelectAll }],
    );
  else if (selectionText.trim() !== '')
    groups.push([{ label: 'Copy', role: 'copy', enabled: editFlags.canCopy }]);
  if (inspect) groups.push([{ label: 'Inspect', click: inspect }]);
  return groups.flatMap((items, at) => (at === 0 ? items : [separator, ...items]));
}

const wordItems = ({ suggestions, replace, addToMyWords }: WordActions): MenuItem[][] => [
  suggestions.length === 0
    ? [{ label: 'No suggestion', enabled: false }]
    : suggestions.map((label) => ({ label, click: () => replace(label) })),
  [{ label: 'Add to my words', click: addToMyWords }],
];

type ContextMenuDeps = {
  readonly show: (items: MenuItem[], window: Window) => void;
  readonly spelling: MenuSpelling;
  readonly isPackaged: boolean;
};

export function openContextMenus(
  window: Window,
  { show, spelling, isPackaged }: ContextMenuDeps,
): void {
  const { webContents } = window;
  webContents.on('context-menu', async (_event, params) => {
    const { misspelledWord } = params;
    const suggestions = misspelledWord === '' ? [] : await spelling.suggest(misspelledWord);
    if (window.isDestroyed()) return;
    const items = contextMenuItems(params, {
      inspect: isPackaged ? undefined : () => webContents.inspectElement(params.x, params.y),
      word:
        misspelledWord === ''
          ? undefined
          : {
              suggestions,
              replace: (word) => webContents.replaceMisspelling(word),
              addToMyWords: () => spelling.add(misspelledWord),
            },
    });
    if (items.length > 0) show(items, window);
  });
}
