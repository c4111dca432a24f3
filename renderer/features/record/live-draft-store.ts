/** The words that were recognised up to now in the visit that this page records. */
import type { Bridge } from '../../../shared/contract/contract.ts';
import type { LiveDraft } from '../../../shared/model/live-draft.ts';
import { createStore } from '../../common/store-registry.ts';
import { request } from '../../common/stores/core.ts';
import { isLocked } from '../../common/stores/locked.ts';
import { useRecorder } from '../visits/recorder/recorder-store.ts';

type Draft = LiveDraft & { readonly id: string | undefined };
const nothing: Draft = { id: undefined, lines: [] };

export const useLiveDraft = createStore('live-draft', nothing, {
  connect,
  load: { needs: 'open-vault', run: readLiveDraft },
  reset: () => useLiveDraft.setState(nothing),
});

function connect(bridge: Bridge): void {
  const readIf = (id: string) => {
    if (useRecorder.getState().visit?.id === id) void readLiveDraft().catch(() => {});
  };
  bridge.on('here.heard', ({ id }) => readIf(id));
  // Words may be gone with what was forgotten.
  bridge.on('visits.changed', ({ id }) => readIf(id));
}

/** Throws Failure `locked`. */
export async function readLiveDraft(): Promise<void> {
  const visit = useRecorder.getState().visit;
  if (!visit?.worksHere) return useLiveDraft.setState(nothing);
  const { id } = visit;
  const { lines } = await request('here.draft', { id });
  // A lock, or another visit, may have come in between.
  if (!isLocked() && useRecorder.getState().visit?.id === id) useLiveDraft.setState({ id, lines });
}
