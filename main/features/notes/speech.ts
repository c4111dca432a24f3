/**
 * Speech in a recording: tells silence, and joins the transcripts. A note made from silence is
 * invented, however well it reads.
 */
import type { Note } from '../../../shared/model/note/note.ts';
import { isTooLong } from '../../../shared/model/note/note-sections.ts';
import { SAMPLE_RATE } from '../../../shared/model/recording.ts';

/** Seconds; a shorter recording holds nothing worth a note. */
const SHORTEST = 2;
/** The platform's word for it in warnings and errors (contract 3.5). */
const silent = /\bno[ _-]?speech\b/i;

/** `samples`: 0 where the length is not known (an imported file). */
export function nothingSaid(
  { documents }: Pick<Note, 'documents'>,
  { samples, imported }: { readonly samples: number; readonly imported: boolean },
): boolean {
  if (samples < SHORTEST * SAMPLE_RATE && !(imported && samples === 0)) return true;
  const transcripts = documents.filter(
    ({ kind, status, text }) => kind === 'transcript' && text !== undefined && status !== 'failure',
  );
  if (transcripts.length > 0 && transcripts.every(({ text = '' }) => !/[\p{L}\p{N}]/u.test(text)))
    return true;
  return (
    documents.length > 0 &&
    documents.every(({ errors, warnings }) =>
      [...errors, ...warnings].some((line) => silent.test(line)),
    )
  );
}

/** The whole transcript, for comparison with the note; undefined where none came. */
export function transcriptOf({ documents }: Pick<Note, 'documents'>): string | undefined {
  const texts = documents.flatMap((one) =>
    one.kind === 'transcript' && one.text !== undefined && !isTooLong(one) ? [one.text] : [],
  );
  return texts.length === 0 ? undefined : texts.join('\n');
}
