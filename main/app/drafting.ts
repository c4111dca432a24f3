/** Gives the draft of a note what extraction finds. */
import type { NoteDraft, SpokenPlace, SpokenTurn } from '../../shared/model/note/draft.ts';
import { sentencesOf } from '../features/coding/extraction/context/sentences.ts';
import { createExtraction } from '../features/coding/extraction/extraction.ts';
import { statusAsSaid } from '../features/coding/extraction/from-text.ts';
import type { Finder } from '../features/coding/extraction/mentions.ts';
import { draftNote } from '../features/draft/draft.ts';
import type { TemplateSection } from '../features/draft/template.ts';

export type Drafting = (
  turns: readonly SpokenTurn[],
  template?: readonly TemplateSection[],
  lost?: readonly SpokenPlace[],
) => NoteDraft;

/** `terminology`: the installed lists; without any, the form of the words alone tells. */
export function createDrafting(terminology: Finder): Drafting {
  const { everywhereIn } = createExtraction({ terminology });
  // A draft repeats what was said; the note made of it is read for codes anew.
  const findingsIn = (text: string) =>
    everywhereIn(text).map((one) => ({ ...one, status: statusAsSaid(one) }));
  return (turns, template, lost) => draftNote({ sentencesOf, findingsIn }, turns, template, lost);
}
