/**
 * Details that a doctor can add to a finding: which sections offer them, and how an amount is read
 * and written.
 */
import type { EmrSection } from '../../../../shared/model/note/emr-sections.ts';
import type { Addition, FindingContext, Property } from '../../../../shared/model/note/findings.ts';
import type { Visit } from '../../../../shared/model/visit.ts';
import { allows } from '../../../../shared/model/visit-state.ts';

const contexts = new Map<string, FindingContext>([
  ['symptoms', 'symptoms'],
  ['diagnosis', 'diagnosis'],
  ['examinations', 'examination_findings'],
  ['procedures', 'procedures'],
]);

/** Undefined for a section whose lines have no properties. */
export const contextOf = (section: string): FindingContext | undefined => contexts.get(section);

export const canAdd = ({ state, locked }: Pick<Visit, 'state' | 'locked'>) =>
  !locked && allows(state, 'add-to-note');

/**
 * More than any visit has; with a button at each of more lines the document would be slow to draw
 * (P17).
 */
const MAX_LINES = 300;

/** True if the findings of this document are offered details. */
export const canOffer = (visit: Pick<Visit, 'state' | 'locked'>, sections: readonly EmrSection[]) =>
  canAdd(visit) && sections.reduce((sum, { items }) => sum + items.length, 0) <= MAX_LINES;

export const additionOf = (
  additions: readonly Addition[] | undefined,
  section: string,
  name: string,
) => additions?.find((one) => one.section === section && one.name === name);

/** Additions whose finding the note no longer contains; they are shown apart, never dropped. */
export const orphansOf = (
  additions: readonly Addition[] | undefined,
  sections: readonly EmrSection[],
) =>
  (additions ?? []).filter(
    ({ section, name }) =>
      !sections.some(
        ({ key, items }) => key === section && items.some((item) => item.name === name),
      ),
  );

/** Properties offered when the platform has none or cannot be asked. `word` is the catalogue. */
export function usualProperties(context: FindingContext, word: (id: string) => string): Property[] {
  const since: Property = {
    id: 'since',
    name: word('since'),
    type: 'prefix_suggest',
    options: ['hour', 'day', 'week', 'month', 'year'].map(word),
  };
  const severity: Property = {
    id: 'severity',
    name: word('severity'),
    type: 'choice',
    options: ['mild', 'moderate', 'severe'].map(word),
  };
  const laterality: Property = {
    id: 'laterality',
    name: word('laterality'),
    type: 'choice',
    options: ['left', 'right', 'both'].map(word),
  };
  const note: Property = { id: 'note', name: word('note'), type: 'open_text', options: [] };
  const date: Property = { id: 'date', name: word('date'), type: 'date', options: [] };
  if (context === 'procedures') return [date, note];
  return context === 'examination_findings'
    ? [severity, laterality, note]
    : [since, severity, laterality, note];
}

/** Splits "3 Week" into amount and unit; a text of another form is all amount. */
export function readAmount(
  text: string,
  options: readonly string[],
): { amount: string; unit: string } {
  const unit = options.find((option) => text === option || text.endsWith(` ${option}`)) ?? '';
  return { amount: (unit === '' ? text : text.slice(0, text.length - unit.length)).trim(), unit };
}
export const writeAmount = (amount: string, unit: string) =>
  amount.trim() === '' ? '' : [amount.trim(), unit].filter(Boolean).join(' ');
