/**
 * Counts the visits of the last days. Reads a few visits at a time, so that nothing else waits for
 * it; nothing is kept, and nothing leaves the computer.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { dayAt } from '../../shared/calendar-day.ts';
import type { Usage, UsageDay } from '../../shared/model/usage.ts';
import type { VisitRow } from '../infrastructure/store/rows.ts';
import type { Store } from '../infrastructure/store/store.ts';

/** Visits that are opened in one turn. */
const TURN = 50;

/** `now`: milliseconds since 1970. Throws Failure `locked` while the vault is. */
export async function readUsage(store: Store, days: number, now: number): Promise<Usage> {
  const first = new Date(now);
  first.setHours(0, 0, 0, 0);
  first.setDate(first.getDate() - (days - 1));
  const counts = new Map(emptyDays(first, days).map((day) => [day.day, day]));
  const waits: number[] = [];
  for await (const row of visitsSince(store, first.getTime())) {
    const day = dayAt(row.details.createdAt);
    const before = counts.get(day);
    if (before) counts.set(day, add(before, row, acceptedCodes(store, row.id)));
    const { sealedAt, signedAt } = row.details;
    if (sealedAt !== undefined && signedAt !== undefined) waits.push(signedAt - sealedAt);
  }
  return { days: [...counts.values()], toSignature: median(waits) };
}

function emptyDays(first: Date, count: number): UsageDay[] {
  return Array.from({ length: count }, (_, at) => {
    // By the calendar: a day of a clock change has 23 or 25 hours.
    const date = new Date(first.getFullYear(), first.getMonth(), first.getDate() + at);
    return { day: dayAt(date.getTime()), visits: 0, samples: 0, signed: 0, codes: 0 };
  });
}

/** Newest first. Visits that were discarded, or whose key is not at hand, are not counted. */
async function* visitsSince(store: Store, since: number): AsyncGenerator<VisitRow> {
  const { lastPlace, newest } = store.search;
  for (let before = lastPlace() + 1; before > 0; ) {
    const places = newest(before, undefined, TURN);
    if (places.length === 0) return;
    const rows = store.visits.at(places).filter((row) => 'details' in row);
    for (const row of rows)
      if (row.details.createdAt >= since && row.state !== 'discarded') yield row;
    if (rows.length > 0 && rows.every((row) => row.details.createdAt < since)) return;
    before = Math.min(...places);
    await nextTurn();
  }
}

const add = (day: UsageDay, { details }: VisitRow, codes: number): UsageDay => ({
  day: day.day,
  visits: day.visits + 1,
  samples: day.samples + details.samples,
  signed: day.signed + (details.signedAt === undefined ? 0 : 1),
  codes: day.codes + codes,
});

/** By the last decision about each entity. */
function acceptedCodes(store: Store, id: string): number {
  const last = new Map(
    store.decisions.list(id).map(({ decision }) => [decision.entityId, decision]),
  );
  return [...last.values()].reduce(
    (sum, { verdict, codes }) => sum + (verdict === 'rejected' ? 0 : codes.length),
    0,
  );
}

function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}
