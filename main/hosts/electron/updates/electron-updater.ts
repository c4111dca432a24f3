/**
 * The updater of electron-updater for this system, told to do nothing by itself and to believe only
 * a signed feed. Loaded only where a feed is configured.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  AppImageUpdater,
  type AppUpdater,
  DebUpdater,
  MacUpdater,
  NsisUpdater,
  Provider,
  type ResolvedUpdateFileInfo,
  RpmUpdater,
  type UpdateInfo,
} from 'electron-updater';
import {
  type ProviderRuntimeOptions,
  parseUpdateInfo,
  resolveFiles,
} from 'electron-updater/out/providers/Provider.js';
import { verifySignature } from 'electron-updater/out/windowsExecutableCodeSignatureVerifier.js';
import { FeedNotSigned, isSigned, readFeedAddress, SIGNATURE_ENDING } from './signed-feed.ts';
import type { Updater } from './updates.ts';

export type UpdaterDeps = {
  /** The folder of the feed. */
  readonly feed: string;
  /** Public keys of the feed, as SPKI in base64. */
  readonly feedKeys: readonly string[];
  /** Who signs the installer for Windows, as its certificate says. */
  readonly publishers: readonly string[];
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where electron-builder left its word about this package. */
  readonly resources: string;
};

/** Throws a sentence where this Scriba cannot be updated, so that updates stay off. */
export function createElectronUpdater(deps: UpdaterDeps): Updater {
  const base = readFeedAddress(deps.feed);
  if (deps.feedKeys.length === 0) throw new Error('No key of a feed was pinned in this build.');
  const updater = updaterFor(deps);
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.allowPrerelease = false;
  updater.allowDowngrade = false;
  updater.disableWebInstaller = true;
  updater.disableDifferentialDownload = true;
  // One feed for all: nobody is counted, or left out.
  updater.isUserWithinRollout = () => true;
  updater.logger = null;
  // Looking and fetching reject; without a listener an error event would be thrown besides.
  updater.on('error', () => {});
  updater.setFeedURL({
    provider: 'custom',
    updateProvider: signedProvider(base, deps.feedKeys),
  } as never);
  return {
    async check() {
      const found = await updater.checkForUpdates();
      return found?.isUpdateAvailable ? found.updateInfo.version : undefined;
    },
    download: async () => void (await updater.downloadUpdate()),
    install: () =>
      new Promise((_installed, reject) => {
        updater.once('error', reject);
        updater.quitAndInstall(false, true);
      }),
  };
}

function updaterFor({ platform, env, resources, publishers }: UpdaterDeps): AppUpdater {
  if (platform === 'darwin') return new MacUpdater();
  if (platform === 'win32') {
    // Without a name in this file electron-updater would not look at the signature at all.
    const told = path.join(resources, 'app-update.yml');
    if (publishers.length === 0 || !/^publisherName:/m.test(readFileSync(told, 'utf8')))
      throw new Error('No publisher was pinned in this build.');
    const nsis = new NsisUpdater();
    nsis.verifyUpdateCodeSignature = (_names, file) =>
      verifySignature([...publishers], file, quiet);
    return nsis;
  }
  if (env.APPIMAGE) return new AppImageUpdater();
  const kind = path.join(resources, 'package-type');
  const type = existsSync(kind) ? readFileSync(kind, 'utf8').trim() : undefined;
  if (type === 'deb') return new DebUpdater();
  if (type === 'rpm') return new RpmUpdater();
  throw new Error('This copy was not installed from a package that can be updated.');
}

const quiet = { info() {}, warn() {}, error() {} };

type FeedProvider = new (
  options: unknown,
  updater: unknown,
  runtime: ProviderRuntimeOptions,
) => Provider<UpdateInfo>;

/** As the generic provider, with a signature; it tells the feed nothing about this computer. */
const signedProvider = (base: URL, keys: readonly string[]): FeedProvider =>
  class extends Provider<UpdateInfo> {
    constructor(_options: unknown, _updater: unknown, runtime: ProviderRuntimeOptions) {
      super(runtime);
    }

    // Else an id of this installation would go along.
    override setRequestHeaders(): void {
      super.setRequestHeaders({ accept: '*/*' });
    }

    override async getLatestVersion(): Promise<UpdateInfo> {
      const name = `${this.getDefaultChannelName()}.yml`;
      const address = new URL(name, base);
      const text = (await this.httpRequest(address)) ?? '';
      const signature = await this.httpRequest(new URL(`${name}${SIGNATURE_ENDING}`, base)).catch(
        emptyWhereAbsent,
      );
      if (!isSigned({ text, signature: signature ?? '' }, keys)) throw new FeedNotSigned();
      return parseUpdateInfo(text, name, address);
    }

    override resolveFiles(info: UpdateInfo): ResolvedUpdateFileInfo[] {
      const files = resolveFiles(info, base);
      // The feed's own folder, and nothing above or beside it.
      if (files.some(({ url }) => !url.href.startsWith(base.href))) throw new FeedNotSigned();
      return files;
    }
  };

function emptyWhereAbsent(error: unknown): string {
  if ((error as { statusCode?: unknown }).statusCode === 404) return '';
  throw error;
}
