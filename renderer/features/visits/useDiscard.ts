/**
 * Discarding is never the end: it says so, offers the way back at once, and keeps it for 24 hours.
 */
import type { Visit } from '../../../shared/model/visit.ts';
import { say } from '../../common/stores/messages.ts';
import { useLocale } from '../../ui/useLocale.ts';
import { discardRecording } from './recorder/recorder-store.ts';
import { applyVisit, discard, undoDiscard } from './visits-store.ts';

export function useDiscard() {
  const { attempt } = useLocale();
  const undo = (id: string) =>
    attempt(
      () => undoDiscard(id),
      ({ t }) => t('discard.undone'),
    );
  const told = (id: string) =>
    say(({ t }) => t('discard.done'), {
      action: { label: ({ t }) => t('discard.undo'), run: () => undo(id) },
    });
  return {
    undo,
    discardVisit: ({ id }: Pick<Visit, 'id'>) =>
      attempt(async () => {
        await discard(id);
        told(id);
      }),
    discardLive: () =>
      attempt(async () => {
        const visit = await discardRecording();
        applyVisit(visit);
        told(visit.id);
      }),
  };
}
