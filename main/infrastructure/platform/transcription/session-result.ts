/**
 * The documents of a session (session protocol 6) in Scriba's words. No Base64 here; never throws, what
 * cannot be read is flagged.
 */
import type { z } from 'zod';
import { templates } from '../../../../shared/model/account/templates.ts';
import type { NoteDocument } from '../../../../shared/model/note/note.ts';
import type { pollAnswer, SessionDocument } from '../../../../shared/wire/session-protocol.ts';
import type { OutputItem } from '../../../../shared/wire/transcription.ts';
import { sanitizeText } from '../client/sanitize-text.ts';
import { decodeItems } from './decode.ts';

type Polled = Pick<z.infer<typeof pollAnswer>, 'templates' | 'transcript'>;

const words = new Map([
  ['completed', 'success'],
  ['success', 'success'],
  ['partial', 'partial_success'],
  ['partial_success', 'partial_success'],
]);

/** The documents in the platform's order; a transcript that stands beside them comes last. */
export function decodeSession({ templates: list, transcript }: Polled): NoteDocument[] {
  const items = list
    .flatMap((one) => Object.entries(one))
    .map(([id, document]) => asItem(id, document));
  const hasTranscript = items.some(
    ({ template_id, value }) => template_id === 'transcript_template' && value,
  );
  const aside =
    transcript && !hasTranscript
      ? [
          asItem('transcript_template', {
            status: 'success',
            data: transcript,
            document_type: 'transcript',
            errors: [],
            warnings: [],
          }),
        ]
      : [];
  // A transcript that failed as a document, and came all the same beside it, is there.
  const others =
    aside.length > 0
      ? items.filter(({ template_id }) => template_id !== 'transcript_template')
      : items;
  return decodeItems([...others, ...aside]);
}

/** As contract 3.5 would have sent it, so that both protocols are read by the same rules (3.6). */
function asItem(
  id: string,
  { status, data, document_id, document_type, errors, warnings, error }: SessionDocument,
): OutputItem {
  const text = typeof data === 'string' ? data : jsonOf(data);
  const known = templates.find((template) => template.id === id)?.kind;
  return {
    template_id: id,
    document_id: document_id ?? undefined,
    value: Buffer.from(text, 'utf8').toString('base64'),
    type: typeof data === 'object' && data !== null ? 'json' : (document_type ?? known ?? 'text'),
    status: words.get(status ?? '') ?? 'failure',
    errors: remarksOf(error ? [...errors, error] : errors),
    warnings: remarksOf(warnings),
  };
}

const jsonOf = (data: unknown) => (data === undefined || data === null ? '' : JSON.stringify(data));

/** Sentences out of strings and objects of any kind. */
export function remarksOf(list: readonly unknown[]): string[] {
  return list
    .map((remark) => {
      if (typeof remark === 'string') return sanitizeText(remark, 500);
      const { message, msg, code } = (
        typeof remark === 'object' && remark !== null ? remark : {}
      ) as Record<string, unknown>;
      const text = [message, msg, code].find((word): word is string => typeof word === 'string');
      return sanitizeText(text ?? '', 500);
    })
    .filter((remark) => remark !== '');
}
