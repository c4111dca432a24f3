/** The menu under the right mouse button: what can be done with the text there. */
import type { ContextMenuParams, MenuItem, Window } from '../types.ts';

const separator: MenuItem = { type: 'separator' };

/** Empty where there is nothing to do. `inspect`: only outside the packaged app. */
export function contextMenuItems(
  { isEditable, selectionText, editFlags }: ContextMenuParams,
  inspect?: () => void,
): MenuItem[] {
  const groups: MenuItem[][] = [];
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

type ContextMenuDeps = {
  readonly show: (items: MenuItem[], window: Window) => void;
  readonly isPackaged: boolean;
};

export function openContextMenus(window: Window, { show, isPackaged }: ContextMenuDeps): void {
  const { webContents } = window;
  webContents.on('context-menu', (_event, params) => {
    const items = contextMenuItems(
      params,
      isPackaged ? undefined : () => webContents.inspectElement(params.x, params.y),
    );
    if (items.length > 0) show(items, window);
  });
}
