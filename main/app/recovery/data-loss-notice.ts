/**
 * Tells that the list of visits had to be made anew (P7), for a day and over restarts: the first
 * page may not have been looked at.
 */
import { z } from 'zod';
import { DAY } from '../../../shared/time.ts';
import type { Clock } from '../../infrastructure/ports.ts';
import type { Opened } from '../../infrastructure/store/recovery/set-aside.ts';
import { type Health, setAsideNotice } from '../health.ts';

const TOLD = 'loss';
const lossSchema = z.object({
  reason: z.enum(['damaged', 'missing']),
  name: z.string(),
  at: z.number(),
});

type Loss = Pick<z.infer<typeof lossSchema>, 'reason' | 'name'>;

export type LossDeps = Opened & {
  readonly health: Pick<Health, 'set'>;
  readonly clock: Pick<Clock, 'now'>;
  /** With a vault there was a list. */
  readonly hasVault: boolean;
};

/**
 * A newer list is told of for as long as it cannot be read; that is looked at anew at each start.
 */
export function tellOfLoss({ store, setAside, anew, health, clock, hasVault }: LossDeps): void {
  if (setAside?.reason === 'newer') {
    health.set('database-newer', setAsideNotice('newer', setAside.name));
    return;
  }
  const loss = lossOf(setAside?.name, anew && hasVault);
  if (loss)
    store.values.set(
      TOLD,
      JSON.stringify({ ...loss, at: Math.floor(clock.now() / 60_000) * 60_000 }),
    );
  const last = known(store.values.get(TOLD));
  if (last && Math.abs(clock.now() - last.at) < DAY)
    health.set('database-rebuilt', setAsideNotice(last.reason, last.name));
}

function lossOf(setAside: string | undefined, missing: boolean): Loss | undefined {
  if (setAside !== undefined) return { reason: 'damaged', name: setAside };
  return missing ? { reason: 'missing', name: '' } : undefined;
}

function known(json: string | undefined) {
  try {
    return lossSchema.parse(JSON.parse(json ?? ''));
  } catch {
    return undefined;
  }
}
