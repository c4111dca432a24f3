/**
 * Notices of the owners of the shipped codes, in the words that they require (docs/terminology.md).
 */
import { useLocale } from '../../../ui/useLocale.ts';

export function Notices() {
  const { t } = useLocale();
  return (
    <div className="setting">
      <h2>{t('about.notices.title')}</h2>
      <p className="hint">{t('about.notices.text')}</p>
      {(['icd', 'snomed', 'loinc', 'rxnorm'] as const).map((id) => (
        <p key={id} className="hint">
          {t(`about.notices.${id}`)}
        </p>
      ))}
    </div>
  );
}
