/**
 * Says that an organisation has set this: a sign and words, for a control that is locked by its
 * policy.
 */
import { Building2 } from 'lucide-react';
import { useLocale } from './useLocale.ts';

/** `more`: a sentence about the limit. */
export function SetByOrganisation({ more }: { readonly more?: string | undefined }) {
  const { t } = useLocale();
  return (
    <span className="set-by-organisation">
      <Building2 aria-hidden="true" className="icon" />
      {t('policy.set')}
      {more !== undefined && ` ${more}`}
    </span>
  );
}
