/**
 * Files for the page's own browser to fetch: each by a ticket that is good once and for 30 seconds.
 * A ticket of 256 bits stands in for the token, which a download cannot carry.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock, Random, Save } from '../../infrastructure/ports.ts';

type Offered = {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: AsyncIterable<Uint8Array>;
};
export type Downloads = {
  readonly save: Save;
  /** Returns the download of this ticket; the ticket is invalid afterwards. */
  take(ticket: string): Offered | undefined;
};

const TICKET_LIFE = 30_000;
const TICKET_BYTES = 32;
/**
 * Offers open at a time. Each holds almost no memory, since its bytes are read only when fetched.
 */
const MOST = 16;

export function createDownloads({
  clock,
  random,
}: {
  clock: Pick<Clock, 'monotonic'>;
  random: Pick<Random, 'bytes'>;
}): Downloads {
  const offers = new Map<string, Offered & { readonly until: number }>();
  return {
    async save(name, contentType, bytes) {
      const now = clock.monotonic();
      for (const [ticket, { until }] of offers)
        if (until <= now || offers.size >= MOST) offers.delete(ticket);
      const ticket = random.bytes(TICKET_BYTES).toString('base64url');
      offers.set(ticket, { name, contentType, bytes, until: now + TICKET_LIFE });
      return { how: 'download', ticket };
    },
    take(ticket) {
      const offer = offers.get(ticket);
      offers.delete(ticket);
      return offer && clock.monotonic() < offer.until ? offer : undefined;
    },
  };
}

/**
 * The server's own gate has looked at Host already; here the browser has to say that our own page
 * asks.
 */
export function serveDownloads(
  server: FastifyInstance,
  downloads: Downloads,
  refuse: (reply: FastifyReply, status: number) => FastifyReply,
): void {
  // No HEAD: looking would use the ticket up.
  server.get<{ Params: { ticket: string } }>(
    '/take/:ticket',
    { exposeHeadRoute: false },
    async (request, reply) => {
      if (request.headers['sec-fetch-site'] !== 'same-origin') return refuse(reply, 403);
      const offer = downloads.take(request.params.ticket);
      if (!offer) return refuse(reply, 404);
      reply
        .header(
          'content-disposition',
          `attachment; filename="${offer.name.replace(/[^\w.-]/g, '_')}"`,
        )
        .type(offer.contentType);
      // A failure on the way breaks the connection: half a file is seen as failed, never as whole.
      return reply.send(Readable.from(offer.bytes, { objectMode: false }));
    },
  );
}
