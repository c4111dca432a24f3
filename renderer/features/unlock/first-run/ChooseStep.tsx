/** Step one: practice, work on this computer without an account, or a platform. */
import { FlaskConical, Laptop, Stethoscope } from 'lucide-react';
import { useState } from 'react';
import { SYSTEM_LANGUAGE } from '../../../common/i18n.ts';
import { loadAll } from '../../../common/lifecycle.ts';
import { chooseLanguage, useChosenLanguage } from '../../../common/stores/chosen-language.ts';
import { chooseProfile, createVault, useSession } from '../../../common/stores/session.ts';
import { setWorkHere } from '../../../common/stores/work-here.ts';
import { Button } from '../../../ui/Button.tsx';
import { CenteredPage } from '../../../ui/CenteredPage.tsx';
import { LanguagePick, NotReviewed } from '../../../ui/LanguagePick.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { walkTo } from './first-run-store.ts';

export function ChooseStep() {
  const { t, attempt } = useLocale();
  const chosen = useChosenLanguage(({ language }) => language);
  const offered = useSession(({ info }) => info?.practiceOffered ?? false);
  const [busy, setBusy] = useState(false);
  const run = (steps: () => Promise<void>) => {
    setBusy(true);
    attempt(() => steps().finally(() => setBusy(false)));
  };
  const practise = () =>
    run(async () => {
      const vault = await chooseProfile('practice');
      // No patient is real here: no code has to be written down.
      if (vault.state === 'none') await createVault({ kind: 'practice' });
      await loadAll();
    });
  const work = (before: () => Promise<void>) =>
    run(async () => {
      const vault = await chooseProfile('clinic');
      await before();
      if (vault.state === 'none') walkTo('keys');
      else await loadAll();
    });
  const connect = () => work(async () => {});
  // Before the key is made: a first start that is left there goes on in the same way.
  const workHere = () => work(() => setWorkHere({ usual: true }));
  return (
    <CenteredPage title={t('first.title')} lead={t('first.lead')}>
      <div className="doors">
        {offered && (
          <section className="card door">
            <FlaskConical aria-hidden="true" className="door-icon" />
            <h2>{t('first.practice.title')}</h2>
            <p>{t('first.practice.text')}</p>
            <Button look="primary" onPress={practise} isDisabled={busy}>
              {t('first.practice.go')}
            </Button>
          </section>
        )}
        <section className="card door">
          <Laptop aria-hidden="true" className="door-icon" />
          <h2>{t('first.here.title')}</h2>
          <p>{t('first.here.text')}</p>
          <Button onPress={workHere} isDisabled={busy}>
            {t('first.here.go')}
          </Button>
        </section>
        <section className="card door">
          <Stethoscope aria-hidden="true" className="door-icon" />
          <h2>{t('first.clinic.title')}</h2>
          <p>{t('first.clinic.text')}</p>
          <Button look={offered ? 'plain' : 'primary'} onPress={connect} isDisabled={busy}>
            {t('first.clinic.go')}
          </Button>
        </section>
      </div>
      <LanguagePick value={chosen ?? SYSTEM_LANGUAGE} onChange={chooseLanguage} />
      <NotReviewed />
    </CenteredPage>
  );
}
