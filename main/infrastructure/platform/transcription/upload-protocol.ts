/**
 * The two ways of a recording to the platform behind one face. A transaction stays on the way that it was begun on: its folder
 * tells which. Only one that was never begun, as far as we remember, is free to choose; and whether the platform knows it is
 * asked on both, wherever both may have been used (exactly once, P5 and P7).
 */
import type { TransportChoice } from '../../../../shared/model/account/platform-profile.ts';
import { LARGEST_AUDIO, sessionIdPattern } from '../../../../shared/wire/session-protocol.ts';
import type { Discover } from './discovery.ts';
import { isSession, type Sessions } from './sessions.ts';
import type { Transcription } from './transcription.ts';

export type TransportDeps = {
  readonly transactions: Transcription;
  readonly sessions: Sessions;
  readonly discovery: Discover;
  readonly choice: () => TransportChoice;
  /** Whether sessions were, or may have been, begun from here; and a note of it, which must be durable when it returns. */
  readonly sessionsUsed: { get(): boolean; set(): void };
};

export function createTransport({
  transactions,
  sessions,
  discovery,
  choice,
  sessionsUsed,
}: TransportDeps): Transcription {
  /** For what may still choose. `largest`: bytes of its largest part. */
  async function bySessions(transactionId: string, largest: number): Promise<boolean> {
    if (
      choice() === 'transactions' ||
      largest > LARGEST_AUDIO ||
      !sessionIdPattern.test(transactionId)
    )
      return false;
    return choice() === 'sessions' || (await discovery.ask()).offered;
  }
  const wayOf = (folder: string | undefined) => (isSession(folder) ? sessions : transactions);

  return {
    ...transactions,

    async presign(transactionId, visit, { additional = {}, folder, largest = 0 } = {}) {
      const session =
        folder === undefined ? await bySessions(transactionId, largest) : isSession(folder);
      if (!session) return transactions.presign(transactionId, visit, { additional });
      if (!sessionsUsed.get()) sessionsUsed.set();
      return sessions.presign(transactionId, visit, additional);
    },
    uploadFile: (form, file) => wayOf(form.folder).uploadFile(form, file),
    // A session has no place for such a description; it has all of it already.
    companion: (form, transactionId, begin) =>
      isSession(form.folder)
        ? Promise.resolve()
        : transactions.companion(form, transactionId, begin),
    init: (transactionId, begin) => wayOf(begin.folder).init(transactionId, begin),

    async status(transactionId, folder) {
      if (folder !== undefined) return wayOf(folder).status(transactionId);
      const said = await transactions.status(transactionId);
      if (said.kind !== 'unknown' || !sessionIdPattern.test(transactionId)) return said;
      return sessionsUsed.get() || choice() !== 'transactions'
        ? sessions.status(transactionId)
        : said;
    },
    cancel: (transactionId, folder) => wayOf(folder).cancel(transactionId),
    another: (transactionId, templateId, language, folder) =>
      isSession(folder)
        ? sessions.another(transactionId, templateId)
        : transactions.another(transactionId, templateId, language),
    further: (transactionId, documentId, folder) =>
      wayOf(folder).further(transactionId, documentId),
  };
}
