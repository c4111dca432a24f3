/**
 * Asks where notes go, when one is to be sent and nothing is set up: the folder is switched on here,
 * and the note is sent at once.
 */
import { FolderOpen, Send } from 'lucide-react';
import { go } from '../../common/stores/navigation.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useLocale } from '../../ui/useLocale.ts';
import { chooseFolderHere, closeSetUp, sendToFolder, useExports } from './exports-store.ts';

export function SetUpDialog() {
  const { t, failure } = useLocale();
  const { targets, setUp } = useExports();
  if (!targets || !setUp) return null;
  const { where } = targets.folder;
  return (
    <Dialog
      open
      onClose={closeSetUp}
      title={t('export.where.title')}
      actions={
        <>
          <Button onPress={closeSetUp}>{t('export.missing.cancel')}</Button>
          <Button
            onPress={() => {
              closeSetUp();
              go({ name: 'settings', section: 'emr' });
            }}
          >
            {t('export.where.other')}
          </Button>
          <Button
            look="primary"
            icon={Send}
            autoFocus
            isDisabled={setUp.busy}
            onPress={() => void sendToFolder()}
          >
            {t('export.where.send')}
          </Button>
        </>
      }
    >
      <p>{t('export.where.text')}</p>
      <p>
        <code className="code">{where}</code>
      </p>
      {targets.canChoose && (
        <Button icon={FolderOpen} isDisabled={setUp.busy} onPress={() => void chooseFolderHere()}>
          {t('emr.folder.choose')}
        </Button>
      )}
      {setUp.problem && (
        <Banner tone="bad" urgent title={t('export.where.refused')}>
          {failure(setUp.problem)}
        </Banner>
      )}
    </Dialog>
  );
}
