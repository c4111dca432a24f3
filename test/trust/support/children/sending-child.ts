/**
 * The whole core in a process of its own, to be killed while it sends (P5). Argument: JSON with the
 * profile's folder, the platform, and the proxy before it. Time runs faster, and a call that hangs
 * is given up sooner. It says on stdout, one line of JSON each, how many visits are on their way;
 * it plays the person who signs in and tries again.
 */
import { writeSync } from 'node:fs';
import { createApp } from '../../../../main/app/app.ts';
import { undiciNet } from '../../../../main/hosts/node/node-net.ts';
import { nodeDisk, nodeRandom } from '../../../../main/hosts/node/node-ports.ts';
import type { PracticeAccess } from '../../../../main/infrastructure/ports.ts';
import { openKeyStore } from '../../../../main/infrastructure/vault/keystores/keystore.ts';
import { hurryingClock } from '../../../support/ports/clocks.ts';

const SPEED = 400;
const HANGS_FOR = 300;
const { folder, practice, proxy } = JSON.parse(process.argv[2]!) as {
  folder: string;
  practice: PracticeAccess;
  proxy: string;
};
const real = undiciNet({ connectTimeout: HANGS_FOR });

const app = await createApp({
  host: 'headless',
  version: '0',
  profile: 'practice',
  folder,
  practice,
  disk: nodeDisk,
  random: nodeRandom,
  clock: hurryingClock(SPEED),
  openKeyStore: openKeyStore({ disk: nodeDisk, random: nodeRandom }),
  // The platform names its own address for uploads: that way, too, goes through the bad network.
  net: (request) =>
    real({
      ...request,
      url: new URL(request.url.href.replace(practice.url, proxy)),
      timeout: Math.min(request.timeout, HANGS_FOR),
    }),
});

const signIn = async () =>
  app.handlers['account.signIn']({
    baseUrl: practice.url,
    brand: practice.brand,
    clientId: practice.clientId,
    clientSecret: practice.clientSecret,
  });
const done = ['ready', 'partial'];
for (;;) {
  const rows = await app.handlers['visits.list'](undefined);
  for (const { id, state } of rows)
    if (state === 'attention') await app.handlers['outbox.retry']({ id });
  if (rows.some(({ hold }) => hold === 'sign-in')) await signIn().catch(() => {});
  const left = rows.filter(({ state }) => !done.includes(state)).length;
  writeSync(1, `${JSON.stringify({ left })}\n`);
  if (left === 0) break;
  await new Promise((resolve) => setTimeout(resolve, 150));
}
await app.close();
process.exit();
