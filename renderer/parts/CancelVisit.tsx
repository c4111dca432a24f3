/** Takes back a visit that is on its way: asks first, says what becomes of it, and how it comes back. */
import { CircleX } from 'lucide-react';
import { useState } from 'react';
import type { Consultation } from '../../shared/consultation.ts';
import { say } from '../stores/messages.ts';
import { cancelVisit } from '../stores/visits.ts';
import { Ask } from './Ask.tsx';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import { useDiscard } from './useDiscard.ts';
import { useWords } from './useWords.ts';

export const canCancel = ({ state, locked }: Consultation) => !locked && (state === 'uploading' || state === 'committing' || state === 'processing');

export function CancelVisit({ visit }: { readonly visit: Consultation }) {
  const { t, failure, nameOf } = useWords();
  const { undo } = useDiscard();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  const close = () => {
    setOpen(false);
    setProblem(undefined);
  };
  const cancel = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await cancelVisit(visit.id);
      setOpen(false);
      say(t('cancel.done'), { action: { label: t('discard.undo'), run: () => undo(visit.id) } });
    } catch (error) {
      setProblem(failure(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button look="quiet" icon={CircleX} onPress={() => setOpen(true)}>{t('cancel.ask')}</Button>
      <Ask
        open={open} onClose={close} urgent title={t('cancel.title', { name: nameOf(visit) })}
        actions={<><Button onPress={close}>{t('cancel.stay')}</Button><Button look="danger" icon={CircleX} isDisabled={busy} onPress={() => void cancel()}>{t('cancel.do')}</Button></>}
      >
        <div>
          <p>{t('cancel.text')}</p>
          {problem !== undefined && <Banner tone="bad" urgent title={t('cancel.refused')}>{problem}</Banner>}
        </div>
      </Ask>
    </>
  );
}
