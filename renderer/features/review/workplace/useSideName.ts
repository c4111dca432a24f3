/** Names of the panes beside a note, each with what is still to be done in it. */
import type { Visit } from '../../../../shared/model/visit.ts';
import { useLocale } from '../../../ui/useLocale.ts';
import { progressOf } from '../../codes/desk-format.ts';
import { useDesk } from '../../codes/desk-store.ts';
import { stillToLookAt, useNoteWork } from '../../visits/note/note-versions-store.ts';
import type { Side } from '../../visits/note/workplace-store.ts';

export function useSideName({ id }: Pick<Visit, 'id'>): (side: Side) => string {
  const { t } = useLocale();
  const desk = useDesk((state) => (state.id === id ? state.desk : undefined));
  const work = useNoteWork();
  const left = work.id === id ? stillToLookAt(work).length : 0;
  const { decided, of } = desk ? progressOf(desk) : { decided: 0, of: 0 };
  return (side) => {
    if (side === 'codes' && of > 0) return t('workplace.codesOf', { decided, of });
    if (side === 'check' && left > 0) return t('workplace.checkOf', { count: left });
    return t(`workplace.${side}`);
  };
}
