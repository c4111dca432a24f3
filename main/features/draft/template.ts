/** The sections of a draft, and which topics each of them takes. */
import { z } from 'zod';
import {
  type ChosenTopics,
  type Topic,
  topics,
  topicsOfTitle,
} from '../../../shared/model/note/section-topics.ts';
import sectionData from './sections.json' with { type: 'json' };

export type TemplateSection = { readonly title: string; readonly topics: readonly Topic[] };

export const defaultTemplate: readonly TemplateSection[] = z
  .array(z.object({ title: z.string(), topic: z.enum(topics) }))
  .parse(sectionData)
  .map((one) => ({ title: one.title, topics: [one.topic] }));

/**
 * `titles`: as the doctor wrote them. What was chosen for a title counts before what any title
 * says. A title that is not understood, and for which nothing was chosen, takes nothing.
 */
export function templateOf(
  titles: readonly string[],
  chosen: ChosenTopics = {},
): TemplateSection[] {
  const choices = new Map(Object.entries(chosen));
  const taken = new Set(titles.flatMap((title) => choices.get(title) ?? []));
  return titles.map((title) => {
    const own = choices.get(title);
    return {
      title,
      topics: own ? [own] : topicsOfTitle(title).filter((topic) => !taken.has(topic)),
    };
  });
}
