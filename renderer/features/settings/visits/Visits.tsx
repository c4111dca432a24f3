/** Defaults of a new visit, and the format in which its sound is sent. */
import type { Settings } from '../../../../shared/model/settings.ts';
import { changeSettings } from '../../../common/stores/settings.ts';
import { Toggle } from '../../../ui/Check.tsx';
import { Choice } from '../../../ui/Choice.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { VisitChoices } from '../../visits/VisitChoices.tsx';
import { Templates } from './Templates.tsx';

export function Visits({ settings }: { readonly settings: Settings }) {
  const { t, attempt } = useLocale();
  const { visit, upload } = settings;
  return (
    <>
      <p className="hint">{t('settings.visits.text')}</p>
      <VisitChoices settings={settings} />
      <Choice
        label={t('settings.visits.model')}
        value={visit.modelType}
        onChange={(modelType) => attempt(() => changeSettings({ visit: { ...visit, modelType } }))}
        options={[
          { id: 'pro', label: t('settings.visits.pro') },
          { id: 'lite', label: t('settings.visits.lite') },
        ]}
      />
      <Toggle
        on={visit.codify}
        onChange={(codify) => attempt(() => changeSettings({ visit: { ...visit, codify } }))}
        hint={t('settings.visits.codifyHint')}
      >
        {t('settings.visits.codify')}
      </Toggle>
      <Choice
        label={t('settings.visits.format')}
        value={upload.format}
        onChange={(format) => attempt(() => changeSettings({ upload: { ...upload, format } }))}
        options={[
          { id: 'mp3', label: t('settings.visits.mp3') },
          { id: 'wav', label: t('settings.visits.wav') },
        ]}
      />
      <p className="hint">{t('settings.visits.formatHint')}</p>
      <Templates />
    </>
  );
}
