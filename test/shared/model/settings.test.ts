/** The settings as a file of another version holds them. */
import { expect, test } from 'vitest';
import { defaultSettings, settingsChange, settingsSchema } from '../../../shared/model/settings.ts';

test('settings that were saved before the desktop had any get what a new Scriba has', () => {
  const { desktop: _, ...older } = defaultSettings;
  expect(settingsSchema.parse(older).desktop).toEqual({
    openAtLogin: false,
    tray: true,
    miniWindow: false,
    contentProtection: false,
    hotkey: false,
    accelerator: 'Ctrl+Alt+Shift+R',
    notifications: true,
  });
});

test.each(['R', 'Ctrl+R', 'Shift+A', 'Ctrl+Ctrl+R', 'Ctrl+Alt+', 'Ctrl+Alt+Return', 'ctrl+alt+r'])(
  '%s is no combination of keys for all programs',
  (accelerator) => {
    const desktop = { ...defaultSettings.desktop, accelerator };
    expect(settingsChange.safeParse({ desktop }).success).toBe(false);
  },
);

test.each(['Ctrl+Alt+Shift+R', 'Cmd+Shift+F12', 'Ctrl+Alt+7'])('%s is one', (accelerator) => {
  const desktop = { ...defaultSettings.desktop, accelerator };
  expect(settingsChange.parse({ desktop })).toEqual({ desktop });
});
