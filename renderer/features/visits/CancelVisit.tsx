/**
 * Takes back a visit that is on its way: asks first, says what becomes of it, and how it comes
 * back.
 */
import { CircleX } from 'lucide-react';
import { useState } from 'react';
import type { Visit } from '../../../shared/model/visit.ts';
import { allows } from '../../../shared/model/visit-state.ts';
import { say } from '../../common/stores/messages.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { useLocale } from '../../ui/useLocale.ts';
import { useDiscard } from './useDiscard.ts';
import { cancelVisit } from './visits-store.ts';

export const canCancel = ({ state, locked }: Visit) => !locked && allows(state, 'cancelled');

export function CancelVisit({ visit }: { readonly visit: Visit }) {
  const { t, nameOf, forVisit } = useLocale();
  const { undo } = useDiscard();
  const [open, setOpen] = useState(false);
  const cancel = async () => {
    await cancelVisit(visit.id);
    say(({ t }) => t('cancel.done'), {
      action: { label: ({ t }) => t('discard.undo'), run: () => undo(visit.id) },
    });
  };
  return (
    <>
      <Button
        look="quiet"
        icon={CircleX}
        aria-label={forVisit(t('cancel.ask'), visit)}
        onPress={() => setOpen(true)}
      >
        {t('cancel.ask')}
      </Button>
      {open && (
        <Confirm
          title={t('cancel.title', { name: nameOf(visit) })}
          stay={t('cancel.stay')}
          act={t('cancel.do')}
          icon={CircleX}
          refused={t('cancel.refused')}
          run={cancel}
          onClose={() => setOpen(false)}
        >
          <p>{t('cancel.text')}</p>
        </Confirm>
      )}
    </>
  );
}
