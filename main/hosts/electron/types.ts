/** The part of Electron that Scriba uses, by its shape: every file here but `main.ts` takes this, so that it is tested without Electron. */
type Frame = { readonly url: string };
export type Stoppable = { preventDefault(): void };

export type Contents = {
  readonly mainFrame: Frame;
  isDestroyed(): boolean;
  send(channel: string, ...values: unknown[]): void;
  reload(): void;
  printToPDF(options: object): Promise<Uint8Array>;
  setWindowOpenHandler(handler: () => { action: 'deny' }): void;
  on(
    event: 'will-navigate' | 'will-redirect' | 'will-frame-navigate' | 'will-attach-webview',
    listener: (event: Stoppable) => void,
  ): unknown;
  on(event: 'render-process-gone' | 'did-start-loading', listener: () => void): unknown;
};

export type Window = {
  readonly webContents: Contents;
  loadURL(url: string): Promise<void>;
  show(): void;
  focus(): void;
  destroy(): void;
  isMinimized(): boolean;
  restore(): void;
  once(event: 'ready-to-show', listener: () => void): unknown;
  on(event: 'closed', listener: () => void): unknown;
};

export type PermissionDetails = {
  readonly requestingUrl?: string;
  readonly isMainFrame: boolean;
  readonly mediaTypes?: readonly string[];
  readonly mediaType?: string;
};

export type PageSession = {
  readonly protocol: {
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
  on(event: 'will-download', listener: (event: Stoppable) => void): unknown;
};

export type IpcEvent = { readonly sender: unknown; readonly senderFrame: Frame | null };

export type Child = {
  readonly stdout: AsyncIterable<Uint8Array> | null;
  kill(): boolean;
  once(event: 'exit', listener: (code: number) => void): unknown;
};

export type ElectronParts = {
  readonly app: {
    enableSandbox(): void;
    requestSingleInstanceLock(): boolean;
    quit(): void;
    exit(code: number): void;
    whenReady(): Promise<unknown>;
    getVersion(): string;
    getAppPath(): string;
    readonly isPackaged: boolean;
    setPath(name: 'userData', path: string): void;
    on(event: 'second-instance' | 'window-all-closed', listener: () => void): unknown;
    on(event: 'before-quit', listener: (event: Stoppable) => void): unknown;
    on(
      event: 'web-contents-created',
      listener: (event: unknown, contents: Contents) => void,
    ): unknown;
  };
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
  readonly removeMenu: () => void;
  readonly showError: (title: string, message: string) => void;
  /** The system's own dialog; the path that the person chose, undefined when they did not. */
  readonly askWhere: (name: string) => Promise<string | undefined>;
  /** The system's own dialog; undefined when they did not choose one. */
  readonly askFolder: () => Promise<string | undefined>;
  readonly writeClipboard: (content: {
    readonly html: string;
    readonly text: string;
  }) => Promise<void>;
  /** To be used once the app is ready. */
  readonly powerMonitor: {
    on(event: 'lock-screen' | 'suspend' | 'resume', listener: () => void): unknown;
    off(event: 'lock-screen' | 'suspend' | 'resume', listener: () => void): unknown;
  };
  /** Asks the system for the microphone where it wants to be asked (macOS). */
  readonly askForMicrophone: () => Promise<boolean>;
};
