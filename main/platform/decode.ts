/** Contract 3.5 and 3.6: what the platform put into an output item, as a document of a note. Never throws: what cannot be read is flagged. */
import type { DocumentKind, NoteDocument } from '../../shared/note.ts';
import { templates } from '../../shared/templates.ts';
import type { OutputItem } from '../../shared/wire/transcription.ts';

// Maps, not objects: a platform may well send `constructor` as a word.
const statuses = new Map<string, NoteDocument['status']>([['success', 'success'], ['partial_success', 'partial'], ['failure', 'failure']]);
const names = new Map([['clinical_notes_template', 'Clinical notes'], ['eka_emr_template', 'EMR'], ['transcript_template', 'Transcript']]);

export function decodeItem(item: OutputItem): NoteDocument {
  const known = templates.find(({ id }) => id === item.template_id);
  const document = {
    templateId: item.template_id,
    name: item.name || names.get(item.template_id) || item.template_id,
    // Another word than the three counts as failure of this item.
    status: statuses.get(item.status ?? '') ?? 'failure',
    kind: known?.kind ?? 'text',
    errors: item.errors.map(words),
    warnings: item.warnings.map(words),
  } as const;
  if (!item.value) {
    const errors = document.errors.length > 0 ? document.errors : ['The platform sent no text for this document.'];
    return { ...document, status: 'failure', errors };
  }
  const text = decodeText(item.value);
  if (text === undefined) {
    return { ...document, kind: 'text', text: item.value, warnings: [...document.warnings, 'This text could not be decoded; it is shown as it came.'], status: document.status === 'success' ? 'partial' : document.status };
  }
  return { ...document, ...shape(item.type ?? '', text, document.kind), text };
}

/** Requested templates that the platform left out without a word (contract 3.6, last paragraph). */
export function withMissing(documents: readonly NoteDocument[], requested: readonly string[]): NoteDocument[] {
  const missing = requested.filter((id) => !documents.some(({ templateId }) => templateId === id));
  const absent = (templateId: string): NoteDocument => ({
    templateId, name: names.get(templateId) ?? templateId, kind: templates.find(({ id }) => id === templateId)?.kind ?? 'text', status: 'not-produced', errors: [], warnings: [],
  });
  return [...documents, ...missing.map(absent)];
}

/** Which kind it is by the platform's word for it; JSON is tried where that word leaves it open. */
function shape(type: string, text: string, usual: DocumentKind): { kind: DocumentKind; emr?: unknown } {
  if (type === 'markdown' || type === 'transcript') return { kind: type };
  if (type === 'text') return { kind: usual === 'transcript' ? 'transcript' : 'text' };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return { kind: 'emr', emr: value };
  } catch {
    // Text after all.
  }
  return { kind: usual === 'emr' ? 'text' : usual };
}

/** Padded Base64 of strict UTF-8, or undefined. */
function decodeText(value: string): string | undefined {
  const packed = value.replace(/\s+/g, '');
  if (packed.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(packed)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(packed, 'base64'));
  } catch {
    return undefined;
  }
}

const words = (remark: OutputItem['errors'][number]) => (typeof remark === 'string' ? remark : (remark.msg ?? remark.code ?? remark.type ?? ''));
