/** Says that the imported file holds less than it says itself. */
import type { Visit } from '../../../../shared/model/visit.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { useLocale } from '../../../ui/useLocale.ts';

export function CutFile({ visit }: { readonly visit: Pick<Visit, 'missingSeconds'> }) {
  const { t, lengthOfSeconds } = useLocale();
  const { missingSeconds } = visit;
  if (missingSeconds === undefined) return null;
  return (
    <Banner tone="warn" title={t('cutFile.title')}>
      <p>{t('cutFile.text', { length: lengthOfSeconds(missingSeconds) })}</p>
    </Banner>
  );
}
