/** Discarding is never the end: it says so, offers the way back at once, and keeps it for 24 hours. */
import type { Consultation } from '../../shared/consultation.ts';
import { say } from '../stores/messages.ts';
import { discardRecording } from '../stores/recorder.ts';
import { discard, take, undoDiscard } from '../stores/visits.ts';
import { useWords } from './useWords.ts';

export function useDiscard() {
  const { t, attempt } = useWords();
  const undo = (id: string) => attempt(() => undoDiscard(id), t('discard.undone'));
  const told = (id: string) =>
    say(t('discard.done'), { action: { label: t('discard.undo'), run: () => undo(id) } });
  return {
    undo,
    discardVisit: ({ id }: Pick<Consultation, 'id'>) =>
      attempt(async () => {
        await discard(id);
        told(id);
      }),
    discardLive: () =>
      attempt(async () => {
        const visit = await discardRecording();
        take(visit);
        told(visit.id);
      }),
  };
}
