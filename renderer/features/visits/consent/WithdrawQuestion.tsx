/** Asked before everything of a visit is erased because its consent was withdrawn. */
import { Trash2 } from 'lucide-react';
import type { Visit } from '../../../../shared/model/visit.ts';
import { say } from '../../../common/stores/messages.ts';
import { go } from '../../../common/stores/navigation.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { useRecorder, withdrawRecording } from '../recorder/recorder-store.ts';
import { withdrawConsent } from '../visits-store.ts';

type Props = { readonly visit: Visit; readonly onClose: () => void };

export function WithdrawQuestion({ visit, onClose }: Props) {
  const { t, attempt, nameOf } = useLocale();
  const isLive = useRecorder((recorder) => recorder.visit?.id === visit.id);
  const withdraw = () =>
    attempt(async () => {
      const { platform, sent } = await (isLive ? withdrawRecording() : withdrawConsent(visit.id));
      onClose();
      go({ name: 'record' });
      say(({ t }) =>
        t(platform.length + sent.length > 0 ? 'consent.erasedHere' : 'consent.erased'),
      );
    });
  return (
    <Dialog
      open
      urgent
      onClose={onClose}
      title={t('consent.withdrawTitle', { name: nameOf(visit) })}
      actions={
        <>
          <Button onPress={onClose} autoFocus>
            {t('consent.keep')}
          </Button>
          <Button look="danger" icon={Trash2} onPress={withdraw}>
            {t('consent.erase')}
          </Button>
        </>
      }
    >
      <p>{t('consent.withdrawText')}</p>
      <p>{t('consent.withdrawElsewhere')}</p>
    </Dialog>
  );
}
