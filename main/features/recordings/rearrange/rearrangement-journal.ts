/**
 * The journal of rearrangements: which visits' sound is now in which others. An entry is written
 * before the first byte is copied, and kept for as long as a discarded visit could be brought back,
 * so that no sample ever counts in two visits. Ids and minutes only.
 */
import { z } from 'zod';
import { DAY } from '../../../../shared/time.ts';
import type { Clock } from '../../../infrastructure/ports.ts';
import type { Store } from '../../../infrastructure/store/store.ts';
import { ignoreErrors, type RecordingsDeps } from '../deps.ts';
import { removeTombstone, writeTombstone } from '../erase/tombstone.ts';

const entrySchema = z.object({
  /** Id of the rearrangement. */
  deed: z.string(),
  at: z.number(),
  sources: z.array(z.string()),
  made: z.array(z.string()),
  /** `planned`: the copies are being made, or a crash left them half. */
  state: z.enum(['planned', 'done', 'undone']),
  /** The tombstones in the vault agree. */
  settled: z.boolean(),
});
export type JournalEntry = z.infer<typeof entrySchema>;

const PLACE = 'recordings.deeds';
/** Longer than anything of it can be brought back, also where a start after a crash comes late. */
const KEPT = 30 * DAY;

type Values = Pick<Store, 'values'>;

export function readJournal({ values }: Values): JournalEntry[] {
  try {
    return z.array(entrySchema).parse(JSON.parse(values.get(PLACE) ?? '[]'));
  } catch {
    return [];
  }
}

/** Inserts or replaces the entry; entries that are long over are removed. */
export function writeEntry(
  { values }: Values,
  clock: Pick<Clock, 'now'>,
  entry: JournalEntry,
): void {
  const others = readJournal({ values }).filter(
    (one) => one.deed !== entry.deed && Math.abs(clock.now() - one.at) < KEPT,
  );
  values.set(PLACE, JSON.stringify([...others, entry]));
}

/** Visits whose sound counts in others. */
const superseded = ({ state, sources, made }: JournalEntry) => (state === 'done' ? sources : made);

/** Visits whose sound counts. While the copies are being made, the sources were never touched. */
function active({ state, sources, made }: JournalEntry): readonly string[] {
  if (state === 'planned') return [];
  return state === 'done' ? made : sources;
}

/** Whether the sound of this visit counts in another one: it must not come back beside it. */
export const isSuperseded = (store: Values, id: string): boolean =>
  readJournal(store).some((entry) => superseded(entry).includes(id));

/**
 * Makes the tombstones agree with the rows; what the disk refuses is done at the next start. The
 * superseded come first, so that nothing ever counts twice.
 */
export function reconcileJournal(
  deps: Pick<RecordingsDeps, 'disk' | 'vault' | 'store' | 'clock'>,
): void {
  for (const entry of readJournal(deps.store).filter(({ settled }) => !settled)) {
    ignoreErrors(() => {
      for (const id of superseded(entry)) writeTombstone(deps, id);
      for (const id of active(entry)) removeTombstone(deps, id);
      writeEntry(deps.store, deps.clock, { ...entry, settled: true });
    });
  }
}
