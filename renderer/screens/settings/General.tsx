/** How Scriba looks and speaks, and whether it asks for consent. */
import type { Settings } from '../../../shared/settings.ts';
import { uiLanguages } from '../../i18n.ts';
import { Button } from '../../parts/Button.tsx';
import { Toggle } from '../../parts/Check.tsx';
import { Choice } from '../../parts/Choice.tsx';
import { PickOne } from '../../parts/Pick.tsx';
import { useWords } from '../../parts/useWords.ts';
import { useRecorder } from '../../stores/recorder.ts';
import { go } from '../../stores/screen.ts';
import { chooseProfile, useSession } from '../../stores/session.ts';
import { changeSettings } from '../../stores/settings.ts';

export function General({ settings }: { readonly settings: Settings }) {
  const { t, attempt } = useWords();
  const profile = useSession(({ info }) => info?.profile);
  const offered = useSession(({ info }) => info?.practiceOffered ?? false);
  const recording = useRecorder(({ status }) => status !== 'idle');
  const other = profile === 'practice' ? 'clinic' : 'practice';
  return (
    <>
      <Choice
        label={t('settings.general.theme')}
        value={settings.theme}
        onChange={(theme) => attempt(() => changeSettings({ theme }))}
        options={(['system', 'light', 'dark'] as const).map((id) => ({
          id,
          label: t(`settings.general.${id}`),
        }))}
      />
      <PickOne
        label={t('settings.general.language')}
        hint={t('settings.general.languageHint')}
        value={settings.uiLanguage}
        onChange={(uiLanguage) => attempt(() => changeSettings({ uiLanguage }))}
        options={uiLanguages.map(({ id, own }) => ({ id, label: own, lang: id }))}
      />
      <Toggle
        on={settings.askConsent}
        onChange={(askConsent) => attempt(() => changeSettings({ askConsent }))}
        hint={t('settings.general.consentHint')}
      >
        {t('settings.general.consent')}
      </Toggle>
      {(other === 'clinic' || offered) && (
        <div className="setting">
          <p>
            <strong>{t(`settings.general.profile.${profile ?? 'clinic'}`)}</strong>
          </p>
          <p className="hint">{t('settings.general.profileHint')}</p>
          <div className="row-actions">
            <Button
              isDisabled={recording}
              onPress={() =>
                attempt(async () => {
                  await chooseProfile(other);
                  go({ name: 'record' });
                })
              }
            >
              {t(`settings.general.switch.${other}`)}
            </Button>
          </div>
        </div>
      )}
    </>
  );
}
