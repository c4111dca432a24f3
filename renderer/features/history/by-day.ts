/** The visits of a page by their days. */
import type { Visit } from '../../../shared/model/visit.ts';
import { dayKey } from '../../ui/times.ts';

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
