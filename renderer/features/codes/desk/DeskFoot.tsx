/** The foot of the desk: progress, the result of the last action, and undo. */
import { Undo2 } from 'lucide-react';
import type { Desk } from '../../../../shared/model/coding/desk.ts';
import { Button } from '../../../ui/Button.tsx';
import { KeyCap } from '../../../ui/KeyCap.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { progressOf } from './work/desk-items.ts';
import type { DeskWork } from './work/useDeskWork.ts';

export function DeskFoot({ desk, work }: { readonly desk: Desk; readonly work: DeskWork }) {
  const { t } = useLocale();
  const { decided, of } = progressOf(work.items);
  const { text, bad } = work.message;
  return (
    <div className="desk-foot">
      <p role="status" className="desk-progress">
        {of > 0 ? t('desk.progress', { decided, of }) : t('desk.noneWaits')}
      </p>
      <p role="status" className={bad ? 'desk-told desk-told-bad' : 'desk-told'}>
        {text}
      </p>
      <Button
        look="quiet"
        icon={Undo2}
        isDisabled={desk.undo === undefined}
        onPress={() => void work.undo()}
      >
        {t('desk.undo')} <KeyCap>U</KeyCap>
      </Button>
      <progress className="progress" max={Math.max(1, of)} value={decided} aria-hidden="true" />
    </div>
  );
}
