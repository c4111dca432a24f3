/**
 * Looks after each unlock for rows that do not open, a few hundred at a time: years of visits are
 * opened for it, and whoever starts Scriba does not wait for them.
 */
import { asFailure } from '../../../shared/failure.ts';
import type { Store } from '../../infrastructure/store/store.ts';
import { damagedRowsNotice, type Health } from '../health.ts';

export type DamagedRows = {
  /** Once what is under way has stopped. Never throws. */
  start(): void;
  stop(): void;
};

export type DamagedRowsDeps = {
  readonly store: { readonly visits: Pick<Store['visits'], 'damaged'> };
  readonly health: Pick<Health, 'set'>;
  /** Before each step: what else waits comes first. */
  readonly giveWay: () => Promise<unknown>;
  /** Why the look ended early. */
  readonly failed: (error: unknown) => void;
};

export function createDamagedRows({
  store,
  health,
  giveWay,
  failed,
}: DamagedRowsDeps): DamagedRows {
  let running: symbol | undefined;

  async function look(own: symbol): Promise<void> {
    let count = 0;
    await giveWay();
    if (running !== own) return;
    for (const damaged of store.visits.damaged()) {
      count += damaged.length;
      await giveWay();
      if (running !== own) return;
    }
    health.set('rows-damaged', damagedRowsNotice(count));
  }

  return {
    start() {
      const own = Symbol('look');
      running = own;
      look(own).catch((error: unknown) => {
        // Locked meanwhile: the next unlock looks anew.
        if (asFailure(error).code !== 'locked') failed(error);
      });
    },
    stop() {
      running = undefined;
    },
  };
}
