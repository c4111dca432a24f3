/**
 * Parts of Scriba outside its page (tray, small window, hot key), as the core reports them; only
 * some hosts have them.
 */

import type { Bridge } from '../../../shared/contract/contract.ts';
import type { DesktopState } from '../../../shared/model/desktop.ts';
import { createStore } from '../store-registry.ts';
import { request } from './core.ts';
import { countNotices } from './overtaken.ts';
import { useSession } from './session.ts';

type Held = { readonly state?: DesktopState | undefined };

export const useDesktop = createStore<Held>(
  'desktop',
  {},
  {
    connect: connectDesktop,
    load: { needs: 'profile', run: loadDesktop },
    reset: 'holds no patient data',
  },
);

export const hasDesktop = () => useSession.getState().info?.host === 'electron';
export const useHasDesktop = () => useSession(({ info }) => info?.host === 'electron');

const notices = countNotices();

function connectDesktop(bridge: Bridge): void {
  bridge.on('desktop.changed', (state) => {
    notices.told();
    useDesktop.setState({ state });
  });
}

async function loadDesktop(): Promise<void> {
  if (!hasDesktop()) return;
  const isOld = notices.watch();
  const state = await request('desktop.state');
  if (!isOld()) useDesktop.setState({ state });
}
