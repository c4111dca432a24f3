/** Choice of the language of the interface, each by its own name. */
import { useTranslation } from 'react-i18next';
import { SYSTEM_LANGUAGE, uiLanguages } from '../common/i18n.ts';
import { PickOne } from './Pick.tsx';
import { useLocale } from './useLocale.ts';

type Props = {
  /** A language, or `system`. */
  readonly value: string;
  readonly onChange: (language: string) => void;
  readonly hint?: string;
};

export function LanguagePick({ value, onChange, hint }: Props) {
  const { t } = useLocale();
  const languages = uiLanguages.map(({ id, own }) => ({ id, label: own, lang: id }));
  const options = [{ id: SYSTEM_LANGUAGE, label: t('settings.general.system') }, ...languages];
  return (
    <PickOne
      label={t('settings.general.language')}
      hint={hint}
      value={options.some(({ id }) => id === value) ? value : 'en'}
      onChange={onChange}
      options={options}
    />
  );
}

/** Says in both languages that no speaker has read the words yet. */
export function NotReviewed() {
  const { t, language } = useLocale();
  const { i18n } = useTranslation();
  if (uiLanguages.find(({ id }) => id === language)?.reviewed !== false) return null;
  return (
    <p className="hint">
      {t('settings.general.notReviewed')}{' '}
      <span lang="en">{i18n.getFixedT('en')('settings.general.notReviewed')}</span>
    </p>
  );
}
