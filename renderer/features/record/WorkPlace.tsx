/** Choice of the place where the next visit is worked on, and what it means for that visit. */
import { Settings as Gear } from 'lucide-react';
import { engineInUse } from '../../../shared/model/work-here.ts';
import { go } from '../../common/stores/navigation.ts';
import { useWorkHere } from '../../common/stores/work-here.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Toggle } from '../../ui/Check.tsx';
import { useLocale } from '../../ui/useLocale.ts';
import { chooseWorkHere, notRecognised, useWorksHere } from './work-place.ts';

export function WorkPlaceChoice() {
  const { t } = useLocale();
  const worksHere = useWorksHere();
  const here = useWorkHere((state) => state.here);
  // Until it is known what is usual, a switch would show what is perhaps not so.
  if (worksHere === undefined) return null;
  return (
    <>
      <Toggle on={worksHere} onChange={chooseWorkHere} hint={t('record.hereHint')}>
        {t('record.workHere')}
      </Toggle>
      {!worksHere && here?.fallback && (
        <p className="hint">
          {t(`record.fallback${engineInUse(here) === 'server' ? 'Server' : ''}Hint`, {
            server: here.speech.address,
          })}
        </p>
      )}
    </>
  );
}

/** Told before the recording: such a visit would wait, or lose what was said in that language. */
export function NotRecognised({ spoken }: { readonly spoken: readonly string[] }) {
  const { t, languageName, languagesNamed } = useLocale();
  const worksHere = useWorksHere();
  const here = useWorkHere((state) => state.here);
  const hears = here && engineInUse(here) === 'model' ? 'Model' : 'English';
  const languages = worksHere ? notRecognised(here, spoken) : [];
  return (
    <div role="status">
      {languages.length > 0 && (
        <Banner
          tone="warn"
          title={t('record.notRecognised', {
            languages: languages.map(languageName).join(', '),
          })}
          actions={
            <Button icon={Gear} onPress={() => go({ name: 'settings', section: 'here' })}>
              {t('remedy.engines')}
            </Button>
          }
        >
          {here?.modelUnlisted
            ? t('record.modelUnlisted')
            : t(`record.${languages.length < spoken.length ? 'only' : 'no'}${hears}`, {
                languages: languagesNamed(here?.modelLanguages ?? []),
              })}
        </Banner>
      )}
    </div>
  );
}
