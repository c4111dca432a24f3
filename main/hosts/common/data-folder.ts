/** Chooses the folder in which Scriba keeps its data on this computer. */
import { homedir } from 'node:os';
import path from 'node:path';

export type Environment = {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
};

const thisComputer = (): Environment => ({
  platform: process.platform,
  env: process.env,
  home: homedir(),
});

/**
 * The folder asked for, else SCRIBA_DATA, else the operating system's place for such folders;
 * absolute.
 */
export function dataFolder(
  asked?: string,
  { platform, env, home }: Environment = thisComputer(),
): string {
  return path.resolve(asked || env.SCRIBA_DATA || usual(platform, env, home));
}

function usual(platform: NodeJS.Platform, env: Environment['env'], home: string): string {
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Scriba');
  if (platform === 'win32')
    return path.join(env.APPDATA || path.join(home, 'AppData', 'Roaming'), 'Scriba');
  return path.join(env.XDG_DATA_HOME || path.join(home, '.local', 'share'), 'scriba');
}

/** The log's files lie beside the profiles: they hold nothing of either. */
export const logFolder = (dataFolder: string): string => path.join(dataFolder, 'logs');
