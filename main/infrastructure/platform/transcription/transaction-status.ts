/** Contract 3.5 and 3.6: reads the answers about a transaction's status. */
import type { z } from 'zod';
import type { NoteDocument } from '../../../../shared/model/note/note.ts';
import { statusAnswer } from '../../../../shared/wire/transcription.ts';
import type { NetAnswer } from '../../ports.ts';
import { readAnswer } from '../client/client.ts';
import { isCaptivePortal, readServerError, serverMessage } from '../client/status-failure.ts';
import { decodeItems } from './decode.ts';

/** The state of a transaction on the platform. `unknown`: it was never committed there. */
export type Status =
  | { readonly kind: 'working'; readonly additional: Readonly<Record<string, unknown>> }
  | {
      readonly kind: 'done' | 'partial';
      readonly documents: NoteDocument[];
      readonly additional: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'dead' }
  /** `final`: it has ended without a note; else the platform had an error that may pass. */
  | {
      readonly kind: 'failed';
      readonly final: boolean;
      readonly code: string;
      readonly message: string;
      readonly additional?: Readonly<Record<string, unknown>>;
    };

/** A document that was requested after the note. `missing`: the platform does not know it. */
export type RequestedDocument =
  | { readonly kind: 'working' | 'missing' }
  | { readonly kind: 'done'; readonly document: NoteDocument };

/** The platform has no such transaction, or none that was committed (contract 3.5). */
export const isUnknown = (answer: NetAnswer): boolean =>
  answer.status === 404 ||
  (answer.status === 400 && readServerError(answer).code === 'transaction_not_found');

/** A transaction that has failed (contract 3.5), told by the code of an answer 500. */
export function failedStatus(answer: NetAnswer): Status | undefined {
  const { code, text = '' } = readServerError(answer);
  if (code === 'output_not_available')
    return {
      kind: 'failed',
      final: true,
      code: 'templates-failed',
      message: noDocumentMessage(answer, text),
      additional: additionalOf(answer),
    };
  if (code === 'request_failure')
    return {
      kind: 'failed',
      final: true,
      code: 'platform-ended',
      message: endedMessage(serverMessage(answer)),
    };
  if (code === 'system_error' || code === 'system_failure')
    return {
      kind: 'failed',
      final: false,
      code: 'platform-failed',
      message: `The platform could not work on this recording.${serverMessage(answer)} The recording is safe here; try again.`,
    };
  return undefined;
}

/** The items stand in one of two places. */
export function documentsOf({
  output,
  template_results: newer,
}: z.infer<typeof statusAnswer>['data']): NoteDocument[] {
  return decodeItems(
    output.length > 0
      ? output
      : [...(newer?.custom ?? []), ...(newer?.transcript ?? []), ...(newer?.integration ?? [])],
  );
}

/** `reasons`: a sentence with a space before it, or nothing. */
export const endedMessage = (reasons: string): string =>
  `The platform has ended this transaction without a note.${reasons} The recording is safe here; try again to send it anew.`;

/**
 * The reasons stand with the items, where the platform sends them at all; else its own words for
 * the error.
 */
function noDocumentMessage(answer: NetAnswer, text: string): string {
  const items = orUndefined(() => decodeItems(readAnswer(answer, statusAnswer).data.output)) ?? [];
  const reasons = items.flatMap(({ errors }) => errors);
  return noNoteMessage(reasons.length > 0 ? reasons : [text]);
}

const REASONS_SHOWN = 3;
const REASONS_LENGTH = 300;

/** `reasons`: the platform's own words, with or without a full stop of their own. */
export function noNoteMessage(reasons: readonly string[]): string {
  const words = [...new Set(reasons.map((one) => one.trim().replace(/\.+$/, '')))]
    .filter((one) => one !== '')
    .slice(0, REASONS_SHOWN)
    .join('; ')
    .slice(0, REASONS_LENGTH);
  return `The platform could not make a note of this recording${words && `: ${words}`}. The recording is safe here; listen to it, or try again.`;
}

export function additionalOf(answer: NetAnswer): Readonly<Record<string, unknown>> {
  if (isCaptivePortal(answer)) return {};
  return orUndefined(() => readAnswer(answer, statusAnswer).data.additional_data) ?? {};
}

function orUndefined<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
