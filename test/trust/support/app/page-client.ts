/**
 * Speaks to the browser host as its page does: a code for a token, then one request after the
 * other.
 */

import type { Answer } from '../../../../main/hosts/common/refusal.ts';
import type { Input, Output, RequestName } from '../../../../shared/contract/contract.ts';
import { decode, encode } from '../../../../shared/encoding.ts';
import { Failure } from '../../../../shared/failure.ts';

export type PageClient = {
  /** Throws the Failure that was answered. */
  ask<N extends RequestName>(name: N, input: Input<N>): Promise<Output<N>>;
  take(ticket: string): Promise<Buffer>;
};

/** `address` as Scriba prints it. */
export async function openAsPage(address: string): Promise<PageClient> {
  const { origin, hash } = new URL(address);
  const headers = { origin, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const session = await fetch(`${origin}/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ code: hash.slice(1) }),
  });
  const { token } = (await session.json()) as { token: string };
  return {
    async ask(name, input) {
      const response = await fetch(`${origin}/ask`, {
        method: 'POST',
        headers: { ...headers, 'x-scriba-token': token },
        body: encode({ name, input }),
      });
      const answer = decode(await response.text()) as Answer;
      if (!answer.ok)
        throw new Failure(
          answer.code,
          answer.message,
          answer.detail === undefined ? {} : { detail: answer.detail },
        );
      return answer.value as never;
    },
    async take(ticket) {
      return Buffer.from(
        await (
          await fetch(`${origin}/take/${ticket}`, { headers: { 'sec-fetch-site': 'same-origin' } })
        ).arrayBuffer(),
      );
    },
  };
}
