/** A platform of ours that signs in by the browser, beside a sign-in server that others wrote. */
import { nodeLoopback } from '../../../main/hosts/node/node-loopback.ts';
import { undiciNet } from '../../../main/hosts/node/node-net.ts';
import { nodeRandom } from '../../../main/hosts/node/node-ports.ts';
import { createPlatform } from '../../../main/infrastructure/platform/platform.ts';
import type { Net } from '../../../main/infrastructure/ports.ts';
import { heldClock } from '../ports/clocks.ts';
import { memoryKeyStore } from './outbox-rig.ts';
import { SCRIBA_ID, startHospital, startIssuer, usualOffer, walkPages } from './sign-in-server.ts';

const opened: { close(): Promise<void> }[] = [];
/** For the end of each test. */
export async function closeServers(): Promise<void> {
  for (const one of opened.splice(0)) await one.close();
}

type Options = {
  readonly issuer?: Parameters<typeof startIssuer>[0];
  readonly offer?: (issuer: string) => Record<string, unknown> | undefined;
  readonly tellsTime?: boolean;
  readonly net?: Net;
  readonly wall?: number;
};

export async function browserSignInRig(options: Options = {}) {
  const { issuer: issuerOptions, offer = usualOffer, net = undiciNet(), wall } = options;
  const { tellsTime = true } = options;
  const issuer = await startIssuer(issuerOptions);
  const hospital = await startHospital(issuer, { oidc: offer(issuer.issuer), tellsTime });
  opened.push(issuer, hospital);
  const clock = heldClock(wall ?? Date.now());
  const secrets = memoryKeyStore();
  const where = { baseUrl: hospital.url, brand: 'svc' };
  let address = { ...where, clientId: '' };
  const make = () =>
    createPlatform({
      net: undiciNet(),
      clock,
      random: nodeRandom,
      secrets,
      address: () => address,
      tokensChanged() {},
      browser: { net, loopback: nodeLoopback },
    });
  const platform = make();
  const { account } = platform;
  return {
    issuer,
    hospital,
    clock,
    secrets,
    where,
    platform,
    account,
    make,
    begin: (clientId = SCRIBA_ID) => account.beginBrowser(where, clientId),
    /** Signs in from the first page to the kept session. */
    async signIn() {
      const { address: page } = await account.beginBrowser(where, SCRIBA_ID);
      await fetch(await walkPages(page));
      const step = await account.stepBrowser();
      if (step.kind === 'signed-in') address = step.address;
      return step;
    },
    kept: () => JSON.parse(secrets.kept.get('session') ?? '{}') as Record<string, string>,
  };
}
