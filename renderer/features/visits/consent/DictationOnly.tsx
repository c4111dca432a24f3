/** Said wherever a recording of a patient who declined is shown. */
import { MicOff } from 'lucide-react';
import { useLocale } from '../../../ui/useLocale.ts';

export function DictationOnly() {
  const { t } = useLocale();
  return (
    <p className="hint hint-warn dictation-only" role="status">
      <MicOff aria-hidden="true" className="icon" />
      {t('consent.dictationOnly')}
    </p>
  );
}
