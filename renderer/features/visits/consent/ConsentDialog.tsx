/** The answer of a visit that has begun, and the way to withdraw it. */
import { Trash2, UserCheck } from 'lucide-react';
import { useState } from 'react';
import type { Visit } from '../../../../shared/model/visit.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { noteAnswer } from '../visits-store.ts';
import { type AnswerDraft, consentFrom, draftOf, noAnswer } from './answer.ts';
import { ConsentFields, useWordings } from './ConsentFields.tsx';
import { WithdrawQuestion } from './WithdrawQuestion.tsx';

export function ConsentButton({ visit }: { readonly visit: Visit }) {
  const { t } = useLocale();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" icon={UserCheck} onPress={() => setOpen(true)}>
        {t('consent.change')}
      </Button>
      {open && <ConsentDialog visit={visit} onClose={() => setOpen(false)} />}
    </>
  );
}

function ConsentDialog({
  visit,
  onClose,
}: {
  readonly visit: Visit;
  readonly onClose: () => void;
}) {
  const { t, attempt, nameOf } = useLocale();
  const wordings = useWordings();
  const [withdrawing, setWithdrawing] = useState(false);
  const [draft, setDraft] = useState(() => startOf(visit));
  const consent = consentFrom(draft, wordings);
  const isIncomplete = draft.kind !== undefined && consent === undefined;
  if (withdrawing) return <WithdrawQuestion visit={visit} onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('consent.title', { name: nameOf(visit) })}
      actions={
        <>
          <Button onPress={onClose}>{t('consent.cancel')}</Button>
          <Button
            look="primary"
            isDisabled={isIncomplete}
            onPress={() =>
              attempt(async () => {
                await noteAnswer(visit.id, consent);
                onClose();
              })
            }
          >
            {t('consent.save')}
          </Button>
        </>
      }
    >
      <ConsentFields draft={draft} onChange={setDraft} open />
      <Button look="quiet" icon={Trash2} onPress={() => setWithdrawing(true)}>
        {t('consent.withdraw')}
      </Button>
    </Dialog>
  );
}

/** A visit from before answers were kept whole has the time of a "yes" alone. */
function startOf({ consent, consentAt }: Visit): AnswerDraft {
  if (consent || consentAt === undefined) return draftOf(consent);
  return { ...noAnswer, kind: 'verbal', at: consentAt };
}
