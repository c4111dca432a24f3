/**
 * Access to the browser host (promise P23): only for the page it served itself, in the browser that
 * it opened.
 *
 * The port is open to every program and every web page on this computer. Host and Origin must be
 * exactly ours (that stops other sites and DNS rebinding), and a token of 256 bits must come along
 * (that stops other users). An address is visible in the process list, so it holds only a code,
 * good once and for 30 seconds, that the page exchanges for the token; `peer.ts` keeps others from
 * being faster. The token outlives a core that dies (decision 0163): whoever takes the port
 * meanwhile cannot prove that it knows the token, and the page does not show it to them.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Clock, Random } from '../../infrastructure/ports.ts';

const CODE_LIFE = 30_000;
const TOKEN_BYTES = 32;
const CODE_BYTES = 32;
/** 32 bytes in base64url: a code, and what a page asks a proof for. */
const CODE_FORM = /^[A-Za-z0-9_-]{43}$/;
export const TOKEN_FORM = CODE_FORM;
/** More codes than anybody opens windows in half a minute. */
const MOST_CODES = 16;

export function createGate({
  clock,
  random,
  host,
  token = random.bytes(TOKEN_BYTES).toString('base64url'),
}: {
  clock: Pick<Clock, 'monotonic'>;
  random: Pick<Random, 'bytes'>;
  host: () => string;
  /** Of the core before this one, whose pages are still open. */
  token?: string | undefined;
}) {
  const codes = new Map<string, number>();

  function keep(code: string) {
    const now = clock.monotonic();
    for (const [old, until] of codes)
      if (until <= now || codes.size >= MOST_CODES) codes.delete(old);
    codes.set(code, now + CODE_LIFE);
  }

  return {
    /**
     * Whether the request speaks to our own name, and no other site of the browser asked for it.
     */
    isForUs({
      headers,
      raw,
    }: {
      headers: IncomingHttpHeaders;
      raw: Pick<IncomingMessage, 'headersDistinct'>;
    }): boolean {
      const site = headers['sec-fetch-site'];
      // Of two Hosts Node shows the first; somebody before us may have gone by the second.
      return (
        headers.host === host() &&
        raw.headersDistinct.host?.length === 1 &&
        (site === undefined || site === 'same-origin' || site === 'none')
      );
    },
    /** Whether it comes from our own page; to be asked for everything but the files of the page. */
    isFromOurPage({ headers }: { headers: IncomingHttpHeaders }): boolean {
      const site = headers['sec-fetch-site'];
      return (
        headers.origin === `http://${host()}` && (site === undefined || site === 'same-origin')
      );
    },
    hasToken: (given: unknown) => typeof given === 'string' && same(given, token),
    /** Shows a page that this core knows the token, without saying it; undefined for other forms. */
    prove: (nonce: unknown): string | undefined =>
      typeof nonce === 'string' && CODE_FORM.test(nonce)
        ? createHmac('sha256', token).update(`scriba core ${nonce}`).digest('base64url')
        : undefined,

    newCode(): string {
      const code = random.bytes(CODE_BYTES).toString('base64url');
      keep(code);
      return code;
    },
    /**
     * Takes a code that a page with the token has made for itself, to come back by when it is
     * reloaded: as good as one of ours, once and for 30 s.
     */
    takeCode(given: unknown): boolean {
      if (typeof given !== 'string' || !CODE_FORM.test(given)) return false;
      keep(given);
      return true;
    },
    /** The token for a good code; the code is dead afterwards, whether it was still good or not. */
    exchange(given: unknown): string | undefined {
      if (typeof given !== 'string') return undefined;
      const found = [...codes].find(([code]) => same(code, given));
      if (!found) return undefined;
      const [known, until] = found;
      codes.delete(known);
      return clock.monotonic() < until ? token : undefined;
    },
  };
}

function same(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
