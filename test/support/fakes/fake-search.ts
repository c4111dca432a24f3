/** Searches the invented visits by their patients, for looking at the screens without a core. */
import { dayAt } from '../../../shared/calendar-day.ts';
import type { Usage } from '../../../shared/model/usage.ts';
import type { Visit } from '../../../shared/model/visit.ts';
import {
  type EarlierPatient,
  PAGE_OF_VISITS,
  statesOfFilter,
  type VisitPage,
  type VisitQuery,
} from '../../../shared/model/visit-search.ts';
import { DAY } from '../../../shared/time.ts';

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

export function usageOf(all: readonly Visit[], count: number): Usage {
  const now = Date.now();
  const days = Array.from({ length: count }, (_, at) => dayAt(now - (count - 1 - at) * DAY));
  return {
    days: days.map((day, at) => ({
      day,
      visits: (at * 7) % 11,
      samples: ((at * 7) % 11) * 420 * 16_000,
      signed: (at * 5) % 9,
      codes: ((at * 7) % 11) * 6,
    })),
    toSignature: all.length > 0 ? 190_000 : undefined,
  };
}
