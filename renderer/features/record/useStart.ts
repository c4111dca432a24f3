/** Starts the recording of a visit; what stands in its way is told where the doctor looks. */
import { asFailure } from '../../../shared/failure.ts';
import type { VisitRequest } from '../../../shared/model/visit.ts';
import { useLocale } from '../../ui/useLocale.ts';
import { startRecording, useRecorder } from '../visits/recorder/recorder-store.ts';
import { applyVisit } from '../visits/visits-store.ts';
import { forgetWorkPlace } from './work-place.ts';

export function useStart(): (visit: VisitRequest) => void {
  const { attempt } = useLocale();
  return (visit) =>
    attempt(async () => {
      await startRecording(visit).catch((error: unknown) => {
        // A trouble that stands below the button, with what to do, needs no message.
        if (useRecorder.getState().trouble?.kind !== asFailure(error).detail) throw error;
      });
      const { visit: started } = useRecorder.getState();
      if (!started) return;
      applyVisit(started);
      forgetWorkPlace();
    });
}
