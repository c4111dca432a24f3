/** Names of the panes beside a note, each with what is still to be done in it. */
import type { Visit } from '../../../../shared/model/visit.ts';
import { useLocale } from '../../../ui/useLocale.ts';
import { useDeskProgress } from '../../codes/useDeskProgress.ts';
import { stillToLookAt, useNoteWork } from '../../visits/note/note-versions-store.ts';
import type { Side } from '../../visits/note/workplace-store.ts';

export function useSideName({ id }: Pick<Visit, 'id'>): (side: Side) => string {
  const { t } = useLocale();
  const work = useNoteWork();
  const left = work.id === id ? stillToLookAt(work).length : 0;
  const { decided, of } = useDeskProgress(id);
  return (side) => {
    if (side === 'codes' && of > 0) return t('workplace.codesOf', { decided, of });
    if (side === 'check' && left > 0) return t('workplace.checkOf', { count: left });
    return t(`workplace.${side}`);
  };
}
