/**
 * One try to send a note to an HL7 receiver over MLLP. A receiver can't be asked whether it has a
 * message: after a lost answer the same bytes go once more, under the same number (MSH-10), by which
 * it knows that it has them.
 */
import { Failure } from '../../../../../shared/failure.ts';
import type { ReceiverTarget } from '../../../../../shared/model/export/exports.ts';
import { SECOND } from '../../../../../shared/time.ts';
import type { Tcp } from '../../../../infrastructure/ports.ts';
import { type Acknowledgement, acknowledgementsIn, framed } from './mllp.ts';

export type Receiver = Pick<ReceiverTarget, 'host' | 'port' | 'secure' | 'allowPlain'> & {
  /** Certificates (PEM) of the clinic's own authority; empty: none. */
  readonly authority?: string | undefined;
};
export type ReceiverDeps = {
  readonly tcp: Tcp | undefined;
  readonly receiver: Receiver;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for the acknowledgement. */
  readonly within?: number | undefined;
};

const CONNECT_WITHIN = 10 * SECOND;
const ANSWER_WITHIN = 30 * SECOND;
const LARGEST_ANSWER = 1024 * 1024;

/**
 * Returns once the receiver accepted the message. Throws Failure `offline` (`mllp-unreachable`,
 * `mllp-no-answer`), `refused` (`mllp-plain`, `mllp-error`, `mllp-rejected`), `missing` /
 * `cannot-connect`.
 */
export async function toReceiver(deps: ReceiverDeps, message: Uint8Array): Promise<void> {
  const controlId = controlIdOf(message);
  const mine = (received: Buffer) =>
    acknowledgementsIn(received).find((one) => one.controlId === controlId);
  let others = 0;
  const received = await exchange(deps, framed(message), (bytes) => {
    others = acknowledgementsIn(bytes).length;
    return mine(bytes) !== undefined;
  }).catch((error: unknown) => {
    throw others > 0 ? answeredAnother(error) : error;
  });
  const answer = mine(received);
  if (!answer || !['AA', 'CA'].includes(answer.code)) throw notAccepted(answer);
}

/** Opens a connection and closes it: there is no message that means nothing. Throws the same. */
export const tryReceiver = async (deps: ReceiverDeps): Promise<void> =>
  void (await exchange(deps, new Uint8Array(), () => true));

async function exchange(
  { tcp, receiver, signal, within = ANSWER_WITHIN }: ReceiverDeps,
  bytes: Uint8Array,
  isWhole: (received: Buffer) => boolean,
): Promise<Buffer> {
  const { host, port, secure, allowPlain, authority } = receiver;
  if (!tcp)
    throw new Failure('missing', 'This Scriba has no way to reach an HL7 receiver.', {
      detail: 'cannot-connect',
    });
  if (!secure && !allowPlain && !isLoopback(host))
    throw new Failure(
      'refused',
      'Without TLS everybody on the network can read along. Switch TLS on in Settings, or allow it to go unprotected there.',
      { detail: 'mllp-plain' },
    );
  try {
    return await tcp({
      host,
      port,
      secure,
      authority,
      bytes,
      isWhole,
      connectWithin: CONNECT_WITHIN,
      within,
      maxBytes: LARGEST_ANSWER,
      ...(signal && { cancel: signal }),
    });
  } catch (cause) {
    throw connectionFailure(cause);
  }
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);

function connectionFailure(cause: unknown): Failure {
  const { code, detail, message } = cause instanceof Failure ? cause : ({} as Partial<Failure>);
  if (code === 'offline' && detail === 'not-sent')
    return new Failure('offline', `The HL7 receiver cannot be reached. ${message}`, {
      detail: 'mllp-unreachable',
      cause,
    });
  return new Failure(
    'offline',
    'The HL7 receiver did not acknowledge the note. It is sent again by itself, under the same number.',
    { detail: 'mllp-no-answer', cause },
  );
}

const answeredAnother = (cause: unknown) =>
  new Failure(
    'offline',
    'The HL7 receiver acknowledged another message than this note. It is sent again by itself; if this stays so, ask the people of that receiver.',
    { detail: 'mllp-no-answer', cause },
  );

function notAccepted(answer: Acknowledgement | undefined): Failure {
  const said = answer?.said ? ` It said: “${answer.said}”` : '';
  return ['AR', 'CR'].includes(answer?.code ?? '')
    ? new Failure('refused', `The HL7 receiver rejects messages of this kind.${said}`, {
        detail: 'mllp-rejected',
      })
    : new Failure('refused', `The HL7 receiver had an error with this note.${said}`, {
        detail: 'mllp-error',
      });
}

/** MSH-10. */
const controlIdOf = (message: Uint8Array): string =>
  Buffer.from(message).toString().split('\r', 1)[0]?.split('|')[9] ?? '';
