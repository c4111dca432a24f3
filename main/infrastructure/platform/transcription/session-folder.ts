/**
 * The folder of a transaction that goes as a session: it tells the protocol, the platform's own
 * number of the session, which of several sessions under one number it is, and whether its sound
 * goes as files or as one stream. It is stored before the session is created, so that none of this
 * is ever decided twice.
 */

/** Marks the transactions that went this way; no folder of contract 3.1 begins so. */
const MARK = 'session:';
/** Stands for the moment of creation until the platform has told it. */
const OPENING = 'opening';
/** Ends the folder of a session whose sound goes as one stream. */
const STREAM = '/stream';

/** How the sound of a session travels. */
export type SessionKind = 'files' | 'stream';

export const isSession = (folder: string | undefined): boolean => folder?.startsWith(MARK) ?? false;

/** The platform may have given the session a number of its own; the folder remembers it. */
export const sessionIdOf = (transactionId: string, folder: string | undefined): string =>
  (isSession(folder) && folder?.slice(MARK.length).split('/')[0]) || transactionId;

/** `created`: tells this session from others under the same number. */
export const sessionFolder = (sessionId: string, created: string, kind: SessionKind): string =>
  `${MARK}${sessionId}/${created}${kind === 'stream' ? STREAM : ''}`;

/** Of a session that is about to be created; it may exist already. */
export const openingFolder = (transactionId: string, kind: SessionKind): string =>
  sessionFolder(transactionId, OPENING, kind);

export const isOpening = (folder: string | undefined): boolean =>
  isSession(folder) && /^[^/]*\/opening(\/stream)?$/.test(folder ?? '');

export const sessionKind = (folder: string | undefined): SessionKind =>
  isSession(folder) && folder?.endsWith(STREAM) ? 'stream' : 'files';
