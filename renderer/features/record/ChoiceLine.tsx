/**
 * Documents, languages and microphone in one line; they are chosen in place, and remembered the
 * moment they are.
 */
import { SlidersHorizontal } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import type { Settings } from '../../../shared/model/settings.ts';
import { useSession } from '../../common/stores/session.ts';
import { Button } from '../../ui/Button.tsx';
import { useLocale } from '../../ui/useLocale.ts';
import { MicrophonePick } from '../visits/recorder/MicrophonePick.tsx';
import { refreshDevices, useRecorder } from '../visits/recorder/recorder-store.ts';
import { chosenCase, VisitChoices } from '../visits/VisitChoices.tsx';
import { NotRecognised, WorkPlaceChoice } from './WorkPlace.tsx';
import { useWorksHere } from './work-place.ts';

export function ChoiceLine({ settings }: { readonly settings: Settings }) {
  const { t } = useLocale();
  const [open, setOpen] = useState(false);
  const place = useId();
  const worksHere = useWorksHere() === true;
  const words = useChoiceWords(settings, worksHere);
  useEffect(() => {
    void Promise.resolve(refreshDevices()).catch(() => undefined);
  }, []);
  return (
    <div className="choices">
      <NotRecognised spoken={settings.visit.inputLanguages} />
      <div className="choice-line">
        <p className="hint">{words.join(' · ')}</p>
        <Button
          look="quiet"
          icon={SlidersHorizontal}
          aria-expanded={open}
          aria-controls={place}
          {...(!open && { 'aria-label': t('record.changeChoices') })}
          onPress={() => setOpen(!open)}
        >
          {t(open ? 'record.doneChoices' : 'record.change')}
        </Button>
      </div>
      <div id={place}>
        {open && (
          <div className="visit-choices">
            <WorkPlaceChoice />
            <VisitChoices settings={settings} worksHere={worksHere} />
            <div className="visit-mic">
              <MicrophonePick />
            </div>
          </div>
        )}
      </div>
    </div>
  );
}

function useChoiceWords(settings: Settings, worksHere: boolean): string[] {
  const { t, templateName, languageName } = useLocale();
  const devices = useRecorder((recorder) => recorder.devices);
  const cases = useSession(({ offer }) => offer?.practiceCases ?? []);
  const { visit, microphone } = settings;
  const device =
    devices.find(({ deviceId }) => deviceId === microphone.deviceId) ??
    devices.find(({ deviceId }) => deviceId === 'default') ??
    devices[0];
  const practised = cases.find(({ id }) => id === chosenCase(settings, cases));
  return [
    worksHere ? t('record.here') : visit.templates.map(templateName).join(' + '),
    t('record.fromTo', {
      spoken: visit.inputLanguages.map(languageName).join(', '),
      note: languageName(visit.outputLanguage),
    }),
    visit.mode === 'dictation' ? t('record.dictation') : '',
    device?.label ?? '',
    (!worksHere && practised?.title) || '',
  ].filter((word) => word !== '');
}
