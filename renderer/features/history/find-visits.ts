/** Search in the visits by a part of the name or the number, and by state. */
import type { Visit, VisitState } from '../../../shared/model/visit.ts';
import { dayKey } from '../../ui/times.ts';

export const filters = ['all', 'ready', 'waiting', 'attention', 'discarded'] as const;
export type Filter = (typeof filters)[number];

const members: Record<Exclude<Filter, 'all'>, readonly VisitState[]> = {
  ready: ['ready', 'partial', 'reviewed', 'purged'],
  waiting: ['draft', 'recording', 'sealed', 'prepared', 'uploading', 'committing', 'processing'],
  attention: ['attention', 'partial'],
  discarded: ['discarded'],
};

/** Every word of the search must be found; case and accents do not matter. */
export function findVisits(
  list: readonly Visit[],
  search: string,
  filter: Filter,
  language: string,
): readonly Visit[] {
  const fold = (text: string) =>
    text
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLocaleLowerCase(language);
  const wanted = fold(search).split(/\s+/).filter(Boolean);
  const states = filter === 'all' ? undefined : new Set(members[filter]);
  if (!states && wanted.length === 0) return list;
  return list.filter(({ state, patient }) => {
    if (states && !states.has(state)) return false;
    const text = fold(`${patient.name} ${patient.recordNumber ?? ''}`);
    return wanted.every((word) => text.includes(word));
  });
}

export type Day = {
  readonly id: string;
  readonly at: number;
  readonly visits: readonly Visit[];
};

/** Groups by local day, in the order of the visits. */
export function byDay(visits: readonly Visit[]): Day[] {
  const days = new Map<string, { id: string; at: number; visits: Visit[] }>();
  for (const visit of visits) {
    const id = dayKey(visit.createdAt);
    const day = days.get(id) ?? { id, at: visit.createdAt, visits: [] };
    day.visits.push(visit);
    days.set(id, day);
  }
  return [...days.values()];
}
