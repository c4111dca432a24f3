/** Gives the draft of a note what extraction finds. */
import type { NoteDraft, SpokenTurn } from '../../shared/model/note/draft.ts';
import { sentencesOf } from '../features/coding/extraction/context/sentences.ts';
import { createExtraction } from '../features/coding/extraction/extraction.ts';
import type { Finder } from '../features/coding/extraction/mentions.ts';
import { draftNote } from '../features/draft/draft.ts';
import type { TemplateSection } from '../features/draft/template.ts';

export type Drafting = (
  turns: readonly SpokenTurn[],
  template?: readonly TemplateSection[],
) => NoteDraft;

/** `terminology`: the installed lists; without any, the form of the words alone tells. */
export function createDrafting(terminology: Finder): Drafting {
  const { everywhereIn } = createExtraction({ terminology });
  return (turns, template) => draftNote({ sentencesOf, findingsIn: everywhereIn }, turns, template);
}
