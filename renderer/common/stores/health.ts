/**
 * Conditions of this Scriba that need attention, as the core tells them, and the room on its disk.
 */

import type { Bridge } from '../../../shared/contract/contract.ts';
import type { Condition } from '../../../shared/model/health.ts';
import { createStore } from '../store-registry.ts';
import { request } from './core.ts';
import { countNotices } from './overtaken.ts';

type Health = {
  readonly conditions: readonly Condition[];
  /** Seconds of recording that fit; undefined where the disk does not say. */
  readonly room: number | undefined;
};

export const useHealth = createStore<Health>(
  'health',
  { conditions: [], room: undefined },
  {
    connect: connectHealth,
    load: { needs: 'profile', run: loadHealth },
    reset: 'holds no patient data',
  },
);

const notices = countNotices();

function connectHealth(bridge: Bridge) {
  bridge.on('app.health', (conditions) => {
    notices.told();
    useHealth.setState({ conditions });
  });
}

async function loadHealth(): Promise<void> {
  const isOld = notices.watch();
  const conditions = await request('app.health');
  if (!isOld()) useHealth.setState({ conditions });
}

export async function lookAtRoom(): Promise<void> {
  const room = await request('disk.room').then(
    ({ seconds }) => seconds,
    () => undefined,
  );
  useHealth.setState({ room });
}
