/** The clinic's own words of the question for consent, one text for each language. */
import { useState } from 'react';
import { defaultWordings } from '../../../../shared/model/consent.ts';
import { say } from '../../../common/stores/messages.ts';
import { changeSettings } from '../../../common/stores/settings.ts';
import { Button } from '../../../ui/Button.tsx';
import { Lines } from '../../../ui/Lines.tsx';
import { useLocale } from '../../../ui/useLocale.ts';

type Own = Readonly<Record<string, string>>;

export function ConsentWording({ own }: { readonly own: Own }) {
  const { t, attempt, languageName } = useLocale();
  const [texts, setTexts] = useState<Own>(() => ({ ...defaultWordings, ...filled(own) }));
  const save = () =>
    attempt(async () => {
      await changeSettings({ consentWording: changed(texts) });
      say(({ t }) => t('settings.general.wording.saved'));
    });
  return (
    <details className="further setting">
      <summary>{t('settings.general.wording.title')}</summary>
      <p className="hint">{t('settings.general.wording.hint')}</p>
      {Object.keys(texts).map((language) => (
        <Lines
          key={language}
          label={languageName(language)}
          value={texts[language] ?? ''}
          onChange={(text) => setTexts({ ...texts, [language]: text })}
          rows={4}
        />
      ))}
      <div className="row-actions">
        <Button onPress={save}>{t('settings.general.wording.save')}</Button>
      </div>
    </details>
  );
}

const filled = (own: Own) => Object.fromEntries(Object.entries(own).filter(([, text]) => text));

/** Only what differs: better words that Scriba suggests later reach a clinic that set none. */
const changed = (texts: Own) =>
  Object.fromEntries(
    Object.entries(texts)
      .map(([language, text]) => [language, text.trim()] as const)
      .filter(([language, text]) => text !== '' && text !== defaultWordings[language]),
  );
