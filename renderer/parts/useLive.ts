/** The visit that this page is recording, by its present label, and what stands between it and the disk. */
import type { Consultation } from '../../shared/consultation.ts';
import { useDoor } from '../stores/bridge.ts';
import { useRecorder } from '../stores/recorder.ts';
import { useVisits } from '../stores/visits.ts';
import type { Strain } from '../words/walk-away.ts';

/** The list's copy is renamed by notices, and has its name back after a lock; the recorder's is neither. */
export function useLiveVisit(): Consultation | undefined {
  const consultation = useRecorder((recorder) => recorder.consultation);
  return useVisits(({ list }) => list.find(({ id }) => id === consultation?.id)) ?? consultation;
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
