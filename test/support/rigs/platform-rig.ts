/**
 * The platform client alone, signed in to a practice platform, in a hurry; whatever goes through it
 * is held against openapi.yaml.
 */
import { undiciNet } from '../../../main/hosts/node/node-net.ts';
import { nodeRandom } from '../../../main/hosts/node/node-ports.ts';
import { createPlatform } from '../../../main/infrastructure/platform/platform.ts';
import type { Net } from '../../../main/infrastructure/ports.ts';
import type { EnvelopeFamily } from '../../../shared/model/account/envelope.ts';
import { heldToContract } from '../held-to-contract.ts';
import { hurryingClock } from '../ports/clocks.ts';
import { type Account, memoryKeyStore } from './outbox-rig.ts';

export async function createPlatformRig(
  account: Account,
  {
    net = heldToContract(undiciNet()),
    sealed = [],
  }: { readonly net?: Net; readonly sealed?: readonly EnvelopeFamily[] } = {},
) {
  const secrets = memoryKeyStore();
  const address = { baseUrl: account.url, brand: account.brand, clientId: account.clientId };
  const clock = hurryingClock(1000);
  // The wall clock is the true one: tokens would be old after a second.
  const platform = createPlatform({
    net,
    clock: { ...clock, now: () => Date.now() },
    random: nodeRandom,
    secrets,
    address: () => address,
    tokensChanged() {},
    sealedFamilies: () => sealed,
  });
  await platform.account.signIn(address, account.clientSecret);
  return { platform, address, secrets };
}
