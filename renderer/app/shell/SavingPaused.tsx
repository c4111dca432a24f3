/** Says that the core is away while the page records, and what to do meanwhile. */
import { RefreshCw } from 'lucide-react';
import { useDoor } from '../../common/stores/core.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { useLocale } from '../../ui/useLocale.ts';

export function SavingPaused() {
  const { t } = useLocale();
  const { connection, closed, reconnect } = useDoor();
  if (connection !== 'lost') return null;
  if (closed !== 'failing')
    return (
      <Banner tone="warn" urgent title={t('gone.whileRecording.title')}>
        {t('gone.whileRecording.text')}
      </Banner>
    );
  const again = reconnect && (
    <Button icon={RefreshCw} onPress={reconnect}>
      {t('gone.reconnect')}
    </Button>
  );
  return (
    <Banner tone="bad" urgent title={t('gone.failing.title')} actions={again}>
      {t('gone.failing.recording')}
    </Banner>
  );
}
