/** Puts what was heard in place of a known name, in transcript and note. */
import { useLocale } from '../../../ui/useLocale.ts';
import { leaveAll, useDrafts } from '../../visits/note/note-drafts-store.ts';
import { takeBackName } from '../../visits/note/note-versions-store.ts';
import { loadNote } from '../../visits/visits-store.ts';

export function useTakeBack(visit: string) {
  const { t, attempt } = useLocale();
  return ({ doubt, heard = '' }: { readonly doubt: number; readonly heard?: string | undefined }) =>
    attempt(
      async () => {
        await endTyping(visit);
        await takeBackName(visit, doubt);
        await loadNote(visit);
      },
      t('doubt.takenBack', { heard }),
    );
}

/** What is typed is in the note before the core changes it. Throws why it cannot get there. */
async function endTyping(visit: string): Promise<void> {
  const ended = await leaveAll(visit);
  const { drafts } = useDrafts.getState();
  if (ended.includes(false))
    throw Object.values(drafts).find(({ id, failure }) => id === visit && failure)?.failure;
}
