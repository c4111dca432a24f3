/** Puts what was heard in place of a known name, in transcript and note. */
import { useLocale } from '../../../ui/useLocale.ts';
import { takeBackName } from '../../visits/note/note-versions-store.ts';
import { loadNote } from '../../visits/visits-store.ts';
import { endTyping } from './end-typing.ts';

export function useTakeBack(visit: string) {
  const { t, attempt } = useLocale();
  return ({ doubt, heard = '' }: { readonly doubt: number; readonly heard?: string | undefined }) =>
    attempt(
      async () => {
        await endTyping(visit);
        await takeBackName(visit, { doubt, heard });
        await loadNote(visit);
      },
      t('doubt.takenBack', { heard }),
    );
}
