/**
 * Contract 3.5 and 3.6: what the platform put into an output item, as a document of a note. Never
 * throws: what cannot be read is flagged.
 */

import { templates } from '../../../../shared/model/account/templates.ts';
import type { DocumentKind, NoteDocument } from '../../../../shared/model/note/note.ts';
import { answerLimits, readJsonWithin } from '../../../../shared/strict-json.ts';
import type { OutputItem } from '../../../../shared/wire/transcription.ts';
import { sanitizeText } from '../client/sanitize-text.ts';

/**
 * Far more than any account asks for; beyond it a page could not be drawn (P17). The text itself is
 * kept whole.
 */
const MOST_DOCUMENTS = 50;
const MOST_REMARKS = 50;
const LONGEST_NAME = 200;
const LONGEST_REMARK = 500;

// Maps, not objects: a platform may well send `constructor` as a word.
const statuses = new Map<string, NoteDocument['status']>([
  ['success', 'success'],
  ['partial_success', 'partial'],
  ['failure', 'failure'],
]);
const names = new Map([
  ['clinical_notes_template', 'Clinical notes'],
  ['eka_emr_template', 'EMR'],
  ['transcript_template', 'Transcript'],
]);

/** All items of an answer, in its order. */
export function decodeItems(items: readonly OutputItem[]): NoteDocument[] {
  const documents = items.slice(0, MOST_DOCUMENTS).map(decodeItem);
  const last = documents.at(-1);
  if (!last || items.length <= MOST_DOCUMENTS) return documents;
  return documents.with(-1, {
    ...last,
    warnings: [
      ...last.warnings,
      `The platform sent ${items.length - MOST_DOCUMENTS} more documents than Scriba takes.`,
    ],
  });
}

export function decodeItem(item: OutputItem): NoteDocument {
  const known = templates.find(({ id }) => id === item.template_id);
  const document = {
    templateId: item.template_id.slice(0, LONGEST_NAME),
    name:
      sanitizeText(item.name ?? '', LONGEST_NAME) ||
      names.get(item.template_id) ||
      sanitizeText(item.template_id, LONGEST_NAME),
    // Another word than the three counts as failure of this item.
    status: statuses.get(item.status ?? '') ?? 'failure',
    kind: known?.kind ?? 'text',
    errors: remarks(item.errors),
    warnings: remarks(item.warnings),
    ...(item.document_id && { documentId: item.document_id.slice(0, LONGEST_NAME) }),
  } as const;
  if (!item.value) {
    const errors =
      document.errors.length > 0
        ? document.errors
        : ['The platform sent no text for this document.'];
    return { ...document, status: 'failure', errors };
  }
  const text = decodeText(item.value);
  if (text === undefined) {
    return {
      ...document,
      kind: 'text',
      text: item.value,
      warnings: [...document.warnings, 'This text could not be decoded; it is shown as it came.'],
      status: document.status === 'success' ? 'partial' : document.status,
    };
  }
  return { ...document, ...shape(item.type ?? '', text, document.kind), text };
}

/** Requested templates that the platform left out without a word (contract 3.6, last paragraph). */
export function withMissing(
  documents: readonly NoteDocument[],
  requested: readonly string[],
): NoteDocument[] {
  const missing = requested.filter((id) => !documents.some(({ templateId }) => templateId === id));
  const absent = (templateId: string): NoteDocument => ({
    templateId,
    name: names.get(templateId) ?? templateId,
    kind: templates.find(({ id }) => id === templateId)?.kind ?? 'text',
    status: 'not-produced',
    errors: [],
    warnings: [],
  });
  return [...documents, ...missing.map(absent)];
}

/** Which kind it is by the platform's word for it; JSON is tried where that word leaves it open. */
function shape(
  type: string,
  text: string,
  usual: DocumentKind,
): { kind: DocumentKind; emr?: unknown } {
  if (type === 'markdown' || type === 'transcript') return { kind: type };
  if (type === 'text') return { kind: usual === 'transcript' ? 'transcript' : 'text' };
  try {
    // Not deeper than an answer may be, else it could neither be stored nor drawn.
    const value = readJsonWithin(Buffer.from(text), answerLimits);
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

const words = (remark: OutputItem['errors'][number]) =>
  sanitizeText(
    typeof remark === 'string' ? remark : (remark.msg ?? remark.code ?? remark.type ?? ''),
    LONGEST_REMARK,
  );
const remarks = (list: OutputItem['errors']) => list.slice(0, MOST_REMARKS).map(words);
