/**
 * The part of Electron that Scriba uses, by its shape: every file here but `main.ts` takes this, so
 * that it is tested without Electron.
 */
import type { DesktopParts } from './desktop/types.ts';

type Frame = { readonly url: string };
export type Stoppable = { preventDefault(): void };

export type Bounds = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

type Display = { readonly workArea: Bounds };
/** To be used once the app is ready. */
export type Screen = {
  getPrimaryDisplay(): Display;
  getAllDisplays(): readonly Display[];
  on(event: 'display-removed' | 'display-metrics-changed', listener: () => void): unknown;
};

/** A key as it is being pressed. */
export type KeyInput = {
  readonly type: string;
  readonly key: string;
  readonly code: string;
  readonly control: boolean;
  readonly meta: boolean;
  readonly alt: boolean;
};
/** A key to be sent to the page. */
export type KeyPress = {
  readonly keyCode: string;
  readonly modifiers: readonly ('control' | 'meta')[];
};

/** Of a menu: an action of ours, or one that Electron has by name (`role`). */
export type MenuItem = {
  readonly label?: string;
  readonly type?: 'separator';
  readonly role?: string;
  readonly accelerator?: string;
  /** False: the keys are only shown. */
  readonly registerAccelerator?: boolean;
  readonly enabled?: boolean;
  readonly click?: () => void;
  readonly submenu?: MenuItem[];
};

export type ContextMenuParams = {
  readonly x: number;
  readonly y: number;
  readonly isEditable: boolean;
  readonly selectionText: string;
  /** The word under the pointer, where a checked field marks it; else empty. */
  readonly misspelledWord: string;
  readonly editFlags: {
    readonly canUndo: boolean;
    readonly canRedo: boolean;
    readonly canCut: boolean;
    readonly canCopy: boolean;
    readonly canPaste: boolean;
    readonly canSelectAll: boolean;
  };
};

type Reason =
  | 'clean-exit'
  | 'abnormal-exit'
  | 'killed'
  | 'crashed'
  | 'oom'
  | 'launch-failed'
  | 'integrity-failure'
  | 'memory-eviction';
/** How a process ended. */
export type Gone = { readonly reason: Reason; readonly exitCode: number };
export type ChildGone = Gone & { readonly type: string };

export type Contents = {
  readonly mainFrame: Frame;
  isDestroyed(): boolean;
  send(channel: string, ...values: unknown[]): void;
  reload(): void;
  printToPDF(options: object): Promise<Uint8Array>;
  setWindowOpenHandler(handler: () => { action: 'deny' }): void;
  on(
    event: 'will-redirect' | 'will-attach-webview' | 'will-prevent-unload',
    listener: (event: Stoppable) => void,
  ): unknown;
  on(
    event: 'will-navigate' | 'will-frame-navigate',
    listener: (event: Stoppable & { readonly url: string; readonly isMainFrame: boolean }) => void,
  ): unknown;
  on(event: 'did-navigate', listener: () => void): unknown;
  on(event: 'render-process-gone', listener: (event: unknown, gone: Gone) => void): unknown;
  on(event: 'before-input-event', listener: (event: Stoppable, input: KeyInput) => void): unknown;
  on(event: 'zoom-changed', listener: (event: unknown, direction: 'in' | 'out') => void): unknown;
  on(event: 'context-menu', listener: (event: unknown, params: ContextMenuParams) => void): unknown;
  setZoomFactor(factor: number): void;
  focus(): void;
  sendInputEvent(event: {
    type: 'keyDown' | 'keyUp';
    keyCode: string;
    modifiers: ('control' | 'meta')[];
  }): void;
  /** Puts the text in place of the marked word, as if it had been typed. */
  replaceMisspelling(text: string): void;
  inspectElement(x: number, y: number): void;
};

export type Window = {
  readonly webContents: Contents;
  loadURL(url: string): Promise<void>;
  show(): void;
  focus(): void;
  destroy(): void;
  isDestroyed(): boolean;
  isMinimized(): boolean;
  isMaximized(): boolean;
  isFullScreen(): boolean;
  /** As it is when it is neither maximised nor full screen. */
  getNormalBounds(): Bounds;
  setBounds(bounds: Bounds): void;
  maximize(): void;
  isFocused(): boolean;
  restore(): void;
  once(event: 'ready-to-show', listener: () => void): unknown;
  on(
    event: 'closed' | 'session-end' | 'resize' | 'move' | 'maximize' | 'unmaximize',
    listener: () => void,
  ): unknown;
  on(event: 'close', listener: (event: Stoppable) => void): unknown;
};

export type PermissionDetails = {
  readonly requestingUrl?: string;
  readonly isMainFrame: boolean;
  readonly mediaTypes?: readonly string[];
  readonly mediaType?: string;
};

export type PageSession = {
  readonly protocol: {
    isProtocolHandled(scheme: string): boolean;
    handle(
      scheme: string,
      handler: (request: { readonly url: string; readonly method: string }) => Promise<Response>,
    ): void;
  };
  readonly webRequest: {
    onBeforeRequest(
      listener: (
        details: { readonly url: string },
        callback: (answer: { cancel?: boolean }) => void,
      ) => void,
    ): void;
  };
  setPermissionRequestHandler(
    handler: (
      contents: unknown,
      permission: string,
      callback: (allow: boolean) => void,
      details: PermissionDetails,
    ) => void,
  ): void;
  setPermissionCheckHandler(
    handler: (
      contents: unknown,
      permission: string,
      origin: string,
      details: PermissionDetails,
    ) => boolean,
  ): void;
  setDevicePermissionHandler(handler: () => boolean): void;
  setDisplayMediaRequestHandler(handler: null): void;
  setSpellCheckerEnabled(enable: boolean): void;
  setSpellCheckerLanguages(languages: string[]): void;
  setSpellCheckerDictionaryDownloadURL(url: string): void;
  on(event: 'will-download', listener: (event: Stoppable) => void): unknown;
};

export type IpcEvent = { readonly sender: unknown; readonly senderFrame: Frame | null };

export type Child = {
  /** Undefined before it runs, and when it has ended. */
  readonly pid?: number | undefined;
  readonly stdout: AsyncIterable<Uint8Array> | null;
  /** The message is copied before this returns. */
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  kill(): boolean;
  once(event: 'exit', listener: (code: number) => void): unknown;
};

export type ElectronParts = {
  readonly app: {
    enableSandbox(): void;
    requestSingleInstanceLock(): boolean;
    releaseSingleInstanceLock(): void;
    /** Starts Scriba anew when this one has ended. */
    relaunch(): void;
    quit(): void;
    exit(code: number): void;
    whenReady(): Promise<unknown>;
    getVersion(): string;
    /** The first one first ("hi-IN"). */
    getPreferredSystemLanguages(): string[];
    getAppPath(): string;
    readonly isPackaged: boolean;
    setAppUserModelId(id: string): void;
    setPath(name: 'userData', path: string): void;
    setLoginItemSettings(settings: { openAtLogin: boolean; path?: string; args?: string[] }): void;
    on(event: 'window-all-closed', listener: () => void): unknown;
    /** `argv`: the arguments of the other instance. */
    on(
      event: 'second-instance',
      listener: (event: unknown, argv: readonly string[]) => void,
    ): unknown;
    /** macOS hands a link over so; it may come before the app is ready. */
    on(event: 'open-url', listener: (event: Stoppable, url: string) => void): unknown;
    on(event: 'before-quit', listener: (event: Stoppable) => void): unknown;
    on(event: 'child-process-gone', listener: (event: unknown, gone: ChildGone) => void): unknown;
    on(
      event: 'web-contents-created',
      listener: (event: unknown, contents: Contents) => void,
    ): unknown;
  };
  /** The program's own arguments, as it was started. */
  readonly argv: readonly string[];
  readonly desktop: DesktopParts;
  readonly openWindow: (options: object) => Window;
  readonly openSession: (partition: string, options: { cache: boolean }) => PageSession;
  readonly ipcMain: {
    handle(
      channel: string,
      listener: (event: IpcEvent, name: unknown, input: unknown) => Promise<unknown>,
    ): void;
  };
  readonly protocol: {
    registerSchemesAsPrivileged(
      schemes: { scheme: string; privileges: Record<string, boolean> }[],
    ): void;
  };
  readonly fork: (file: string, args: string[], options: object) => Child;
  readonly screen: Screen;
  readonly setMenu: (items: readonly MenuItem[]) => void;
  /** At the pointer. */
  readonly showMenu: (items: readonly MenuItem[], window: Window) => void;
  readonly platform: string;
  /** Of the system: where Scriba is, and where it may ask to be opened at sign-in. */
  readonly login: {
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly home: string;
    readonly execPath: string;
  };
  readonly showError: (title: string, message: string) => void;
  /** A question beside the window that holds nothing up; resolves with the number of the button. */
  readonly ask: (window: Window, question: object) => Promise<number>;
  /** The system's own dialog; the path that the person chose, undefined when they did not. */
  readonly askWhere: (name: string) => Promise<string | undefined>;
  /** Whatever the system has for the address: a browser for https. */
  readonly openLink: (address: string) => Promise<void>;
  /** The system's own dialog; undefined when they did not choose one. */
  readonly askFolder: () => Promise<string | undefined>;
  readonly writeClipboard: (content: {
    readonly html: string;
    readonly text: string;
  }) => Promise<void>;
  /** To be used once the app is ready. */
  readonly powerMonitor: {
    on(event: 'lock-screen' | 'suspend' | 'resume', listener: () => void): unknown;
    /** Not on Windows, where the window is told. */
    on(event: 'shutdown', listener: (event?: Stoppable) => void): unknown;
    off(event: 'lock-screen' | 'suspend' | 'resume', listener: () => void): unknown;
  };
  /** Calls back when the system ends the process by a signal; nobody can be asked any more then. */
  readonly onTerminate: (listener: () => void) => void;
  /** Asks the system for the microphone where it wants to be asked (macOS). */
  readonly askForMicrophone: () => Promise<boolean>;
};
