/** Joins the stores to the bridge, and fills them once the core is ready to tell. */
import { create } from 'zustand';
import type { Bridge } from '../../shared/contract.ts';
import { asFailure, type Failure } from '../../shared/failure.ts';
import { connectRecorder } from './recorder.ts';
import { connectSession, loadSession, useSession } from './session.ts';
import { connectSettings, loadSettings } from './settings.ts';
import { connectVisits, loadVisits } from './visits.ts';

type Opening = { readonly opened: boolean; readonly failure?: Failure | undefined };

/** Whether the first answers are here; until then no screen can be chosen. */
export const useOpening = create<Opening>(() => ({ opened: false }));

export function openStores(bridge: Bridge): void {
  connectSession(bridge, () => void loadAll());
  connectSettings(bridge);
  connectVisits(bridge);
  connectRecorder(bridge);
  bridge.on('profile.changed', () => void loadAll());
  void loadAll();
}

/** Reads everything anew; safe to call again at any time. */
export async function loadAll(): Promise<void> {
  try {
    await loadSession();
    const { info, vault } = useSession.getState();
    if (info?.profile) await loadSettings();
    if (vault?.state === 'open') await loadVisits();
    useOpening.setState({ opened: true, failure: undefined });
  } catch (error) {
    useOpening.setState({ failure: asFailure(error) });
  }
}
