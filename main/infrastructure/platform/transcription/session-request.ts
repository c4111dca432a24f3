/** What a session is opened with (session protocol 3), as far as the platform offers it. */
import type { Discovery } from '../../../../shared/model/account/platform-profile.ts';
import {
  ADDITIONAL_ADVISED,
  languageHint,
  type SessionRequest,
} from '../../../../shared/wire/session-protocol.ts';
import type { SessionKind } from './session-folder.ts';
import type { CommitRequest } from './transcription.ts';

/** What is known when a session is opened. */
export type SessionContext = {
  readonly additional?: CommitRequest['additional'] | undefined;
  /** Audio files that will be sent; 1 unless said. */
  readonly parts?: number | undefined;
  /** How its sound goes: decided and stored before this is asked. */
  readonly kind: SessionKind;
  /** The platform's own description; undefined where it could not be had. */
  readonly offer?: Discovery | undefined;
};

export function sessionRequest(
  transactionId: string,
  visit: CommitRequest['visit'],
  { additional = {}, parts = 1, kind, offer }: SessionContext,
): SessionRequest {
  const data = { mode: visit.mode, model_type: visit.modelType, ...additional };
  return {
    upload_type: kind === 'stream' ? kind : filesType(parts, offer),
    session_id: transactionId,
    templates: [...visit.templates],
    language_hint: languageHints(visit.inputLanguages, offer),
    transcript_language: languageHint(visit.outputLanguage),
    model: visit.modelType,
    session_mode: visit.mode,
    // Ours are short; data that is too long is better left out than refused.
    additional_data:
      JSON.stringify(data).length <= ADDITIONAL_ADVISED
        ? data
        : { client_ref: additional.client_ref },
  };
}

/** One file goes whole where that is offered: the platform cuts it itself. */
const filesType = (parts: number, offer: Discovery | undefined) =>
  parts === 1 && takes(offer, 'single') ? 'single' : 'chunked';

/** A stream, of which nothing is acknowledged, is the last choice. */
export const takesOnlyStreams = (offer: Discovery | undefined): boolean =>
  offer?.uploadMethods?.includes('stream') === true &&
  !takes(offer, 'chunked') &&
  !takes(offer, 'single');

/** Whether a piece of so many seconds is longer than the platform takes in one. */
export const isTooLong = (offer: Discovery | undefined, parts: number, seconds: number): boolean =>
  filesType(parts, offer) === 'chunked' && seconds > (offer?.longestPiece ?? Infinity);

export const takes = (offer: Discovery | undefined, method: 'single' | 'chunked') =>
  !offer?.uploadMethods || offer.uploadMethods.includes(method);

/** Whether so many files can be sent in one session. */
export const takesParts = (offer: Discovery, parts: number): boolean =>
  takes(offer, 'chunked') || (parts === 1 && takes(offer, 'single'));

/**
 * The languages in the platform's own words: its `en-IN` where it has that, else two letters. A
 * language that it does not name is sent all the same: a refusal is seen, a note in another language
 * might not be. In place of a detection that it does not have stand all of its languages.
 */
function languageHints(wanted: readonly string[], offer: Discovery | undefined): string[] {
  const supported = offer?.languages ?? [];
  const hints = wanted.flatMap((id) => {
    if (supported.includes(id)) return [id];
    const detects = offer?.autoDetection !== false || supported.length === 0;
    return id === 'auto_detect' && !detects ? supported : [languageHint(id)];
  });
  return [...new Set(hints)];
}
