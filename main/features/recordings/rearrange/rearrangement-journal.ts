/**
 * What was rearranged: which visits' sound is now in which others. Put down before the first byte is copied, and kept for as long
 * as a discarded one could be brought back, so that no sample ever stands in two visits that count. Ids and minutes only.
 */
import { z } from 'zod';
import type { Clock } from '../../../infrastructure/ports.ts';
import type { Store } from '../../../infrastructure/store/store.ts';
import { forItself, type RecordingsDeps } from '../deps.ts';
import { bury, takeBack } from '../erase/tombstone.ts';

const schema = z.object({
  deed: z.string(),
  at: z.number(),
  sources: z.array(z.string()),
  made: z.array(z.string()),
  /** `planned`: the copies are being made, or a crash left them half. */
  state: z.enum(['planned', 'done', 'undone']),
  /** The vault's files say so, too. */
  settled: z.boolean(),
});
export type Deed = z.infer<typeof schema>;

const PLACE = 'recordings.deeds';
const DAY = 24 * 3600 * 1000;
/** Longer than anything of it can be brought back, also where a start after a crash comes late. */
const KEPT = 30 * DAY;

type Deps = Pick<Store, 'values'>;

export function deedsIn({ values }: Deps): Deed[] {
  try {
    return z.array(schema).parse(JSON.parse(values.get(PLACE) ?? '[]'));
  } catch {
    return [];
  }
}

/** Inserts or replaces it; those that are long over go. */
export function keepDeed({ values }: Deps, clock: Pick<Clock, 'now'>, deed: Deed): void {
  const others = deedsIn({ values }).filter(
    (one) => one.deed !== deed.deed && Math.abs(clock.now() - one.at) < KEPT,
  );
  values.set(PLACE, JSON.stringify([...others, deed]));
}

/** Those whose sound is in the others. */
const lying = ({ state, sources, made }: Deed) => (state === 'done' ? sources : made);
const standing = ({ state, sources, made }: Deed) =>
  state === 'planned' ? [] : state === 'done' ? made : sources;

/** Whether the sound of this visit stands in another one: it must not come back beside it. */
export const isLying = (store: Deps, id: string): boolean =>
  deedsIn(store).some((deed) => lying(deed).includes(id));

/** Brings the vault's tombstones in line with the rows; what the disk refuses is done at the next start. First what lies, so that nothing ever stands twice. */
export function settleDeeds(
  deps: Pick<RecordingsDeps, 'disk' | 'vault' | 'store' | 'clock'>,
): void {
  for (const deed of deedsIn(deps.store).filter(({ settled }) => !settled)) {
    forItself(() => {
      for (const id of lying(deed)) bury(deps, id);
      for (const id of standing(deed)) takeBack(deps, id);
      keepDeed(deps.store, deps.clock, { ...deed, settled: true });
    });
  }
}
