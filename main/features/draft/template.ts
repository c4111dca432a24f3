/** The sections of a draft, and which topics each of them takes. */
import { z } from 'zod';
import headingData from './headings.json' with { type: 'json' };
import sectionData from './sections.json' with { type: 'json' };
import type { Topic } from './topics.ts';

export type TemplateSection = { readonly title: string; readonly topics: readonly Topic[] };

const topic = z.enum([
  'complaints',
  'history',
  'family',
  'allergies',
  'medicines',
  'examination',
  'vitals',
  'tests',
  'assessment',
  'procedures',
  'plan',
  'followup',
] satisfies Topic[]);

export const defaultTemplate: readonly TemplateSection[] = z
  .array(z.object({ title: z.string(), topic }))
  .parse(sectionData)
  .map((one) => ({ title: one.title, topics: [one.topic] }));

const headings = z
  .array(z.object({ heading: z.string(), topics: z.array(topic) }))
  .parse(headingData)
  .map(({ heading, topics }) => ({ topics, pattern: new RegExp(`^(?:${heading})$`, 'iu') }));

/** `titles`: as the doctor wrote them. A title that is not understood takes nothing. */
export const templateOf = (titles: readonly string[]): TemplateSection[] =>
  titles.map((title) => ({
    title,
    topics:
      headings.find(({ pattern }) => pattern.test(title.trim().replace(/[:*#_]/g, '')))?.topics ??
      [],
  }));
