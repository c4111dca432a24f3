/** Tries the microphone for two seconds before the first visit of the day. */
import { Mic } from 'lucide-react';
import { useState } from 'react';
import type { RoomVerdict } from '../../capture/recorder/room-check.ts';
import { go } from '../../common/stores/navigation.ts';
import { Button } from '../../ui/Button.tsx';
import { useLocale } from '../../ui/useLocale.ts';
import { checkRoom } from '../visits/recorder/recorder-store.ts';

type Step = 'ready' | 'listening' | RoomVerdict;

export function RoomCheck() {
  const { t, failure } = useLocale();
  const [step, setStep] = useState<Step>('ready');
  const [problem, setProblem] = useState<string | undefined>();
  const check = async () => {
    setProblem(undefined);
    setStep('listening');
    try {
      setStep((await checkRoom()) ?? 'ready');
    } catch (error) {
      setProblem(failure(error));
      setStep('ready');
    }
  };
  const isBad = typeof step === 'object' && step.sound !== 'good';
  return (
    <div className="room-check">
      <Button
        look="quiet"
        icon={Mic}
        isDisabled={step === 'listening'}
        onPress={() => void check()}
      >
        {t(typeof step === 'object' ? 'microphone.room.again' : 'microphone.room.start')}
      </Button>
      <p className={problem !== undefined || isBad ? 'hint hint-warn' : 'hint'} role="status">
        {problem ?? sentenceOf(step, t)}
      </p>
      {isBad && (
        <Button look="quiet" onPress={() => go({ name: 'settings', section: 'microphone' })}>
          {t('microphone.room.choose')}
        </Button>
      )}
    </div>
  );
}

function sentenceOf(step: Step, t: ReturnType<typeof useLocale>['t']): string {
  if (step === 'ready') return t('microphone.room.hint');
  if (step === 'listening') return t('microphone.room.listening');
  return t(`microphone.room.${step.sound}`, {
    device: step.device || t('microphone.room.unnamed'),
  });
}
