/**
 * A bad network in front of one server: a TCP proxy that drops, delays, resets, half-opens, cuts in
 * the middle of a body, trickles, and now and then answers in the server's place as a captive
 * portal or a broken gateway does. No TLS.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Dice } from '../../../support/fakes/fake-platform.ts';

const troubles = [
  'refuse', // reset as soon as it is opened
  'drop', // closed without a word when the question came
  'delay', // late by a while
  'reset-question', // reset in the middle of what we send
  'reset-answer', // passed on whole; reset in the middle of the answer
  'half-open', // passed on whole, and then nothing, for ever
  'deaf', // nothing is passed on, for ever
  'trickle', // a few bytes at a time
  'portal', // a page of a Wi-Fi, status 200
  'gateway', // HTML with status 502
  'nonsense', // JSON of another kind, status 200
  'short-body', // an answer shorter than it says
] as const;
type Trouble = (typeof troubles)[number];

const canned: Partial<Record<Trouble, string>> = {
  portal:
    'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 30\r\nconnection: close\r\n\r\n<title>Please sign in</title>\n',
  gateway:
    'HTTP/1.1 502 Bad Gateway\r\ncontent-type: text/html\r\ncontent-length: 24\r\nconnection: close\r\n\r\n<title>Bad gate</title>\n',
  nonsense:
    'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 15\r\nconnection: close\r\n\r\n{"hello":"you"}',
  'short-body':
    'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 500\r\nconnection: close\r\n\r\n{"uploadData":{"url":',
};

/** `share`: of connections that meet a trouble; it may be changed while it runs. */
export async function startFaultyProxy({
  target,
  roll,
  share,
}: {
  target: URL;
  roll: Dice;
  share: number;
}) {
  const met: Partial<Record<Trouble, number>> = {};
  const open = new Set<Socket>();
  const state = { share };

  function hold(socket: Socket): Socket {
    open.add(socket);
    return socket
      .setNoDelay(true)
      .on('error', () => socket.destroy())
      .on('close', () => void open.delete(socket));
  }

  const server = createServer((ours) => {
    hold(ours);
    const trouble =
      roll() < state.share ? troubles[Math.floor(roll() * troubles.length)]! : undefined;
    if (trouble) met[trouble] = (met[trouble] ?? 0) + 1;
    if (trouble === 'refuse') return void ours.resetAndDestroy();
    if (trouble === 'deaf') return void ours.resume();
    if (trouble === 'drop') return void ours.once('data', () => ours.end());
    const instead = trouble && canned[trouble];
    // Behind an answer there may still be a question: what is left of an upload must not look like
    // a reset.
    if (instead) return void ours.once('data', () => ours.resume().end(instead));

    const theirs = hold(connect(Number(target.port), target.hostname));
    // A trouble strikes after so many bytes, within the first few calls of a connection that is
    // kept alive.
    let left = Math.floor(roll() * 6000);
    // No line lasts: the next one may meet a trouble.
    let answers = 1 + Math.floor(roll() * 8);
    ours.on('data', (bytes) => {
      if (trouble === 'reset-question') left -= bytes.length;
      if (trouble === 'reset-question' && left < 0) {
        theirs.destroy();
        return void ours.resetAndDestroy();
      }
      if (!theirs.destroyed) theirs.write(bytes);
    });
    let queue = Promise.resolve();
    theirs.on('data', (bytes) => {
      queue = queue.then(async () => {
        if (trouble === 'delay')
          await new Promise((resolve) => setTimeout(resolve, 30 + roll() * 60));
        if (trouble === 'half-open' || trouble === 'reset-answer') left -= 1000;
        if (trouble === 'half-open' && left < 0) return;
        if (trouble === 'reset-answer' && left < 0) {
          ours.write(bytes.subarray(0, bytes.length / 2));
          return void ours.resetAndDestroy();
        }
        const step = trouble === 'trickle' ? 7 : bytes.length;
        for (let at = 0; at < bytes.length && !ours.destroyed; at += step) {
          ours.write(bytes.subarray(at, at + step));
          if (step < bytes.length && at % 140 === 0)
            await new Promise((resolve) => setTimeout(resolve, 1));
        }
        if (--answers === 0 && state.share > 0) ours.end();
      });
    });
    theirs.on(
      'close',
      () => void queue.then(() => (trouble === 'half-open' ? undefined : ours.end())),
    );
    ours.on('close', () => theirs.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    met,
    setShare: (now: number) => {
      state.share = now;
    },
    /** Cuts every line, as when the network changes. */
    cutAll: () =>
      open.forEach((socket) => {
        socket.resetAndDestroy();
      }),
    async close() {
      open.forEach((socket) => {
        socket.destroy();
      });
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
