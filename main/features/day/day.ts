/**
 * The list of today's appointments: kept sealed, for its own day alone. The names stand nowhere
 * but in its sealed value.
 */
import { z } from 'zod';
import { dayAt } from '../../../shared/calendar-day.ts';
import type { Appointment, DayList, DayPreview } from '../../../shared/model/day.ts';
import { sexes } from '../../../shared/model/visit.ts';
import type { Clock } from '../../infrastructure/ports.ts';
import type { RowCipher } from '../../infrastructure/store/sealed-columns.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import { byTime, collect } from './entry.ts';
import { readBundle } from './read-bundle.ts';
import { readCsv } from './read-csv.ts';

export type DayDeps = {
  readonly clock: Pick<Clock, 'now'>;
  readonly store: Pick<Store, 'values' | 'compact'>;
  /** Throws Failure `locked`. */
  readonly seal: () => RowCipher;
  readonly changed: () => void;
};

export type Day = {
  /** Throws Failure `locked` while the vault is. */
  list(): DayList;
  preview(text: string): DayPreview;
  /** `add`: what stands there stays; what comes again is not doubled. */
  take(text: string, how: 'replace' | 'add'): DayList;
  clear(): DayList;
  /** Erases the list of another day; needs no key. */
  expire(): void;
};

const NAME = 'day.list';
const place = { table: 'small_values', column: NAME, row: 'list' };
const kept = z.object({ day: z.string(), sealed: z.base64() });
const content = z.array(
  z.object({
    id: z.string(),
    time: z.string().optional(),
    patient: z.object({
      name: z.string(),
      recordNumber: z.string().optional(),
      birthDate: z.string().optional(),
      sex: z.enum(sexes).optional(),
    }),
  }),
);

export function createDay(deps: DayDeps): Day {
  return {
    list: () => ({ appointments: load(deps) }),
    preview: (text) => preview(deps, text),
    take: (text, how) => take(deps, text, how),
    clear: () => clear(deps),
    expire: () => expire(deps),
  };
}

const today = ({ clock }: DayDeps) => dayAt(clock.now());

function read({ store }: DayDeps): z.infer<typeof kept> | undefined {
  const found = kept.safeParse(parsed(store.values.get(NAME) ?? ''));
  return found.success ? found.data : undefined;
}

function load(deps: DayDeps): readonly Appointment[] {
  const cipher = deps.seal();
  expire(deps);
  const found = read(deps);
  if (!found) return [];
  try {
    const plain = cipher.openRow(place, Buffer.from(found.sealed, 'base64'));
    return content.parse(parsed(plain.toString('utf8')));
  } catch {
    // Sealed with a key that is not at hand, or damaged: the list is brought in again.
    return [];
  }
}

function preview(deps: DayDeps, text: string): DayPreview {
  const known = new Set(load(deps).map(({ id }) => id));
  const kind = /^\s*[{[]/.test(text.replace(/^\ufeff/, '')) ? 'bundle' : 'csv';
  const entries = (kind === 'csv' ? readCsv : readBundle)(text, today(deps));
  const found = collect(entries);
  return { kind, ...found, known: found.appointments.filter(({ id }) => known.has(id)).length };
}

function take(deps: DayDeps, text: string, how: 'replace' | 'add'): DayList {
  const { appointments } = preview(deps, text);
  const before = how === 'add' ? load(deps) : [];
  const all = byTime([
    ...new Map([...before, ...appointments].map((one) => [one.id, one])).values(),
  ]);
  const sealed = deps
    .seal()
    .sealRow(place, Buffer.from(JSON.stringify(all), 'utf8'))
    .toString('base64');
  deps.store.values.set(NAME, JSON.stringify({ day: today(deps), sealed }));
  deps.changed();
  return { appointments: all };
}

function clear(deps: DayDeps): DayList {
  erase(deps);
  deps.changed();
  return { appointments: [] };
}

function expire(deps: DayDeps): void {
  const found = read(deps);
  if (found && found.day !== today(deps)) erase(deps);
}

/** The log of changes still holds what was replaced. */
function erase({ store }: DayDeps): void {
  store.values.set(NAME, '');
  store.compact();
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
