/**
 * Names what kept a connection from coming about: the other side by host and port, the reason, and
 * what to check. Details stay `not-sent` and `unclear`: what is done next does not depend on the
 * reason.
 */
import { isOutOfDate } from '../../../shared/certificate-date.ts';
import { Failure } from '../../../shared/failure.ts';

/** The other side of a connection. An empty `port` is the usual one of the protocol. */
export type Peer = {
  readonly hostname: string;
  readonly port?: string | number | null | undefined;
  readonly protocol?: string | undefined;
};

/** Failure of a connection over which no byte reached the other side. */
export const notSent = (error: unknown, peer: Peer): Failure =>
  new Failure('offline', sentenceFor(error, nameOf(peer)), { detail: 'not-sent', cause: error });

/** Failure of a connection over which the other side may have received something. */
export const unclear = (error: unknown, peer: Peer): Failure =>
  new Failure(
    'offline',
    isTimeout(error)
      ? `${nameOf(peer)} was connected, but its answer did not come in time. Try again later; if it stays so, ask the people of that server.`
      : `The connection to ${nameOf(peer)} broke before an answer came. Check the network, then try again.`,
    { detail: 'unclear', cause: error },
  );

/**
 * Failure of a connection for sound: nobody can tell how much of it has arrived. The same detail as
 * `unclear`, whose sentence speaks of an answer that was never to come here.
 */
export const soundLineBroken = (error: unknown, peer: Peer): Failure =>
  new Failure(
    'offline',
    `The connection to ${nameOf(peer)} ended while sound was being sent, so it may not have all of it. The recording is safe on this computer; Scriba sends all of it again by itself.`,
    { detail: 'unclear', cause: error },
  );

function nameOf({ hostname, port, protocol }: Peer): string {
  const usual = protocol === 'http:' || protocol === 'ws:' ? 80 : 443;
  return `${hostname}, port ${port || usual}`;
}

function isTimeout(error: unknown): boolean {
  const { name, code } = (error ?? {}) as { name?: string; code?: string };
  return (
    name === 'TimeoutError' || code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT'
  );
}

/** Sentences by the code of Node's error. `{peer}` is the other side. */
const sentences: readonly { readonly codes: RegExp; readonly sentence: string }[] = [
  {
    codes: /^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL)/,
    sentence:
      '{peer}: this name is not known to the network (DNS). Check the spelling of the address and the name server of this computer.',
  },
  {
    codes: /^ECONNREFUSED$/,
    sentence:
      '{peer}: the computer there refused the connection, nothing listens at that port. Check the address and the port, and whether the server runs.',
  },
  {
    codes: /^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/,
    sentence:
      '{peer}: no connection came about in time. Check the network and whether a firewall stands between; Scriba uses no proxy.',
  },
  {
    codes: /^(EHOSTUNREACH|ENETUNREACH|ENETDOWN|EHOSTDOWN|EADDRNOTAVAIL)$/,
    sentence: '{peer}: there is no way to it from this network. Check cable, Wi-Fi or VPN.',
  },
  {
    codes: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    sentence:
      '{peer}: its certificate (TLS) is for another name. Check the address; a proxy that opens TLS is not trusted.',
  },
  {
    codes: /(SELF_SIGNED|UNABLE_TO_|CERT_|CERTIFICATE)/,
    sentence:
      '{peer}: its certificate (TLS) is not signed by an authority that Scriba trusts. Ask its people for a public certificate; for a FHIR server or an HL7 receiver of the clinic its own authority can be chosen in Settings. A proxy that opens TLS is not trusted.',
  },
  {
    codes: /^(ERR_SSL_|ERR_TLS_|EPROTO$)/,
    sentence:
      '{peer}: no secure connection (TLS) could be agreed. Check that the port speaks https with TLS 1.2 or newer.',
  },
  {
    codes: /^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/,
    sentence:
      '{peer}: the connection was cut while it was being made. Check that the port is right, and whether a firewall stands between.',
  },
];

function sentenceFor(error: unknown, peer: string): string {
  if (isOutOfDate(error))
    return `${peer}: its certificate is not valid on the date that this computer shows. Look at date and time of this computer first.`;
  const code = codeOf(error);
  const found = sentences.find(({ codes }) => codes.test(code));
  return (found?.sentence ?? '{peer} could not be reached. Check the network.').replace(
    '{peer}',
    () => peer,
  );
}

/** Several addresses of one name fail together; a refusal says more than a silence. */
function codeOf(error: unknown): string {
  const { code = '', errors = [] } = (error ?? {}) as {
    code?: string;
    errors?: readonly { code?: string }[];
  };
  const inner = errors.map((one) => one.code ?? '');
  return inner.find((one) => one === 'ECONNREFUSED') ?? (code || (inner[0] ?? ''));
}
