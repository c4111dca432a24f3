/** One combination of keys that works in every program. Off unless the person wants it. */
import type { HotkeyState } from '../../../../shared/model/desktop.ts';
import type { DesktopParts } from './types.ts';

export type Hotkey = {
  /**
   * Undefined: none. The same again changes nothing, so a combination that is taken is not asked
   * for each second.
   */
  follow(accelerator: string | undefined): void;
  state(): HotkeyState;
};

export function createHotkey(
  shortcuts: DesktopParts['globalShortcut'],
  pressed: () => void,
  changed: () => void,
): Hotkey {
  let wanted: string | undefined;
  let state: HotkeyState = 'off';
  return {
    state: () => state,
    follow(accelerator) {
      if (accelerator === wanted) return;
      if (wanted !== undefined && state === 'on') shortcuts.unregister(wanted);
      wanted = accelerator;
      state = accelerator === undefined ? 'off' : register(shortcuts, accelerator, pressed);
      changed();
    },
  };
}

function register(
  shortcuts: DesktopParts['globalShortcut'],
  accelerator: string,
  pressed: () => void,
): HotkeyState {
  try {
    return shortcuts.register(accelerator, pressed) ? 'on' : 'taken';
  } catch {
    // A combination that this system does not know.
    return 'taken';
  }
}
