/**
 * The visit that this page is recording, by its present label, and the obstacle between it and the
 * disk.
 */
import type { Visit } from '../../../../shared/model/visit.ts';
import { useDoor } from '../../../common/stores/core.ts';
import type { Strain } from '../state/walk-away.ts';
import { useVisits } from '../visits-store.ts';
import { useRecorder } from './recorder-store.ts';

/**
 * Prefers the list's copy: notices rename it, and it has its name back after a lock; the recorder's
 * copy has neither.
 */
export function useLiveVisit(): Visit | undefined {
  const visit = useRecorder((recorder) => recorder.visit);
  return useVisits(({ list }) => list.find(({ id }) => id === visit?.id)) ?? visit;
}

export function useStrain(): Strain {
  const status = useRecorder((recorder) => recorder.status);
  const trouble = useRecorder((recorder) => recorder.trouble?.kind);
  const lost = useDoor(({ connection }) => connection !== 'connected');
  if (trouble === 'disk-full') return 'disk-full';
  const stalled = lost || trouble === 'host-stalled';
  if (status === 'paused') return stalled ? 'paused-stalled' : 'paused';
  if (stalled) return 'stalled';
  return status === 'finishing' ? 'finishing' : undefined;
}
