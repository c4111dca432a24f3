/**
 * What a section of a note that is drafted here holds: its title says it, or the doctor has chosen
 * it. The headings are regular expressions without regard to case; the first that fits the whole
 * title counts.
 */
import headingData from './section-headings.json' with { type: 'json' };

export const topics = [
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
] as const;
export type Topic = (typeof topics)[number];

/** By title, as the doctor wrote it: what its section holds, where the title alone does not say it. */
export type ChosenTopics = Readonly<Record<string, Topic>>;

type Heading = { readonly heading: string; readonly topics: readonly Topic[] };

let patterns:
  | readonly { readonly pattern: RegExp; readonly topics: readonly Topic[] }[]
  | undefined;

function headings() {
  patterns ??= (headingData as readonly Heading[]).map(({ heading, topics: held }) => ({
    topics: held,
    pattern: new RegExp(`^(?:${heading})$`, 'iu'),
  }));
  return patterns;
}

/** None: the title is not understood. */
export const topicsOfTitle = (title: string): readonly Topic[] =>
  headings().find(({ pattern }) => pattern.test(title.trim().replace(/[:*#_]/g, '')))?.topics ?? [];
