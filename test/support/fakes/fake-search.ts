/** Searches the invented visits by their patients, for looking at the screens without a core. */
import type { Visit } from '../../../shared/model/visit.ts';
import {
  type EarlierPatient,
  PAGE_OF_VISITS,
  statesOfFilter,
  type VisitPage,
  type VisitQuery,
} from '../../../shared/model/visit-search.ts';

const matches = ({ patient }: Visit, typed = '') =>
  typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => `${patient.name} ${patient.recordNumber ?? ''}`.toLowerCase().includes(word));

/** `before` is how many visits stand before the page. */
export function pageOfVisits(all: readonly Visit[], query: VisitQuery): VisitPage {
  const { words, filter = 'all', template, before = 0 } = query;
  const found = all.filter(
    (visit) =>
      matches(visit, words) &&
      (filter === 'all' || statesOfFilter[filter].includes(visit.state)) &&
      (template === undefined || visit.templates.includes(template)),
  );
  const end = before + PAGE_OF_VISITS;
  return {
    visits: found.slice(before, end),
    next: end < found.length ? end : undefined,
    unindexed: 0,
  };
}

export function earlierPatients(all: readonly Visit[], typed: string): readonly EarlierPatient[] {
  if (typed.trim().length < 2) return [];
  const found = new Map<string, EarlierPatient>();
  for (const visit of all)
    if (matches(visit, typed) && !found.has(visit.patient.name))
      found.set(visit.patient.name, {
        patient: visit.patient,
        lastAt: visit.createdAt,
        lastId: visit.id,
      });
  return [...found.values()].slice(0, 6);
}
