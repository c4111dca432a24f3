/**
 * The name of a pane beside a note, with what is still to be done in it. Of its own, so that a
 * decision draws this name anew and not the panes around it.
 */
import type { Visit } from '../../../../shared/model/visit.ts';
import { useLocale } from '../../../ui/useLocale.ts';
import { useDeskProgress } from '../../codes/useDeskProgress.ts';
import { stillToLookAt, useNoteWork } from '../../visits/note/note-versions-store.ts';
import type { Side } from '../../visits/note/workplace-store.ts';

type Props = { readonly visit: Visit; readonly side: Side };

export function SideName({ visit, side }: Props) {
  const { t } = useLocale();
  if (side === 'codes') return <CodesName visit={visit} />;
  if (side === 'check') return <CheckName visit={visit} />;
  return t(`workplace.${side}`);
}

function CodesName({ visit }: Pick<Props, 'visit'>) {
  const { t } = useLocale();
  const { decided, of } = useDeskProgress(visit.id);
  return of > 0 ? t('workplace.codesOf', { decided, of }) : t('workplace.codes');
}

function CheckName({ visit }: Pick<Props, 'visit'>) {
  const { t } = useLocale();
  const left = useNoteWork((work) => (work.id === visit.id ? stillToLookAt(work).length : 0));
  return left > 0 ? t('workplace.checkOf', { count: left }) : t('workplace.check');
}
