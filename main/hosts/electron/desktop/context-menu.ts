/** The menu under the right mouse button: what can be done with the text there. */
import type { HostWords, Words } from '../host-words.ts';
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
  readonly words: Words['menu'];
  /** Present over a misspelt word alone. */
  readonly word?: WordActions | undefined;
  /** Only outside the packaged app. */
  readonly inspect?: (() => void) | undefined;
};

/** Empty where there is nothing to do. */
export function contextMenuItems(
  { isEditable, selectionText, editFlags }: ContextMenuParams,
  { words, word, inspect }: Extras,
): MenuItem[] {
  const groups: MenuItem[][] = [];
  if (isEditable && word) groups.push(...wordItems(word, words));
  if (isEditable)
    groups.push(
      [
        { label: words.undo, role: 'undo', enabled: editFlags.canUndo },
        { label: words.redo, role: 'redo', enabled: editFlags.canRedo },
      ],
      [
        { label: words.cut, role: 'cut', enabled: editFlags.canCut },
        { label: words.copy, role: 'copy', enabled: editFlags.canCopy },
        // Without what it looked like elsewhere: fields take text alone.
        { label: words.paste, role: 'pasteAndMatchStyle', enabled: editFlags.canPaste },
      ],
      [{ label: words.selectAll, role: 'selectAll', enabled: editFlags.canSelectAll }],
    );
  else if (selectionText.trim() !== '')
    groups.push([{ label: words.copy, role: 'copy', enabled: editFlags.canCopy }]);
  if (inspect) groups.push([{ label: 'Inspect', click: inspect }]);
  return groups.flatMap((items, at) => (at === 0 ? items : [separator, ...items]));
}

const wordItems = (
  { suggestions, replace, addToMyWords }: WordActions,
  words: Words['menu'],
): MenuItem[][] => [
  suggestions.length === 0
    ? [{ label: words.noSuggestion, enabled: false }]
    : suggestions.map((label) => ({ label, click: () => replace(label) })),
  [{ label: words.addToMyWords, click: addToMyWords }],
];

type ContextMenuDeps = {
  readonly show: (items: MenuItem[], window: Window) => void;
  readonly spelling: MenuSpelling;
  readonly isPackaged: boolean;
  readonly words: HostWords;
};

export function openContextMenus(
  window: Window,
  { show, spelling, isPackaged, words }: ContextMenuDeps,
): void {
  const { webContents } = window;
  webContents.on('context-menu', async (_event, params) => {
    const { misspelledWord } = params;
    const suggestions = misspelledWord === '' ? [] : await spelling.suggest(misspelledWord);
    if (window.isDestroyed()) return;
    const items = contextMenuItems(params, {
      words: words.now().menu,
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
