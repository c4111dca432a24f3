/** What a heading says of all that stands under it. */
import type { Status } from '../../../../../shared/model/coding/entities.ts';

export type Prior = Exclude<Status, 'present' | 'absent'>;

const HEADINGS: readonly (readonly [RegExp, Prior])[] = [
  [/^(?:family ?history|fam ?hx|family hx|fhx?|f\/h\/?o?|familyhistory|family)$/, 'family'],
  [
    /^(?:(?:past|previous|prior|medical|surgical|significant|relevant)[a-z /&]*(?:history|hx|illness(?:es)?)|medical ?history|medicalhistory|past history|past|pmhx?|pmshx?|pshx?|psh|history of past illness|p\/h\/?o?|obstetric history)$/,
    'historical',
  ],
  [
    /^(?:advices?|advice given|follow ?-?up(?: plan| instructions| advice)?|followup|return precautions?|safety ?-?net(?:ting)?|red flags?|warning signs?|danger signs?|precautions?|patient education|counsell?ing|discharge instructions?|instructions?|when to return|review if|return if|prevention|risks?)$/,
    'hypothetical',
  ],
  [
    /^(?:differentials?(?: diagnos[ie]s)?|ddx?|d\/d|provisional diagnos[ie]s|rule out|to rule out|suspected)$/,
    'possible',
  ],
];

/** `heading`: as it was written, or the platform's key of a section. */
export function priorOf(heading: string): Prior | undefined {
  const plain = heading
    .trim()
    .toLowerCase()
    .replace(/[:*#_]/g, '')
    .replace(/^\d+[.)]?\s*/, '')
    .trim();
  return plain === '' ? undefined : HEADINGS.find(([pattern]) => pattern.test(plain))?.[1];
}
