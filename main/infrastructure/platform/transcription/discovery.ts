/** Contract 11, discovery: whether this platform has the session protocol. Asked without a token, remembered for three hours. */

import type { Discovery } from '../../../../shared/model/account/platform-profile.ts';
import { discoveryAnswer, PROTOCOL } from '../../../../shared/wire/session-protocol.ts';
import type { Clock, Net, NetAnswer, Random } from '../../ports.ts';
import { type Address, readUrl } from '../client/address.ts';
import { readAnswer } from '../client/client.ts';
import { captivePortalFailure, failureOf, isCaptivePortal } from '../client/status-failure.ts';

const GOOD_FOR = 3 * 3600_000;
const SECOND = 1000;
const LARGEST = 1024 * 1024;

export type DiscoveryDeps = {
  readonly net: Net;
  readonly clock: Clock;
  readonly random: Random;
  readonly address: () => Address;
  readonly place: (path: string) => string;
};
export type Discover = {
  /** What this platform says; a 404 or another protocol means that it has none. Throws `offline`, `busy`: then nobody knows. */
  ask(): Promise<Discovery>;
  /** What was said last, within three hours; undefined where it was not asked. */
  known(): Discovery | undefined;
};

export function createDiscovery({ net, clock, random, address, place }: DiscoveryDeps): Discover {
  let last: { readonly at: number; readonly of: string; readonly found: Discovery } | undefined;
  let asking: Promise<Discovery> | undefined;
  const url = () => readUrl(address().baseUrl + place('/voice/v1/.well-known/medscribealliance'));
  const known = () =>
    last && last.of === url().href && clock.monotonic() - last.at < GOOD_FOR
      ? last.found
      : undefined;

  async function look(): Promise<Discovery> {
    const at = url();
    const answer = await net({
      method: 'GET',
      url: at,
      headers: { accept: 'application/json', 'x-request-id': random.uuid() },
      timeout: 10 * SECOND,
      maxBytes: LARGEST,
    });
    if (isCaptivePortal(answer)) throw captivePortalFailure();
    if (answer.status >= 500 || answer.status === 429 || answer.status === 408)
      throw failureOf(answer, clock.now());
    let found: Discovery = { offered: false };
    if (answer.status < 300) {
      const read = readable(answer);
      const methods = read?.capabilities?.upload_methods ?? [];
      // We put whole files: a platform that only streams is none for us.
      if (read)
        found = {
          offered:
            read.protocol === PROTOCOL &&
            (methods.length === 0 || methods.includes('chunked') || methods.includes('single')),
          version: read.protocol_version?.slice(0, 20),
        };
    }
    last = { at: clock.monotonic(), of: at.href, found };
    return found;
  }

  return {
    known,
    ask() {
      const found = known();
      if (found) return Promise.resolve(found);
      asking ??= look().finally(() => (asking = undefined));
      return asking;
    },
  };
}

/** A page of something else at this address is no such protocol, and no reason to send nothing at all. */
function readable(answer: NetAnswer) {
  try {
    return readAnswer(answer, discoveryAnswer);
  } catch {
    return undefined;
  }
}
