/** What a doctor may add to a line of the note: which lines have properties, and how an addition is read and written. */

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

/** No visit has more; a document that does would be slow to draw with something to press at every line (P17). */
const MOST_LINES = 300;

/** Whether its lines are offered details at all. */
export const canOffer = (visit: Pick<Visit, 'state' | 'locked'>, sections: readonly EmrSection[]) =>
  canAdd(visit) && sections.reduce((sum, { items }) => sum + items.length, 0) <= MOST_LINES;

export const additionOf = (
  additions: readonly Addition[] | undefined,
  section: string,
  name: string,
) => additions?.find((one) => one.section === section && one.name === name);

/** Those whose line is not in the note any more: never lost without a word. */
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

/** What can be said where the platform cannot be asked. The words come from the catalogue. */
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

/** "3 Week" as its number and its unit; what has another form is all number. */
export function readAmount(
  text: string,
  options: readonly string[],
): { amount: string; unit: string } {
  const unit = options.find((option) => text === option || text.endsWith(` ${option}`)) ?? '';
  return { amount: (unit === '' ? text : text.slice(0, text.length - unit.length)).trim(), unit };
}
export const writeAmount = (amount: string, unit: string) =>
  amount.trim() === '' ? '' : [amount.trim(), unit].filter(Boolean).join(' ');
