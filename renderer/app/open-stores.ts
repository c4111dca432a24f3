/** Opens the stores of the page, and listens to what concerns the page as a whole. */
import type { Bridge } from '../../shared/contract/contract.ts';
import { connectStores, loadAll } from '../common/lifecycle.ts';
import { sendNow } from '../features/visits/visits-store.ts';
import { joinDesktop } from './join-desktop.ts';

export function openStores(bridge: Bridge): void {
  connectStores(bridge);
  joinDesktop(bridge);
  // The network is back: visits in the queue need not wait for their next attempt.
  window.addEventListener('online', () => void sendNow().catch(() => {}));
  // A file dropped beside its place would take the page away, and a recording with it.
  for (const event of ['dragover', 'drop'] as const) {
    window.addEventListener(
      event,
      (drag) => drag.dataTransfer?.types.includes('Files') && drag.preventDefault(),
    );
  }
  void loadAll();
}
