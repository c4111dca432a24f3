/** Tells that the list of visits had to be made anew (P7); for a day also after Scriba was started again, since nobody may have looked. */
import { z } from 'zod';
import type { Clock } from '../../infrastructure/ports.ts';
import type { Opened } from '../../infrastructure/store/recovery/set-aside.ts';
import { type Health, setAsideMessage } from '../health.ts';

const TOLD = 'loss';
const DAY = 24 * 3600 * 1000;
const lossSchema = z.object({
  reason: z.enum(['damaged', 'missing']),
  name: z.string(),
  at: z.number(),
});

export type LossDeps = Opened & {
  readonly health: Pick<Health, 'set'>;
  readonly clock: Pick<Clock, 'now'> /** There was a list, for there is a vault. */;
  readonly hasVault: boolean;
};

/** A newer list is told of for as long as it cannot be read; that is looked at anew at each start. */
export function tellOfLoss({ store, setAside, anew, health, clock, hasVault }: LossDeps): void {
  if (setAside?.reason === 'newer')
    return health.set('database-newer', setAsideMessage('newer', setAside.name));
  const loss = setAside
    ? { reason: 'damaged' as const, name: setAside.name }
    : anew && hasVault
      ? { reason: 'missing' as const, name: '' }
      : undefined;
  if (loss)
    store.values.set(
      TOLD,
      JSON.stringify({ ...loss, at: Math.floor(clock.now() / 60_000) * 60_000 }),
    );
  const last = known(store.values.get(TOLD));
  if (last && Math.abs(clock.now() - last.at) < DAY)
    health.set('database-rebuilt', setAsideMessage(last.reason, last.name));
}

function known(json: string | undefined) {
  try {
    return lossSchema.parse(JSON.parse(json ?? ''));
  } catch {
    return undefined;
  }
}
