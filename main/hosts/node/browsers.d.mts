export function findBrowser(around?: {
  platform?: NodeJS.Platform;
  env?: NodeJS.ProcessEnv;
  exists?: (path: string) => boolean;
}): string | undefined;
export function playwrightBrowser(): Promise<string | undefined>;
