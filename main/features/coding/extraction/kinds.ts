/** The kind of an entity, by its words and by what stands under its heading. */
import type { Status } from '../../../../shared/model/coding/entities.ts';
import type { EntityKind } from '../../../../shared/model/export/export.ts';
import type { Mention } from './mentions.ts';

/** "Allergic to aspirin", "Allergies: aspirin, Septran": an allergy, not a medicine that is taken. */
export const isAllergy = (text: string, { kind, start, end }: Mention) =>
  kind === 'medication' &&
  (LEADS_TO_ALLERGEN.test(text.slice(Math.max(0, start - 80), start)) ||
    /^\s+allerg(?:y|ic)/iu.test(text.slice(end, end + 12)));

/** Other substances of the same list may stand between; a sentence or another clause may not. */
const LEADS_TO_ALLERGEN =
  /allerg(?:y|ic|ies)(?: reactions?)?(?:\s+(?:to|with|from)\s|\s*[:–-]\s*)(?:\s*(?!(?:no|none|nil|not|nkda|nka|unknown|denie[sd])[\s,])[\p{L}-]+(?:\s+(?:\d+|drugs?))?(?:\s*[,/&+]|\s+(?:and|or)))*\s*$/iu;

/** Sections whose findings are of the section's kind. */
const OF_FINDINGS: readonly EntityKind[] = [
  'symptom',
  'diagnosis',
  'history',
  'examination',
  'allergy',
];

export function kindOf(
  { kind }: Mention,
  status: Status,
  title: string,
  sectionKind: EntityKind | undefined,
): EntityKind {
  const isFinding = kind === 'symptom' || kind === 'diagnosis';
  if (!isFinding) return kind;
  if (sectionKind !== undefined && OF_FINDINGS.includes(sectionKind)) return sectionKind;
  if (status === 'family' || status === 'historical') return 'history';
  return /^(?:on )?(?:physical )?exam/i.test(title) && kind === 'symptom' ? 'examination' : kind;
}

/**
 * Of words that are denied and that no list has. "No known allergies" names no substance, so it is
 * none of the allergies.
 */
export function kindOfDenied(words: string, sectionKind: EntityKind | undefined): EntityKind {
  if (sectionKind !== undefined && OF_FINDINGS.includes(sectionKind)) return sectionKind;
  return /allerg/i.test(words) ? 'history' : 'symptom';
}
