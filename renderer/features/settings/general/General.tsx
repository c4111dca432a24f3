/** Theme, language, the question for consent, and the profile (practice or clinic). */
import type { Settings } from '../../../../shared/model/settings.ts';
import { go } from '../../../common/stores/navigation.ts';
import { chooseProfile, useSession } from '../../../common/stores/session.ts';
import { changeSettings } from '../../../common/stores/settings.ts';
import { Button } from '../../../ui/Button.tsx';
import { Toggle } from '../../../ui/Check.tsx';
import { Choice } from '../../../ui/Choice.tsx';
import { LanguagePick, NotReviewed } from '../../../ui/LanguagePick.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { flushOrThrow } from '../../visits/note/note-drafts-store.ts';
import { useRecorder } from '../../visits/recorder/recorder-store.ts';
import { ConsentWording } from './ConsentWording.tsx';

export function General({ settings }: { readonly settings: Settings }) {
  const { t, attempt } = useLocale();
  const profile = useSession(({ info }) => info?.profile);
  const host = useSession(({ info }) => info?.host);
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
      <LanguagePick
        hint={t('settings.general.languageHint')}
        value={settings.uiLanguage}
        onChange={(uiLanguage) => attempt(() => changeSettings({ uiLanguage }))}
      />
      <NotReviewed />
      <Toggle
        on={settings.askConsent}
        onChange={(askConsent) => attempt(() => changeSettings({ askConsent }))}
        hint={t('settings.general.consentHint')}
      >
        {t('settings.general.consent')}
      </Toggle>
      {settings.askConsent && <ConsentWording own={settings.consentWording} />}
      {host === 'electron' && (
        <Toggle
          on={settings.desktop.openAtLogin}
          onChange={(openAtLogin) =>
            attempt(() => changeSettings({ desktop: { ...settings.desktop, openAtLogin } }))
          }
          hint={t('settings.general.openAtLoginHint')}
        >
          {t('settings.general.openAtLogin')}
        </Toggle>
      )}
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
                  await flushOrThrow();
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
