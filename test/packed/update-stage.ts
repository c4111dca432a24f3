/**
 * The program that test/packed/updates.ts packs in Scriba's place: the real updater of
 * electron-updater in the real Electron, against a feed that this very process serves on this
 * computer. Says one line of JSON for each case.
 */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { app } from 'electron';
import { createElectronUpdater } from '../../main/hosts/electron/updates/electron-updater.ts';
import { startUpdates, type Updater } from '../../main/hosts/electron/updates/updates.ts';

const { SCRIBA_DATA: data = '', XDG_CACHE_HOME: cache = '', APPIMAGE: image = '' } = process.env;
const ours = generateKeyPairSync('ed25519');
const other = generateKeyPairSync('ed25519');
const feedKeys = [ours.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')];
/** Image offered as the new version: a program that tells that it was started. */
const newImage = Buffer.from(`#!/bin/sh\necho started > "${data}/new-version-ran"\n`);

const served = new Map<string, Buffer>();
const asked: string[] = [];
const idsSent: unknown[] = [];
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://here');
  asked.push(pathname);
  idsSent.push(request.headers['x-user-staging-id']);
  const file = served.get(pathname);
  response.writeHead(file ? 200 : 404).end(file);
});

type Offer = {
  version: string;
  key?: typeof ours;
  image?: Buffer;
  signed?: boolean;
  file?: string;
};

/** Puts a release on the server, as electron-builder writes it. */
function publish({ version, key = ours, image: offered = newImage, signed = true, file }: Offer) {
  const name = file ?? `Scriba-${version}.AppImage`;
  const digest = createHash('sha512').update(newImage).digest('base64');
  const text = `version: ${version}\nfiles:\n  - url: ${name}\n    sha512: ${digest}\n    size: ${newImage.length}\npath: ${name}\nsha512: ${digest}\nreleaseDate: '2026-01-01T00:00:00.000Z'\n`;
  const feed =
    process.arch === 'x64' ? '/feed/latest-linux.yml' : `/feed/latest-linux-${process.arch}.yml`;
  served.clear();
  asked.length = 0;
  served.set(feed, Buffer.from(text));
  if (signed)
    served.set(
      `${feed}.sig`,
      Buffer.from(sign(null, Buffer.from(text), key.privateKey).toString('base64')),
    );
  served.set(path.posix.join('/feed', name), offered);
}

const open = (port: number): Updater =>
  createElectronUpdater({
    feed: `http://127.0.0.1:${port}/feed`,
    feedKeys,
    publishers: [],
    platform: 'linux',
    env: process.env,
    resources: process.resourcesPath,
  });

/** Looks, and fetches where there is something; says how it went and what lies in the cache. */
async function run(name: string, updater: Updater): Promise<void> {
  rmSync(cache, { recursive: true, force: true, maxRetries: 5 });
  mkdirSync(cache, { recursive: true });
  let outcome: string;
  try {
    const version = await updater.check();
    if (version === undefined) outcome = 'nothing newer';
    else {
      await updater.download();
      outcome = `fetched ${version}`;
    }
  } catch (error) {
    const { code, name: kind } = error as { code?: string; name: string };
    outcome = `refused: ${code ?? kind}`;
  }
  const images = readdirSync(cache, { recursive: true }).filter((file) =>
    String(file).endsWith('.AppImage'),
  );
  say({
    name,
    outcome,
    images: images.length,
    fetchedImage: asked.some((one) => one.endsWith('.AppImage')),
  });
}

const say = (line: object) => void process.stdout.write(`${JSON.stringify(line)}\n`);

async function main(): Promise<void> {
  app.setPath('userData', data);
  await app.whenReady();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  say({
    name: 'electron',
    outcome: process.versions.electron,
    packaged: app.isPackaged,
    version: app.getVersion(),
  });

  publish({ version: '0.0.9' });
  await run('older', open(port));
  publish({ version: app.getVersion() });
  await run('same', open(port));
  publish({ version: '9.0.0', signed: false });
  await run('not signed', open(port));
  publish({ version: '9.0.0', key: other });
  await run('signed by another', open(port));
  publish({
    version: '9.0.0',
    image: Buffer.concat([newImage.subarray(0, -2), Buffer.from(';\n')]),
  });
  await run('another file than promised', open(port));
  publish({ version: '9.0.0', file: '../elsewhere/Scriba-9.0.0.AppImage' });
  await run('a file outside the feed', open(port));
  server.closeAllConnections();
  await run('nobody there', open(1));
  publish({ version: '9.0.0' });
  await run('newer', open(port));
  say({ name: 'ids', outcome: `${idsSent.filter((id) => id !== undefined).length} sent` });
  await whole(port);
}

/** The way from the first look to the installer, with a visit under way at first. */
async function whole(port: number): Promise<void> {
  const seen: string[] = [];
  let busy = true;
  const updater = open(port);
  publish({ version: '9.0.0' });
  startUpdates({
    updater,
    isBusy: async () => busy,
    async ask(version) {
      seen.push(`asked ${version}`);
      return true;
    },
    install() {
      say({ name: 'busy first', outcome: seen.join(', ') });
      app.once('quit', () => say({ name: 'installed', outcome: readFileSync(image, 'utf8') }));
      updater.install();
    },
    clock: {
      after(_ms, next) {
        if (busy) seen.push(`${asked.length} requests so far`);
        const timer = setTimeout(next, 100);
        if (seen.length > 2) busy = false;
        return () => clearTimeout(timer);
      },
    },
    log: { note: (event) => void seen.push(event) },
  });
}

void main();
