/** Joins the stores to the bridge, and fills them once the core is ready to tell. */
import { create } from 'zustand';
import type { Bridge } from '../../shared/contract/contract.ts';
import { asFailure, type Failure } from '../../shared/failure.ts';
import { connectHealth, loadHealth } from '../common/stores/health.ts';
import { forgetMessages } from '../common/stores/messages.ts';
import { askToFinish, go } from '../common/stores/navigation.ts';
import { connectSession, loadSession, useSession } from '../common/stores/session.ts';
import { connectSettings, loadSettings } from '../common/stores/settings.ts';
import { connectDocuments, forgetDocuments } from '../features/clinic/documents/documents-store.ts';
import { forgetWard } from '../features/clinic/orders/orders-store.ts';
import { forgetPeople } from '../features/clinic/people/people-store.ts';
import { connectDesk, forgetDesk } from '../features/codes/desk-store.ts';
import { connectExports, forgetExports } from '../features/export/exports-store.ts';
import { cancelImport } from '../features/record/imports-store.ts';
import { connectListening, forgetListening } from '../features/visits/listen/listen-store.ts';
import {
  connectDrafts,
  followState,
  forgetDrafts,
} from '../features/visits/note/note-drafts-store.ts';
import { connectNoteWork, forgetNoteWork } from '../features/visits/note/note-versions-store.ts';
import { connectRecorder, forgetPatient } from '../features/visits/recorder/recorder-store.ts';
import {
  connectVisits,
  forgetVisits,
  loadVisits,
  sendNow,
} from '../features/visits/visits-store.ts';

type Lifecycle = { readonly opened: boolean; readonly failure?: Failure | undefined };

/** Whether the first answers are here; until then no screen can be chosen. */
export const useOpening = create<Lifecycle>(() => ({ opened: false }));

export function openStores(bridge: Bridge): void {
  connectSession(bridge, () => void loadAll(), forgetPatients);
  connectHealth(bridge);
  connectSettings(bridge);
  connectVisits(bridge);
  connectDocuments(bridge);
  connectDesk(bridge);
  connectExports(bridge);
  connectNoteWork(bridge, followState);
  connectDrafts();
  connectRecorder(bridge);
  connectListening();
  bridge.on('profile.changed', () => void loadAll());
  // The network is back: what waits need not wait for its next turn.
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

/** The vault is locked: nothing of a patient stays in the page (P12). A recording goes on; its label comes back with the key. */
function forgetPatients() {
  forgetField();
  forgetVisits();
  forgetDocuments();
  forgetDesk();
  forgetListening();
  forgetExports();
  forgetNoteWork();
  forgetDrafts();
  forgetPatient();
  forgetMessages();
  forgetWard();
  forgetPeople();
  cancelImport();
  askToFinish(false);
  go({ name: 'record' });
}

/** React keeps the text field that had the focus last, and the page around it with it, until it sees a focus leave. */
const forgetField = () =>
  document
    .getElementById('page')
    ?.firstElementChild?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));

/** Reads everything anew; safe to call again at any time. */
export async function loadAll(): Promise<void> {
  try {
    await loadSession();
    const { info, vault } = useSession.getState();
    if (info?.profile) await Promise.all([loadSettings(), loadHealth()]);
    if (vault?.state === 'open') await loadVisits();
    useOpening.setState({ opened: true, failure: undefined });
  } catch (error) {
    useOpening.setState({ failure: asFailure(error) });
  }
}
