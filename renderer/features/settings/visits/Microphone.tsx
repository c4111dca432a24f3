/** The microphone, the treatment of its sound, and a live test that records nothing. */
import { Mic, Square } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Settings } from '../../../../shared/model/settings.ts';
import { changeSettings } from '../../../common/stores/settings.ts';
import { Button } from '../../../ui/Button.tsx';
import { Toggle } from '../../../ui/Check.tsx';
import { useLocale } from '../../../ui/useLocale.ts';
import { LevelMeter } from '../../visits/recorder/LevelMeter.tsx';
import { MicrophonePick } from '../../visits/recorder/MicrophonePick.tsx';
import { stopTest, testMicrophone, useRecorder } from '../../visits/recorder/recorder-store.ts';
import { TroubleBanner } from '../../visits/recorder/TroubleBanner.tsx';
import { FallbackMicrophones } from './FallbackMicrophones.tsx';

const switches = ['noiseSuppression', 'echoCancellation', 'autoGain'] as const;

export function Microphone({ settings }: { readonly settings: Settings }) {
  const { t, attempt } = useLocale();
  const { microphone } = settings;
  return (
    <>
      <TroubleBanner />
      <MicrophonePick />
      <FallbackMicrophones microphone={microphone} />
      <LiveTest />
      {switches.map((id) => (
        <Toggle
          key={id}
          on={microphone[id]}
          hint={t(`microphone.${id}Hint`)}
          onChange={(on) =>
            attempt(() => changeSettings({ microphone: { ...microphone, [id]: on } }))
          }
        >
          {t(`microphone.${id}`)}
        </Toggle>
      ))}
    </>
  );
}

function LiveTest() {
  const { t, failure } = useLocale();
  const hears = useRecorder(({ signal }) => signal.level > 0.01);
  const busy = useRecorder(({ status }) => status !== 'idle');
  const [on, setOn] = useState(false);
  const [problem, setProblem] = useState<string | undefined>();
  useEffect(() => () => void stopTest(), []);
  const begin = async () => {
    setProblem(undefined);
    try {
      await testMicrophone();
      setOn(true);
    } catch (error) {
      setProblem(failure(error));
    }
  };
  const end = () => {
    setOn(false);
    void stopTest();
  };
  return (
    <div className="setting mic-test">
      <p>
        <strong>{t('microphone.test')}</strong>
      </p>
      <p className="hint">{t(busy ? 'microphone.testBusy' : 'microphone.testHint')}</p>
      <LevelMeter asleep={!on} label={t('record.level')} />
      <p className={problem === undefined ? 'hint' : 'problem'} role="status">
        {problem ??
          (on
            ? t(hears ? 'microphone.hears' : 'microphone.hearsNothing')
            : t('microphone.testOff'))}
      </p>
      <div className="row-actions">
        {on ? (
          <Button icon={Square} onPress={end}>
            {t('microphone.testStop')}
          </Button>
        ) : (
          <Button icon={Mic} onPress={() => void begin()} isDisabled={busy}>
            {t('microphone.testStart')}
          </Button>
        )}
      </div>
    </div>
  );
}
