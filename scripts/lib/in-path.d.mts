export function inPath(
  name: string,
  options?: { env?: NodeJS.ProcessEnv; exists?: (file: string) => boolean },
): string | undefined;
