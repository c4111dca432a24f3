/** A document as the platform gives it: text, or the members of a structured one. */
import type { NoteDocument } from '../../shared/model/note/note.ts';

export const noteDocument = (
  content: string | object,
  kind: NoteDocument['kind'] = typeof content === 'string' ? 'markdown' : 'emr',
): NoteDocument => ({
  templateId: kind,
  name: kind,
  kind,
  status: 'success',
  errors: [],
  warnings: [],
  ...(typeof content === 'string'
    ? { text: content }
    : { text: JSON.stringify(content), emr: content }),
});
