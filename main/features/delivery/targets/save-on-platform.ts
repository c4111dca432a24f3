/**
 * Saves a signed note on the platform that wrote it (session protocol 9, decision 0151): its own
 * document is changed where there is exactly one in text; else a new one stands beside the others.
 * The patient is not named: the platform knows the visit, not the person.
 */
import { asFailure } from '../../../../shared/failure.ts';
import type { NeutralNote } from '../../../../shared/model/export/export.ts';
import type { NoteDocument } from '../../../../shared/model/note/note.ts';

/** A visit on the platform. */
type PlatformVisit = {
  readonly transactionId: string;
  readonly folder: string | undefined;
  /** Documents that came from there. */
  readonly documents: readonly NoteDocument[];
  readonly templates: readonly string[];
};

export type PlatformCopy = {
  /** Throws Failure `missing` / `no-consultation`. */
  visit(visitId: string): PlatformVisit;
  /** Documents that the platform has of it now; none where it has no result. */
  documents(visit: PlatformVisit): Promise<readonly NoteDocument[]>;
  /**
   * Returns the document's id; `created` hears of it before the text goes. Throws `missing` /
   * `not-found`, and what the platform throws.
   */
  save(
    visit: PlatformVisit,
    text: {
      readonly documentId?: string | undefined;
      readonly templateId?: string | undefined;
      readonly name: string;
      readonly text: string;
      readonly created: (documentId: string) => void;
    },
  ): Promise<string>;
};

type SavedBefore = {
  /** Document that an earlier try or an earlier signature was saved in. */
  readonly location?: string | undefined;
  /** A new document may have been made whose number never came. */
  readonly posted?: boolean | undefined;
};

/** Sections under their titles, as Markdown. */
export const savedText = ({ sections }: Pick<NeutralNote, 'sections'>): string =>
  `${sections
    .filter(({ text }) => text.trim() !== '')
    .map(({ title, text }) => (title === '' ? text : `## ${title}\n\n${text}`))
    .join('\n\n')}\n`;

/** Returns the document's id; `created` hears of it before the text goes. */
export async function saveOnPlatform(
  copy: PlatformCopy,
  visitId: string,
  { location, posted }: SavedBefore,
  note: Pick<NeutralNote, 'title' | 'sections'>,
  created: (documentId: string) => void,
): Promise<string> {
  const visit = copy.visit(visitId);
  const text = { name: note.title, text: savedText(note), created };
  const known = location ?? ownDocument(visit) ?? (posted ? await strayOf(copy, visit) : undefined);
  if (known !== undefined) {
    try {
      return await copy.save(visit, { ...text, documentId: known });
    } catch (error) {
      // Removed there, or not to be changed: it goes beside the others, once.
      if (!isNotChangeable(error) || location !== undefined) throw error;
      const stray = posted ? await strayOf(copy, visit) : undefined;
      if (stray !== undefined) return copy.save(visit, { ...text, documentId: stray });
    }
  }
  return copy.save(visit, { ...text, templateId: visit.templates[0] });
}

function isNotChangeable(error: unknown): boolean {
  const { code, detail } = asFailure(error);
  return detail === 'not-found' || (code === 'refused' && detail === 'request-refused');
}

/** The platform's own text of this visit; undefined where there is none, or more than one. */
function ownDocument({ documents }: PlatformVisit): string | undefined {
  const texts = documents.filter(
    ({ kind, documentId, addedAt }) =>
      kind === 'markdown' && documentId !== undefined && addedAt === undefined,
  );
  return texts.length === 1 ? texts[0]?.documentId : undefined;
}

/**
 * A document without text that did not come with the result: the one that was made when its number
 * was lost on the way. One with text may be somebody else's, and is never taken.
 */
async function strayOf(copy: PlatformCopy, visit: PlatformVisit): Promise<string | undefined> {
  const known = new Set(visit.documents.map(({ documentId }) => documentId));
  const now = await copy.documents(visit);
  return now.find(
    ({ documentId, text, templateId }) =>
      documentId !== undefined &&
      !known.has(documentId) &&
      (text ?? '') === '' &&
      templateId === visit.templates[0],
  )?.documentId;
}
