/**
 * An HL7 receiver over MLLP on this machine. It keeps each message under its number once, as an
 * interface engine does, and answers as the test says.
 */
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';

/**
 * Fate of the next message. `cut`: taken, and the connection ends without an answer; `half`: the
 * answer lacks its end; `other`: an answer to another message, and no more; `silent`: no answer;
 * `stray`: an answer to another message and bytes outside a frame before the right one; a code: this
 * acknowledgement, and nothing is kept unless it accepts.
 */
export type ReceiverFate =
  | 'cut'
  | 'half'
  | 'other'
  | 'silent'
  | 'stray'
  | 'AA'
  | 'AE'
  | 'AR'
  | 'CA';
export type Hl7Receiver = {
  readonly port: number;
  /** Each arrival, as it came. */
  readonly arrivals: string[];
  /** What was kept, by number (MSH-10). */
  readonly kept: Map<string, string>;
  /** Used up one by one; then all is accepted. */
  fates: ReceiverFate[];
  stop(): Promise<void>;
};

const frame = (text: string) => `\x0b${text}\x1c\r`;
const answerTo = (controlId: string, code: string, text = '') =>
  [
    'MSH|^~\\&|EMR|HOSPITAL|SCRIBA||20260101||ACK|A1|P|2.5.1',
    `MSA|${code}|${controlId}|${text}`,
    '',
  ].join('\r');

export async function startReceiver(tls?: { key: string; cert: string }): Promise<Hl7Receiver> {
  const arrivals: string[] = [];
  const kept = new Map<string, string>();
  const sockets = new Set<Socket>();
  const listen = (socket: Socket) => {
    sockets.add(socket);
    let text = '';
    socket.on('error', () => {});
    socket.on('data', (piece) => {
      text += piece.toString('utf8');
      if (!text.startsWith('\x0b') || !text.endsWith('\x1c\r')) return;
      const message = text.slice(1, -2);
      text = '';
      arrivals.push(message);
      const controlId = message.split('\r')[0]!.split('|')[9]!;
      const fate = self.fates.shift() ?? 'AA';
      if (!['AE', 'AR'].includes(fate)) kept.set(controlId, message);
      answer(socket, controlId, fate);
    });
  };
  const server: Server = tls ? createSecureServer(tls, listen) : createServer(listen);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const self: Hl7Receiver = {
    port: (server.address() as AddressInfo).port,
    arrivals,
    kept,
    fates: [],
    stop: () =>
      new Promise<void>((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
      }),
  };
  return self;
}

function answer(socket: Socket, controlId: string, fate: ReceiverFate): void {
  if (fate === 'silent') return;
  if (fate === 'cut') return void socket.destroy();
  if (fate === 'half') return void socket.end(frame(answerTo(controlId, 'AA')).slice(0, -2));
  if (fate === 'other') return void socket.end(frame(answerTo('another', 'AA')));
  if (fate === 'stray')
    return void socket.write(
      `noise\r${frame(answerTo('another', 'AE'))}\n${frame(answerTo(controlId, 'AA'))}`,
    );
  socket.write(frame(answerTo(controlId, fate, fate === 'AE' ? 'PID-3 unknown' : '')));
}
