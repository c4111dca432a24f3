/** Flags for every Chromium that we open. */
export declare const quiet: readonly string[];
export declare function hasDisplay(where?: {
  platform?: NodeJS.Platform;
  env?: Readonly<Record<string, string | undefined>>;
}): boolean;
