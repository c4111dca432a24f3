/** Whether a recording had anything said in it: a note out of silence was made up, however well it reads. */
import type { Note } from '../../../shared/model/note/note.ts';
import { isTooLong } from '../../../shared/model/note/note-sections.ts';
import { SAMPLE_RATE } from '../../../shared/model/recording.ts';

/** Seconds; nobody says anything worth a note in less. */
const SHORTEST = 2;
/** What the platform calls it among its warnings and errors (contract 3.5). */
const silent = /\bno[ _-]?speech\b/i;

/** `samples`: 0 where the length is not known (a file that was brought along). */
export function nothingSaid(
  { documents }: Pick<Note, 'documents'>,
  { samples, imported }: { readonly samples: number; readonly imported: boolean },
): boolean {
  if (samples < SHORTEST * SAMPLE_RATE && !(imported && samples === 0)) return true;
  const transcripts = documents.filter(
    ({ kind, status, text }) => kind === 'transcript' && text !== undefined && status !== 'failure',
  );
  if (transcripts.length > 0 && transcripts.every(({ text }) => !/[\p{L}\p{N}]/u.test(text!)))
    return true;
  return (
    documents.length > 0 &&
    documents.every(({ errors, warnings }) =>
      [...errors, ...warnings].some((line) => silent.test(line)),
    )
  );
}

/** All that was said, for the comparison with the note; undefined where no transcript came. */
export function transcriptOf({ documents }: Pick<Note, 'documents'>): string | undefined {
  const texts = documents.flatMap((one) =>
    one.kind === 'transcript' && one.text !== undefined && !isTooLong(one) ? [one.text] : [],
  );
  return texts.length === 0 ? undefined : texts.join('\n');
}
