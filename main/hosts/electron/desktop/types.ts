/** The part of Electron that the abilities of the desktop use, by its shape (see ../types.ts). */

/**
 * One form of a picture: pixels in the order blue, green, red, alpha, already multiplied by alpha.
 */
export type Bitmap = { readonly pixels: Uint8Array; readonly size: number; readonly scale: number };

export type MenuEntry = {
  readonly label?: string;
  readonly type?: 'separator';
  readonly enabled?: boolean;
  readonly click?: () => void;
};

export type TrayIcon = {
  setImage(image: unknown): void;
  setToolTip(text: string): void;
  setContextMenu(menu: unknown): void;
  destroy(): void;
  on(event: 'click', listener: () => void): unknown;
};

export type Shown = {
  show(): void;
  close(): void;
  on(event: 'click' | 'close' | 'failed', listener: () => void): unknown;
};

export type Area = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** What only the small window needs of its window. */
export type SmallWindow = {
  showInactive(): void;
  setAlwaysOnTop(flag: boolean, level: 'floating'): void;
  setContentProtection(enable: boolean): void;
  getPosition(): number[];
};

export type DesktopParts = {
  readonly mac: boolean;
  readonly powerSaveBlocker: {
    start(type: 'prevent-app-suspension'): number;
    stop(id: number): unknown;
  };
  readonly globalShortcut: {
    register(accelerator: string, callback: () => void): boolean;
    unregister(accelerator: string): void;
  };
  readonly image: (bitmaps: readonly Bitmap[], options: { readonly template: boolean }) => unknown;
  readonly menu: (entries: readonly MenuEntry[]) => unknown;
  readonly tray: (image: unknown) => TrayIcon;
  /** Undefined where the system shows none. */
  readonly notification: (content: {
    readonly title: string;
    readonly body: string;
  }) => Shown | undefined;
  /** The room of the main screen that no bar of the system covers. */
  readonly workArea: () => Area;
  /**
   * Asks the system to hand links of this scheme over to this program (where no installer has done
   * so).
   */
  readonly claimLinks: (scheme: string) => void;
};
